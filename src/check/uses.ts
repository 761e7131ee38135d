/** Compares what sources use with the mapping: includes left out or unused, names not found, no programs, objects that no file makes. */
import { formatCount, formatNames } from '../counted.ts';
import type { Unknown } from '../uses/affected.ts';
import type { LooseEnds } from '../uses/loose-ends.ts';
import type { LineOf } from '../yaml/read-yaml.ts';
import { formatPathGroups } from './mapped-files.ts';
import type { CheckPart, RuleFiles } from './remark.ts';
import { countFiles, foldParts, formatRuleFiles, groupFilesByRule } from './remark.ts';

export type UseFindings = Readonly<ReturnType<typeof findUseProblems>>;

/** What the mapping makes of a path, as far as sources can contradict it. */
export interface MappedAs {
  /** How it leaves the path out, `asked` under a question of `init`; null: it does not. */
  readonly leftOut: 'open' | 'asked' | null;
  /** The rule that makes a program of it; null: none. */
  readonly programBy: string | null;
}

const nothing = { unused: [], unanswered: [], includers: new Map(), noPrograms: [], onlyBound: [], unreadable: [] };

/**
 * Finds where the mapping contradicts what sources use: includes that are left out though used (`leftOut`, or `asked` if a question of
 * `init` leaves them out), sources that others include, mapped as programs (`programs`, most includers first), and NOMAIN sources mapped as
 * programs (`noMain`, by rule); adds all other LooseEnds. If the uses are unknown, all lists are empty; `unknown` says why.
 */
export function findUseProblems(found: LooseEnds | Unknown, mappedAs: (path: string) => MappedAs, lineOf: LineOf) {
  const { includers, noPrograms, ...others }: LooseEnds = 'unknown' in found ? nothing : found;
  const inOrder = [...includers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const countLeftOut = (as: 'open' | 'asked') => countUsers(inOrder.filter(([path]) => mappedAs(path).leftOut === as));
  const noMain = noPrograms.flatMap((path) => {
    const rule = mappedAs(path).programBy;
    return rule === null ? [] : [{ rule, path }];
  });
  const programs = countUsers(inOrder.filter(([path]) => mappedAs(path).programBy !== null)).leftOut;
  const mostUsedFirst = programs.toSorted((one, other) => other.sources - one.sources);
  const own = { asked: countLeftOut('asked'), programs: mostUsedFirst, noMain: groupFilesByRule(noMain, lineOf) };
  return { unknown: 'unknown' in found ? found.unknown : null, ...countLeftOut('open'), ...own, ...others };
}

/** Returns each include with the number of its users (`leftOut`), and how many different sources use any of them (`sources`). */
function countUsers(includes: readonly (readonly [string, ReadonlySet<string>])[]) {
  return {
    leftOut: includes.map(([path, users]) => ({ path, sources: users.size })),
    sources: new Set(includes.flatMap(([, users]) => [...users])).size,
  };
}

/** Returns a sentence: how many sources include a file that the mapping makes a program. */
export function describeUsedProgram({ path, sources }: UseFindings['programs'][number]): string {
  const include = sources === 1 ? 'source includes' : 'sources include';
  return `${path}: ${sources} ${include} this, and the mapping makes it a program`;
}

/** Returns a sentence that counts the includes left out though sources use them, and asks how to file them; null if there are none. */
export function describeLeftOutIncludes(findings: UseFindings): string | null {
  const { leftOut } = findings;
  if (leftOut.length === 0) return null;
  return `${formatLeftOutCount(findings)}: under which attribute ${leftOut.length === 1 ? 'is it' : 'are they'} filed?`;
}

/** Returns the beginning of a sentence: `2 includes are left out, and 5 sources use them`. */
function formatLeftOutCount({ leftOut, sources }: Pick<UseFindings, 'leftOut' | 'sources'>): string {
  const [are, them] = leftOut.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const use = sources === 1 ? 'uses' : 'use';
  return `${formatCount(leftOut.length, 'include')} ${are} left out, and ${formatCount(sources, 'source')} ${use} ${them}`;
}

/** Returns a sentence: how many sources say NOMAIN and are mapped as *PGM, and that they need another rule. */
export function describeNoMain(noMain: readonly RuleFiles[]): string {
  const count = countFiles(noMain);
  const [say, them, they] = count === 1 ? ['says', 'it', 'it needs'] : ['say', 'them', 'they need'];
  const found = `${formatCount(count, 'source')} ${say} NOMAIN, but the mapping makes a *PGM of ${them}`;
  return `${found}: ${they} another rule, for *MODULE or *SRVPGM`;
}

/** Returns a part for each kind of finding, 6 lines each at most; one without lines or `isWhole` says nothing. @param findings null: [] */
export function listUseParts(findings: UseFindings | null): CheckPart[] {
  if (findings === null) return [];
  const { unknown, leftOut, asked, unused, unanswered, programs, noMain, onlyBound, unreadable } = findings;
  const them = asked.leftOut.length === 1 ? 'it' : 'them';
  const question = `${formatLeftOutCount(asked)}: a comment in the mapping says how to file ${them}`;
  const bound = [...Map.groupBy(onlyBound, ({ path }) => path)];
  // The most used names come first.
  const ofNames = [...Map.groupBy(unanswered, ({ kind, name }) => `${kind} ${name}`)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, all]) => `${name}: ${formatNames(all.map(({ path, line }) => `${path} line ${line}`))}`);
  return foldParts([
    { title: 'what sources use is not known', lines: unknown === null ? [] : [unknown] },
    {
      title: `${formatCount(unreadable.length, 'source')} that cannot be read: what ${unreadable.length === 1 ? 'it uses' : 'they use'} is not known`,
      lines: unreadable.map(({ path, why }) => `${path}: ${why}`),
    },
    {
      title: `${formatCount(programs.length, 'program')} that other sources include: a change of one affects them`,
      lines: programs.map(describeUsedProgram),
    },
    { title: describeNoMain(noMain), lines: formatRuleFiles(noMain) },
    {
      title: `${formatCount(onlyBound.length, 'object')} that only Rules.mk makes: no file does, so none is filed or seen as affected`,
      lines: bound.map(([path, of]) => `${path}: ${formatNames(of.map(({ name, type }) => `${name} ${type}`))}`),
    },
    { title: describeLeftOutIncludes(findings) ?? '', lines: formatPathGroups(leftOut.map(({ path }) => path)) },
    { title: question, lines: [], isWhole: asked.leftOut.length > 0 },
    { title: `${formatCount(unused.length, 'include')} that no source uses`, lines: formatPathGroups(unused) },
    { title: `${formatCount(unanswered.length, 'reference')} not found in this repository`, lines: ofNames },
  ]);
}
