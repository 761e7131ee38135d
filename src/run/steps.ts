import { next, type Should, type Step } from '../checkout/next.ts';
import { ensureBlobs } from '../git/blobs.ts';
import { type Change, listSides } from '../git/changes.ts';
import { isAncestor } from '../git/history.ts';
import type { TreeFiles } from '../git/tree.ts';
import type { BranchRecord, CheckOut } from '../ledger/record.ts';
import { requireTarget } from '../mapping/marks.ts';
import { type BlobFacts, isLfsPointer, mayBeLfsPointer, withContents } from '../plan/contents.ts';
import { type Identity, indexByName, toIdentityKey } from '../plan/identity.ts';
import { listObjectsOfChanges, makePlan } from '../plan/make-plan.ts';
import { type PlannedPush, splitChange } from '../plan/planned.ts';
import type { OpenRun } from './open.ts';
import type { Range } from './range.ts';
import type { bindBranchMapping } from './read-mapping.ts';
import type { NewerTip } from './tip.ts';

/** What the steps are decided from (design §8, step 4). */
export interface Planning extends ReturnType<typeof bindBranchMapping> {
  readonly run: OpenRun;
  readonly range: Range;
  readonly tip: NewerTip | null;
  /** The owed paths, without those that are left to the run of the tip. */
  readonly changes: readonly Change[];
  readonly record: BranchRecord;
  /** Reads the tree of head, once. */
  readonly headFiles: () => Promise<TreeFiles>;
}

/** Decides which requests should be open (see makePlan); fetches contents for size and obstacle. @throws Problem('mapping', 'git') */
export async function findWanted(planning: Planning): Promise<PlannedPush> {
  const { run, mapper, changes, headFiles } = planning;
  const { deletes, attach } = run.subject.mapping.mapping;
  const known = await listKnownObjects(planning);
  const isNeeded = known.length > 0 || listSides(changes).some(({ path }) => mapper.listObjects(path).length > 0);
  const files = isNeeded ? await headFiles() : null;
  const made = makePlan({ changes, headFiles: () => files as TreeFiles, mapper, deletes, known });
  requireTarget(made.requests, run.subject.mapping.mapping);
  return withContents(made, await readBlobFacts(run, made), run.input.options['attach-as'] ?? attach.as);
}

/** Returns the facts of requests' contents by OID; fetches missing ones, reads those that may be LFS pointers. @throws Problem('git') */
async function readBlobFacts({ repository }: OpenRun, { requests }: PlannedPush): Promise<Map<string, BlobFacts>> {
  const oids = [...new Set(requests.flatMap(({ blob }) => blob ?? []))];
  const infos = await ensureBlobs(repository, oids, (oid) => requests.findLast(({ blob }) => blob === oid)?.path.text);
  const small = oids.filter((_, n) => mayBeLfsPointer(infos[n]?.size ?? 0));
  const contents = await repository.objects.contents(small);
  const pointers = new Set(small.filter((_, n) => isLfsPointer(contents[n]?.toString('utf8') ?? '')));
  return new Map(oids.map((oid, n) => [oid, { size: infos[n]?.size ?? 0, isLfsPointer: pointers.has(oid) }]));
}

/**
 * Returns the objects of the loaded check-outs, each with the request that stands, else with the last call tried (a withdrawal only if all
 * are). `existedBefore`: it has files in `before`, a file at the fork, or an open delete; but not if none of its files is at the fork, and
 * head is without the commit of the request: then a merge from the default branch had brought them, and the branch was reset to before it.
 */
async function listKnownObjects({ run, range: { fork, head }, changes, mapper, record }: Planning) {
  const all = [...record.checkOuts.values()].flatMap((checkOut) => {
    const { stands, tried } = checkOut;
    // A call that withdraws says nothing of what was filed.
    const call = stands ?? tried.findLast(({ does }) => does === 'file') ?? tried.at(-1);
    return call === undefined ? [] : [{ checkOut, call }];
  });
  const removesFile = (change: Change) => splitChange(change).gone !== null;
  // An object that this branch's first request did not find, or found under another name, may be at the fork.
  const mayBeGone = fork !== null && all.length > 0 && changes.some(removesFile);
  const gone = mayBeGone ? (await run.listChanges(fork, head)).filter(removesFile) : [];
  const made = indexByName(listObjectsOfChanges(gone, mapper));
  const listPaths = (checkOut: Identity, path: string) => [path, ...made(checkOut).map((maker) => maker.path.text)];
  const paths = all.flatMap(({ checkOut, call }) =>
    listPaths(checkOut, call.path).concat(Object.keys(checkOut.before)),
  );
  const at = fork === null ? new Map() : await run.findFiles(fork, paths);
  const isThere = (file: string) => (at.get(file) ?? null) !== null;
  return Array.fromAsync(all, async ({ checkOut, call: { path, objectId, reason, commit } }) => {
    const { stands, tried, before, causes: _, ...identity } = checkOut;
    const files = Object.keys(before);
    const isAtFork = listPaths(identity, path).some(isThere);
    const hadFiles = files.length > 0 || isAtFork || stands?.reason === '*DELETE';
    const isAbsent = fork !== null && files.length > 0 && !isAtFork && !files.some(isThere);
    const isUndone = isAbsent && !(await isAncestor(run.repository, commit, head).catch(() => true));
    const isUnsure = stands === null || tried.length > 0;
    return { ...identity, path, objectId, reason, isUnsure, existedBefore: hadFiles && !isUndone, before };
  });
}

/** Returns a lookup of an object's check-out: its own, else the first not `reserved` that differs by an open type alone; null: none. */
export function indexCheckOuts({ checkOuts }: BranchRecord, reserved: ReadonlySet<string> = new Set()) {
  const known = indexByName([...checkOuts.values()]);
  const isFree = (checkOut: CheckOut) => !reserved.has(toIdentityKey(checkOut));
  return (identity: Identity) => checkOuts.get(toIdentityKey(identity)) ?? known(identity).find(isFree) ?? null;
}

/**
 * Decides a step (see next) for each of `requests`, which should stand, then for each of `nothing`, objects for which no request should
 * stand. A request with an obstacle gets a step without deeds. A check-out goes to all steps of its identity; if there are none, to the
 * first that it fits by an open type, and that has no obstacle. @param isAsked true for a range given by hand: same contents are sent again
 */
export function decideSteps(wanted: Omit<PlannedPush, 'leftOut'>, record: BranchRecord, isAsked: boolean): Step[] {
  const shoulds: Should[] = [
    ...wanted.requests.map((request): Should => {
      if (request.obstacle !== null) return { kind: 'blocked', request, ...request.obstacle };
      return request.dependent === undefined ? { kind: 'request', request } : { kind: 'compiled', request };
    }),
    ...wanted.nothing.map((request): Should => {
      return { kind: 'nothing', request, follows: request.reason === '*DELETE' || request.dependent !== undefined };
    }),
  ];
  // Of two updates of a request the second would replace the content of the first.
  const taken = new Set(shoulds.map(({ request }) => toIdentityKey(request.identity)));
  const find = indexCheckOuts(record, taken);
  return shoulds.map((should) => {
    const { identity } = should.request;
    const checkOut = should.kind === 'blocked' ? record.checkOuts.get(toIdentityKey(identity)) : find(identity);
    if (checkOut) taken.add(toIdentityKey(checkOut));
    return next(checkOut ?? null, should, isAsked);
  });
}
