import type { Content } from '../client/multipart.ts';
import type { CallResult } from '../client/results.ts';
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import { hasMessage, isLockRefusal, messages, type Reply } from '../interface/replies.ts';
import type { Filing } from './filing.ts';
import { remedyFor, triedAgain } from './remedies.ts';

/** What came of one call to the service, whatever it was about (design §7 "Answers"). */
export type Asked =
  | { readonly kind: 'done'; readonly reply: Reply }
  /** The request has moved on, or is not there. */
  | { readonly kind: 'gone'; readonly reply: Reply }
  /** Another request holds the object. `mayBeDone`: an earlier attempt of this call got no answer. */
  | { readonly kind: 'locked'; readonly reply: Reply; readonly by: number | null; readonly mayBeDone: boolean }
  | {
      readonly kind: 'refused';
      readonly why: string;
      readonly remedy: string | null;
      readonly sev: number | null;
      readonly mayBeDone: boolean;
    }
  /** Nobody knows whether it was done. */
  | { readonly kind: 'lost'; readonly why: string; readonly remedy: string }
  /** Nothing was sent. */
  | { readonly kind: 'stopped'; readonly why: string; readonly remedy: string | null };

/** Creates a request (POST, interface §4.1). */
export function askCreate(filing: Filing, fields: CreateFields, content: Content | null): Promise<Asked> {
  return ask(filing, () => filing.client.create(fields, content));
}

/** Updates a request (PATCH, §4.2); with nothing but `objectId` it asks for the stored values. */
export function askUpdate(filing: Filing, fields: UpdateFields, content: Content | null = null): Promise<Asked> {
  return ask(filing, () => filing.client.update(fields, content));
}

/** Takes a request out of its RFP and frees its object. */
export function askWithdrawal(filing: Filing, objectId: number): Promise<Asked> {
  return askUpdate(filing, { objectId, arfp: '*NO', lock: '*NO' });
}

/** Asks for the stored values of a request: changes nothing (interface §2.7). */
export function askStored(filing: Filing, objectId: number): Promise<Asked> {
  return askUpdate(filing, { objectId });
}

async function ask(filing: Filing, call: () => Promise<CallResult>): Promise<Asked> {
  if (filing.stop !== null) return { kind: 'stopped', why: filing.stop.why, remedy: filing.stop.remedy };
  const result = await call();
  const stop = result.kind === 'stopped' ? result : result.kind === 'lost' ? result.stop : null;
  if (stop !== null) filing.stop ??= stop;
  switch (result.kind) {
    case 'answered':
      return answered(result.reply, result.afterLost);
    case 'refused': {
      const { why, remedy, attempts } = result;
      return { kind: 'refused', why, remedy, sev: null, mayBeDone: attempts > 1 };
    }
    case 'stopped':
      return { kind: 'stopped', why: result.why, remedy: result.remedy };
    case 'cancelled':
      return { kind: 'stopped', why: 'the run was cancelled', remedy: null };
    case 'unreadable': {
      const snippet = result.snippet === '' ? '' : `: ${result.snippet}`;
      return { kind: 'lost', why: `the answer cannot be read (${result.why}${snippet})`, remedy: triedAgain };
    }
    case 'lost': {
      const why = result.cancelled ? 'the run was cancelled before an answer came' : 'the answer was lost';
      return { kind: 'lost', why: `${why}: ${result.why}`, remedy: triedAgain };
    }
  }
}

function answered(reply: Reply, mayBeDone: boolean): Asked {
  if (reply.sev !== 30) return { kind: 'done', reply };
  const isGone = hasMessage(reply, messages.requestNotFound) || hasMessage(reply, messages.notOpen);
  if (isGone) return { kind: 'gone', reply };
  if (isLockRefusal(reply)) return { kind: 'locked', reply, by: reply.existingObjectId, mayBeDone };
  return { kind: 'refused', why: reply.msg, remedy: remedyFor(reply), sev: 30, mayBeDone };
}
