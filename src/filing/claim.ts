import { isValue } from '../interface/replies.ts';
import type { PlannedRequest } from '../plan/planned.ts';

/**
 * Numbers that our own record has, and no seal vouches for: the service has to bear each of them out before anything is
 * sent to it (design §8 "Sealed"). Pure.
 */

interface Claim {
  readonly request: PlannedRequest;
  readonly probe: Readonly<Record<string, unknown>> | null | undefined;
  /** The file that it was filed for, where that is gone by now. */
  readonly formerPath: string | null;
}

/** Fields that a create sends and an answer about it holds; a delete is of the same object, whatever it is made from. */
const told = ['objt', 'attr', 'srcn'] as const;

/** What of a stored request speaks against a claim that it is ours; null: it fits in all that tells. */
export function claimDiffers(claim: Claim): string | null {
  const { request, probe } = claim;
  if (probe === null || probe === undefined) return 'the service does not let us look at it';
  const { fields } = request;
  // The owner of a rotated token may be another one; only a user that the mapping names tells.
  if (fields.user !== undefined && typeof probe.user === 'string' && upper(probe.user) !== upper(fields.user)) {
    return `its user is ${probe.user}, not ${fields.user}`;
  }
  const names = request.reason === '*DELETE' ? (['objt'] as const) : told;
  const other = names.find((name) => {
    const [mine, theirs] = [fields[name], probe[name]];
    return mine !== undefined && theirs !== undefined && theirs !== null && !isValue(theirs, mine);
  });
  if (other !== undefined) {
    return `its ${other} is ${JSON.stringify(probe[other])}, not ${JSON.stringify(fields[other])}`;
  }
  return isOfFile(claim, probe) ? null : `it is of ${placeOf(probe)}, not of this file`;
}

/** True for a request that is linked to the file, or to what it was called before. */
function isOfFile({ request, formerPath }: Claim, probe: Readonly<Record<string, unknown>>): boolean {
  const { fields, previousPath } = request;
  const now = [fields.gpath, fields.gfile].filter((part) => part !== undefined && part !== '').join('/');
  const stored = placeOf(probe);
  return stored !== '' && (stored === now || stored === previousPath?.text || stored === formerPath);
}

/** The path that a stored request is linked to; nothing for one that is not linked. */
function placeOf({ gpath, gfile }: Readonly<Record<string, unknown>>): string {
  return [gpath, gfile]
    .flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim()] : []))
    .join('/');
}

function upper(text: string): string {
  return text.trim().toUpperCase();
}
