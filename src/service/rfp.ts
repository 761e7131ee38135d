import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import type { Variant } from './payload.ts';
import type { Assignment } from './project.ts';
import type { NewRfp, RfpChange, StoredRequest } from './records.ts';
import { ServiceRefusal } from './refusal.ts';
import type { Records } from './store.ts';
import type { CallContext } from './targets.ts';

/** Decides which RFP a create goes into, by `arfp` (interface §2.4). @throws ServiceRefusal */
export function rfpOfCreate(context: CallContext, fields: CreateFields, user: string, work: Assignment): RfpChange {
  const { appl = '', lvl = 0, arfp = '*NO', creq = '*YES', areq = '*YES', sreq = '*YES' } = fields;
  if (arfp === '*NO') return { do: 'keep' };
  if (arfp === '*YES') return joinRfp(context.records, fields.rfp, appl, lvl);
  const rfpd = rfpDescription(fields, work, context.variant);
  return findOrMake(context.records, arfp, { appl, lvl, user, rfpd, creq, areq, sreq });
}

/** Decides what an update does to a request's RFP, by `arfp` (the table of §3). `request` is as it will be stored. */
export function rfpOfUpdate(records: Records, fields: UpdateFields, request: StoredRequest): RfpChange {
  const assigned = request.rfp !== 0;
  const arfp = fields.arfp ?? '*SAME';
  if (arfp === '*NO' && assigned) return { do: 'leave' };
  if (arfp === '*SAME' || arfp === '*NO') return { do: 'keep' };
  if (assigned && arfp !== '*NEW') return { do: 'keep' };
  const { appl, lvl, user } = request;
  if (arfp === '*YES') return joinRfp(records, fields.rfp, appl, lvl);
  const rfpd = fields.rfpd ?? request.objn;
  return findOrMake(records, arfp, { appl, lvl, user, rfpd, creq: '*YES', areq: '*YES', sreq: '*YES' });
}

function joinRfp(records: Records, rfp: number | undefined, appl: string, lvl: number): RfpChange {
  if (!rfp) throw new ServiceRefusal('rfp is required when arfp is *YES');
  const found = records.rfp(rfp);
  if (!found) throw new ServiceRefusal(`RFP ${rfp} is not known`);
  if (found.appl !== appl || found.lvl !== lvl) {
    throw new ServiceRefusal(`RFP ${rfp} is for application ${found.appl} and level ${found.lvl}`);
  }
  if (!found.open) throw new ServiceRefusal(`RFP ${rfp} is not open`);
  return { do: 'join', rfp: found };
}

/** Joins an open RFP like the wanted one under *AUTO, if there is one; else makes one. */
function findOrMake(records: Records, arfp: string, wanted: NewRfp): RfpChange {
  const found = arfp === '*AUTO' ? records.openRfp(wanted) : null;
  return found ? { do: 'join', rfp: found } : { do: 'make', rfp: wanted };
}

/** Returns the RFP's description; the earlier variant has no *TASK (§9): its default is the object's name, as on update. */
function rfpDescription(fields: CreateFields, work: Assignment, variant: Variant): string {
  if (variant === 'earlier') return fields.rfpd ?? fields.objn ?? '';
  const rfpd = fields.rfpd ?? '*TASK';
  if (rfpd !== '*TASK') return rfpd;
  if (work.proj === '') throw new ServiceRefusal('rfpd *TASK requires proj');
  return work.text;
}
