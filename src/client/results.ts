import type { Reply } from '../interface/replies.ts';

/** Failures of an attempt that stop a run, since every further call would fail the same way. */
export type AttemptStop = 'token' | 'address' | 'proxy' | 'unreachable' | 'certificate' | 'redirect';

/** Why a run stops; `replaced`: another run has taken its place. */
export type StopCode = AttemptStop | 'replaced';

export interface ClientStop {
  readonly code: StopCode;
  readonly why: string;
  readonly remedy: string;
}

/**
 * A readable `rtn`, under any HTTP status; a service without PATCH counts as refusing the update (§9).
 * `afterLost`: an earlier attempt may have made this request, so `existingObjectId` of a refusal may be our own.
 */
export interface Answered {
  readonly kind: 'answered';
  readonly reply: Reply;
  readonly status: number;
  readonly attempts: number;
  readonly afterLost: boolean;
}

/** A create that may have been carried out. `stop`: the service was lost too; `cancelled`: before a repeat told. */
export interface Lost {
  readonly kind: 'lost';
  readonly why: string;
  readonly attempts: number;
  readonly stop: ClientStop | null;
  readonly cancelled: boolean;
}

/** An update without a readable answer; `status` is null if no status came. */
export interface UnreadableAnswer {
  readonly kind: 'unreadable';
  readonly why: string;
  readonly snippet: string;
  readonly status: number | null;
  readonly attempts: number;
}

/** A call that a gateway, limit or firewall refused before it had any effect: no `rtn`, and no retry. */
export interface RefusedCall {
  readonly kind: 'refused';
  readonly why: string;
  readonly remedy: string;
  /** A safe, short piece of the answer, or empty. */
  readonly snippet: string;
  readonly status: number;
  readonly attempts: number;
}

/** `stopped`: without effect, the service was not reached or refuses all calls. `cancelled`: the service took nothing. */
export type CallResult =
  | Answered
  | Lost
  | UnreadableAnswer
  | RefusedCall
  | (ClientStop & { readonly kind: 'stopped'; readonly attempts: number })
  | { readonly kind: 'cancelled' };
