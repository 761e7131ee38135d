import type { Holder } from '../checkout/whose.ts';
import { defaultMappingFile } from '../mapping/defaults.ts';
import { splitTarget } from '../mapping/set.ts';
import { quoteShellWord } from '../near.ts';

export const askPerson =
  'If the request is at the service, delete it there. Then run file-checkouts ledger forget PATH. To file the change after that: `--paths PATH`.';

/** For a request that no run has filed, as far as anybody can tell. */
export const adoptIt =
  'If somebody made that request by hand for this change, run with `--on-conflict adopt`. Otherwise have it completed or deleted at the service, then file again.';

/** Returns the command line that releases the requests of a branch. */
function formatReleaseCommand({ branch, mapping }: Pick<Holder, 'branch' | 'mapping'>): string {
  const { file, items } = splitTarget(mapping);
  const named = file === defaultMappingFile ? '' : ` --mapping ${quoteShellWord(file)}`;
  const set = items.map((item) => ` --set ${quoteShellWord(item)}`).join('');
  return `file-checkouts release --branch ${quoteShellWord(branch)}${named}${set}`;
}

/** Says, as a clause with a comma before it, which branch and commit have a request in the ledger; '' for null. */
export function describeOrigin(holder: Holder | null): string {
  if (holder === null) return '';
  const commit = (holder.checkOut.stands ?? holder.checkOut.tried[0])?.commit.slice(0, 12) ?? '';
  const gone = holder.gone === true ? ' (a branch that is gone)' : '';
  return `, filed by ${holder.branch} of ${holder.repo}${gone} at commit ${commit}`;
}

/** Returns the remedy for a request left by a branch that is gone: the command that releases all requests of that branch. */
export function suggestRelease(holder: Holder): string {
  return `If nobody needs that request any more, release all requests of the branch: ${formatReleaseCommand(holder)}`;
}

/** Returns the warning that a request taken over still belongs to the other branch and its project, and how to get one of this branch. */
export function describeTakeover(holder: Holder, objectId: number): string {
  const belongs = `it still belongs to branch ${holder.branch} and its project, which an update cannot change`;
  const again = `If you want this branch to have a request of its own instead, delete request ${objectId} at the service, then file the path again with \`--paths\``;
  return `${belongs}. ${again}. Next time, release the branch's requests before the merge: ${formatReleaseCommand(holder)}`;
}
