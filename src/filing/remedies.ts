import type { Holder } from '../checkout/whose.ts';
import { hasMessage, isLockRefusal, messages, type Reply } from '../interface/replies.ts';
import { defaultMappingFile } from '../mapping/defaults.ts';
import { quoteShellWord } from '../near.ts';

export const triedAgain = 'The next run tries again.';
export const askPerson =
  'If the request is at the service, delete it there. Then run file-checkouts ledger forget PATH. To file the change after that: `--paths PATH`.';
export const mayBeUnlocked = 'an earlier run was stopped, and may have created this request without a lock';
export const inNoRfp = 'the service has put it into no RFP';

/** For a request that no run has filed, as far as anybody can tell. */
export const adoptIt =
  'If somebody made that request by hand for this change, run with `--on-conflict adopt`. Otherwise have it completed or deleted at the service, then file again.';

const codes = 'security code 37 for the application and level (31 for requests of other users)';
const madeSite = 'If that service is serve --from-mapping, start it again.';

/** What a refusal says, or begins with, and what a user can do about it; the first that fits counts. */
const remedies: readonly (readonly [says: RegExp | string, remedy: string])[] = [
  [
    messages.attributeMissing,
    'Set attr for this file in the mapping, or have the file added to the repository’s attribute mapping at the service.',
  ],
  [messages.objectTypeMissing, 'Set objt for this file in the mapping.'],
  [
    /^attribute .* is not defined/i,
    `Set an attr that the level has, or have the administrator of the service add this one. ${madeSite}`,
  ],
  [/has only the characters|characters at most/i, 'Set objn for this file in its own rule, or skip the file.'],
  [
    /^(level|application) .* is not known/i,
    `Correct appl and lvl in the branch rule; the administrator of the service knows them. ${madeSite}`,
  ],
  [messages.recordLocked, 'Another job is using the request at the service. Run again later.'],
  [messages.notAuthorizedToUpdate, `Ask for ${codes}.`],
  [/authoriz/i, `Ask for authority to add requests, and ${codes}.`],
  [
    /branch.*(project|link)|(project|link).*branch/is,
    'Link the branch to a project at the service, or set proj in the mapping (proj: null for no project).',
  ],
];

/** Returns what a user can do about a refusal, as far as its words tell (design §7 "Answers"); null: they tell nothing. */
export function remedyFor(reply: Reply): string | null {
  if (isLockRefusal(reply)) return 'Have that request completed or deleted at the service, then file again.';
  const isSaid = (says: RegExp | string) => (typeof says === 'string' ? hasMessage(reply, says) : says.test(reply.msg));
  return remedies.find(([says]) => isSaid(says))?.[1] ?? null;
}

/** Formats the command that releases what a branch has left. */
function releaseCommand({ branch, mapping }: Pick<Holder, 'branch' | 'mapping'>): string {
  const named = mapping === defaultMappingFile ? '' : ` --mapping ${quoteShellWord(mapping)}`;
  return `file-checkouts release --branch ${quoteShellWord(branch)}${named}`;
}

/** Says who holds an object, as far as the ledger knows. @param said begins the message. @returns a remedy for a branch that is gone: its release. */
export function heldBy(holder: Holder, said: string): { readonly msg: string; readonly remedy?: string } {
  const commit = (holder.checkOut.stands ?? holder.checkOut.tried[0])?.commit.slice(0, 12) ?? '';
  const msg = `${said} (in the ledger: ${holder.repo} ${holder.branch} at ${commit}`;
  if (holder.gone !== true) return { msg: `${msg})` };
  const remedy = `If nobody needs it any more, release what the branch has left: ${releaseCommand(holder)}`;
  return { msg: `${msg}, a branch that is gone)`, remedy };
}

/** Says that a request stays booked on the branch that filed it, and on its project: no update has fields for that. */
export function staysBooked(holder: Holder, objectId: number): string {
  const booked = `it stays booked on branch ${holder.branch} and its project, which no update can change`;
  const again = `delete request ${objectId} at the service and push the file again`;
  return `${booked}; to file it again, ${again} (or, before a merge, release it: ${releaseCommand(holder)})`;
}
