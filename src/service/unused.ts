/** Fields that a call sends and that have no effect (interface §2.1, §2.6: "ignored when", "used only when"). */
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import { parseInteger } from '../interface/replies.ts';
import type { Payload, ReadFields, Unused, Variant } from './payload.ts';
import { type StoredRequest, type WantedRfp, withNames } from './records.ts';
import { formatValue } from './refusal.ts';
import type { Attribute } from './site.ts';

/** Returns which fields of a create (sent or not) have no effect, because of the values or defaults of its other fields; and why. */
export function findUnusedByFields(fields: CreateFields, variant: Variant): Unused {
  const { arfp = '*NO', rsn = '*MIGRATE', repo, branch, attr, objt } = fields;
  const byArfp = { '*NO': ['rfp', 'rfpd', 'creq', 'areq', 'sreq'], '*YES': ['rfpd'] }[arfp] ?? ['rfp'];
  const isLoose = repo !== undefined && branch === undefined && attr !== undefined && objt !== undefined;
  return {
    ...withNames(`arfp is ${arfp}`, ...byArfp),
    ...(rsn === '*MIGRATE' ? {} : { copy: `rsn is ${rsn}` }),
    ...(variant === 'later' && fields.proj === '*BRANCH' ? withNames('proj is *BRANCH', 'task', 'stsk') : {}),
    ...(repo === undefined ? withNames('repo is not sent', 'gpath', 'gfile') : {}),
    ...(isLoose ? withNames('branch is not sent', 'repo', 'gpath', 'gfile') : {}),
  };
}

/** Returns fields of a create, sent or not, without effect: those of source or member if the attribute has none; `dir`, unless for *IFS. */
export function findUnusedByAttribute(attribute: Attribute, objt: string): Unused {
  return { ...findUnusedSourceFields(attribute), ...(objt === '*IFS' ? {} : { dir: `the object is a ${objt}` }) };
}

/** Returns those of creq, areq, sreq that a create sends with other values than the RFP it joins; {} if the RFP is new or there is none. */
export function findUnusedByRfp(fields: CreateFields, rfp: WantedRfp): Unused {
  if (rfp === null || !('rfp' in rfp)) return {};
  const differing = (['creq', 'areq', 'sreq'] as const).filter((name) => (fields[name] ?? rfp[name]) !== rfp[name]);
  return Object.fromEntries(differing.map((name) => [name, `RFP ${rfp.rfp} was there before, with ${rfp[name]}`]));
}

/** Returns an update's fields, sent or not, without effect, by `stored` and `arfp`, and by `attribute` (if any) those of the source. */
export function findUnusedOnUpdate(fields: UpdateFields, stored: StoredRequest, attribute?: Attribute): Unused {
  const { arfp = '*SAME' } = fields;
  const { repositoryType, rsn, objt } = stored;
  const inGit = repositoryType === '*GIT';
  const whyNotGit = inGit ? `rsn is ${rsn}` : 'the request is not linked to Git';
  const isIn = stored.rfp !== 0 && arfp !== '*NEW';
  const inRfp = `the request is in RFP ${stored.rfp}`;
  const makes = arfp === '*AUTO' || arfp === '*NEW';
  return {
    ...(attribute === undefined ? {} : findUnusedSourceFields(attribute)),
    ...(inGit && (rsn === '*MIGRATE' || rsn === '*DELETE') ? {} : withNames(whyNotGit, 'gpath', 'gfile')),
    ...(['*IFS', '*PIPE', '*REMOTE'].includes(objt) ? { csqo: `the object is a ${objt}` } : {}),
    ...(arfp !== '*YES' || isIn ? { rfp: arfp === '*YES' ? inRfp : `arfp is ${arfp}` } : {}),
    ...(!makes || isIn ? { rfpd: arfp === '*AUTO' ? inRfp : `arfp is ${arfp}` } : {}),
  };
}

/** Returns warnings of unknown fields (10 by name), and sent ones in `unused`; not if null, '', *SAME, as stored, or neutral (copy *NO). */
export function listFieldWarnings({ sent, unknown }: ReadFields<unknown>, unused: Unused, stored: Payload): string[] {
  const isSaid = (name: string) => {
    const value = sent[name];
    if (value === undefined || value === null || value === '' || value === '*SAME') return false;
    const asked = neutralValues[name] === 0 ? parseInteger(value) : value;
    return value !== stored[name] && asked !== neutralValues[name];
  };
  return [
    ...unknown.slice(0, 10).map((name) => `field ${formatValue(name)} is not known and was ignored`),
    ...(unknown.length > 10 ? [`${unknown.length - 10} more fields are not known`] : []),
    ...Object.entries(unused).flatMap(([name, why]) => (isSaid(name) ? [`${name} not used: ${why}`] : [])),
  ];
}

const neutralValues: Readonly<Record<string, unknown>> = { copy: '*NO', dir: '*NO', rfp: 0, task: 0, stsk: 0, csqo: 0 };

/** Returns the fields that an attribute cannot use: without source srcn, srca, srcd, fsfl; with one in the IFS srca, srcd; a member: {}. */
function findUnusedSourceFields({ attr, source }: Attribute): Unused {
  if (source === 'none') return withNames(`attribute ${attr} has no source`, 'srcn', 'srca', 'srcd', 'fsfl');
  return source === 'ifs' ? withNames(`the source of attribute ${attr} is in the IFS`, 'srca', 'srcd') : {};
}
