import type { CallResult } from '../client/results.ts';
import { type CreateFields, createFields } from '../interface/fields.ts';
import { type Reply, readInteger, readRequestNumber, saysLocked } from '../interface/replies.ts';
import { checkCreate } from '../interface/rules.ts';
import { type FiledRequest, filed } from '../ledger/outcome.ts';
import { identityText } from '../plan/identity.ts';
import { carriesContent } from '../plan/part-name.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { settleConflict } from './conflict.ts';
import { createPart } from './content.ts';
import { type Create, contestedBy, type Held } from './contested.ts';
import { coveredBy } from './dependent.ts';
import { type Filing, noteStop } from './filing-state.ts';
import { callOf, lostCalls } from './intended-calls.ts';
import { remedyFor } from './remedies.ts';
import { withdraw } from './withdraw.ts';

/**
 * Files one create and settles a conflict with our own earlier request of another reason by withdrawing that one.
 *
 * @returns the row of the create, after the row of a withdrawn request where there is one.
 */
export async function fileCreate(filing: Filing, create: Create): Promise<FiledRequest[]> {
  const called = await callCreate(filing, create);
  if (!('holder' in called)) return withoutEarlier(filing, create, called);
  if (create.request.dependent !== undefined) return [await coveredBy(filing, create, called)];
  // An update found it moved on, and the service still holds the object with it: nothing of ours is left to do.
  if (called.holder === create.movedOn) return [called.row];
  const settled = await settleConflict(filing, contestedBy(filing, create, called));
  if ('row' in settled) return [settled.row];
  const withdrawn = await withdraw(filing, create.request, settled.otherReason);
  if (withdrawn === 'movedOn') return [{ ...called.row, needsPerson: true }];
  if (withdrawn.outcome !== 'withdrawn') return [withdrawn];
  // The object never was at the target: with its request withdrawn there is nothing left to delete.
  if (create.request.reason === '*DELETE' && create.request.added) return [withdrawn];
  const again = await callCreate(filing, { ...create, isRepeated: true });
  if (!('holder' in again)) return [withdrawn, again];
  // What holds the object now may be this very create, whose first answer was lost.
  const last = again.lost ? await settleConflict(filing, contestedBy(filing, create, again)) : again;
  return [withdrawn, 'row' in last ? last.row : again.row];
}

/**
 * A create that nothing refused, although our own request of another reason stood there: that one holds no lock, and
 * would be carried out beside the new one. It is taken out of its RFP, if it has not moved on.
 */
async function withoutEarlier(
  filing: Filing,
  { request, earlier }: Create,
  row: FiledRequest,
): Promise<FiledRequest[]> {
  if (row.outcome !== 'created' || earlier === null || earlier.objectId === row.objectId) return [row];
  const withdrawn = await withdraw(filing, request, earlier);
  return withdrawn === 'movedOn' ? [row] : [withdrawn, row];
}

/** The body in the order of the interface, with nothing in it that §2.1 does not list. */
function bodyOf(fields: CreateFields): CreateFields {
  const known = fields as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    createFields.filter(({ name }) => known[name] !== undefined).map(({ name }) => [name, known[name]]),
  );
}

/** Makes the call of a create. @returns its row, or what holds its object. */
export async function callCreate(filing: Filing, create: Create): Promise<FiledRequest | Held> {
  const { request, n, isRepeated, rfp, keys } = create;
  if (filing.stop !== null) return filed(request, 'notAttempted', { msg: filing.stop.why });
  const vref = request.fields.vref ?? `${filing.run.vref}.${n}${isRepeated === true ? '.2' : ''}`;
  const { rfpd: _, pipe: _pipe, pipa: _pipa, tkey: _tkey, ...fields } = request.fields;
  const body = bodyOf({ ...fields, ...rfp, ...keys, vref });
  const problems = checkCreate(body, { attached: carriesContent(request) });
  if (problems.length > 0) {
    const msg = `not sent: ${problems.map(({ text }) => text).join('; ')}`;
    return filed(request, 'rejected', { msg, vref });
  }
  const content = await createPart(filing, request);
  const result = await filing.client.create(body, content);
  noteStop(filing, result);
  const answered = createRow(filing, create, result);
  const isCreated = answered.outcome === 'created';
  const row = { ...answered, vref, tkey: isCreated ? (keys?.tkey ?? null) : null };
  if (isCreated && row.objectId !== null && request.fields.user === undefined) filing.created.push(row.objectId);
  const holder = row.outcome === 'conflict' ? row.objectId : null;
  return holder === null ? row : { row, holder, lost: result.kind === 'answered' && result.afterLost };
}

