import { formatNames } from '../counted.ts';
import { matchFirst } from '../glob/match.ts';
import { findBranchRule } from '../mapping/branch.ts';
import type { CompiledBranch, CompiledMapping } from '../mapping/compile.ts';
import { findMatchingRules } from '../mapping/match.ts';
import { ignoresCase } from '../mapping/outline.ts';
import { type CompiledPart, type CompiledRule, matchList } from '../mapping/pattern-list.ts';
import type { LineOf } from '../yaml/read-yaml.ts';
import type { MappedFile } from './mapped-files.ts';
import { findRuleLine, type IdleRule } from './remark.ts';
import { inventBranchNames, type SampleBranch } from './sample-branches.ts';

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
export function findIdleFileRules(tried: TriedMapping, lineOf: LineOf): IdleRule[] {
  const { compiled, files, repo } = tried;
  const won = new Set(files.flatMap(({ rules }) => [...rules.values()]));
  const isElsewhere = ({ parts }: CompiledRule) =>
    parts.some((part) => part.part === 'repo' && matchList(part, repo) === null);
  const rules = compiled.rules ?? [];
  const idle = [...rules.entries()].filter(([, rule]) => !won.has(rule.rule) && !isElsewhere(rule));
  const idleRules = idle.map(([, rule]) => rule);
  const losses = findLosses(tried, idleRules);
  return idle.map(([index, { rule }]) => {
    const line = findRuleLine(rule, lineOf);
    const taken = losses.get(rule);
    const by = taken === undefined ? findCoveringRules(rules, index) : [...taken.by];
    if (by.length === 0) return { rule, line, message: 'no tracked file matches it' };
    const take = by.length === 1 ? 'takes' : 'take';
    const paths = [...(taken?.paths ?? [])];
    const files = paths.length < enoughPaths ? formatNames(paths) : `${paths.slice(0, 3).join(', ')} and many more`;
    return { rule, line, by, message: `${by.join(', ')} before it ${take} ${files || 'what it matches'}` };
  });
}

/** How many files are collected for one rule: by then the rules that win them are known. */
const enoughPaths = 100;

/** Returns, by name of a rule that wins nothing, up to 100 files that it matches, and the rules that win these; no entry without files. */
function findLosses({ compiled, files, samples, repo }: TriedMapping, idle: readonly CompiledRule[]) {
  const losses = new Map<string, { readonly by: Set<string>; readonly paths: Set<string> }>();
  if (idle.length === 0) return losses;
  const asked = new Set(idle.map(({ rule }) => rule));
  // A rule without `branch` matches on all branches or on none.
  const byBranch = idle.some(({ parts }) => parts.some(({ part }) => part === 'branch'));
  for (const { path, rules: winners } of files) {
    for (const { name } of byBranch ? samples : samples.slice(0, 1)) {
      const file = { path: path.text, repo, branch: name };
      for (const rule of findMatchingRules(compiled, file, (one) => asked.has(one))) {
        const known = losses.get(rule) ?? { by: new Set(), paths: new Set() };
        losses.set(rule, known);
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
function findCoveringRules(rules: readonly CompiledRule[], index: number): string[] {
  const listPatterns = ({ part, globs }: CompiledPart) =>
    globs.map(({ source }) => (ignoresCase(part) ? source.toLowerCase() : source));
  const isPartCovered = (earlier: CompiledPart) => {
    const patterns = listPatterns(earlier);
    const own = rules[index]?.parts.find(({ part }) => part === earlier.part);
    return patterns.includes('**') || (own && listPatterns(own).every((pattern) => patterns.includes(pattern)));
  };
  const first = rules.slice(0, index).find(({ parts }) => parts.every(isPartCovered));
  return first === undefined ? [] : [first.rule];
}

/**
 * Returns, in order and each with a sentence, the branch rules that match no branch in `known` (short names of this clone's branches), and
 * those that win none that they match, known or made up from patterns. Only the latter have `by`: the earlier rules that win these.
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
  return names.filter((name) => matchFirst(globs, name) !== null);
}
