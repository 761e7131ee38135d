import type { CheckOut, Standing, Tried } from '../ledger/record.ts';

/** How one call ended, as far as it tells what stands. */
export type CallEnd =
  /** The request is as the call asked for. */
  | { readonly kind: 'done'; readonly stands: Standing | null }
  /** The request has moved on, or is not there any more. */
  | { readonly kind: 'gone' }
  /**
   * Not done: refused, or never sent. `mayBeDone`: the call, or an earlier attempt of it, got no answer, so it may have
   * been done all the same.
   */
  | { readonly kind: 'notDone'; readonly mayBeDone: boolean };

/**
 * Returns a check-out once a call about it has ended: the only place where `tried` or `stands` changes (design §8, step 6).
 * Pure. Done: `end.stands` stands, and nothing is tried any more; a withdrawal removes its number instead. Gone: that too, and
 * each update tried with the number goes to the end as a create. Not done: one that may be done is tried from now on.
 *
 * @param checkOut in `tried` the calls that have no answer; this one is not among them, unless an earlier attempt got none.
 */
export function answer(checkOut: CheckOut, call: Tried, end: CallEnd): CheckOut {
  switch (end.kind) {
    case 'notDone':
      if (!end.mayBeDone || checkOut.tried.includes(call)) return checkOut;
      return { ...checkOut, tried: [...checkOut.tried, call] };
    case 'gone': {
      const isUpdate = ({ does, objectId }: Tried) =>
        does === 'file' && objectId !== null && objectId === call.objectId;
      // The run of an update may have found the request gone, and made a new one.
      const creates = checkOut.tried.filter(isUpdate).map((update) => ({ ...update, objectId: null }));
      const without = withoutNumber(checkOut, call.objectId);
      return { ...without, tried: [...without.tried, ...creates] };
    }
    case 'done':
      if (call.does === 'withdraw') return withoutNumber(checkOut, call.objectId);
      // One request holds an object: what answered is it, and what else was tried made nothing beside it.
      return { ...checkOut, stands: end.stands, tried: [] };
  }
}

/** Removes a number from a check-out, with all that was tried with it. @param objectId null: only a request without a known number. */
export function withoutNumber(checkOut: CheckOut, objectId: number | null): CheckOut {
  const { stands, tried } = checkOut;
  return {
    ...checkOut,
    stands: stands?.objectId === objectId ? null : stands,
    tried: tried.filter((call) => call.objectId !== objectId || call.objectId === null),
  };
}

/** Returns the check-out; null if nothing stands and nothing is tried. */
export function nullIfEmpty(checkOut: CheckOut): CheckOut | null {
  return checkOut.stands === null && checkOut.tried.length === 0 ? null : checkOut;
}
