/** One rule of the starter file, with what a person should know of it. */
import { includeReason, testReason } from './source-types.ts';

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

/** What a rule leaves out until a person has decided about it; null: it leaves nothing open. */
export type Open = 'includes' | 'tests' | null;

/** Includes wait for the attribute that delivers them, tests for the word that they are filed too. */
export function openQuestion({ result }: StarterRule): Open {
  return 'skip' in result ? questionOfSkip(result.skip) : null;
}

/** The same by the reason that stands in the file: as long as it does, the question stands above it. */
export function questionOfSkip(skip: string): Open {
  if (skip === includeReason) return 'includes';
  return skip === testReason ? 'tests' : null;
}

/** The request that takes the place of `skip` when a person has decided; null: nothing is open. */
export function readyRequest(rule: StarterRule): Readonly<Record<string, string>> | null {
  const isOfMembers = rule.match.gfile?.join() === '*';
  const srca = isOfMembers ? {} : { srca: '{ext|upper}' };
  switch (openQuestion(rule)) {
    case 'includes':
      return { attr: '<ATTR>', objt: '*SRC', ...srca };
    case 'tests':
      return { objt: '*SRVPGM', ...srca };
    case null:
      return null;
  }
}