function createRow(filing: Filing, create: Create, result: CallResult): FiledRequest {
  const { request } = create;
  switch (result.kind) {
    case 'answered':
      return result.reply.sev === 30 ? refusedRow(filing, create, result.reply) : createdRow(request, result.reply);
    case 'refused':
      return filed(request, 'rejected', { msg: result.why, remedy: result.remedy });
    case 'unreadable':
      return leftOpen(filing, create, `the answer cannot be read: ${result.why}: ${result.snippet}`);
    case 'lost':
      if (result.cancelled)
        return leftOpen(filing, create, `the run was cancelled before an answer came: ${result.why}`);
      // Under a lock a repeat files nothing twice: the next run repeats it, and proves what it meets.
      if (request.fields.lock !== '*NO') return leftOpen(filing, create, `the answer was lost: ${result.why}`);
      return filed(request, 'unknown', {
        msg: `the answer was lost: ${result.why}`,
        remedy: 'Check at the service whether the request exists, then run: file-checkouts ledger forget PATH',
      });
    case 'stopped':
      return filed(request, 'notAttempted', { msg: result.why, remedy: result.remedy });
    case 'cancelled':
      return filed(request, 'notAttempted', { msg: 'the run was cancelled' });
  }
}

function leftOpen(filing: Filing, { request, rfp }: Create, msg: string): FiledRequest {
  return filed(request, 'unknown', {
    msg,
    remedy: 'The next run of this branch finds out and files the rest.',
    needsPerson: false,
    uncertain: lostCalls(filing, request, [callOf(request, null, rfp.rfp)]),
  });
}

/** The RFP of a created request: from its record, else from the words of the older variant (§4.1). */
function rfpOf(reply: Reply): number | null {
  const stored = readInteger(reply.request?.rfp);
  const told = /\binto RFP (\d{1,15})\b/i.exec(reply.msg)?.[1];
  return stored ?? (told === undefined ? null : Number(told));
}

function createdRow(request: PlannedRequest, reply: Reply): FiledRequest {
  const objectId = readRequestNumber(reply.request?.objectId);
  const warnings = reply.sev === 20 ? [reply.msg] : [];
  if (objectId === null) warnings.push('the service named no request number, so later pushes cannot update it');
  return filed(request, 'created', {
    objectId,
    rfp: rfpOf(reply),
    sev: reply.sev,
    msg: reply.msg,
    used: reply.request,
    warnings,
  });
}

function refusedRow(filing: Filing, create: Create, reply: Reply): FiledRequest {
  const { request, movedOn } = create;
  const holder = reply.existingObjectId;
  if (!saysLocked(reply)) {
    return filed(request, 'rejected', { sev: 30, msg: reply.msg, remedy: remedyFor(reply) });
  }
  const object = identityText(request.identity);
  const whose = holder === null ? 'another request' : `request ${holder}${ownership(filing, holder, movedOn)}`;
  return filed(request, 'conflict', {
    objectId: holder,
    sev: 30,
    msg: `${reply.msg} (${object} is held by ${whose})`,
    remedy: remedyFor(reply) ?? 'Have the request that holds the object moved on or deleted at the service.',
  });
}

function ownership(filing: Filing, holder: number, movedOn: number | null): string {
  if (holder === movedOn) return ', filed from this branch before, which can no longer be updated';
  const own = filing.known.find((entry) => entry.objectId === holder);
  return own === undefined ? '' : `, filed from this branch for ${own.path} (${own.reason})`;
}
