import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import type { Variant } from './payload.ts';
import type { Assignment } from './project.ts';
import type { NewRfp, RfpChange, RfpMove, StoredRequest } from './records.ts';
import { ServiceRefusal } from './refusal.ts';
import type { Records } from './store.ts';
import type { CallContext } from './targets.ts';

/** Decides which RFP a create joins or makes, by `arfp` (§2.4); *NO: `leave`. @throws as joinRfp and rfpDescription */
export function rfpOfCreate(context: CallContext, fields: CreateFields, user: string, work: Assignment): RfpMove {
  const { appl = '', lvl = 0, arfp = '*NO', creq = '*YES', areq = '*YES', sreq = '*YES' } = fields;
  if (arfp === '*NO') return { do: 'leave' };
  if (arfp === '*YES') return joinRfp(context.records, fields.rfp, appl, lvl);
  const rfpd = rfpDescription(fields, work, context.variant);
  return joinOrMakeRfp(context.records, arfp, { appl, lvl, user, rfpd, creq, areq, sreq });
}

/** Decides what an update does with its RFP, by `arfp` (table of §3). @throws as joinRfp */
export function rfpOfUpdate(records: Records, fields: UpdateFields, request: StoredRequest): RfpChange {
  const assigned = request.rfp !== 0;
  const arfp = fields.arfp ?? '*SAME';
  if (arfp === '*NO' && assigned) return { do: 'leave' };
  if (arfp === '*SAME' || arfp === '*NO' || (assigned && arfp !== '*NEW')) return { do: 'keep' };
  const { appl, lvl, user } = request;
  if (arfp === '*YES') return joinRfp(records, fields.rfp, appl, lvl);
  const rfpd = fields.rfpd ?? request.objn;
  return joinOrMakeRfp(records, arfp, { appl, lvl, user, rfpd, creq: '*YES', areq: '*YES', sreq: '*YES' });
}

/** Returns `join` for an RFP. @throws ServiceRefusal if it is not given, unknown, not open, or of another application or level */
function joinRfp(records: Records, rfp: number | undefined, appl: string, lvl: number): RfpMove {
  if (!rfp) throw new ServiceRefusal('rfp is required when arfp is *YES');
  const found = records.rfp(rfp);
  if (!found) throw new ServiceRefusal(`RFP ${rfp} is not known`);
  if (found.appl !== appl || found.lvl !== lvl) {
    throw new ServiceRefusal(`RFP ${rfp} is for application ${found.appl} and level ${found.lvl}`);
  }
  if (!found.open) throw new ServiceRefusal(`RFP ${rfp} is not open`);
  return { do: 'join', rfp: found };
}

/** Returns `join` with the RFP that `openRfp` finds, under *AUTO; if it finds none, or under *NEW, `make`. */
function joinOrMakeRfp(records: Records, arfp: string, wanted: NewRfp): RfpMove {
  const found = arfp === '*AUTO' ? records.openRfp(wanted) : null;
  return found ? { do: 'join', rfp: found } : { do: 'make', rfp: wanted };
}

/** Returns the description of a new RFP: as sent, else *TASK (earlier variant: `objn`). @throws ServiceRefusal for *TASK without a project */
function rfpDescription(fields: CreateFields, work: Assignment, variant: Variant): string {
  if (variant === 'earlier') return fields.rfpd ?? fields.objn ?? '';
  const rfpd = fields.rfpd ?? '*TASK';
  if (rfpd !== '*TASK') return rfpd;
  if (work.proj === '') throw new ServiceRefusal('rfpd *TASK requires proj');
  return work.text;
}
