import { hasMessage, isLockRefusal, messages, type Reply } from '../interface/replies.ts';

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
