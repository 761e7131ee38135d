import { some } from '../counted.ts';
import { identityKey, identityText, roughKey } from './identity.ts';
import { needsNoContent, type PlannedRequest } from './planned.ts';

/**
 * Marks requests of one push that are about one object: which of them is meant cannot be known, so none is filed
 * (design §6); but a migration does what a `*RECOMPILE` or `*UPDATE` of its object asks for. A deleted file never collides: the delete guard has compared it with what is left.
 */
export function withCollisions(requests: readonly PlannedRequest[]): readonly PlannedRequest[] {
  const asked = requests.filter((request) => !isRejected(request));
  const byObject = Map.groupBy(perhapsOften(asked), ({ identity }) => identityKey(identity));
  const groups = [...byObject].filter(([, group]) => group.length > 1);
  if (groups.length === 0) return requests;
  const migrated = new Map(groups.map(([key, group]) => [key, group.find(isMigration)]));
  const colliding = new Map(
    groups.flatMap(([key, all]) => {
      const group = all.some(isMigration) ? all.filter(({ reason }) => !needsNoContent(reason)) : all;
      return group.length > 1 ? [[key, makersOf(group)]] : [];
    }),
  );
  return requests.map((request) => {
    const migration = migrated.get(identityKey(request.identity));
    if (request.obstacle === null && migration !== undefined && needsNoContent(request.reason)) {
      return { ...request, obstacle: { outcome: 'covered', why: coveredBy(request, migration) } };
    }
    const makers = colliding.get(identityKey(request.identity));
    if (request.obstacle !== null || makers === undefined) return request;
    const why = `${identityText(request.identity)} also comes from ${othersOf(makers, request.path.text)}`;
    return { ...request, obstacle: { outcome: 'collision', why } };
  });
}

/** Nearly every object is asked for once, which is found out quickly: these are the others, and perhaps a few more. */
function perhapsOften(requests: readonly PlannedRequest[]): readonly PlannedRequest[] {
  const once = new Set<string>();
  const often = new Set<string>();
  for (const { identity } of requests) {
    const key = roughKey(identity);
    if (once.has(key)) often.add(key);
    else once.add(key);
  }
  return often.size === 0 ? [] : requests.filter(({ identity }) => often.has(roughKey(identity)));
}

/** The files that make one object; a whole tree may make the same one. */
interface Makers {
  readonly paths: readonly string[];
  readonly repeated: ReadonlySet<string>;
}

function makersOf(group: readonly PlannedRequest[]): Makers {
  const byPath = Map.groupBy(group, ({ path }) => path.text);
  const repeated = [...byPath].filter(([, requests]) => requests.length > 1).map(([path]) => path);
  return { paths: [...byPath.keys()], repeated: new Set(repeated) };
}

const named = 3;

function othersOf({ paths, repeated }: Makers, own: string): string {
  const isOther = (path: string) => path !== own || repeated.has(path);
  const first = paths.slice(0, named + 1).filter(isOther);
  return some(first, named, isOther(own) ? paths.length : paths.length - 1);
}

function coveredBy({ identity, reason }: PlannedRequest, { path }: PlannedRequest): string {
  return `${identityText(identity)} is migrated from ${path.text}, so no ${reason} is needed`;
}

function isMigration({ reason, obstacle }: PlannedRequest): boolean {
  return reason === '*MIGRATE' && obstacle === null;
}

/** Values that cannot be right name no object that could be meant. */
function isRejected({ obstacle }: PlannedRequest): boolean {
  return obstacle?.outcome === 'rejected';
}
