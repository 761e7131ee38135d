import { type GitPath, textPath } from '../git/git-path.ts';
import type { Reason } from '../interface/fields.ts';
import { type Identity, identityKey, identityText } from './identity.ts';
import type { Lookup } from './lookup.ts';
import type { Maker } from './makers.ts';
import { type Mapper, type Target, targetsOf } from './mapper.ts';
import { fieldsFor, type LeftOut, type PlannedRequest, requestOf } from './planned.ts';

/** What becomes of deleted files, as the mapping says. */
export type DeleteMode = 'request' | 'report' | 'ignore';

/** An object that the record knows: a request stands for it, or may. */
export interface KnownObject extends Identity {
  /** The file that it was filed for. */
  readonly path: string;
  readonly objectId: number | null;
  readonly reason: Reason;
  /** True where no answer tells that anything stands. */
  readonly isOnlyTried: boolean;
  /** True when the object stood before this branch filed anything for it. */
  readonly stoodBefore: boolean;
  /** The files that made it then. */
  readonly madeBy: readonly string[];
}

/** An object whose file is gone; `target` as the mapping makes it now, null: the mapping makes nothing of the file. */
export interface Gone {
  readonly path: GitPath;
  readonly identity: Identity;
  readonly rule: string;
  readonly target: Target | null;
  /** Present for a file that was not settled either: only by what was sent can its object be there. */
  readonly isUnseen?: true;
}

interface GoneInput {
  readonly mapper: Mapper;
  readonly deletes: DeleteMode;
  readonly known: Lookup<KnownObject>;
  /** Files at head that make the objects. */
  readonly makers: Lookup<Maker>;
  readonly asked: Lookup<PlannedRequest>;
}

/**
 * What should stand for objects whose file is gone: the request of another file that makes the object, a `*DELETE` for
 * one that stood before, nothing for one that this branch made (design §6, §8).
 */
export function whatIsGone(gone: readonly Gone[], input: GoneInput) {
  const requests: PlannedRequest[] = [];
  const nothing: PlannedRequest[] = [];
  const leftOut: LeftOut[] = [];
  const first = new Map<string, GitPath>();
  const leave = (path: GitPath, because: LeftOut['because']) => leftOut.push({ path, previousPath: null, because });
  for (const one of gone) {
    const { path, identity, target } = one;
    const object = identityText(identity);
    const known = input.known.same(identity)[0] ?? null;
    const maker = input.makers.same(identity)[0];
    if (maker !== undefined) {
      const isAsked = input.asked.same(identity).length > 0;
      const isItsFile = known !== null && known.path === path.text && !isAsked;
      const request = isItsFile ? requestFrom(maker, identity, path, input.mapper) : null;
      if (request === null) leave(path, { code: 'stillMade', object, by: maker.path.text });
      else requests.push(request);
      continue;
    }
    const key = identityKey(identity);
    const with_ = first.get(key);
    if (with_ !== undefined) {
      leave(path, { code: 'deletedWith', object, path: with_.text });
      continue;
    }
    first.set(key, path);
    const stoodBefore = known?.stoodBefore ?? !(one.isUnseen === true || hasOther(path, input));
    if (target !== null && stoodBefore && input.deletes === 'request') requests.push(deleteOf(one, target));
    else if (known !== null) nothing.push(nothingFor(one, known, input.deletes));
    else
      leave(path, stoodBefore ? { code: 'deleteMode', object, mode: input.deletes } : { code: 'neverFiled', object });
  }
  return { requests, nothing, leftOut };
}

/** True where the file was filed as another object: then this one never was. */
function hasOther(path: GitPath, { known }: GoneInput): boolean {
  return known.all().some((one) => one.path === path.text);
}

/** The request of another file that makes the object: what was filed for the one that is gone goes on with it. */
function requestFrom(maker: Maker, identity: Identity, gone: GitPath, mapper: Mapper): PlannedRequest | null {
  const mapped = mapper(maker.path);
  const key = identityKey(maker.identity);
  const target = targetsOf(mapped).find((one) => identityKey(one.identity) === key) ?? null;
  if (target === null || mapped.kind !== 'requests' || identity.objn !== target.identity.objn) {
    return null;
  }
  const reason = (target.fields.rsn ?? '*MIGRATE') as Reason;
  return requestOf(maker.path, mapped.rule, target, { previousPath: gone, reason, blob: maker.oid });
}

/** A delete has no place in the compile order. */
function deleteOf({ path, rule }: Gone, target: Target): PlannedRequest {
  const plain: Target = { identity: target.identity, fields: target.fields, problems: target.problems };
  return requestOf(path, rule, plain, { reason: '*DELETE', fields: fieldsFor('*DELETE', target) });
}

/** Names an object for which nothing should stand any more. */
function nothingFor({ path, rule, target }: Gone, known: KnownObject, deletes: DeleteMode): PlannedRequest {
  const { appl, lvl, type, objn, rpth, reason } = known;
  const identity = { appl, lvl, type, objn, rpth };
  const fields = { appl, lvl, objn, ...(type === null ? {} : { objt: type }), ...(rpth === null ? {} : { rpth }) };
  const named: Target = { identity, fields: target?.fields ?? fields, problems: [] };
  // Where the request has moved on, the object stands, and a delete has to follow.
  const after = target !== null && deletes === 'request' ? '*DELETE' : reason;
  return requestOf(textPath(path.text), rule, named, { reason: after, fields: fieldsFor(after, named) });
}
