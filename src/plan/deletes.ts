import { type GitPath, toGitPath } from '../git/git-path.ts';
import { formatIdentity, type Identity, indexByName, type Lookup, toIdentityKey } from './identity.ts';
import { listTargets, type Maker, type Target } from './mapper.ts';
import { type KnownObject, type LeftOut, type PlanInput, type PlannedRequest, planRequest } from './planned.ts';

/** An object whose file is gone. `target`: as the mapping makes it now; null: the mapping leaves the file out. */
export interface Gone {
  readonly path: GitPath;
  readonly identity: Identity;
  readonly target: Target | null;
  /** Present where the file was not settled either, so that only a request can have made the object. */
  readonly isUnseen?: true;
}

/**
 * Decides about each object whose file is gone (design §6); returns `requests`, `nothing` (to withdraw) and `leftOut`. If another file
 * makes it: a request of that file, if the recorded one is of the gone file and `asked` has none; else only `leftOut`. If none makes it:
 * `leftOut` for a second gone file; else a `*DELETE`, if it existed before this branch, has a target, and `deletes` is `request`; else
 * `nothing`, or `leftOut` without a recorded one. @param makers files at head that make the objects @param asked requests of changed files
 */
export function planGone(all: readonly Gone[], input: PlanInput, makers: Lookup<Maker>, asked: Lookup<PlannedRequest>) {
  const requests: PlannedRequest[] = [];
  const nothing: PlannedRequest[] = [];
  const leftOut: LeftOut[] = [];
  const firstPaths = new Map<string, GitPath>();
  const known = indexByName(input.known);
  const skip = (path: GitPath, because: LeftOut['because']) => leftOut.push({ path, previousPath: null, because });
  // Of several files that made an object, one that was settled says that it stood.
  const seenFirst = all.toSorted((one, other) => Number(one.isUnseen ?? false) - Number(other.isUnseen ?? false));
  for (const entry of seenFirst) {
    const { path, identity, target } = entry;
    const object = formatIdentity(identity);
    const recorded = known(identity)[0] ?? null;
    const maker = makers(identity)[0];
    if (maker !== undefined) {
      const isItsFile = recorded?.path === path.text && asked(identity).length === 0;
      const isSame = (one: Target) => toIdentityKey(one.identity) === toIdentityKey(maker.identity);
      const made = isItsFile ? listTargets(input.mapper(maker.path)).find(isSame) : undefined;
      if (made === undefined) skip(path, { code: 'stillMade', object, by: maker.path.text });
      else requests.push(planRequest(maker.path, made, { previousPath: path, blob: maker.oid }));
      continue;
    }
    const key = toIdentityKey(identity);
    const deletedBefore = firstPaths.get(key);
    firstPaths.set(key, deletedBefore ?? path);
    // A file that was filed as another object never was this one.
    const isAnother = () => input.known.some((object) => object.path === path.text);
    const existedBefore = recorded?.existedBefore ?? !(entry.isUnseen === true || isAnother());
    if (deletedBefore !== undefined) skip(path, { code: 'deletedWith', object, path: deletedBefore.text });
    else if (target !== null && existedBefore && input.deletes === 'request')
      requests.push(planRequest(path, target, { reason: '*DELETE' }));
    else if (recorded !== null) nothing.push(buildWithdrawal(entry, recorded, input.deletes));
    else
      skip(path, existedBefore ? { code: 'deleteMode', object, mode: input.deletes } : { code: 'neverFiled', object });
  }
  return { requests, nothing, leftOut };
}

/**
 * Returns the planned request that withdraws a recorded one, under the path of the gone file. Its reason is the recorded one; but `*DELETE`
 * if deletes are requested and the gone file has a target, as a delete has to follow if the recorded request has moved on.
 */
function buildWithdrawal({ path, target }: Gone, known: KnownObject, deletes: PlanInput['deletes']) {
  const { appl, lvl, type, objn, rpth, reason } = known;
  const fields = { appl, lvl, objn, ...(type !== null && { objt: type }), ...(rpth !== null && { rpth }) };
  const about = { rule: target?.rule ?? '', fields: target?.fields ?? fields };
  const named: Target = { ...about, identity: { appl, lvl, type, objn, rpth }, problems: [] };
  const after = target !== null && deletes === 'request' ? '*DELETE' : reason;
  return planRequest(toGitPath(path.text), named, { reason: after });
}
