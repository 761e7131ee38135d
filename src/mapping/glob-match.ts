/**
 * Walks a compiled pattern along a text. A dead end is walked once: (step, position) pairs that failed are remembered,
 * so the work is at most steps times characters, whatever the pattern.
 */

import { foldCase } from './case.ts';
import type { Alternative, Glob, Step } from './glob.ts';

/** Captured parts of a text by name. */
export type Captures = Readonly<Record<string, string>>;

/** A text to match, with its folded form made once for all patterns that ignore case. */
export interface Subject {
  readonly text: string;
  readonly folded: string;
}

/** Prepares a text for matching. */
export function subjectOf(text: string): Subject {
  return { text, folded: foldCase(text) };
}

/** The captures of a pattern that matches the whole text (`{}` when it has none), or null when it does not match. */
export function matchGlob(glob: Glob, subject: Subject): Captures | null {
  const compared = glob.ignoreCase ? subject.folded : subject.text;
  for (const alternative of glob.alternatives) {
    const { prefix, suffix, inner } = alternative;
    if (!compared.startsWith(prefix) || !compared.endsWith(suffix) || !compared.includes(inner)) continue;
    const captures = walkAlternative(alternative, compared, subject.text, glob.ignoreCase);
    if (captures !== null) return captures;
  }
  return null;
}

interface Walk {
  readonly steps: readonly Step[];
  /** The text that is compared, folded if the pattern ignores case. */
  readonly compared: string;
  /** The text as it is, from which captures are cut. */
  readonly text: string;
  readonly ignoreCase: boolean;
  /** One byte for each (step, position): 1 where it is known that no match follows. */
  readonly dead: Uint8Array | null;
  readonly captures: Record<string, string>;
}

function walkAlternative(alternative: Alternative, compared: string, text: string, ignoreCase: boolean) {
  const { steps } = alternative;
  const dead = alternative.ambiguous ? new Uint8Array(steps.length * (compared.length + 1)) : null;
  const walk: Walk = { steps, compared, text, ignoreCase, dead, captures: {} };
  return matchFrom(walk, 0, 0) ? walk.captures : null;
}

/** True when the steps from `first` on match the whole rest of the text from `start` on. */
function matchFrom(walk: Walk, first: number, start: number): boolean {
  let at = start;
  for (let index = first; index < walk.steps.length; index++) {
    const step = walk.steps[index];
    if (step === undefined) return false;
    switch (step.kind) {
      case 'text':
        if (!walk.compared.startsWith(step.text, at)) return false;
        at += step.text.length;
        break;
      case 'one':
      case 'class':
        if (!takes(walk, step, at)) return false;
        at = after(walk, at);
        break;
      case 'anything':
        return true;
      case 'below':
        return at === walk.compared.length || walk.compared[at] === '/';
      default:
        return matchVariable(walk, step, index, at);
    }
  }
  return at === walk.compared.length;
}

/** A step of variable length takes as little as possible, then one character more, until the rest matches. */
function matchVariable(walk: Walk, step: Step, index: number, start: number): boolean {
  let at = start;
  if (step.kind === 'capture') {
    if (!takes(walk, step, at)) return false;
    at = after(walk, at);
  }
  for (;;) {
    const place = index * (walk.compared.length + 1) + at;
    if (walk.dead?.[place] === 1) return false;
    if (mayLeave(walk, step, at) && matchFrom(walk, index + 1, at)) {
      if (step.kind === 'capture') walk.captures[step.name] = walk.text.slice(start, at);
      return true;
    }
    if (walk.dead !== null) walk.dead[place] = 1;
    if (!takes(walk, step, at)) return false;
    at = after(walk, at);
  }
}

function mayLeave(walk: Walk, step: Step, at: number): boolean {
  return step.kind !== 'directories' || at === 0 || walk.compared[at - 1] === '/';
}

/** True when the step takes the character at `at`. */
function takes(walk: Walk, step: Step, at: number): boolean {
  if (at >= walk.compared.length) return false;
  if (step.kind === 'directories') return true;
  const character = walk.compared[at] ?? '';
  if (character === '/') return false;
  if (step.kind === 'capture' && step.digits) return character >= '0' && character <= '9';
  if (step.kind === 'class') return inClass(walk, step, walk.compared.slice(at, after(walk, at)));
  return true;
}

function inClass(walk: Walk, step: Step & { kind: 'class' }, character: string): boolean {
  const forms = walk.ignoreCase ? [character, character.toUpperCase()] : [character];
  const held = step.ranges.some(([from, to]) => forms.some((form) => form >= from && form <= to));
  return held !== step.negated;
}

/** The position after the character at `at`; a character outside the basic plane is two units long. */
function after(walk: Walk, at: number): number {
  const code = walk.compared.charCodeAt(at);
  const paired = code >= 0xd800 && code <= 0xdbff && at + 1 < walk.compared.length;
  return at + (paired ? 2 : 1);
}
