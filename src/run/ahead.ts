import type { Deed, Step } from '../checkout/next.ts';
import type { FilingRun } from '../filing/filing.ts';
import { groupOf } from '../filing/rfp.ts';
import type { Work } from '../filing/work.ts';
import { pathKey } from '../git/git-path.ts';
import type { BranchRecord, CheckOut, Tried } from '../ledger/record.ts';
import type { Plan } from './plan.ts';

/** True for a deed that calls the service. */
export function callsService(deed: Deed): boolean {
  return deed !== 'unchanged' && deed !== 'unknown';
}

/** True for a step that calls the service. */
export function makesCalls({ deeds }: Step): boolean {
  return deeds.some(callsService);
}

/**
 * The steps of a run as work, with the calls that each will make written down in its check-out (design §8, step 5).
 *
 * @param before what made the objects before, for those that have no check-out yet. @param record what earlier runs left.
 */
export function worksOf(
  steps: readonly Step[],
  run: FilingRun,
  head: string,
  before: Plan['before'],
  record: BranchRecord | null = null,
): Work[] {
  return steps.map((step, index) => {
    const { request } = step.should;
    const failed = record?.exceptions.get(pathKey(request.path))?.failed;
    const group = groupOf(request, run, step.checkOut, failed);
    const calls = step.deeds
      .filter(callsService)
      .flatMap((deed) => callOf(deed, step, { group, commit: head, run: run.vref }));
    const { causes: oldest, ...known } = step.checkOut ?? newCheckOut(step, before);
    const asked = request.dependent?.causes;
    const causes = asked === undefined ? {} : { causes: { ...asked, ...oldest } };
    const ahead = { ...known, ...request.identity, ...causes, tried: [...known.tried, ...calls] };
    return { n: index + 1, step, group, ahead };
  });
}

function newCheckOut({ should: { request } }: Step, before: Plan['before']): CheckOut {
  const files = before.same(request.identity).map(({ path, oid }) => [path, oid] as const);
  const twin = request.twin === undefined ? [] : [[request.twin.path, request.twin.oid] as const];
  // What is only to be compiled is there.
  const own = request.dependent === undefined ? [] : [[request.path.text, request.blob ?? ''] as const];
  return { ...request.identity, stands: null, tried: [], before: Object.fromEntries([...files, ...twin, ...own]) };
}

function callOf(
  deed: Deed,
  { should: { request }, checkOut }: Step,
  about: Pick<Tried, 'group' | 'commit' | 'run'>,
): Tried[] {
  const stands = checkOut?.stands ?? null;
  const { reason, path, blob, fields } = request;
  const file = (objectId: number | null): Tried => ({
    does: 'file',
    objectId,
    reason,
    path: path.text,
    blob,
    fields,
    ...about,
  });
  switch (deed) {
    case 'create':
      return [file(null)];
    case 'update':
    case 'look':
      return [file(stands?.objectId ?? null)];
    case 'withdraw': {
      if (stands === null || stands.objectId === null) return [];
      const { objectId } = stands;
      return [
        { does: 'withdraw', objectId, reason: stands.reason, path: stands.path, blob: null, fields: {}, ...about },
      ];
    }
    default:
      return [];
  }
}
