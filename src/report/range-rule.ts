import { isEmptyTree } from '../git/object-ids.ts';

/** How the range of a run was chosen, in words, by the `rule` of the report (design §3). */
const sentences: Readonly<Record<string, string>> = {
  explicit: 'base and head as given',
  paths: 'the given paths, as they are at head',
  ledger: 'base: the settled commit',
  push: 'base: the commit before the push',
  'first-push': 'base: merge base with the default branch (first push of this branch)',
  'branch-deleted': 'the branch was deleted',
  release: 'what the branch has left is released',
  tag: 'a tag was pushed',
  proposal: 'base: merge base with the target branch; planned only',
  'skipped-pusher': 'a push of an account in skip-pushers',
  'merge-base': 'base: merge base, because the base commit cannot be found',
};

/** Returns the words for the rule of a range; a rule of a later version is shown as it is. */
export function rangeRuleText({ rule, base }: { readonly rule: string; readonly base: string | null }): string {
  if (base !== null && isEmptyTree(base)) return 'compared with nothing: all files are new';
  return sentences[rule] ?? rule;
}
