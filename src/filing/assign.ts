import type { CallResult } from '../client/results.ts';
import type { UpdateFields } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import type { FiledRequest } from '../ledger/outcome.ts';
import { type Filing, noteStop } from './filing-state.ts';
import type { RfpFields } from './rfp.ts';
import { fieldDifferences, leftInNone } from './update.ts';

/**
 * Puts a request that turned out to exist, and is in no RFP, into one (interface §3). Its content is as it should be by
 * then, so what fails here is a warning of its row.
 *
 * @param fields the RFP it joins or opens.
 * @returns the row, with its RFP.
 */
export async function joinLate(filing: Filing, row: FiledRequest, fields: RfpFields): Promise<FiledRequest> {
  const { objectId } = row;
  if (objectId === null) return row;
  if (filing.stop !== null) return warned(row, `it is in no RFP: ${filing.stop.why}`);
  const sent: UpdateFields = { objectId, ...fields };
  const result = await filing.client.update(sent, null);
  noteStop(filing, result);
  if (result.kind !== 'answered' || result.reply.sev === 30) return warned(row, whyNot(result));
  const { reply } = result;
  const rfp = readInteger(reply.request?.rfp);
  const differs = fieldDifferences(sent, reply);
  const warnings = [...(reply.sev === 20 ? [reply.msg] : []), ...differs, ...leftInNone(sent, rfp)];
  return { ...row, rfp, used: reply.request ?? row.used, warnings: [...row.warnings, ...warnings] };
}

function warned(row: FiledRequest, warning: string): FiledRequest {
  return { ...row, warnings: [...row.warnings, warning] };
}

function whyNot(result: CallResult): string {
  switch (result.kind) {
    case 'answered':
      return `it is in no RFP: ${result.reply.msg}`;
    case 'cancelled':
      return 'it is in no RFP: the run was cancelled';
    case 'lost':
    case 'unreadable':
      return `whether it got into an RFP is not known: ${result.why}`;
    default:
      return `it is in no RFP: ${result.why}`;
  }
}
