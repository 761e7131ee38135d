import { compileGlob, type Glob } from '../glob/compile-glob.ts';
import { ignoresCase } from './outline.ts';
import { type CompiledRule, toPatternList } from './pattern-list.ts';
import { indexRules, type RulesFor } from './rule-index.ts';
import { type DependentMode, type Mapping, type MatchPart, matchParts, type RuleFields } from './schema.ts';

export interface CompiledBranch {
  /** As reports name it: `branches[0]`. */
  readonly rule: string;
  readonly globs: readonly Glob[];
  readonly fields: RuleFields;
  /** In place of the mapping's own; null: the rule does not say. */
  readonly dependents: DependentMode | null;
}

export interface CompiledMapping {
  readonly mapping: Mapping;
  /** Null without a list of branch rules: every branch is filed. */
  readonly branches: readonly CompiledBranch[] | null;
  /** Null without a list of rules: every file is one request. */
  readonly rules: readonly CompiledRule[] | null;
  readonly rulesFor: RulesFor;
}

/** Compiles the patterns of a valid mapping (from `loadMapping`, or `emptyMapping`), and indexes its file rules. */
export function compileMapping(mapping: Mapping): CompiledMapping {
  const compileGlobs = (patterns: string | readonly string[], part: MatchPart): Glob[] =>
    [patterns].flat().map((pattern) => compileGlob(pattern, ignoresCase(part)));
  const branches = mapping.branches?.map(({ branch, dependents = null, ...fields }, index) => ({
    rule: `branches[${index}]`,
    globs: compileGlobs(branch, 'branch'),
    fields,
    dependents,
  }));
  const rules = mapping.rules?.map((rule, index) => ({
    rule: `rules[${index}]`,
    parts: matchParts.flatMap((part) => {
      const patterns = rule.match[part];
      if (patterns === undefined) return [];
      return [{ part, ...toPatternList(compileGlobs(patterns, part), ignoresCase(part)) }];
    }),
    result:
      rule.skip === undefined
        ? { kind: 'requests' as const, requests: rule.requests ?? [rule.request ?? {}] }
        : { kind: 'skip' as const, why: rule.skip === true ? 'by rule' : rule.skip },
  }));
  return { mapping, branches: branches ?? null, rules: rules ?? null, rulesFor: indexRules(rules ?? []) };
}

/** Returns the fields of all requests of all file rules, in order (a skip has none); without a list of rules, one empty set. */
export function listRuleRequests({ rules }: CompiledMapping): readonly RuleFields[] {
  return rules?.flatMap(({ result }) => (result.kind === 'requests' ? result.requests : [])) ?? [{}];
}
