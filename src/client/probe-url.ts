import type { ProblemCode } from '../errors.ts';
import { hasMessage, messages } from '../interface/replies.ts';
import { type ClientOptions, createClient } from './create-client.ts';
import type { CallResult, NotDone } from './results.ts';

/**
 * What came of a probe. `service`: one answered as the interface says, and accepts the token; `otherAnswer`: an `rtn` with other words;
 * `page`: an answer outside of this interface, or none; else the code of a stop (`cancelled`: no call was made).
 */
type Came = 'service' | 'otherAnswer' | 'page' | ProblemCode;
export type ProbeResult = ReturnType<typeof buildProbeResult>;

/** A user waits for the answer, so a probe has less time than a call that files. */
const mostSeconds = 10;

/**
 * Finds out whether the service answers and accepts the token, by an update of request 0, which changes nothing (interface §4.2, §7), in
 * one attempt of at most ten seconds; if `isPatient`, with the retries and time limit of any other call. @throws as `createClient`
 */
export async function probeService(options: ClientOptions, how = { isPatient: false }): Promise<ProbeResult> {
  const log = (line: string) => options.log?.(line.replace(/^update 0\b/, 'the question'));
  const timeoutSeconds = Math.min(options.timeoutSeconds, mostSeconds);
  const client = await createClient({ ...options, log, ...(how.isPatient ? {} : { timeoutSeconds, once: true }) });
  try {
    return toProbeResult(await client.update({ objectId: 0 }, null));
  } finally {
    await client.close();
  }
}

const acceptsToken = 'The service answers and accepts the token.';
const authorizeOwner =
  'If the message is about authority, have the owner of the token authorized. Otherwise ask the administrator of the service.';
const earlierVariant =
  'A service of the earlier variant of the interface answers: it has no PATCH, so requests can be created but not updated. The first create will show whether it accepts the token.';

/** Makes the result of a probe; `ok` is true if `came` is `service`. */
function buildProbeResult(came: Came, said = acceptsToken, remedy: string | null = null) {
  return { ok: came === 'service', came, said, remedy };
}

/** Returns a probe's result; `came`: `service` (says `objectId is required`, or has no PATCH), `otherAnswer`, `page`, or a stop's code. */
function toProbeResult(result: CallResult): ProbeResult {
  const { status, reply } = result;
  if (reply !== null) {
    if (reply.sev === 30 && hasMessage(reply, messages.objectIdRequired)) return buildProbeResult('service');
    if (reply.code === 'noUpdates') return buildProbeResult('service', earlierVariant);
    const said = `The service answers, but not as expected (HTTP ${status}, sev ${reply.sev}): ${reply.msg}`;
    return buildProbeResult('otherAnswer', said, authorizeOwner);
  }
  const { kind, why, remedy, stop } = result as NotDone;
  if (stop !== null && kind === 'stopped') return buildProbeResult(stop.code, stop.message, stop.remedy);
  if (kind === 'stopped') return buildProbeResult('cancelled', 'Cancelled before the call was made.', 'Run it again.');
  if (kind === 'refused' && status === 400 && why.includes(messages.objectIdRequired))
    return buildProbeResult('service');
  const checkUrl = 'Check `--url`; a proxy or gateway may be answering in place of the service.';
  return buildProbeResult('page', why, kind === 'refused' ? remedy : checkUrl);
}
