/** One rule of the starter file, with notes for a person. */
import { byExtension, includeReason, testReason } from './source-types.ts';

export interface StarterRule {
  /** Lines above the rule. */
  readonly comment: readonly string[];
  readonly match: Readonly<Partial<Record<'path' | 'gpath' | 'gfile', readonly string[]>>>;
  readonly result: { readonly skip: string } | { readonly request: Readonly<Record<string, string>> };
  /** The rule is a guess; why, and what to look at. */
  readonly unsure?: string;
}

/** Makes a rule. @param result the reason to leave files out, or the fields of their requests @param comment lines above it, without `#` */
export function createStarterRule(match: StarterRule['match'], result: StarterRule['result'], ...comment: string[]) {
  return { comment, match, result };
}

/** Returns `includes` or `tests` for a rule that skips these until a person decides; null for other skip rules, and rules with requests. */
export const findOpenQuestion = ({ result }: StarterRule) => ('skip' in result ? findSkipQuestion(result.skip) : null);

/** The reason that earlier versions of `init` wrote. */
const earlierIncludeReason = 'include file, from which no object is built';

/** Returns `includes` or `tests` for the reason with which `init` skips these until a person decides; null for any other `skip`. */
export function findSkipQuestion(skip: string): 'includes' | 'tests' | null {
  if (skip === includeReason || skip === earlierIncludeReason) return 'includes';
  return skip === testReason ? 'tests' : null;
}

/** Returns a request to replace the `skip` of includes (*SRC, `<ATTR>`) or tests (*SRVPGM), with srca unless gfile is `*`; else null. */
export function buildReadyRequest(rule: StarterRule): Readonly<Record<string, string>> | null {
  const open = findOpenQuestion(rule);
  // Members without an extension have no source type in their names.
  const srca = rule.match.gfile?.join() === '*' ? {} : { srca: byExtension };
  if (open === 'includes') return { attr: '<ATTR>', objt: '*SRC', ...srca };
  return open && { objt: '*SRVPGM', ...srca };
}
