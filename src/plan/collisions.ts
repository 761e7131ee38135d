import { some } from '../counted.ts';
import { identityKey, identityText, roughKey } from './identity.ts';
import { needsNoContent, type PlannedRequest } from './planned.ts';

/**
 * Gives an obstacle to requests for one object: several migrations collide, and none of them is filed; a migration
 * covers a `*RECOMPILE` or `*UPDATE` of its object (design §6). A delete has met the files that remain in planGone.
 */
export function withCollisions(requests: readonly PlannedRequest[]): readonly PlannedRequest[] {
  // Rejected values name no object.
  const valid = requests.filter(({ obstacle }) => obstacle?.outcome !== 'rejected');
  const byObject = Map.groupBy(possibleDuplicates(valid), ({ identity }) => identityKey(identity));
  const groups = [...byObject].filter(([, group]) => group.length > 1);
  if (groups.length === 0) return requests;
  const migrated = new Map(groups.map(([key, group]) => [key, group.find(isMigration)]));
  const colliding = new Map(
    groups.flatMap(([key, all]) => {
      const group = all.some(isMigration) ? all.filter(({ reason }) => !needsNoContent(reason)) : all;
      return group.length > 1 ? [[key, toMakers(group)]] : [];
    }),
  );
  return requests.map((request) => {
    const migration = migrated.get(identityKey(request.identity));
    if (request.obstacle === null && migration !== undefined && needsNoContent(request.reason)) {
      return { ...request, obstacle: { outcome: 'covered', why: formatCovered(request, migration) } };
    }
    const makers = colliding.get(identityKey(request.identity));
    if (request.obstacle !== null || makers === undefined) return request;
    const why = `${identityText(request.identity)} also comes from ${formatOthers(makers, request.path.text)}`;
    return { ...request, obstacle: { outcome: 'collision', why } };
  });
}

/** Returns all requests whose object has several, and perhaps a few more: a quick filter, as nearly every object has one. */
function possibleDuplicates(requests: readonly PlannedRequest[]): readonly PlannedRequest[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { identity } of requests) {
    const key = roughKey(identity);
    if (seen.has(key)) repeated.add(key);
    else seen.add(key);
  }
  return repeated.size === 0 ? [] : requests.filter(({ identity }) => repeated.has(roughKey(identity)));
}

/** The paths of an object's requests, and those that have several of them. */
interface Makers {
  readonly paths: readonly string[];
  readonly repeated: ReadonlySet<string>;
}

function toMakers(group: readonly PlannedRequest[]): Makers {
  const byPath = Map.groupBy(group, ({ path }) => path.text);
  const repeated = [...byPath].filter(([, requests]) => requests.length > 1).map(([path]) => path);
  return { paths: [...byPath.keys()], repeated: new Set(repeated) };
}

const mostNamed = 3;

function formatOthers({ paths, repeated }: Makers, ownPath: string): string {
  const isOther = (path: string) => path !== ownPath || repeated.has(path);
  const first = paths.slice(0, mostNamed + 1).filter(isOther);
  return some(first, mostNamed, isOther(ownPath) ? paths.length : paths.length - 1);
}

function formatCovered({ identity, reason }: PlannedRequest, { path }: PlannedRequest): string {
  return `${identityText(identity)} is migrated from ${path.text}, so no ${reason} is needed`;
}

function isMigration({ reason, obstacle }: PlannedRequest): boolean {
  return reason === '*MIGRATE' && obstacle === null;
}
