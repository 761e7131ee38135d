import { type Change, sidesIn } from '../git/changes.ts';
import { type GitPath, pathKey, textPath } from '../git/git-path.ts';
import type { TreeFiles } from '../git/tree.ts';
import type { Reason } from '../interface/fields.ts';
import { withCollisions } from './collisions.ts';
import { type DeleteMode, type Gone, type KnownObject, planGone } from './deletes.ts';
import { identityKey, identityText, mayBeSame } from './identity.ts';
import { type Lookup, lookup } from './lookup.ts';
import { findMakers, type Maker, type Mapped, type Mapper, type Target, targetsOf } from './mapper.ts';
import type { LeftOut, PlannedPush, PlannedRequest } from './planned.ts';
import { needsNoContent, plannedRequest, sortForFiling } from './planned.ts';
import { type SidedChange, sidesOf } from './sides.ts';

interface PlanInput {
  /** Each owed path with its settled content and that of head. */
  readonly changes: readonly Change[];
  /** The files of head. */
  readonly headFiles: () => TreeFiles;
  readonly mapper: Mapper;
  readonly deletes: DeleteMode;
  /** Objects of the record, of these changes at least. */
  readonly known: readonly KnownObject[];
}

/**
 * Decides what should stand for the objects of the paths that are owed (design §6): every change ends once, as a request
 * or as left out. Pure but for headFiles, called only if an object is made or gone. The result is in the order of filing,
 * the same for the same changes.
 */
export function makePlan(input: PlanInput): PlannedPush {
  const placed: PlacedChanges = { requests: [], leftOut: [], gone: [], paths: new Map() };
  for (const change of input.changes) placeChange(input, change, placed);
  leaveUnchangedTwins(input, placed);
  const asked = lookup(placed.requests, ({ identity }) => identity);
  const goneAlready = lookup(placed.gone, ({ identity }) => identity);
  const knownByPath = Map.groupBy(input.known, ({ path }) => path);
  const recorded = [...placed.paths.values()].flatMap(({ path, isThere }) =>
    (knownByPath.get(path.text) ?? []).map((known) => ({ path, known, isThere })),
  );
  for (const { path, known, isThere } of recorded) {
    if (asked.same(known).length > 0) continue;
    // Where a call has no answer, nobody can say that the request stays as it was filed: it is taken back.
    if (isThere && !known.isUnsure) {
      const { objectId } = known;
      // Its request stays as it was filed.
      const because = { code: 'noLongerMapped', object: identityText(known), isFiled: true, objectId } as const;
      placed.leftOut.push({ path, previousPath: null, because });
    } else if (goneAlready.same(known).length === 0) placed.gone.push(goneObject(path, known, input.mapper));
  }
  if (placed.requests.length + placed.gone.length === 0) {
    return { requests: [], nothing: [], leftOut: placed.leftOut };
  }
  const wanted = [...placed.requests, ...placed.gone].map(({ identity }) => identity);
  const makers = findMakers(input.headFiles(), input.mapper, wanted);
  const gone = planGone(placed.gone, { ...input, makers, asked });
  const requests = withTwins(placed.requests, makers);
  // A file with a request after all is not left out.
  const named = new Set([...gone.requests, ...gone.nothing].map(({ path }) => pathKey(path)));
  return {
    requests: sortForFiling(withCollisions([...requests, ...gone.requests])),
    nothing: gone.nothing,
    leftOut: [...placed.leftOut.filter(({ path }) => !named.has(pathKey(path))), ...gone.leftOut],
  };
}

/** Makes the entry of a recorded object whose file is gone; its target is that of a file that made it before, if still mapped. */
function goneObject(path: GitPath, known: KnownObject, mapper: Mapper): Gone {
  for (const maker of known.madeBy) {
    const mapped = mapper(textPath(maker));
    const target = targetsOf(mapped).find(({ identity }) => mayBeSame(identity, known));
    if (target !== undefined && mapped.kind === 'requests')
      return { path, identity: target.identity, rule: mapped.rule, target };
  }
  return { path, identity: known, rule: '', target: null };
}

/** The outcome of each change alone, regardless of other files that make its objects. */
interface PlacedChanges {
  requests: PlannedRequest[];
  readonly leftOut: LeftOut[];
  readonly gone: Gone[];
  /** Paths of files by their text, and whether head has one there. */
  readonly paths: Map<string, { readonly path: GitPath; readonly isThere: boolean }>;
}

