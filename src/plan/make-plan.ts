import { formatNames } from '../counted.ts';
import { type Change, listSides } from '../git/changes.ts';
import { type GitPath, parsePathKey, toGitPath, toPathKey } from '../git/git-path.ts';
import { isFile } from '../git/tree.ts';
import { type Gone, planGone } from './deletes.ts';
import { formatIdentity, type Identity, indexByName, type Lookup, mayBeSame, toIdentityKey } from './identity.ts';
import { findMakers, listTargets, type Maker, type Mapper } from './mapper.ts';
import type { KnownObject, LeftOut, Obstacle, PlanInput, PlannedPush, PlannedRequest } from './planned.ts';
import { needsNoContent, planRequest, sortForFiling, splitChange } from './planned.ts';

/**
 * Decides which requests should be open for the objects of the changed paths (design §6); sends nothing. Every change ends in `requests`,
 * in the order of filing; in `nothing`, objects whose request is withdrawn; or in `leftOut`. A request that must not be sent has an
 * obstacle. Pure, except that it calls headFiles if an object is made or gone.
 */
export function makePlan(input: PlanInput): PlannedPush {
  const { mapper } = input;
  const sided = input.changes.map(splitChange);
  const placed = sided.map((sides) => placeChange(sides, mapper));
  const all = placed.flatMap(({ requests }) => requests);
  const { ofFiles, unchanged } = splitUnchanged(all, input.changes);
  const leftOut = [...placed.flatMap((change) => change.leftOut), ...unchanged];
  const objects = placed.flatMap(({ gone }) => gone);
  const asked = indexByName(ofFiles);
  const goneAlready = indexByName(objects);
  for (const { path, known, isThere } of findRecordedObjects(sided, input.known)) {
    if (asked(known).length > 0) continue;
    // Where a call has no answer, nobody can say that the request stays as it was filed: it is taken back.
    if (isThere && !known.isUnsure) {
      const { objectId } = known;
      const because = { code: 'noLongerMapped', object: formatIdentity(known), isFiled: true, objectId } as const;
      leftOut.push({ path, previousPath: null, because });
    } else if (goneAlready(known).length === 0) objects.push(buildGoneObject(path, known, mapper));
  }
  if (ofFiles.length + objects.length === 0) return { requests: [], nothing: [], leftOut };
  const wanted = [...ofFiles, ...objects].map(({ identity }) => identity);
  // The files of requests are sought for objects that are gone.
  const own = new Set(objects.length > 0 ? [] : ofFiles.map(({ path }) => path.text));
  const makers = findMakers(input.headFiles(), mapper, wanted, own);
  const gone = planGone(objects, input, makers, asked);
  // A file with a request after all is not left out.
  const named = new Set([...gone.requests, ...gone.nothing].map(({ path }) => toPathKey(path)));
  const requests = sortForFiling(withCollisions(withBefore([...ofFiles, ...gone.requests], input, makers)));
  const others = leftOut.filter(({ path }) => !named.has(toPathKey(path)));
  return { requests, nothing: gone.nothing, leftOut: [...others, ...gone.leftOut] };
}

/** Returns each known object (`known`) filed for a changed file, with its new or old `path`; `isThere`: head has a file at that path. */
function findRecordedObjects(sided: readonly ReturnType<typeof splitChange>[], known: readonly KnownObject[]) {
  const paths = new Map<string, { readonly path: GitPath; readonly isThere: boolean }>();
  for (const { present, gone } of sided) {
    if (present !== null) paths.set(present.path.text, { path: present.path, isThere: true });
    if (gone !== null && !paths.has(gone.path.text)) paths.set(gone.path.text, { path: gone.path, isThere: false });
  }
  const byPath = Map.groupBy(known, ({ path }) => path);
  return [...paths].flatMap(([text, at]) => (byPath.get(text) ?? []).map((object) => ({ ...at, known: object })));
}

/** Makes the Gone of a recorded object: as the first file of `known.before` that makes it now has it; if none, target null, as recorded. */
function buildGoneObject(path: GitPath, known: KnownObject, mapper: Mapper): Gone {
  const targets = Object.keys(known.before).flatMap((maker) => listTargets(mapper(toGitPath(maker))));
  const target = targets.find(({ identity }) => mayBeSame(identity, known)) ?? null;
  return { path, identity: target?.identity ?? known, target };
}

