/** Nobody else's request is ever changed. */
import { isWithin } from '../ancestry.ts';
import { type HeldRequest, liveOf } from './held.ts';
import { nameIn } from './makers.ts';
import type { Change } from './ownership.ts';
import { isUnsure } from './reasons.ts';
import { mappingOf, type Seen } from './seen.ts';

/** Requests that a colleague made by hand, and that are not what they were. */
export function colleaguesTouched({ owners, held }: Seen): string[] {
  return owners.touched(held).map(({ objectId, user }) => `request ${objectId} of ${user}, made by hand, was changed`);
}

/** Requests of branches whose work the head of the run does not have. */
export function othersTouched(seen: Seen): string[] {
  const { branch, head, changed } = seen.run;
  return changed
    .filter((change) => !mayChange(seen, change))
    .map(({ request, before }) => {
      const last = before.at(-1);
      const filed = `of ${last?.branch}, filed at ${last?.head.oid?.slice(0, 8)}`;
      return `request ${request.objectId} ${filed}, was changed by a run of ${branch} at ${head.oid?.slice(0, 8)}`;
    });
}

/** Design §8 "Whose is a number": the head has the commit it was filed at, or the one up to which that branch is settled. */
function mayChange({ run, settled, doubts }: Seen, { before }: Change): boolean {
  const last = before.at(-1);
  if (last === undefined || last.branch === run.branch) return true;
  if (run.onConflict === 'fail') return before.some(({ branch }) => branch === run.branch);
  // With a number of its own there is nothing to wait for; a killed run may have written down that it takes it over.
  const mayBeOwn = before.some(({ branch }) => branch === run.branch) || doubts.broken.has(run.branch);
  if (run.beside === last.branch && !mayBeOwn) return false;
  if (run.command !== 'file' || last.branch.startsWith('STOCK ')) return false;
  // Its own number, as long as no run of the other branch has written down that it goes on with it.
  if (!last.recorded && before.some((writer) => writer.branch === run.branch)) return true;
  const at = settled.get(last.branch);
  return isWithin(last.head, run.head) || (at !== undefined && isWithin(at, run.head));
}

/** Objects with two live requests, of which a lock would have kept one away. */
export function twoLive(seen: Seen): string[] {
  const mapping = mappingOf(seen);
  const ownerOf = (request: HeldRequest) => seen.owners.ownerOf(request)?.branch;
  return [...liveOf(seen.held, mapping)].flatMap(([key, requests]) => {
    const owners = new Set(requests.map(ownerOf));
    // Without locks nobody keeps two branches, or a colleague, from asking for the same object.
    if (mapping.lock === '*NO' && owners.size === requests.length) return [];
    if (requests.length < 2 || isUnsure(seen, nameIn(key))) return [];
    return [`${key}: ${requests.map(({ objectId, rsn }) => `${objectId} ${rsn}`).join(' and ')}`];
  });
}
