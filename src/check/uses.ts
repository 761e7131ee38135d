/** What `check` says of what sources use: includes that are left out or not used, and names that nothing answers. */

import { counted, some } from '../counted.ts';
import type { LooseEnds, Unanswered } from '../uses/loose-ends.ts';
import { pathLines } from './unmapped.ts';

/** What the sources use and the mapping leaves out, and what does not meet. */
export interface UseFindings extends Pick<LooseEnds, 'unused' | 'unanswered'> {
  /** Why nothing of it is known; null: all is. */
  readonly unknown: string | null;
  /** Includes that the mapping leaves out though sources use them. */
  readonly leftOut: readonly { readonly path: string; readonly sources: number }[];
  /** So many sources include one of them. */
  readonly sources: number;
}

/** A part of the page: what it is, and its lines. */
export interface Part {
  readonly title: string;
  readonly lines: readonly string[];
}

/** So many lines of each kind are shown; the report has all. */
const mostLines = 5;

/** The findings out of what was read. @param isLeftOut true for a path of which the mapping makes nothing. */
export function useFindings(
  found: LooseEnds | { readonly unknown: string },
  isLeftOut: (path: string) => boolean,
): UseFindings {
  if ('unknown' in found) return { unknown: found.unknown, leftOut: [], sources: 0, unused: [], unanswered: [] };
  const { includers, unused, unanswered } = found;
  const leftOut = [...includers]
    .filter(([path]) => isLeftOut(path))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const sources = new Set(leftOut.flatMap(([, users]) => [...users]));
  return {
    unknown: null,
    leftOut: leftOut.map(([path, users]) => ({ path, sources: users.size })),
    sources: sources.size,
    unused,
    unanswered,
  };
}

/** Includes that are left out though sources use them, in a sentence; null: there are none. */
export function leftOutSentence({ leftOut, sources }: UseFindings): string | null {
  if (leftOut.length === 0) return null;
  const [are, them] = leftOut.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const use = sources === 1 ? 'uses' : 'use';
  return `${counted(leftOut.length, 'include')} ${are} left out, and ${counted(sources, 'source')} ${use} ${them}: which attribute delivers ${them}?`;
}

/** The parts of a page about uses; those without lines have nothing to say. @param findings null: not looked for. */
export function useParts(findings: UseFindings | null): Part[] {
  if (findings === null) return [];
  const { unknown, leftOut, unused, unanswered } = findings;
  return [
    { title: 'what sources use is not known', lines: unknown === null ? [] : [unknown] },
    { title: leftOutSentence(findings) ?? '', lines: folded(pathLines(leftOut.map(({ path }) => path))) },
    { title: `${counted(unused.length, 'include')} that no source uses`, lines: folded(pathLines(unused)) },
    {
      title: `${counted(unanswered.length, 'use')} that no file of the repository answers`,
      lines: folded(unansweredLines(unanswered)),
    },
  ];
}

/** By name, those that most sources use first. */
function unansweredLines(unanswered: readonly Unanswered[]): string[] {
  const names = Map.groupBy(unanswered, ({ kind, name }) => `${kind} ${name}`);
  return [...names]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, uses]) => `${name}: ${some(uses.map(({ path, line }) => `${path} line ${line}`))}`);
}

function folded(lines: readonly string[]): string[] {
  const rest = lines.length - mostLines;
  return rest > 1 ? [...lines.slice(0, mostLines), `and ${rest} more lines; --format json has all`] : [...lines];
}