/**
 * Maps a change. Returns in `requests` a request for each object of its file at head; in `gone` the objects of its old or deleted path that
 * the new path does not make; in `leftOut` a present or deleted file that the mapping leaves out, with the reason, and what splitChange
 * leaves out. The old path of a move has no entry of its own in `leftOut`.
 */
function placeChange({ present, gone, leftOut }: ReturnType<typeof splitChange>, mapper: Mapper) {
  const placed = { requests: [] as PlannedRequest[], leftOut: leftOut === null ? [] : [leftOut], gone: [] as Gone[] };
  const old = gone && mapper(gone.path);
  const movedFrom = gone?.path ?? null;
  const onlyOld = new Set(old && listTargets(old));
  if (present !== null) {
    const { path, oid: blob } = present;
    const mapped = mapper(path);
    for (const target of listTargets(mapped)) {
      const before = onlyOld.values().find(({ identity }) => mayBeSame(target.identity, identity));
      if (before !== undefined) onlyOld.delete(before);
      // An old path that the mapping leaves out is accounted for here alone.
      const previousPath = before !== undefined || old?.kind === 'leftOut' ? movedFrom : null;
      placed.requests.push(planRequest(path, target, { previousPath, blob }));
    }
    if (mapped.kind === 'leftOut') placed.leftOut.push({ path, previousPath: movedFrom, because: mapped.because });
  }
  if (gone === null) return placed;
  const { path } = gone;
  const unseen = gone.oid === '' && ({ isUnseen: true } as const);
  for (const target of onlyOld) placed.gone.push({ path, identity: target.identity, target, ...unseen });
  // A move is accounted for by what its new path becomes, which carries the old one.
  if (old?.kind === 'leftOut' && present === null)
    placed.leftOut.push({ path, previousPath: null, because: old.because });
  return placed;
}

/**
 * Leaves out requests of files that have their settled content (they are owed only for a call without an answer), if a changed file may
 * make the same object: returns their entries as `unchanged`, and all other requests as `ofFiles`, in order (design §8, step 4).
 */
function splitUnchanged(requests: readonly PlannedRequest[], changes: readonly Change[]) {
  const listSame = ({ before, after }: Change) =>
    after !== null && before?.oid === after.oid && before.path.text === after.path.text ? [after.path.text] : [];
  const unchanged = new Set(changes.flatMap(listSame));
  const isOfUnchanged = ({ path }: PlannedRequest) => unchanged.has(path.text);
  const changed = indexByName(requests.filter((request) => !isOfUnchanged(request)));
  const isLeft = (request: PlannedRequest) => isOfUnchanged(request) && changed(request.identity).length > 0;
  const toRow = ({ path }: PlannedRequest): LeftOut => ({ path, previousPath: null, because: { code: 'settled' } });
  return { ofFiles: requests.filter((request) => !isLeft(request)), unchanged: requests.filter(isLeft).map(toRow) };
}

/**
 * Returns the requests with `before`, the files (OIDs by path) that made the object before: each changed file with its settled content (one
 * that this branch has filed: with the content from before that, if any); and the twin, another file at head that makes, not only compiles,
 * the object, and has no request. A `*MIGRATE` also names the path of its twin in `twin`.
 */
