import type { UpdateFields } from '../interface/fields.ts';
import { isSameValue, type Reply, readInteger } from '../interface/replies.ts';

/** What answers tell of the stored request (interface §2.7). */

/** The RFP of a created request: from its record, else from the words of the older variant (§4.1). */
export function rfpOf({ request, msg }: Reply): number | null {
  const told = /\binto RFP (\d{1,15})\b/i.exec(msg)?.[1];
  return readInteger(request?.rfp) ?? (told === undefined ? null : Number(told));
}

export function userOf({ request }: Reply): string | null {
  const user = request?.user;
  return typeof user === 'string' && user.trim() !== '' ? user : null;
}

const compared = ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock', 'gpath', 'gfile', 'rfp'] as const;

/** Where the stored values differ from those sent; a value that was not answered is not compared, nor 0, which asks for the service's own. */
export function differences(sent: UpdateFields, { request: stored }: Reply): string[] {
  if (stored === null) return [];
  return compared.flatMap((name) => {
    const [mine, theirs] = [sent[name], stored[name]];
    const isSame = mine === undefined || theirs === undefined || mine === 0 || isSameValue(theirs, mine);
    return isSame ? [] : [`${name}: sent ${JSON.stringify(mine)}, stored ${JSON.stringify(theirs)}`];
  });
}