/** Adds what becomes of one change to `placed`: requests, a row that is left out, objects that are gone, and its paths. */
function placeChange(input: PlanInput, change: Change, placed: PlacedChanges): void {
  const sides = sidesOf(change);
  if ('because' in sides) {
    placed.leftOut.push(sides);
    return;
  }
  const { present, gone } = sides;
  const { paths } = placed;
  if (present !== null) paths.set(present.path.text, { path: present.path, isThere: true });
  if (gone !== null && !paths.has(gone.path.text)) paths.set(gone.path.text, { path: gone.path, isThere: false });
  const old = gone === null ? null : input.mapper(gone.path);
  placeGone(sides, old, placePresent(input, sides, old, placed), placed);
}

/** Adds a request for each target of a file at head, or leaves it out; returns those of its old path that it still makes. */
function placePresent(input: PlanInput, { present, gone }: SidedChange, old: Mapped | null, placed: PlacedChanges) {
  const made: Target[] = [];
  if (present === null) return made;
  const mapped = input.mapper(present.path);
  const movedFrom = gone?.path ?? null;
  if (mapped.kind !== 'requests') {
    placed.leftOut.push({ path: present.path, previousPath: movedFrom, because: mapped.because });
    return made;
  }
  // An old path that the mapping leaves out is accounted for here alone.
  const wasUnmapped = old !== null && old.kind !== 'requests';
  for (const target of mapped.targets) {
    const isBefore = (other: Target) => mayBeSame(target.identity, other.identity) && !made.includes(other);
    const before = old === null ? undefined : targetsOf(old).find(isBefore);
    if (before !== undefined) made.push(before);
    const previousPath = before !== undefined || wasUnmapped ? movedFrom : null;
    const reason = (target.fields.rsn ?? '*MIGRATE') as Reason;
    placed.requests.push(
      plannedRequest(present.path, mapped.rule, target, { previousPath, reason, blob: present.oid }),
    );
  }
  return made;
}

/** Adds each target of a file that is gone, except those that its new name makes (`made`), or leaves out a deleted file. */
function placeGone({ present, gone }: SidedChange, old: Mapped | null, made: readonly Target[], placed: PlacedChanges) {
  if (gone === null || old === null) return;
  const { path } = gone;
  if (old.kind === 'requests') {
    const { rule } = old;
    const unseen = gone.oid === '' && ({ isUnseen: true } as const);
    for (const target of old.targets)
      if (!made.includes(target)) placed.gone.push({ path, identity: target.identity, rule, target, ...unseen });
  } else if (present === null) {
    // A move is accounted for by what its new path becomes, which carries the old one.
    placed.leftOut.push({ path, previousPath: null, because: old.because });
  }
}

/**
 * Leaves out the requests of files that are as they were settled, and owed only for what was tried, where a changed file
 * makes the same object: that one counts, as it did for the run that tried (design §8, step 4).
 */
function leaveUnchangedTwins({ changes }: PlanInput, placed: PlacedChanges): void {
  const isSame = ({ before, after }: Change) => before?.oid === after?.oid && before?.path.text === after?.path.text;
  const unchanged = new Set(changes.filter(isSame).flatMap(({ after }) => after?.path.text ?? []));
  const byUnchanged = ({ path }: PlannedRequest) => unchanged.has(path.text);
  const changed = lookup(
    placed.requests.filter((request) => !byUnchanged(request)),
    ({ identity }) => identity,
  );
  const isLeft = (request: PlannedRequest) => byUnchanged(request) && changed.same(request.identity).length > 0;
  for (const { path } of placed.requests.filter(isLeft)) {
    placed.leftOut.push({ path, previousPath: null, because: { code: 'settled' } });
  }
  placed.requests = placed.requests.filter((request) => !isLeft(request));
}

/** Names in each migration the first file without a request that also makes its object, if any: nobody knows which of them counts. */
function withTwins(requests: readonly PlannedRequest[], makers: Lookup<Maker>) {
  const asked = new Set(requests.map(({ path }) => path.text));
  const twins = new Map<string, Maker | undefined>();
  const isTwin = ({ path, reason }: Maker) => !needsNoContent(reason) && !asked.has(path.text);
  return requests.map((request) => {
    if (needsNoContent(request.reason)) return request;
    const key = identityKey(request.identity);
    if (!twins.has(key)) {
      const isSame = (maker: Maker) => isTwin(maker) && identityKey(maker.identity) === key;
      twins.set(key, makers.same(request.identity).find(isSame));
    }
    const twin = twins.get(key);
    return twin === undefined ? request : { ...request, twin: { path: twin.path.text, oid: twin.oid } };
  });
}

/** Lists the objects that the mapping makes of the old and new paths of changes, each path once. */
export function objectsOfChanges(changes: readonly Change[], mapper: Mapper) {
  const paths = new Map(sidesIn(changes).map(({ path }) => [path.text, path]));
  return [...paths.values()].flatMap((path) => targetsOf(mapper(path)).map(({ identity }) => ({ path, identity })));
}
