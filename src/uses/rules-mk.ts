/** `Rules.mk` of TOBi, IBM's build tool: the objects it makes, each with its source and what it depends on. */

import { objectUse, pathNamed } from './names.ts';
import { linesOf } from './tokens.ts';
import type { ObjectType, Use, UseKind } from './use.ts';

/** An object that a rule makes. An object may have several rules. */
export interface RulesMkTarget {
  /** In upper case; the name `%` stands for every source of its kind in the folder. The type is `*` and the suffix. */
  readonly target: { readonly name: string; readonly type: string };
  /** The source it is made from, as written; null: this rule names none. */
  readonly source: string | null;
  readonly uses: readonly Use[];
}

/** A rule as it stands: `TARGET.. : REST`, over one line or several. */
interface Rule {
  readonly targets: readonly string[];
  readonly line: number;
  readonly rest: string[];
}

interface Word {
  readonly text: string;
  readonly line: number;
}

const kinds: Readonly<Record<string, UseKind>> = { FILE: 'file', MODULE: 'bind', SRVPGM: 'bind', BNDDIR: 'bind' };

/** Suffixes of objects whose change asks nothing of those that name them: programs are called, messages looked up. */
const idle = /^(?:PGM|CMD|DTAARA|DTAQ|JOBD|JOBQ|MENU|MSGF|MSGQ|OUTQ|PNLGRP|QMQRY|SBSD|TRG|USRSPC|WSCST)$/;

/**
 * What each target of a `Rules.mk` uses. A variable counts where the file itself gives it one word; words with others are
 * left out.
 */
export function rulesMkUses(text: string): RulesMkTarget[] {
  return rulesOf(text).flatMap((rule) => {
    const used = usesOf(rule);
    return rule.targets.flatMap((written) => {
      const [, name, suffix] = /^(?:.*\/)?([^/]+)\.(\w+)$/s.exec(written.toUpperCase()) ?? [];
      return name && suffix && !name.includes('$') ? [{ target: { name, type: `*${suffix}` }, ...used }] : [];
    });
  });
}

/** The objects that no rule makes of a source: they are bound from others, and have no file of their own. */
export function boundObjects(text: string): RulesMkTarget['target'][] {
  const rules = rulesMkUses(text).filter(({ target }) => target.name !== '%');
  const byObject = Map.groupBy(rules, ({ target }) => `${target.name} ${target.type}`);
  return [...byObject.values()].flatMap(([first, ...others]) =>
    first !== undefined && [first, ...others].every(({ source }) => source === null) ? [first.target] : [],
  );
}

/** All uses of a `Rules.mk`, whosever they are. */
export function usesOfRulesMk(text: string): Use[] {
  return rulesOf(text).flatMap((rule) => usesOf(rule).uses);
}

const assignment = /^([\w.-]+)\s*:{0,3}=\s*([^\s$#=]{1,100})\s*$/;

/** The rules, without variables and recipes. */
function rulesOf(text: string): Rule[] {
  const rules: Rule[] = [];
  // The folder itself is `$(d)/`.
  const values = new Map([['d', '.']]);
  let isOpen = false;
  let goesOn = false;
  for (const [index, whole] of linesOf(text).entries()) {
    const [, name, value] = assignment.exec(whole) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, value);
    const line = whole.replace(/\$\(([\w.-]+)\)/g, (written, variable) => values.get(variable) ?? written);
    const [, targets, first] = (goesOn ? null : /^([^\s:=#][^:=]*):(?!:?=)(.*)/.exec(line)) ?? [];
    if (targets !== undefined && first !== undefined) {
      rules.push({ targets: targets.trim().split(/\s+/), line: index + 1, rest: [withoutMark(first)] });
    } else if (goesOn && isOpen) rules.at(-1)?.rest.push(withoutMark(line));
    isOpen = targets !== undefined || (goesOn && isOpen);
    goesOn = line.trimEnd().endsWith('\\');
  }
  return rules;
}

/** A line without the backslash that continues it. */
function withoutMark(line: string): string {
  const whole = line.trimEnd();
  return whole.endsWith('\\') ? whole.slice(0, -1) : whole;
}

function usesOf({ targets, line, rest }: Rule): { source: string | null; uses: Use[] } {
  const all = rest.flatMap((part, index) => wordsOf(part, line + index));
  // What stands behind | has to be there, but its change asks for nothing.
  const bar = all.findIndex(({ text }) => text === '|');
  const words = all.slice(0, bar < 0 ? undefined : bar);
  if (rest.some((part) => part.includes('='))) return { source: null, uses: usesOfOption(rest.join(' '), line) };
  const source = words.find(({ text }) => text.toUpperCase() === targets[0]?.toUpperCase()) ?? words.find(isSource);
  return { source: source?.text ?? null, uses: words.filter((word) => word !== source).flatMap(usesOfWord) };
}

function wordsOf(part: string, line: number): Word[] {
  const words = part.split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return words
    .slice(0, comment < 0 ? undefined : comment)
    .map((word) => word.replace(/^\.\//, ''))
    .filter((word) => word !== '' && !word.includes('$'))
    .map((text) => ({ text, line }));
}

const suffixOf = (text: string): string => text.slice(text.lastIndexOf('.') + 1).toUpperCase();

const isSource = ({ text }: Word): boolean =>
  text.includes('.') && !kinds[suffixOf(text)] && !idle.test(suffixOf(text));

function usesOfWord(word: Word): Use[] {
  const { text, line } = word;
  const suffix = suffixOf(text);
  const kind = kinds[suffix];
  if (kind && text.includes('.')) return objectUse(kind, text.slice(0, text.lastIndexOf('.')), typeOf(suffix), line);
  const path = isSource(word) ? pathNamed(text) : null;
  return path ? [{ kind: 'include', name: path, line }] : [];
}

const typeOf = (suffix: string): ObjectType =>
  suffix === 'FILE' ? '*FILE' : suffix === 'MODULE' ? '*MODULE' : suffix === 'SRVPGM' ? '*SRVPGM' : '*BNDDIR';

/** Of the options of a compilation only the binding directories are a use. */
function usesOfOption(option: string, line: number): Use[] {
  const [, values] = /^\s*(?:private\s+)?BNDDIR\s*[:?+]*=(.*)/is.exec(option) ?? [];
  return wordsOf(values ?? '', line).flatMap(({ text }) =>
    objectUse('bind', text.replaceAll(/[()]/g, ''), '*BNDDIR', line),
  );
}
