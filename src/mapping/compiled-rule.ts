import type { PatternList } from './pattern-list.ts';
import type { MatchPart, RuleFields } from './schema.ts';

/** The patterns for one part of a file; one of them must match. */
export interface CompiledPart extends PatternList {
  readonly part: MatchPart;
}

export type RuleResult =
  | { readonly kind: 'requests'; readonly requests: readonly RuleFields[] }
  | { readonly kind: 'skip'; readonly why: string };

export interface CompiledRule {
  /** As reports name it: `rules[3]`. */
  readonly rule: string;
  readonly parts: readonly CompiledPart[];
  readonly result: RuleResult;
}