function withBefore(requests: readonly PlannedRequest[], { changes, mapper, known }: PlanInput, makers: Lookup<Maker>) {
  const filed = new Map(known.map(({ path, before }) => [path, before]));
  const files = changes.flatMap(({ before }) => {
    if (before === null || !isFile(before) || before.oid === '' || before.path.raw !== null) return [];
    const path = before.path.text;
    const earlier = filed.get(path);
    const oid = earlier === undefined ? before.oid : earlier[path];
    return oid === undefined ? [] : mapper.listObjects(before.path).map(({ identity }) => ({ identity, path, oid }));
  });
  const made = indexByName(files);
  const asked = new Set(requests.map(({ path }) => path.text));
  const collectBefore = (identity: Identity) => {
    const isSame = (maker: Maker) => toIdentityKey(maker.identity) === toIdentityKey(identity);
    const isTwin = ({ path, fields }: Maker) => !needsNoContent(fields.rsn) && !asked.has(path.text);
    const twin = makers(identity).find((maker) => isTwin(maker) && isSame(maker));
    const all = [...made(identity), ...(twin === undefined ? [] : [{ path: twin.path.text, oid: twin.oid }])];
    return { before: Object.fromEntries(all.map(({ path, oid }) => [path, oid])), twin: twin?.path.text };
  };
  const found = new Map<string, ReturnType<typeof collectBefore>>();
  return requests.map((request): PlannedRequest => {
    const key = toIdentityKey(request.identity);
    const { before, twin } = found.get(key) ?? collectBefore(request.identity);
    found.set(key, { before, twin });
    return { ...request, before, ...(twin !== undefined && request.reason === '*MIGRATE' && { twin }) };
  });
}

/** A collision names at most this number of other files. */
const mostNamed = 3;

/**
 * Returns all requests, in their order. Several for one object get an obstacle each (`collision`); but beside a `*MIGRATE` that can be
 * sent, a `*RECOMPILE` or `*UPDATE` gets `covered`, and does not collide. A rejected one does not count; an obstacle stays (design §6).
 */
function withCollisions(requests: readonly PlannedRequest[]): readonly PlannedRequest[] {
  // Rejected values name no object.
  const valid = requests.filter(({ obstacle }) => obstacle?.outcome !== 'rejected');
  const byObject = Map.groupBy(valid, ({ identity }) => toIdentityKey(identity));
  const obstacles = new Map([...byObject.values()].filter((group) => group.length > 1).flatMap(findObstacles));
  return requests.map((request) => ({ ...request, obstacle: request.obstacle ?? obstacles.get(request) ?? null }));
}

/** Pairs requests, all for one object: compilations beside a sendable migration with `covered`; the rest, if several, with `collision`. */
function findObstacles(requests: readonly PlannedRequest[]): (readonly [PlannedRequest, Obstacle])[] {
  const migration = requests.find(({ reason, obstacle }) => reason === '*MIGRATE' && obstacle === null);
  const isCovered = ({ reason }: PlannedRequest) => migration !== undefined && needsNoContent(reason);
  const group = requests.filter((request) => !isCovered(request));
  const byPath = Map.groupBy(group, ({ path }) => path.text);
  const paths = [...byPath.keys()];
  return requests.flatMap((request): [PlannedRequest, Obstacle][] => {
    const object = formatIdentity(request.identity);
    if (migration !== undefined && isCovered(request)) {
      const why = `${object} is migrated from ${migration.path.text}, so no ${request.reason} is needed`;
      return [[request, { outcome: 'covered', why }]];
    }
    if (group.length === 1) return [];
    const own = request.path.text;
    // A file may make its object twice.
    const isOther = (path: string) => path !== own || (byPath.get(own) ?? []).length > 1;
    const first = paths.slice(0, mostNamed + 1).filter(isOther);
    const others = formatNames(first, mostNamed, isOther(own) ? paths.length : paths.length - 1);
    return [[request, { outcome: 'collision', why: `${object} is also built from ${others}` }]];
  });
}

/** Returns each object that the mapping makes of old and new paths of changes, with that path: twice if two paths make it. */
export function listObjectsOfChanges(changes: readonly Change[], mapper: Mapper) {
  const paths = new Map(listSides(changes).map(({ path }) => [path.text, path]));
  return [...paths.values()].flatMap((path) => mapper.listObjects(path).map(({ identity }) => ({ path, identity })));
}

/** Returns a test that takes a path's key (toPathKey): true if the path makes an object that an old or new path of `changes` makes, too. */
export function matchObjectsOf(changes: readonly Change[], mapper: Mapper): (key: string) => boolean {
  const objects = new Set(listObjectsOfChanges(changes, mapper).map(({ identity }) => toIdentityKey(identity)));
  return (key) => mapper.listObjects(parsePathKey(key)).some(({ identity }) => objects.has(toIdentityKey(identity)));
}
