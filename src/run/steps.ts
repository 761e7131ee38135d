import { next, type Should, type Step } from '../checkout/next.ts';
import type { Change } from '../git/changes.ts';
import { pathKey } from '../git/git-path.ts';
import type { Repository } from '../git/repository.ts';
import { filesAt, isFile, type TreeFiles, treeFiles } from '../git/tree.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import { withContents } from '../plan/contents.ts';
import type { DeleteMode, KnownObject } from '../plan/deletes.ts';
import { type Identity, identityKey } from '../plan/identity.ts';
import { identityLookup, type Lookup, lookup } from '../plan/lookup.ts';
import { makePlan, objectsOfChanges } from '../plan/make-plan.ts';
import { type Mapper, objectsOf } from '../plan/mapper.ts';
import type { AttachAs } from '../plan/part-name.ts';
import type { LeftOut, PlannedRequest } from '../plan/planned.ts';
import { removesFile } from '../plan/sides.ts';
import { blobFacts } from './blob-facts.ts';

/** What is to be decided about, with all that decides it. */
export interface StepsInput {
  readonly repository: Repository;
  readonly record: BranchRecord | null;
  readonly head: string;
  readonly fork: string | null;
  readonly mapper: Mapper;
  readonly deletes: DeleteMode;
  readonly attachAs: AttachAs;
  /** What is owed and not left to another run. */
  readonly changes: readonly Change[];
}

/** What should stand for the objects of paths that are owed. */
export interface Wanted {
  readonly requests: readonly PlannedRequest[];
  /** Objects for which nothing should stand any more. */
  readonly nothing: readonly PlannedRequest[];
  readonly leftOut: readonly LeftOut[];
  readonly headFiles: () => Promise<TreeFiles>;
}

/** Finds what should stand at the service (design §8, step 4). @throws Problem('git') when the tree cannot be read. */
export async function wantedOf(input: StepsInput): Promise<Wanted> {
  const { repository, mapper, changes, deletes, attachAs } = input;
  let read: Promise<TreeFiles> | null = null;
  const headFiles = () => {
    read ??= treeFiles(repository.objects, input.head);
    return read;
  };
  const known = await knownObjects(input);
  // Which other files make an object matters only where one is made, or goes.
  const isNeeded =
    changes.some(removesFile) || known.length > 0 || changes.some((change) => makesObject(change, mapper));
  const files = isNeeded ? await headFiles() : null;
  const made = makePlan({ changes, headFiles: () => files as TreeFiles, mapper, deletes, known });
  const facts = await blobFacts(repository, made);
  const { requests } = withContents(made, facts, attachAs);
  return { requests, nothing: made.nothing, leftOut: made.leftOut, headFiles };
}

function makesObject({ after }: Change, mapper: Mapper): boolean {
  return after !== null && isFile(after) && objectsOf(mapper, after.path).length > 0;
}

/** What the record knows of objects, as the plan looks at it. */
async function knownObjects({ record, repository, fork, changes, mapper }: StepsInput): Promise<KnownObject[]> {
  const all = [...(record?.checkOuts.values() ?? [])].flatMap((checkOut) => {
    const { stands, tried } = checkOut;
    // A call that withdraws says nothing of what was filed.
    const about = stands ?? tried.findLast(({ does }) => does === 'file') ?? tried.at(-1);
    return about === undefined ? [] : [{ checkOut, about }];
  });
  const asked = all.filter(({ checkOut }) => Object.keys(checkOut.before).length === 0);
  const gone = fork === null || asked.length === 0 ? [] : changes.filter(removesFile);
  const made = lookup(objectsOfChanges(gone, mapper), ({ identity }) => identity);
  const pathsOf = (checkOut: Identity, path: string) => [path, ...made.same(checkOut).map((one) => one.path.text)];
  const paths = asked.flatMap(({ checkOut, about }) => pathsOf(checkOut, about.path));
  const at = fork === null || paths.length === 0 ? new Map() : await filesAt(repository.objects, fork, paths);
  return all.map(({ checkOut, about: { path, objectId, reason } }) => {
    const { appl, lvl, type, objn, rpth, before } = checkOut;
    const isAtFork = pathsOf(checkOut, path).some((one) => (at.get(one) ?? null) !== null);
    const stoodBefore = Object.keys(before).length > 0 || isAtFork || reason === '*DELETE';
    const isOnlyTried = checkOut.stands === null;
    const madeBy = Object.keys(before).sort();
    return { appl, lvl, type, objn, rpth, path, objectId, reason, isOnlyTried, stoodBefore, madeBy };
  });
}

/** Finds the check-out of an object: the very one, or one of its name whose type is open on either side. */
export function checkOutsOf(record: BranchRecord | null): (identity: Identity) => CheckOut | null {
  if (record === null || record.checkOuts.size === 0) return () => null;
  const known = identityLookup([...record.checkOuts.values()]);
  return (identity) => record.checkOuts.get(identityKey(identity)) ?? known.same(identity)[0] ?? null;
}

/**
 * Puts what should stand beside what stands and what was tried.
 *
 * @param isAsked true for a range given by hand: what it names is sent again.
 */
export function stepsFor(
  { requests, nothing }: Pick<Wanted, 'requests' | 'nothing'>,
  record: BranchRecord | null,
  isAsked: boolean,
): Step[] {
  const shoulds: Should[] = [
    ...requests.map((request): Should => {
      if (request.obstacle !== null) return { kind: 'blocked', request, ...request.obstacle };
      return request.dependent === undefined ? { kind: 'request', request } : { kind: 'compiled', request };
    }),
    ...nothing.map((request): Should => {
      const follows = request.reason === '*DELETE' || request.dependent !== undefined;
      return { kind: 'nothing', request, follows };
    }),
  ];
  const checkOutOf = checkOutsFor(shoulds, record);
  const isUnknown = ({ path, previousPath }: PlannedRequest) =>
    [path, previousPath].some((one) => one !== null && record?.exceptions.get(pathKey(one))?.unknown === true);
  return shoulds.map((should) => next(checkOutOf(should), should, isAsked, isUnknown(should.request)));
}

/**
 * Gives each check-out to one object: of two updates of a request the second would replace the content of the first. The
 * very object goes first, then whichever may be it; what is kept back takes nothing but its own.
 */
function checkOutsFor(shoulds: readonly Should[], record: BranchRecord | null): (should: Should) => CheckOut | null {
  if (record === null || record.checkOuts.size === 0) return () => null;
  const known = identityLookup([...record.checkOuts.values()]);
  const taken = new Set(shoulds.map(({ request }) => identityKey(request.identity)));
  return ({ kind, request: { identity } }) => {
    const own = record.checkOuts.get(identityKey(identity));
    if (own !== undefined || kind === 'blocked') return own ?? null;
    const found = known.same(identity).find((one) => !taken.has(identityKey(one))) ?? null;
    if (found !== null) taken.add(identityKey(found));
    return found;
  };
}

/** What made an object before: a file and its content. */
interface MadeBefore {
  readonly identity: Identity;
  readonly path: string;
  readonly oid: string;
}

/** The files, with their settled contents, that made objects before; for the first request that a branch files for one. */
export function madeBefore(changes: readonly Change[], mapper: Mapper): Lookup<MadeBefore> {
  const all = changes.flatMap(({ before }) => {
    if (before === null || !isFile(before) || before.oid === '' || before.path.raw !== null) return [];
    const path = pathKey(before.path);
    return objectsOf(mapper, before.path).map(({ identity }) => ({ identity, path, oid: before.oid }));
  });
  return lookup(all, ({ identity }) => identity);
}
