import type { BranchRecord, CheckOut, Standing, Tried } from '../ledger/record.ts';
import { needsNoContent } from '../plan/planned.ts';

/** What came of one call to the service, as far as it tells what stands. */
export interface Came {
  /** `done`: the request is as the call asked for. `gone`: it has moved on, or is not there. Others: refused, unanswered, or never sent. */
  readonly kind: 'done' | 'gone' | 'locked' | 'refused' | 'lost' | 'stopped';
  /** True where the call, or an earlier attempt of it, got no answer, so that it may have been done all the same. */
  readonly mayBeDone?: boolean;
}

/**
 * Returns `checkOut` as it is after `call` has ended (design §8, step 6). Pure. `done`: `stands` stands now, and `tried` is empty, except
 * for calls with content about the same number if `call` only compiles; a withdrawal removes its request and all calls about it instead.
 * `gone`, for a number: removes these, too, but each update of it in `tried` becomes a create. Else: `call` joins `tried` if mayBeDone.
 */
export function answer(checkOut: CheckOut, call: Tried, came: Came, stands: Standing | null = null): CheckOut {
  const { tried } = checkOut;
  const { does, objectId } = call;
  if (came.kind === 'done') {
    if (does === 'withdraw') return withoutNumber(checkOut, objectId);
    // One request holds an object: what else was tried made nothing beside it. After a mere compilation, calls with content stay open.
    const isOfContent = (one: Tried) => one.objectId === objectId && !needsNoContent(one.reason);
    const left = objectId !== null && needsNoContent(call.reason) ? tried.filter(isOfContent) : [];
    return { ...checkOut, stands, tried: left };
  }
  if (came.kind === 'gone' && objectId !== null) {
    // The run of an update may have found the request gone, and made a new one.
    const updates = tried.filter((one) => one.does === 'file' && one.objectId === objectId);
    const without = withoutNumber(checkOut, objectId);
    return { ...without, tried: [...without.tried, ...updates.map((update) => ({ ...update, objectId: null }))] };
  }
  return came.mayBeDone && !tried.includes(call) ? { ...checkOut, tried: [...tried, call] } : checkOut;
}

/** Returns a check-out without request `objectId` and the calls about it; for null, without a request of unknown number, with all calls. */
export function withoutNumber(checkOut: CheckOut, objectId: number | null): CheckOut {
  const { stands, tried } = checkOut;
  return {
    ...checkOut,
    stands: stands?.objectId === objectId ? null : stands,
    tried: tried.filter((call) => call.objectId !== objectId || call.objectId === null),
  };
}

/** Returns the same check-out; null if nothing stands and nothing is tried. */
export const dropIfEmpty = (checkOut: CheckOut) =>
  checkOut.stands === null && checkOut.tried.length === 0 ? null : checkOut;

/** Removes a request and the calls about it from the check-out of `key`; the check-out itself too, if then nothing stands or is tried. */
export function dropNumber(checkOuts: Map<string, CheckOut>, key: string, number: number): void {
  const known = checkOuts.get(key);
  const rest = known && dropIfEmpty(withoutNumber(known, number));
  if (rest) checkOuts.set(key, rest);
  else checkOuts.delete(key);
}

/** Returns a record without a request: all check-outs lose it and all calls about it; a check-out with nothing else is removed. */
export function withoutRequest(record: BranchRecord, objectId: number): BranchRecord {
  const checkOuts = new Map(record.checkOuts);
  for (const [key, { stands, tried }] of record.checkOuts) {
    if ([stands, ...tried].some((call) => call?.objectId === objectId)) dropNumber(checkOuts, key, objectId);
  }
  return { ...record, checkOuts };
}
