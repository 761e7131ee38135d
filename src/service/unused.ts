/** Fields that a call sends and that have no effect (interface §2.1, §2.6: "ignored when", "used only when"). */
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import type { Payload, ReadFields, Variant } from './payload.ts';
import type { RfpMove, StoredRequest } from './records.ts';
import { display } from './refusal.ts';
import type { Attribute } from './site.ts';

/** Names of fields, each with why it has no effect. */
export type Unused = ReadonlyMap<string, string>;

/** Returns the fields, sent or not, that have no effect because of other fields of this create, each with why. */
export function unusedByFields(fields: CreateFields, variant: Variant): Unused {
  const { arfp = '*NO', rsn = '*MIGRATE', repo, branch, attr, objt } = fields;
  const unused = new Map<string, string>();
  const add = (why: string, ...names: string[]) => {
    for (const name of names) unused.set(name, why);
  };
  if (arfp !== '*YES') add(`arfp is ${arfp}`, 'rfp');
  if (arfp === '*NO' || arfp === '*YES') add(`arfp is ${arfp}`, 'rfpd');
  if (arfp === '*NO') add('arfp is *NO', 'creq', 'areq', 'sreq');
  if (rsn !== '*MIGRATE') add(`rsn is ${rsn}`, 'copy');
  if (variant === 'later' && fields.proj === '*BRANCH') add('proj is *BRANCH', 'task', 'stsk');
  if (repo === undefined) add('repo is not sent', 'gpath', 'gfile');
  else if (branch === undefined && attr !== undefined && objt !== undefined) {
    add('branch is not sent', 'repo', 'gpath', 'gfile');
  }
  return unused;
}

/** Returns the fields of a create without effect, sent or not: of a source or member that the attribute lacks, `dir` but for *IFS. */
export function unusedByAttribute(attribute: Attribute, objt: string): Unused {
  const unused = new Map(sourceFields(attribute));
  if (attribute.source === 'none') unused.set('fsfl', `attribute ${attribute.attr} has no source`);
  if (objt !== '*IFS') unused.set('dir', `the object is a ${objt}`);
  return unused;
}

/** Returns those of creq, areq and sreq that a create sends with another value than the RFP has that it joins. */
export function unusedByRfp(fields: CreateFields, change: RfpMove): Unused {
  if (change.do !== 'join') return new Map();
  const { rfp } = change;
  const differing = (['creq', 'areq', 'sreq'] as const).filter((name) => (fields[name] ?? rfp[name]) !== rfp[name]);
  return new Map(differing.map((name) => [name, `RFP ${rfp.rfp} was there before, with ${rfp[name]}`]));
}

/** Returns the fields of an update without effect, sent or not, by the stored request and `arfp`. @param attribute undefined: unknown */
export function unusedOnUpdate(fields: UpdateFields, stored: StoredRequest, attribute: Attribute | undefined): Unused {
  const unused = new Map(attribute === undefined ? [] : sourceFields(attribute));
  const { arfp = '*SAME' } = fields;
  const { repositoryType, rsn, objt } = stored;
  if (repositoryType !== '*GIT' || (rsn !== '*MIGRATE' && rsn !== '*DELETE')) {
    const why = repositoryType === '*GIT' ? `rsn is ${rsn}` : 'the request is not linked to Git';
    for (const name of ['gpath', 'gfile']) unused.set(name, why);
  }
  if (['*IFS', '*PIPE', '*REMOTE'].includes(objt)) unused.set('csqo', `the object is a ${objt}`);
  const isIn = stored.rfp !== 0 && arfp !== '*NEW';
  const inRfp = `the request is in RFP ${stored.rfp}`;
  if (arfp !== '*YES' || isIn) unused.set('rfp', arfp === '*YES' ? inRfp : `arfp is ${arfp}`);
  if (!['*AUTO', '*NEW'].includes(arfp) || isIn) unused.set('rfpd', arfp === '*AUTO' ? inRfp : `arfp is ${arfp}`);
  return unused;
}

/**
 * Returns a warning for each of the first ten unknown fields, one for the others together, and one for each unused field that was sent;
 * none for a value that is empty, *SAME, equal to that in `stored` (before an update), or in `neutralValues`.
 */
export function fieldWarnings({ sent, unknown }: ReadFields<unknown>, unused: Unused, stored: Payload): string[] {
  const isSaid = (name: string) => {
    const value = sent[name];
    if (value === undefined || value === null || value === '' || value === '*SAME') return false;
    const asked = neutralValues[name] === 0 ? readInteger(value) : value;
    return value !== stored[name] && asked !== neutralValues[name];
  };
  return [
    ...unknown.slice(0, 10).map((name) => `field ${display(name)} is not known and was ignored`),
    ...(unknown.length > 10 ? [`${unknown.length - 10} more fields are not known`] : []),
    ...[...unused].filter(([name]) => isSaid(name)).map(([name, why]) => `${name} not used: ${why}`),
  ];
}

const neutralValues: Readonly<Record<string, unknown>> = { copy: '*NO', dir: '*NO', rfp: 0, task: 0, stsk: 0, csqo: 0 };

/** Returns those of srcn, srca and srcd that an attribute has no use for: all without a source, the last two if it is in the IFS. */
function sourceFields({ attr, source }: Attribute): [string, string][] {
  if (source === 'member') return [];
  const names = source === 'none' ? ['srcn', 'srca', 'srcd'] : ['srca', 'srcd'];
  const why = source === 'none' ? `attribute ${attr} has no source` : `the source of attribute ${attr} is in the IFS`;
  return names.map((name) => [name, why]);
}
