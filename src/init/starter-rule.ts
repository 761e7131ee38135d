/** One rule of the starter file, with what a person should know of it. */

import { includeReason } from './source-types.ts';

export interface StarterRule {
  /** Lines above the rule. */
  readonly comment: readonly string[];
  readonly match: {
    readonly path?: readonly string[];
    readonly gpath?: readonly string[];
    readonly gfile?: readonly string[];
  };
  readonly result: { readonly skip: string } | { readonly request: Readonly<Record<string, string>> };
  /** The rule is a guess; why, and what to look at. */
  readonly unsure?: string;
}

/** True where each part of the match lists a pattern: no other rule is written. */
export function canMatch({ match }: StarterRule): boolean {
  return Object.values(match).every((patterns) => patterns.length > 0);
}

/** True for a rule of includes, which are left out until a person says which attribute delivers them. */
export function isIncludes({ result }: StarterRule): boolean {
  return 'skip' in result && result.skip === includeReason;
}
