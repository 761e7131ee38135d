import { pathKey } from '../git/git-path.ts';
import type { TreeSide } from '../git/tree.ts';
import { makersIn } from '../plan/makers.ts';
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
  const added = plan.requests.filter((request) => request.added).map(({ identity }) => identity);
  if (added.length === 0) return plan;
  const known = Map.groupBy(plan.requests, ({ path }) => pathKey(path));
  const makers = makersIn(await headTree(), mapper, added, known);
  const hasOther = ({ identity, path }: PlannedRequest) =>
    makers.same(identity).some((maker) => pathKey(maker.path) !== pathKey(path));
  const requests = plan.requests.map((request) =>
    request.added && hasOther(request) ? { ...request, added: false } : request,
  );
  return { ...plan, requests };
}
