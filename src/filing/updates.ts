import { type RequestChange, wholeChange } from '../checkout/next.ts';
import type { Verdict } from '../checkout/whose.ts';
import type { UpdateFields } from '../interface/fields.ts';
import { isSameValue, type Reply, readInteger } from '../interface/replies.ts';
import type { Standing, Tried } from '../ledger/record.ts';
import { askUpdate } from './ask.ts';
import { withPart } from './content.ts';
import type { OneObject } from './one-object.ts';
import { userOf } from './own-user.ts';
import { inNoRfp, staysBooked } from './remedies.ts';

/** An update as it is sent. */
interface Update {
  readonly call: Tried;
  readonly change: RequestChange;
  /** The request as it stands before; null: not known. */
  readonly before: Standing | null;
  readonly warnings?: readonly string[];
}

/** Sends an update. @returns true: done; `gone`: it has moved on; false: a row says why not. */
export async function sendUpdate(object: OneObject, objectId: number, update: Update): Promise<boolean | 'gone'> {
  const { filing, request } = object;
  const { call, change, before } = update;
  // What is in an RFP stays in it.
  const joins = (before?.rfp ?? object.foundIn) === 0 ? object.joins.update : null;
  const fields: UpdateFields = { objectId, ...change.fields, ...joins };
  const body = change.sendsContent ? await withPart(filing, request, fields) : { fields, content: null };
  const asked = await object.ask(askUpdate(filing, body.fields, body.content));
  if (asked.kind === 'done') {
    updated(object, fields, asked.reply, update);
    return true;
  }
  if (asked.kind !== 'gone') {
    object.failed(call, asked, { objectId });
    return false;
  }
  filing.dropped.add(objectId);
  object.came(call, { kind: 'gone' });
  return 'gone';
}

function updated(
  object: OneObject,
  sent: UpdateFields,
  reply: Reply,
  { call, before, warnings = [] }: Pick<Update, 'call' | 'before' | 'warnings'>,
): void {
  const { filing } = object;
  const { path, reason, blob, fields } = object.request;
  const { objectId } = sent;
  const rfp = readInteger(reply.request?.rfp) ?? before?.rfp ?? object.foundIn;
  if (fields.user === undefined && before?.fields.user === undefined) filing.user ??= userOf(reply);
  const stands = {
    ...{ objectId, reason, path: path.text, blob, rfp, fields: { ...before?.fields, ...fields } },
    ...(before?.tkey === undefined ? {} : { tkey: before.tkey }),
    ...{ user: userOf(reply) ?? before?.user ?? null, commit: filing.head, run: before?.run ?? filing.run.vref },
  };
  object.came(call, { kind: 'done', stands });
  const wasIn = before?.rfp ?? 0;
  const isOut = rfp === 0 && wasIn > 0 && sent.rfp === undefined;
  const { sev, msg, request: used } = reply;
  const told = [
    ...warnings,
    ...(sev === 20 ? [msg] : []),
    ...differences(sent, reply),
    ...(isOut ? [`it was taken out of RFP ${wasIn} at the service, and is in none`] : []),
    ...(rfp === 0 && (sent.arfp === '*NEW' || sent.arfp === '*AUTO') ? [inNoRfp] : []),
    ...(before === null ? [] : object.fixed(before)),
    ...object.twin(),
  ];
  object.add('updated', { objectId, rfp, sev, msg, used, warnings: told });
}

const compared = ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock', 'gpath', 'gfile', 'rfp'] as const;

/** Where the stored values differ from those sent; not compared: a value that was not answered, and 0, which asks for the service's own. */
function differences(sent: UpdateFields, { request: stored }: Reply): string[] {
  if (stored === null) return [];
  return compared.flatMap((name) => {
    const [mine, theirs] = [sent[name], stored[name]];
    const isSame = mine === undefined || theirs === undefined || mine === 0 || isSameValue(theirs, mine);
    return isSame ? [] : [`${name}: sent ${JSON.stringify(mine)}, stored ${JSON.stringify(theirs)}`];
  });
}

/** Sends all that an update can carry to a request that turned out to be ours. @returns true: it has moved on, without a row. */
export async function goOnWith(
  object: OneObject,
  number: number,
  { why, holder }: Extract<Verdict, { kind: 'ours' }>,
): Promise<boolean> {
  const call = holder === null ? object.callFor('file', null) : await object.writeAhead('file', number);
  if (call === null) return false;
  const before = holder?.checkOut.stands ?? object.filing.numbers.ownStanding(number);
  const booked = holder === null ? [] : [staysBooked(holder, number)];
  const warnings = [`request ${number} was there already: ${why}`, ...booked];
  const change = wholeChange(object.request, false);
  const came = await sendUpdate(object, number, { call, change, before, warnings });
  if (came === true && holder !== null) object.take({ holder, objectId: number });
  return came === 'gone';
}
