import type { PatternList } from './pattern-list.ts';
import type { MatchPart, RuleFields } from './schema.ts';

/** The patterns of one part of a match; one of them must match. */
export interface CompiledPart extends PatternList {
  readonly part: MatchPart;
}

/** What a file rule makes of a file. */
export type RuleResult =
  | { readonly kind: 'requests'; readonly requests: readonly RuleFields[] }
  | { readonly kind: 'skip'; readonly why: string };

/** A file rule whose patterns are compiled. */
export interface CompiledRule {
  /** As reports name it: `rules[3]`. */
  readonly rule: string;
  readonly parts: readonly CompiledPart[];
  readonly result: RuleResult;
}
