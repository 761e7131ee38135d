import type { Reply } from '../interface/replies.ts';

/** What an attempt can meet that stops a run: every further call would meet the same. */
export type AttemptStop = 'token' | 'address' | 'proxy' | 'unreachable' | 'certificate' | 'redirect';

/** What stops a run; `replaced`: another run has taken its place. */
export type StopCode = AttemptStop | 'replaced';

export interface Stop {
  readonly code: StopCode;
  readonly why: string;
  readonly remedy: string;
}

/**
 * A readable `rtn`, whatever the HTTP status; a service that has no PATCH counts as refusing the update (§9).
 * `afterLost`: an earlier attempt may have made this request, so a refusal may name our own as `existingObjectId`.
 */
export interface Answered {
  readonly kind: 'answered';
  readonly reply: Reply;
  readonly status: number;
  readonly attempts: number;
  readonly afterLost: boolean;
}

/** A call whose outcome is not known. `stop`: the service was lost too; `cancelled`: before a repeat could tell. */
export interface Lost {
  readonly kind: 'lost';
  readonly why: string;
  readonly attempts: number;
  readonly stop: Stop | null;
  readonly cancelled: boolean;
}

/** An update that got no answer that can be read; `status` is null when no status came. */
export interface UnreadableAnswer {
  readonly kind: 'unreadable';
  readonly why: string;
  readonly snippet: string;
  readonly status: number | null;
  readonly attempts: number;
}

/** A call that a gateway, a limit or a firewall refused before anything was done: it has no `rtn`, and is not repeated. */
export interface Refused {
  readonly kind: 'refused';
  readonly why: string;
  readonly remedy: string;
  /** A safe, short piece of the answer, or empty. */
  readonly snippet: string;
  readonly status: number;
  readonly attempts: number;
}

/** The service was not reached, or refused to listen: nothing was done, and the run stops. */
export interface Stopped extends Stop {
  readonly kind: 'stopped';
  readonly attempts: number;
}

/** The run was cancelled before the service took anything of this call. */
export interface Cancelled {
  readonly kind: 'cancelled';
}

export type CallResult = Answered | Lost | UnreadableAnswer | Refused | Stopped | Cancelled;
