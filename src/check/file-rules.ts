/** File rules that no tracked file reaches, and those that earlier ones take everything from. */

import { type CompiledMapping, compileMapping } from '../mapping/compile.ts';
import { compileGlob } from '../mapping/glob.ts';
import { matchGlob } from '../mapping/glob-match.ts';
import { matchFile } from '../mapping/match.ts';
import { type Mapping, type MatchPart, matchParts } from '../mapping/schema.ts';
import { type IdleRule, type LineOf, lineOfRule, type ShadowedRule, some } from './finding.ts';
import type { TrackedFile } from './mapped-files.ts';
import type { SampleBranch } from './sample-branches.ts';

type Match = NonNullable<Mapping['rules']>[number]['match'];

/**
 * File rules of a mapping that do nothing for this repository. A rule for other repositories (`match.repo`) is not
 * idle: one mapping may serve many.
 */
export function idleFileRules(
  compiled: CompiledMapping,
  files: readonly TrackedFile[],
  samples: readonly SampleBranch[],
  repo: string,
  lineOf: LineOf,
): { readonly unreached: IdleRule[]; readonly shadowed: ShadowedRule[] } {
  const won = new Set(files.flatMap(({ rules }) => [...rules.values()]));
  const unreached: IdleRule[] = [];
  const shadowed: ShadowedRule[] = [];
  for (const [index, { rule }] of (compiled.rules ?? []).entries()) {
    if (won.has(rule)) continue;
    const line = lineOfRule(rule, lineOf);
    const match = compiled.mapping.rules?.[index]?.match ?? {};
    if (!isForRepository(match, repo)) continue;
    const taken = takenFrom(compiled, index, files, samples, repo);
    const by = taken.by.length > 0 ? taken.by : coveredBy(compiled, index);
    if (by.length === 0) {
      unreached.push({ rule, line, message: 'no tracked file matches it' });
    } else {
      const whose = taken.paths.length === 0 ? 'what it matches' : some(taken.paths);
      shadowed.push({
        rule,
        line,
        by,
        message: `${by.join(', ')} before it ${by.length === 1 ? 'takes' : 'take'} ${whose}`,
      });
    }
  }
  return { unreached, shadowed };
}

/** A mapping with one rule, and that alone. */
function ruleAlone({ mapping }: CompiledMapping, index: number): CompiledMapping {
  return compileMapping({ ...mapping, rules: (mapping.rules ?? []).slice(index, index + 1) });
}

function isForRepository({ repo: patterns }: Match, repo: string): boolean {
  if (patterns === undefined) return true;
  return [patterns].flat().some((pattern) => matchGlob(compileGlob(pattern, false), repo) !== null);
}

/** The rules that win the files which this rule matches too. */
function takenFrom(
  compiled: CompiledMapping,
  index: number,
  files: readonly TrackedFile[],
  samples: readonly SampleBranch[],
  repo: string,
): { by: string[]; paths: string[] } {
  const alone = ruleAlone(compiled, index);
  const by = new Set<string>();
  const paths = new Set<string>();
  for (const { path, rules } of files) {
    for (const { name } of samples) {
      if (matchFile(alone, { path: path.text, repo, branch: name }).kind === 'unmapped') continue;
      const winner = rules.get(name);
      if (winner !== undefined && winner !== null) by.add(winner);
      paths.add(path.text);
    }
  }
  return { by: [...by], paths: [...paths] };
}

/** Earlier rules that ask for no more than this one, by their patterns alone: no file is needed to know. */
function coveredBy({ mapping }: CompiledMapping, index: number): string[] {
  const rules = mapping.rules ?? [];
  const match = rules[index]?.match ?? {};
  const first = rules.findIndex((earlier, at) => at < index && covers(earlier.match, match));
  return first < 0 ? [] : [`rules[${first}]`];
}

function covers(earlier: Match, later: Match): boolean {
  return matchParts.every((part) => earlier[part] === undefined || coversPart(part, earlier[part], later[part]));
}

function coversPart(part: MatchPart, earlier: string | readonly string[], later: Match[MatchPart]): boolean {
  const patterns = [earlier].flat().map((pattern) => folded(part, pattern));
  if (patterns.includes('**')) return true;
  return later !== undefined && [later].flat().every((pattern) => patterns.includes(folded(part, pattern)));
}

function folded(part: MatchPart, pattern: string): string {
  return part === 'repo' || part === 'branch' ? pattern : pattern.toLowerCase();
}
