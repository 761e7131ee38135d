import { some } from '../counted.ts';
import { identityKey, identityText } from './identity.ts';
import { needsNoContent, type Obstacle, type PlannedRequest } from './planned.ts';

/**
 * Gives an obstacle to requests for one object: requests of several files, or several of one file, collide, and none of
 * them is filed; a migration covers a `*RECOMPILE` or `*UPDATE` of its object (design §6). Rejected requests take no part,
 * and an obstacle that is there stays. Returns all requests in their order; the same list if nothing changes.
 */
export function withCollisions(requests: readonly PlannedRequest[]): readonly PlannedRequest[] {
  // Rejected values name no object.
  const valid = requests.filter(({ obstacle }) => obstacle?.outcome !== 'rejected');
  const byObject = Map.groupBy(valid, ({ identity }) => identityKey(identity));
  const obstacles = new Map([...byObject.values()].filter((group) => group.length > 1).flatMap(groupObstacles));
  if (obstacles.size === 0) return requests;
  return requests.map((request) => ({ ...request, obstacle: request.obstacle ?? obstacles.get(request) ?? null }));
}

const mostNamed = 3;

/** Finds the obstacles of the requests (two or more) for one object; a collision names at most three other files. */
function groupObstacles(requests: readonly PlannedRequest[]): (readonly [PlannedRequest, Obstacle])[] {
  const migration = requests.find(({ reason, obstacle }) => reason === '*MIGRATE' && obstacle === null);
  const isCovered = ({ reason }: PlannedRequest) => migration !== undefined && needsNoContent(reason);
  const group = requests.filter((request) => !isCovered(request));
  const byPath = Map.groupBy(group, ({ path }) => path.text);
  const paths = [...byPath.keys()];
  return requests.flatMap((request): [PlannedRequest, Obstacle][] => {
    const object = identityText(request.identity);
    if (migration !== undefined && isCovered(request)) {
      const why = `${object} is migrated from ${migration.path.text}, so no ${request.reason} is needed`;
      return [[request, { outcome: 'covered', why }]];
    }
    if (group.length === 1) return [];
    const own = request.path.text;
    // A file may make its object twice.
    const isOther = (path: string) => path !== own || (byPath.get(own) ?? []).length > 1;
    const first = paths.slice(0, mostNamed + 1).filter(isOther);
    const others = some(first, mostNamed, isOther(own) ? paths.length : paths.length - 1);
    return [[request, { outcome: 'collision', why: `${object} also comes from ${others}` }]];
  });
}
