import type { Change } from '../git/changes.ts';
import type { TreeSide } from '../git/tree.ts';
import type { TreeFiles } from '../git/tree-files.ts';
import type { Reason } from '../interface/fields.ts';
import { withCollisions } from './collisions.ts';
import { type DeleteCandidate, type DeleteMode, guardedDeletes } from './deletes.ts';
import { mayBeSame } from './identity.ts';
import { lookup } from './lookup.ts';
import type { Mapped, Mapper, Target } from './mapper.ts';
import { inOrder } from './order.ts';
import { type LeftOut, type Plan, type PlannedRequest, requestOf } from './planned.ts';
import { type SidedChange, sidesOf } from './sides.ts';

export interface PlanInput {
  readonly changes: readonly Change[];
  /** What stands at head; asked for only when something may have to be deleted. */
  readonly headFiles: () => TreeFiles;
  readonly mapper: Mapper;
  readonly deletes: DeleteMode;
  /** True when the range begins with the empty tree: then it is not known which objects the branch itself added. */
  readonly fromNothing: boolean;
}

/**
 * Decides what each changed file becomes (design §6): every change ends once, as a request or as left out. Pure; the
 * result is in the order of filing, the same for the same range.
 */
export function makePlan(input: PlanInput): Plan {
  const placed: Placed = { requests: [], leftOut: [], candidates: [] };
  for (const change of input.changes) place(input, change, placed);
  const requests = placed.requests.map(notAddedIfMoved(placed.candidates));
  const deleted = guardedDeletes(placed.candidates, input);
  return {
    requests: inOrder(withCollisions([...requests, ...deleted.requests])),
    leftOut: [...placed.leftOut, ...deleted.leftOut],
  };
}

/** What changes become, one after the other, before it is known what else makes their objects. */
interface Placed {
  readonly requests: PlannedRequest[];
  readonly leftOut: LeftOut[];
  readonly candidates: DeleteCandidate[];
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

/** An object whose old file goes in the same range (moved and edited) was there before. */
function notAddedIfMoved(candidates: readonly DeleteCandidate[]): (request: PlannedRequest) => PlannedRequest {
  const gone = lookup(candidates, ({ target }) => target.identity);
  return (request) => {
    if (!request.added) return request;
    const isBefore = gone.named(request.identity).some(({ target }) => mayBeSame(target.identity, request.identity));
    return isBefore ? { ...request, added: false } : request;
  };
}

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
      added: before === undefined && !input.fromNothing && sides.isNew,
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
  { candidates, leftOut }: Placed,
): void {
  if (old.kind === 'requests') {
    const targets = old.targets.filter((target) => !made.includes(target));
    candidates.push(...targets.map((target) => ({ path: gone.path, rule: old.rule, target })));
    return;
  }
  // A move is accounted for by what its new path becomes, which carries the old one.
  if (sides.present === null) leftOut.push({ path: gone.path, previousPath: null, because: old.because });
}
