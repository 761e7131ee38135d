/** Rules for each field of a create request, and between its fields (interface §2.1 to §2.4, §4.3). */
import { shorten } from '../near.ts';
import { allowedSpecials, type CreateFields, createFields, type Field, findCreateField } from './fields.ts';

/** One rule that a request breaks. */
export interface FieldFinding<Code extends string = string> {
  readonly code: Code;
  /** The field, or the first of several. */
  readonly field: string;
  /** Tells findings of the same code and field apart. */
  readonly detail?: string;
  /** The sentence for people. */
  readonly text: string;
}

export type RuleCode =
  | ('missing' | 'unknown' | 'notWhole' | 'notText' | 'notListed' | 'blank' | 'noSlash')
  | ('needsLink' | 'needsRepo' | 'needsProject' | 'needsRfp' | 'needsYes' | 'needsKeys' | 'noAttachment');
type BrokenRule = FieldFinding<RuleCode>;

function brokenRule(code: RuleCode, field: string, text: string): BrokenRule {
  return { code, field, text };
}

/** Returns a finding for each rule that a complete create breaks; empty: it may be sent. @param attached a file is sent with it */
export function checkCreate(fields: CreateFields, { attached = false } = {}): BrokenRule[] {
  const missing = createFields.filter(({ name, required }) => required && fields[name] === undefined);
  return [
    ...missing.map(({ name }) => missingField(name)),
    ...checkMappedFields(fields),
    ...checkRfp(fields),
    ...checkPipeline(fields),
    ...(attached ? checkAttachment(fields) : []),
  ];
}

/** Returns the finding that a required field is not given. */
export function missingField(name: string): BrokenRule {
  return brokenRule('missing', name, `${name} is not given; every request needs it`);
}

/** Returns findings about values, project and Git link of what a mapping makes, before a run adds RFP, pipeline keys and vref. Missing fields are fine. */
export function checkMappedFields(fields: CreateFields): BrokenRule[] {
  const valueFindings = Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []);
  return [...valueFindings, ...checkProject(fields)];
}

/** Returns the finding about one field of a create, also for a name that is no field; null: name and value are right. */
export function checkField(name: string, value: unknown): BrokenRule | null {
  const field = findCreateField(name);
  if (field === undefined) return brokenRule('unknown', name, `${name} is not a field of a create request`);
  const isBlank = field.type === 'string' && typeof value === 'string' && value.trim() === '';
  if (field.required && isBlank) return brokenRule('blank', name, `${name} is blank; a request must name it`);
  const [code, must] = firstBroken(field, value) ?? [];
  if (code === undefined) return null;
  const quoted = shorten(JSON.stringify(value) ?? String(value), 80);
  return brokenRule(code, name, `${name} is ${quoted}; it must ${must}`);
}

/**
 * Returns the first rule that a value of a field breaks, as its code and what the value must be (`be text`); null: it breaks
 * none. A quoted number is no number here (`notWhole`).
 */
function firstBroken(field: Field, value: unknown): [code: RuleCode, must: string] | null {
  const { type, values } = field;
  if (type === 'integer') {
    const isRight = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
    return isRight ? null : ['notWhole', 'be a whole number from 0 on'];
  }
  if (typeof value !== 'string') return ['notText', 'be text'];
  if (values !== undefined && !values.includes(value)) return ['notListed', `be one of ${values.join(', ')}`];
  const specials = allowedSpecials(field, value);
  if (specials !== null) return ['notListed', `be one of ${specials.join(', ')}, or a name`];
  return field.name === 'rpth' && !value.startsWith('/') ? ['noSlash', 'start with /'] : null;
}

/** Returns findings for `branch`, or proj *BRANCH, without what it needs (repo, branch), and for rfpd *TASK without a project. */
export function checkProject({ proj, repo, branch, rfpd }: CreateFields): BrokenRule[] {
  const findings: BrokenRule[] = [];
  if (proj === '*BRANCH' && !(isGiven(repo) && isGiven(branch))) {
    findings.push(brokenRule('needsLink', 'proj', 'proj is *BRANCH, which needs repo and branch'));
  } else if (isGiven(branch) && !isGiven(repo)) {
    findings.push(brokenRule('needsRepo', 'branch', 'branch is given without repo, which it needs'));
  }
  if (rfpd === '*TASK' && !isGiven(proj)) {
    findings.push(brokenRule('needsProject', 'rfpd', 'rfpd is *TASK, which needs proj'));
  }
  return findings;
}

/** Returns a finding unless `rfp` and arfp *YES go together, and a new or searched RFP has a description or a project. */
function checkRfp({ arfp, rfp = 0, rfpd, proj }: CreateFields): BrokenRule[] {
  if (arfp === '*YES' && rfp === 0) {
    return [brokenRule('needsRfp', 'arfp', 'arfp is *YES, which needs the number in rfp')];
  }
  if (arfp !== '*YES' && rfp !== 0) return [brokenRule('needsYes', 'rfp', 'rfp is given, which needs arfp *YES')];
  const describedByTask = (arfp === '*AUTO' || arfp === '*NEW') && rfpd === undefined && !isGiven(proj);
  if (!describedByTask) return [];
  return [brokenRule('needsProject', 'arfp', `arfp is ${arfp} without rfpd, whose default *TASK needs proj`)];
}

/** Returns a finding unless pipe, pipa and tkey are given together and with an RFP, or not at all; empty values count as not given. */
function checkPipeline(fields: CreateFields): BrokenRule[] {
  const names = ['pipe', 'pipa', 'tkey'] as const;
  const givenNames = names.filter((name) => isGiven(fields[name]));
  const [first] = givenNames;
  if (first === undefined) return [];
  if (givenNames.length < names.length) {
    const missing = names.filter((name) => !givenNames.includes(name)).join(' and ');
    const text = `${givenNames.join(' and ')} given without ${missing}; pipe, pipa and tkey go together`;
    return [brokenRule('needsKeys', first, text)];
  }
  if ((fields.arfp ?? '*NO') !== '*NO') return [];
  return [brokenRule('needsRfp', first, 'pipe, pipa and tkey are given without an RFP (arfp is *NO)')];
}

/** Returns findings for a create with a file that is no *MIGRATE, or has copy *YES. */
function checkAttachment({ rsn = '*MIGRATE', copy }: CreateFields): BrokenRule[] {
  const findings: BrokenRule[] = [];
  if (rsn !== '*MIGRATE') findings.push(brokenRule('noAttachment', 'rsn', `rsn is ${rsn}, which takes no attachment`));
  if (copy === '*YES') findings.push(brokenRule('noAttachment', 'copy', 'copy is *YES, which excludes an attachment'));
  return findings;
}

/** True for a text that is neither undefined nor empty. */
function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/** Most characters of the name of an object in a library. */
export const longestNativeName = 10;

/** Its characters, in words. */
export const nativeCharacters = 'A-Z 0-9 $ # @ _ .';

/** Returns why a name cannot be that of an object in a library; null: it can. @param name in upper case; small letters are `notNative` */
export function nativeNameProblem(name: string): 'tooLong' | 'notNative' | null {
  if (name.length > longestNativeName) return 'tooLong';
  return /^[A-Z0-9$#@_.]+$/.test(name) ? null : 'notNative';
}
