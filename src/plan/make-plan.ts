import type { Change } from '../git/changes.ts';
import type { TreeSide } from '../git/tree.ts';
import type { TreeFiles } from '../git/tree-files.ts';
import type { Reason } from '../interface/fields.ts';
import { withCollisions } from './collisions.ts';
import { type DeleteCandidate, type DeleteMode, guardedDeletes } from './deletes.ts';
import { mayBeSame, nameKey } from './identity.ts';
import type { Mapped, Mapper, Target } from './mapper.ts';
import { inOrder } from './order.ts';
import { type Plan, type PlannedRequest, requestOf } from './planned.ts';
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
  const placed = input.changes.map((change) => place(input, change));
  const candidates = placed.flatMap((one) => one.candidates);
  const requests = placed.flatMap((one) => one.requests).map(notAddedIfMoved(candidates));
  const deleted = guardedDeletes(candidates, input);
  return {
    requests: inOrder(withCollisions([...requests, ...deleted.requests])),
    leftOut: [...placed.flatMap(({ leftOut }) => leftOut), ...deleted.leftOut],
  };
}

/** What one change becomes, before it is known what else makes its objects. */
interface Placed extends Plan {
  readonly candidates: readonly DeleteCandidate[];
}

const nothing: Placed = { requests: [], leftOut: [], candidates: [] };

function place(input: PlanInput, change: Change): Placed {
  const sides = sidesOf(change);
  if ('because' in sides) return { ...nothing, leftOut: [sides] };
  const old = sides.gone === null ? null : input.mapper(sides.gone.path);
  const { targets, ...present } = sides.present === null ? noRequests : placePresent(input, sides, sides.present, old);
  const gone = sides.gone === null || old === null ? nothing : placeGone(sides, sides.gone, old, targets);
  return {
    requests: present.requests,
    leftOut: [...present.leftOut, ...gone.leftOut],
    candidates: gone.candidates,
  };
}

const noRequests: Plan & { readonly targets: ReadonlySet<Target> } = { requests: [], leftOut: [], targets: new Set() };

/** An object whose old file goes in the same range (moved and edited) was there before. */
function notAddedIfMoved(candidates: readonly DeleteCandidate[]): (request: PlannedRequest) => PlannedRequest {
  const gone = Map.groupBy(candidates, ({ target }) => nameKey(target.identity));
  return (request) => {
    if (!request.added) return request;
    const before = gone
      .get(nameKey(request.identity))
      ?.some(({ target }) => mayBeSame(target.identity, request.identity));
    return before ? { ...request, added: false } : request;
  };
}

/** A file that is there at head: one request per target, or left out; `targets`: those of its old path that it still makes. */
function placePresent(
  input: PlanInput,
  sides: SidedChange,
  present: TreeSide,
  old: Mapped | null,
): Plan & { readonly targets: ReadonlySet<Target> } {
  const mapped = input.mapper(present.path);
  const movedFrom = sides.gone?.path ?? null;
  if (mapped.kind !== 'requests') {
    return { ...noRequests, leftOut: [{ path: present.path, previousPath: movedFrom, because: mapped.because }] };
  }
  // An old path that the mapping leaves out is accounted for here alone.
  const wasUnmapped = old !== null && old.kind !== 'requests';
  const targets = new Set<Target>();
  const requests = mapped.targets.map((target): PlannedRequest => {
    const before = old?.kind === 'requests' ? old.targets.find((other) => isSame(target, other, targets)) : undefined;
    if (before !== undefined) targets.add(before);
    return requestOf(present.path, mapped.rule, target, {
      previousPath: before !== undefined || wasUnmapped ? movedFrom : null,
      reason: (target.fields.rsn ?? '*MIGRATE') as Reason,
      blob: present.oid,
      added: before === undefined && !input.fromNothing && sides.isNew,
    });
  });
  return { requests, leftOut: [], targets };
}

function isSame(target: Target, other: Target, taken: ReadonlySet<Target>): boolean {
  return !taken.has(other) && mayBeSame(target.identity, other.identity);
}

/** A file that is gone: each target that the new name does not make again may have to be deleted. */
function placeGone(sides: SidedChange, gone: TreeSide, old: Mapped, made: ReadonlySet<Target>): Placed {
  if (old.kind === 'requests') {
    const targets = old.targets.filter((target) => !made.has(target));
    return { ...nothing, candidates: targets.map((target) => ({ path: gone.path, rule: old.rule, target })) };
  }
  // A move is accounted for by what its new path becomes, which carries the old one.
  if (sides.present !== null) return nothing;
  return { ...nothing, leftOut: [{ path: gone.path, previousPath: null, because: old.because }] };
}
