/** What goes wrong in a run. */
export type Trouble =
  | { readonly kind: 'kill-soon'; readonly ms: number }
  /** At a push of the ledger: the nth, or the first after a call was answered. */
  | { readonly kind: 'kill-ledger'; readonly nth: number | 'last'; readonly landed: boolean }
  | { readonly kind: 'kill-call'; readonly nth: number; readonly worked: boolean; readonly signal: NodeJS.Signals }
  | { readonly kind: 'token' }
  /** The ledger was sealed by another secret. */
  | { readonly kind: 'secret' }
  /** More than one request is more than is allowed. */
  | { readonly kind: 'limit' }
  | ServiceTrouble
  | { readonly kind: 'ledger'; readonly refuse: 'last' | 'all' };

/** How the service ends a call; `lost-refused`: the first calls are done and not answered, those after are refused. */
export type BadEnding = '503' | 'cut-before' | 'cut-after' | '500-after' | 'refused' | 'lost-refused';

export interface ServiceTrouble {
  readonly kind: 'service';
  readonly how: BadEnding;
  readonly method: 'POST' | 'PATCH' | null;
  /** Only calls about an object whose name begins so. */
  readonly objn?: string;
  /** The first call of those that meets it, and how many do. */
  readonly from: number;
  readonly times: number;
}
