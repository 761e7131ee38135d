import { type Change, sidesIn } from '../git/changes.ts';
import { type GitPath, pathKey, textPath } from '../git/git-path.ts';
import type { TreeFiles, TreeSide } from '../git/tree.ts';
import type { Reason } from '../interface/fields.ts';
import { withCollisions } from './collisions.ts';
import { type DeleteMode, type Gone, type KnownObject, whatIsGone } from './deletes.ts';
import { identityKey, identityText, mayBeSame } from './identity.ts';
import { type Lookup, lookup, lookupOf } from './lookup.ts';
import { type Maker, makersIn } from './makers.ts';
import { type Mapped, type Mapper, type Target, targetsOf } from './mapper.ts';
import { inOrder } from './order.ts';
import { type LeftOut, needsNoContent, type PlannedPush, type PlannedRequest, requestOf } from './planned.ts';
import { type SidedChange, sidesOf } from './sides.ts';

export interface PlanInput {
  /** What is owed: each path with what is settled there, and as it is at head. */
  readonly changes: readonly Change[];
  /** What stands at head. */
  readonly headFiles: () => TreeFiles;
  readonly mapper: Mapper;
  readonly deletes: DeleteMode;
  /** Objects that the record knows, of these changes at least. */
  readonly known: readonly KnownObject[];
}

/**
 * Decides what should stand for the objects of the paths that are owed (design §6): every change ends once, as a request
 * or as left out. Pure; the result is in the order of filing, the same for the same changes.
 */
export function makePlan(input: PlanInput): PlannedPush {
  const placed: Placed = { requests: [], leftOut: [], gone: [] };
  for (const change of input.changes) place(input, change, placed);
  const asked = lookup(placed.requests, ({ identity }) => identity);
  const listed = lookup(placed.gone, ({ identity }) => identity);
  for (const one of knownAt(input)) {
    const isListed = asked.same(one.known).length + listed.same(one.known).length > 0;
    // What was tried, and has no answer, is taken back: nobody could say that it stays as it was filed.
    if (one.isThere && !one.known.isOnlyTried) {
      if (asked.same(one.known).length === 0) placed.leftOut.push(noLongerMapped(one.path, one.known));
    } else if (!isListed) placed.gone.push(goneKnown(one.path, one.known, input.mapper));
  }
  if (placed.requests.length + placed.gone.length === 0) {
    return { requests: [], nothing: [], leftOut: placed.leftOut };
  }
  const wanted = [...placed.requests, ...placed.gone].map(({ identity }) => identity);
  const makers = makersIn(input.headFiles(), input.mapper, wanted);
  const gone = whatIsGone(placed.gone, { ...input, known: lookupOf(input.known), makers, asked });
  const requests = withTwins(placed.requests, makers, input);
  return {
    requests: inOrder(withCollisions([...requests, ...gone.requests])),
    nothing: gone.nothing,
    leftOut: [...withoutNamed(placed.leftOut, [...gone.requests, ...gone.nothing]), ...gone.leftOut],
  };
}

/** An object of the record whose file is gone: the mapping may still make it of the files that made it before. */
function goneKnown(path: GitPath, known: KnownObject, mapper: Mapper): Gone {
  for (const maker of known.madeBy) {
    const mapped = mapper(textPath(maker));
    const target = targetsOf(mapped).find(({ identity }) => mayBeSame(identity, known));
    if (target !== undefined && mapped.kind === 'requests')
      return { path, identity: target.identity, rule: mapped.rule, target };
  }
  return { path, identity: known, rule: '', target: null };
}

/** What changes become, one after the other, before it is known what else makes their objects. */
interface Placed {
  readonly requests: PlannedRequest[];
  readonly leftOut: LeftOut[];
  readonly gone: Gone[];
}

function place(input: PlanInput, change: Change, placed: Placed): void {
  const sides = sidesOf(change);
  if ('because' in sides) {
    placed.leftOut.push(sides);
    return;
  }
  const { present, gone } = sides;
  const old = gone === null ? null : input.mapper(gone.path);
  const made = present === null ? none : placePresent(input, sides, present, old, placed);
  if (gone !== null && old !== null) placeGone(sides, gone, old, made, placed);
}

const none: readonly Target[] = [];

