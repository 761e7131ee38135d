/** Reads makefiles, `Rules.mk` of IBM's TOBi and those of make: rules and binding commands name objects, their sources and dependencies. */
import { Problem } from '../errors.ts';
import { listBindingUses } from './binding.ts';
import { anyName, parsePath, toIncludeUse, toObjectUse } from './names.ts';
import { splitLines } from './tokens.ts';
import type { ObjectType, SaidUses, Use, UsedObject } from './use.ts';

/** A rule as written: `TARGET.. : REST`, over one line or several, and the commands below it. */
type MakeRule = { readonly targets: readonly string[]; readonly rest: readonly Line[]; readonly recipe: Line[] };

/** A piece of text, or a word, and its line. */
type Line = { readonly text: string; readonly line: number };

/** Type of object by suffix, of those that others use. Modules have many suffixes in makefiles. */
const types: readonly (readonly [RegExp, ObjectType])[] = [
  [/^FILE$/, '*FILE'],
  [/^(?:MODULE|(?:SQL)?(?:RPG|RPGLE|CBL|CL|C|CPP)?MOD)$/, '*MODULE'],
  [/^SRVPGM$/, '*SRVPGM'],
  [/^BNDDIR$/, '*BNDDIR'],
];

/** Suffixes of objects whose change affects no user: programs are called, messages looked up. */
const idle = /^(?:PGM|CMD|DTAARA|DTAQ|JOBD|JOBQ|LIB|MENU|MSGF|MSGQ|OUTQ|PNLGRP|QMQRY|SBSD|TRG|USRSPC|WSCST)$/;

/** Sources that each become a module if a program or a service program is made from several. */
const compiled = /^(?:C|CPP|CLLE|CBLLE|RPGLE|SQLC|SQLCPP|SQLCBLLE|SQLRPGLE)$/;

/**
 * Reads the uses that a makefile's text states for objects: one entry for each rule with an object as target (`ORD.PGM`). In a makefile
 * other than Rules.mk only *PGM, *FILE, *MODULE, *SRVPGM and *BNDDIR count as targets, and each command in a recipe that binds an object
 * adds an entry, no matter which targets its rule has. @throws Problem('limit') if its variables hold too much
 */
export function listMakefileUses(text: string, isRulesMk: boolean): SaidUses[] {
  const isTarget = ({ type }: UsedObject) => isRulesMk || type === '*PGM' || findType(type.slice(1)) !== undefined;
  return parseRules(text).flatMap((rule) => {
    const targets = rule.targets.flatMap(parseTarget).filter(isTarget);
    const stated = { targets, ...splitPrerequisites(rule, targets, isRulesMk) };
    return [...(targets.length > 0 ? [stated] : []), ...(isRulesMk ? [] : listRecipeUses(rule, stated.source))];
  });
}

/** Returns the targets, each once, for which no entry gives a source: they are bound from others. Leaves out `%`, of pattern rules. */
export function listBoundObjects(said: readonly SaidUses[]): UsedObject[] {
  const stated = said.flatMap(({ targets, source }) => (targets ?? []).map((target) => ({ target, source })));
  const byObject = Map.groupBy(stated, ({ target }) => `${target.name} ${target.type}`);
  const bound = [...byObject.values()].filter((all) => all.every(({ source }) => source === null));
  return bound.flatMap(([first]) => (first && first.target.name !== anyName ? [first.target] : []));
}

const assignment = /^(?:export\s+)?([\w.-]+)\s*(\+|[:?]{0,3})=(.*)$/s;

