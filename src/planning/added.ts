import type { TreeSide } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import { mayBeSame, nameKey } from '../plan/identity.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { Plan, PlannedRequest } from '../plan/planned.ts';

/**
 * An object that another file at head makes too was not added by this branch, though this file was: should both go
 * later, the object has to be deleted, not only its request withdrawn (design §7).
 */
export async function notAddedTwice(
  plan: Plan,
  mapper: Mapper,
  headTree: () => Promise<readonly TreeSide[]>,
): Promise<Plan> {
  const wanted = new Set(plan.requests.filter(({ added }) => added).map(({ identity }) => nameKey(identity)));
  if (wanted.size === 0) return plan;
  const makers = (await headTree()).flatMap((side) => {
    if (!side.mode.startsWith('100')) return [];
    const mapped = mapper(side.path);
    const targets = mapped.kind === 'requests' ? mapped.targets : [];
    return targets
      .filter(({ identity }) => wanted.has(nameKey(identity)))
      .map(({ identity }) => ({ identity, path: pathKey(side.path) }));
  });
  const hasOther = ({ identity, path }: PlannedRequest) =>
    makers.some((maker) => maker.path !== pathKey(path) && mayBeSame(maker.identity, identity));
  const requests = plan.requests.map((request) =>
    request.added && hasOther(request) ? { ...request, added: false } : request,
  );
  return { ...plan, requests };
}