/** A file that is there at head: one request per target, or left out. @returns targets of its old path that it still makes */
function placePresent(
  input: PlanInput,
  sides: SidedChange,
  present: TreeSide,
  old: Mapped | null,
  { requests, leftOut }: Placed,
): readonly Target[] {
  const mapped = input.mapper(present.path);
  const movedFrom = sides.gone?.path ?? null;
  if (mapped.kind !== 'requests') {
    leftOut.push({ path: present.path, previousPath: movedFrom, because: mapped.because });
    return none;
  }
  // An old path that the mapping leaves out is accounted for here alone.
  const wasUnmapped = old !== null && old.kind !== 'requests';
  const made: Target[] = [];
  for (const target of mapped.targets) {
    const before = old?.kind === 'requests' ? old.targets.find((other) => isSame(target, other, made)) : undefined;
    if (before !== undefined) made.push(before);
    const request = requestOf(present.path, mapped.rule, target, {
      previousPath: before !== undefined || wasUnmapped ? movedFrom : null,
      reason: (target.fields.rsn ?? '*MIGRATE') as Reason,
      blob: present.oid,
    });
    requests.push(request);
  }
  return made;
}

function isSame(target: Target, other: Target, taken: readonly Target[]): boolean {
  return mayBeSame(target.identity, other.identity) && !taken.includes(other);
}

/** A file that is gone: each target that the new name does not make again may have to be deleted. */
function placeGone(
  sides: SidedChange,
  gone: TreeSide,
  old: Mapped,
  made: readonly Target[],
  { gone: all, leftOut }: Placed,
): void {
  if (old.kind === 'requests') {
    const targets = old.targets.filter((target) => !made.includes(target));
    const unseen = gone.oid === '' ? { isUnseen: true as const } : {};
    all.push(
      ...targets.map((target) => ({ path: gone.path, identity: target.identity, rule: old.rule, target, ...unseen })),
    );
    return;
  }
  // A move is accounted for by what its new path becomes, which carries the old one.
  if (sides.present === null) leftOut.push({ path: gone.path, previousPath: null, because: old.because });
}

/** Files that the mapping leaves out, without those of which an object of the record is taken back. */
function withoutNamed(leftOut: readonly LeftOut[], requests: readonly PlannedRequest[]): LeftOut[] {
  const named = new Set(requests.map(({ path }) => pathKey(path)));
  return leftOut.filter(({ path }) => !named.has(pathKey(path)));
}

/** Objects that the record has for a path of the changes, and whether a file is there at head. */
function knownAt({ changes, known }: PlanInput) {
  if (known.length === 0) return [];
  const byPath = Map.groupBy(known, ({ path }) => path);
  const there = new Set<string>();
  const paths = new Map<string, GitPath>();
  for (const change of changes) {
    const sides = sidesOf(change);
    if ('because' in sides) continue;
    const { present, gone } = sides;
    if (present !== null) there.add(present.path.text);
    for (const side of [present, gone]) if (side !== null) paths.set(side.path.text, side.path);
  }
  return [...paths.values()].flatMap((path) =>
    (byPath.get(path.text) ?? []).map((one) => ({ path, known: one, isThere: there.has(path.text) })),
  );
}

/** The mapping makes something else of the file, or nothing: what was filed stays as it was. */
function noLongerMapped(path: GitPath, known: KnownObject): LeftOut {
  const of = { object: identityText(known), isFiled: true, objectId: known.objectId };
  return { path, previousPath: null, because: { code: 'noLongerMapped', ...of } };
}

/** Another file that makes the object too, and that nobody changed, is named: which of them is meant nobody can know. */
function withTwins(
  requests: readonly PlannedRequest[],
  makers: Lookup<Maker>,
  { changes }: PlanInput,
): readonly PlannedRequest[] {
  const changed = new Set(changes.flatMap(({ after }) => (after === null ? [] : [after.path.text])));
  const twins = new Map<string, Maker | null>();
  const isTwin = ({ path, reason }: Maker) => !needsNoContent(reason) && !changed.has(path.text);
  return requests.map((request) => {
    if (needsNoContent(request.reason)) return request;
    const key = identityKey(request.identity);
    const known = twins.get(key);
    const twin =
      known !== undefined
        ? known
        : (makers.same(request.identity).find((one) => isTwin(one) && identityKey(one.identity) === key) ?? null);
    twins.set(key, twin);
    return twin === null ? request : { ...request, twin: { path: twin.path.text, oid: twin.oid } };
  });
}

/** The objects that the mapping makes of paths of the changes, as they are and as they were settled. */
export function objectsOfChanges(changes: readonly Change[], mapper: Mapper) {
  const paths = new Map(sidesIn(changes).map(({ path }) => [path.text, path]));
  return [...paths.values()].flatMap((path) => targetsOf(mapper(path)).map(({ identity }) => ({ path, identity })));
}