/** Reads the rules of a makefile, with values in place of variables that it sets above. @throws Problem('limit') if these hold too much */
function parseRules(text: string): MakeRule[] {
  const rules: MakeRule[] = [];
  const expand = createExpander(text);
  let recipe: Line[] | null = null;
  for (const parts of splitLogicalLines(text)) {
    const [first] = parts;
    if (first === undefined || first.text.startsWith('#')) continue;
    const whole = parts.map((part) => part.text).join(' ');
    if (first.text.startsWith('\t')) {
      recipe?.push({ text: expand.text(whole), line: first.line });
      continue;
    }
    const [, name, mark = '', value = ''] = assignment.exec(whole) ?? [];
    if (name !== undefined) {
      expand.define(name, value.replace(/(?:^|\s)#.*$/s, '').trim(), mark === '+');
      continue;
    }
    const [, targets, rest] = /^([^\s:=#][^:=]*)::?(?!:?=)(.*)/s.exec(expand.text(first.text)) ?? [];
    if (targets === undefined || rest === undefined) continue;
    const more = parts.slice(1).map((part) => ({ text: expand.text(part.text), line: part.line }));
    recipe = [];
    // `a.pgm b.pgm: %.pgm: %.module`
    const prerequisites = { text: rest.replace(/^\s*[^\s%]*%\S*\s*:(?!=)/, ''), line: first.line };
    rules.push({ targets: targets.trim().split(/\s+/), rest: [prerequisites, ...more], recipe });
  }
  return rules;
}

/** Splits a makefile into logical lines, each as a list of the lines (numbers from 1) that its backslashes join. */
function splitLogicalLines(text: string): Line[][] {
  const all: Line[][] = [];
  let isContinued = false;
  for (const [index, line] of splitLines(text).entries()) {
    const whole = line.trimEnd();
    const isOpen = whole.endsWith('\\');
    const part = { text: isOpen ? whole.slice(0, -1) : line, line: index + 1 };
    if (isContinued) all.at(-1)?.push(part);
    else all.push([part]);
    isContinued = isOpen;
  }
  return all;
}

/** Holds variables: `text` puts in those set so far, others stay; `define` sets or (`isMore`) extends one. Both throw Problem('limit'). */
function createExpander(text: string) {
  // The folder itself is `$(d)/`.
  const values = new Map([['d', '.']]);
  // So many characters may variables add to the text; real ones add less than its length.
  let left = 1_000_000 + text.length;
  const once = (written: string) =>
    written.replace(/\$[({]([\w.-]+)[)}]/g, (variable, name) => {
      const value = values.get(name);
      left -= value?.length ?? 0;
      if (left < 0) throw new Problem('limit', 'the variables of a makefile hold too much', 'Make it smaller.');
      return value ?? variable;
    });
  // Twice: a value may name a variable that is set below it.
  const expandTwice = (written: string) => (written.includes('$') ? once(once(written)) : written);
  return {
    text: expandTwice,
    define: (name: string, value: string, isMore: boolean) => {
      const before = isMore ? `${values.get(name) ?? ''} ` : '';
      left -= before.length;
      values.set(name, before + expandTwice(value));
    },
  };
}

/** Returns a target `DIR/NAME.SUFFIX` as [object] in upper case, its type by `types` or `*SUFFIX`; [] for others, or with `$` in NAME. */
function parseTarget(written: string): UsedObject[] {
  const [, name, suffix] = /^(?:.*\/)?([^/]+)\.(\w+)$/s.exec(written.toUpperCase()) ?? [];
  if (!name || !suffix || name.includes('$')) return [];
  return [{ name, type: findType(suffix) ?? `*${suffix}` }];
}

/** Returns the object type of a suffix in upper case, without dot (`RPGLEMOD`: `*MODULE`), by `types`; undefined if it is not there. */
const findType = (suffix: string) => types.find(([suffixes]) => suffixes.test(suffix))?.[1];

/**
 * Returns the `source` of a rule's targets, and its other prerequisites before `|` as `uses`. The source is the prerequisite written as the
 * first target (in any case), else the first with no object's suffix; or null. Service programs, and programs of several sources outside of
 * Rules.mk, use `compiled` sources as modules: only another one can be `source`. A rule with `=` has no source, and uses only what its
 * BNDDIR names.
 */
function splitPrerequisites(rule: MakeRule, targets: readonly UsedObject[], isRulesMk: boolean) {
  const all = rule.rest.flatMap(splitWords);
  // Words after | must exist, but their change affects nothing.
  const bar = all.findIndex(({ text }) => text === '|');
  const words = all.slice(0, bar < 0 ? undefined : bar);
  if (rule.rest.some(({ text }) => text.includes('='))) return { source: null, uses: listOptionUses(rule.rest) };
  const isService = targets.some(({ type }) => type === '*SRVPGM');
  const isBound = isService || (!isRulesMk && targets.some(({ type }) => type === '*PGM'));
  const modules = isBound ? words.filter(({ text }) => compiled.test(toSuffix(text))) : [];
  const bound = new Set(modules.length > 1 || isService ? modules : []);
  const others = words.filter((word) => !bound.has(word));
  const like = others.find(({ text }) => text.toUpperCase() === rule.targets[0]?.toUpperCase());
  const source = like ?? others.find(isSource);
  return {
    source: source?.text ?? null,
    uses: words.flatMap((word) => {
      if (bound.has(word)) return toObjectUse(toStem(word.text), '*MODULE', word.line);
      return word === source ? [] : listWordUses(word);
    }),
  };
}

/** Splits a line at blanks. Leaves out its comment, words with a variable (`$`), and the `./` before a word. */
function splitWords({ text, line }: Line): Line[] {
  const words = text.split(/\s+/);
  const comment = words.findIndex((word) => word.startsWith('#'));
  return words
    .slice(0, comment < 0 ? undefined : comment)
    .map((word) => word.replace(/^\.\//, ''))
    .filter((word) => word !== '' && !word.includes('$'))
    .map((word) => ({ text: word, line }));
}

/** Returns the text after the last dot, or without a dot all of it, in upper case. */
const toSuffix = (text: string): string => text.slice(text.lastIndexOf('.') + 1).toUpperCase();

/** Returns the file name at the end of a word, without folders and its last suffix; its case stays. */
const toStem = (text: string): string => text.slice(text.lastIndexOf('/') + 1).replace(/\.\w+$/, '');

/** True for a word with a dot, and behind its last one a suffix that is no object's: neither in `types` nor in `idle`. In any case. */
const isSource = ({ text }: Line): boolean =>
  text.includes('.') && !findType(toSuffix(text)) && !idle.test(toSuffix(text));

/** Returns the use that a word means as a list of one: by its suffix an object of `types` or, as include, a source; [] for other words. */
function listWordUses(word: Line): Use[] {
  const { text, line } = word;
  const type = text.includes('.') ? findType(toSuffix(text)) : undefined;
  if (type !== undefined) return toObjectUse(toStem(text), type, line);
  return isSource(word) ? toIncludeUse(parsePath(text), line) : [];
}

/** Returns the uses of binding directories in an option `BNDDIR = ...`, all at its first line; else none. */
function listOptionUses(rest: readonly Line[]): Use[] {
  const [first] = rest;
  const option = rest.map(({ text }) => text).join(' ');
  const [, values = ''] = /^\s*(?:private\s+)?BNDDIR\s*[:?+]*=(.*)/is.exec(option) ?? [];
  return splitWords({ text: values, line: first?.line ?? 0 }).flatMap(({ text, line }) =>
    toObjectUse(text.replaceAll(/[()]/g, ''), '*BNDDIR', line),
  );
}

const command = /\b(?:(?:CRT|UPD)(?:SRV)?PGM|CRT(?:BND|SQL)\w+|ADDBNDDIRE)\b[^"\n]*/gi;

/**
 * Reads what the commands of a recipe bind: one entry for each that binds an object. A variable as the object that a command makes means
 * the first target (no entry if that holds `$`, or `%` beside other letters); elsewhere only `$*`, `$@` and functions of them mean it, and
 * other variables are left out. @param source that the rule makes its targets from, or null; each entry gets it
 */
function listRecipeUses({ targets, recipe }: MakeRule, source: string | null): SaidUses[] {
  const [target = ''] = targets;
  const stem = toStem(target).toUpperCase();
  const own = stem !== anyName && /[%$]/.test(target) ? null : stem;
  return recipe.flatMap(({ text, line }) =>
    [...text.matchAll(command)].flatMap(([written]) => {
      const plain = withoutFunctions(written.replace(/\$[*@]|\$[({][*@][DF]?[)}]/g, own ?? '&N'));
      const atLine = (uses: readonly Use[]) => uses.map((use) => ({ ...use, line }));
      return listBindingUses(plain, own).map((said) => ({ ...said, source, uses: atLine(said.uses) }));
    }),
  );
}

/** Returns a command as CL: basename, notdir, strip, addprefix, addsuffix of X (`$(notdir X)`) become X, variables `&V`, other `$` `&`. */
function withoutFunctions(text: string): string {
  const same = /\$\((?:basename|notdir|strip|addprefix [^\s,()]*(?:\$\(\w+\)\/?)?,|addsuffix [^\s,()]*,)([^()$]*)\)/g;
  const inner = (_: string, given: string) => given.trimStart();
  const plain = text.replace(same, inner).replace(same, inner);
  return plain.replace(/\$\([\w.-]*\)|\$\{[\w.-]*\}|\$\w/g, '&V').replaceAll(/\$\$?/g, '&');
}
