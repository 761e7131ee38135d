/** One rule of the starter file, with notes for a person. */
import { byExtension, includeReason, testReason } from './source-types.ts';

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

/** Makes a rule that leaves files out, for the reason `skip`. @param comment lines above the rule, without `#` */
export function skipRule(match: StarterRule['match'], skip: string, ...comment: readonly string[]): StarterRule {
  return { comment, match, result: { skip } };
}

/** Makes a rule by which each file makes a request with these fields. @param comment lines above the rule, without `#` */
export function requestRule(
  match: StarterRule['match'],
  request: Readonly<Record<string, string>>,
  ...comment: readonly string[]
): StarterRule {
  return { comment, match, result: { request } };
}

/** True if each part of the match lists a pattern; only such rules are written. */
export function canMatch({ match }: StarterRule): boolean {
  return Object.values(match).every((patterns) => patterns.length > 0);
}

/** What a rule leaves out until a person decides; null: nothing. */
export type OpenQuestion = 'includes' | 'tests' | null;

/** Returns what a rule leaves out until a person decides: includes until their attribute is known, tests until somebody wants them filed. Null: nothing. */
export function openQuestion({ result }: StarterRule): OpenQuestion {
  return 'skip' in result ? questionOfSkip(result.skip) : null;
}

/** Returns the same as openQuestion, by the reason of a skip rule in a mapping, which stays in the file as long as the question does. */
export function questionOfSkip(skip: string): OpenQuestion {
  if (skip === includeReason) return 'includes';
  return skip === testReason ? 'tests' : null;
}

/** Returns the request that replaces `skip` once a person has decided: *SRC with `<ATTR>` for includes, *SRVPGM for tests; null: nothing is open. */
export function readyRequest(rule: StarterRule): Readonly<Record<string, string>> | null {
  const open = openQuestion(rule);
  if (open === null) return null;
  const isOfMembers = rule.match.gfile?.join() === '*';
  const srca = isOfMembers ? {} : { srca: byExtension };
  return open === 'tests' ? { objt: '*SRVPGM', ...srca } : { attr: '<ATTR>', objt: '*SRC', ...srca };
}
