import { formatNames } from '../counted.ts';
import { matchGlob } from '../glob/match.ts';
import { findBranchRule } from '../mapping/branch.ts';
import { type CompiledBranch, type CompiledMapping, compileMapping } from '../mapping/compile.ts';
import { findMatchingRules } from '../mapping/match.ts';
import { ignoresCase } from '../mapping/outline.ts';
import { matchList } from '../mapping/pattern-list.ts';
import { type Mapping, type MatchPart, matchParts } from '../mapping/schema.ts';
import type { MappedFile } from './mapped-files.ts';
import { findRuleLine, type IdleRule, type LineOf } from './remark.ts';
import { inventBranchNames, type SampleBranch } from './sample-branches.ts';

type Match = NonNullable<Mapping['rules']>[number]['match'];

/** A mapping, with files and branches to try it on. */
interface TriedMapping {
  readonly compiled: CompiledMapping;
  readonly files: readonly MappedFile[];
  readonly samples: readonly SampleBranch[];
  readonly repo: string;
}

/**
 * Returns the file rules that win no file on any sample branch, in order, each with a sentence. `by` names the earlier rules that win the
 * files that the rule matches; if it matches no tracked file, the first earlier one that would win all its files. Without `by`, the rule
 * matches no tracked file. Rules for other repositories (`match.repo`) are left out, as one mapping may serve many.
 */
export function findIdleFileRules({ compiled, files, samples, repo }: TriedMapping, lineOf: LineOf): IdleRule[] {
  const won = new Set(files.flatMap(({ rules }) => [...rules.values()]));
  const idle = (compiled.rules ?? []).flatMap(({ rule, parts }, index) => {
    const isElsewhere = parts.some((part) => part.part === 'repo' && matchList(part, repo) === null);
    return won.has(rule) || isElsewhere ? [] : [{ rule, index }];
  });
  const indexes = idle.map(({ index }) => index);
  const losses = findLosses({ compiled, files, samples, repo }, indexes);
  return idle.map(({ rule, index }) => {
    const line = findRuleLine(rule, lineOf);
    const taken = losses.get(index);
    const by = taken === undefined ? findCoveringRules(compiled, index) : [...taken.by];
    if (by.length === 0) return { rule, line, message: 'no tracked file matches it' };
    const take = by.length === 1 ? 'takes' : 'take';
    const paths = [...(taken?.paths ?? [])];
    const files = paths.length < enoughPaths ? formatNames(paths) : `${paths.slice(0, 3).join(', ')} and many more`;
    return { rule, line, by, message: `${by.join(', ')} before it ${take} ${files || 'what it matches'}` };
  });
}

/** How many files are collected for one rule: by then the rules that win them are known. */
const enoughPaths = 100;

/** Returns, by index of a rule that wins nothing, up to 100 files that it matches, and the rules that win these; no entry without files. */
function findLosses({ compiled, files, samples, repo }: TriedMapping, indexes: readonly number[]) {
  const losses = new Map<number, { readonly by: Set<string>; readonly paths: Set<string> }>();
  if (indexes.length === 0) return losses;
  const rules = indexes.flatMap((index) => compiled.mapping.rules?.[index] ?? []);
  const alone = compileMapping({ ...compiled.mapping, rules });
  const asked = new Map(indexes.map((index, at) => [`rules[${at}]`, index]));
  // A rule without `branch` matches on all branches or on none.
  const byBranch = rules.some(({ match }) => match.branch !== undefined);
  for (const { path, rules: winners } of files) {
    for (const { name } of byBranch ? samples : samples.slice(0, 1)) {
      for (const rule of findMatchingRules(alone, { path: path.text, repo, branch: name }, (one) => asked.has(one))) {
        const index = asked.get(rule) ?? -1;
        const known = losses.get(index) ?? { by: new Set(), paths: new Set() };
        losses.set(index, known);
        for (const winner of byBranch ? [winners.get(name)] : winners.values()) if (winner) known.by.add(winner);
        known.paths.add(path.text);
        if (known.paths.size >= enoughPaths) asked.delete(rule);
      }
    }
  }
  return losses;
}

/**
 * Returns the first earlier rule that must match all files of the rule at `index`, as a list of its name (`rules[0]`), or []. Such a rule
 * lists, in each part that it has, `**` or all patterns that the rule at `index` has in the same part.
 */
function findCoveringRules({ mapping }: CompiledMapping, index: number): string[] {
  const rules = mapping.rules ?? [];
  const match = rules[index]?.match ?? {};
  const isPartCovered = (part: MatchPart, earlier: string | readonly string[]) => {
    const foldCase = (pattern: string) => (ignoresCase(part) ? pattern.toLowerCase() : pattern);
    const patterns = [earlier].flat().map(foldCase);
    const own = match[part] === undefined ? [null] : [match[part]].flat().map(foldCase);
    return patterns.includes('**') || own.every((pattern) => pattern !== null && patterns.includes(pattern));
  };
  const isCovered = (by: Match) => matchParts.every((part) => by[part] === undefined || isPartCovered(part, by[part]));
  const first = rules.findIndex((earlier, at) => at < index && isCovered(earlier.match));
  return first < 0 ? [] : [`rules[${first}]`];
}

/**
 * Returns, in order and each with a sentence, the branch rules that match no known branch, and those that win none of the branches that
 * they match, known and made-up (inventBranchNames). Only the latter have `by`, the earlier rules that win these branches. @param known short
 * names of the branches that this clone knows
 */
export function findIdleBranchRules(compiled: CompiledMapping, known: readonly string[], lineOf: LineOf): IdleRule[] {
  return (compiled.branches ?? []).flatMap((branch) => {
    const { rule, globs } = branch;
    const line = findRuleLine(rule, lineOf);
    const matching = selectMatchingBranches(branch, known);
    const madeUp = globs.flatMap(({ source }) => inventBranchNames(source));
    const examples = selectMatchingBranches(branch, madeUp);
    const winners = [...matching, ...examples].map((name) => findBranchRule(compiled, name)?.rule);
    if (winners.length > 0 && !winners.includes(rule)) {
      const by = [...new Set(winners.filter((winner) => winner !== undefined))];
      return [{ rule, line, by, message: `${by.join(', ')} before it takes every branch that it matches` }];
    }
    if (matching.length > 0) return [];
    const patterns = globs.map(({ source }) => source).join(', ');
    return [{ rule, line, message: `no branch that this clone knows matches ${patterns}` }];
  });
}

/** Returns those of the branch names that a branch rule matches, whether or not an earlier rule wins them. */
function selectMatchingBranches({ globs }: CompiledBranch, names: readonly string[]): string[] {
  return names.filter((name) => globs.some((glob) => matchGlob(glob, name) !== null));
}
