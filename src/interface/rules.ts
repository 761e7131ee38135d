/** Rules for each field of a create request, and between its fields (interface §2.1 to §2.4, §4.3). */
import { shorten } from '../near.ts';
import { type CreateFields, checkSpecialValue, createFields, findCreateField } from './fields.ts';

/** One rule that a request breaks. */
export interface FieldFinding<Code extends string = string> {
  readonly code: Code;
  /** The field, or the first of several. */
  readonly field: string;
  /** Tells findings of the same code and field apart. */
  readonly detail?: string;
  readonly text: string;
}

export type RuleCode =
  | ('missing' | 'unknown' | 'notWhole' | 'notText' | 'notListed' | 'blank' | 'noSlash')
  | ('needsLink' | 'needsRepo' | 'needsProject' | 'needsRfp' | 'needsYes' | 'needsKeys' | 'noAttachment');
type BrokenRule = FieldFinding<RuleCode>;

/** Returns the finding that a field breaks a rule. @param what what is wrong with it, to follow its name */
function buildBrokenRule(code: RuleCode, field: string, what: string): BrokenRule {
  return { code, field, text: `${field} ${what}` };
}

/** Returns a list with the finding that buildBrokenRule makes; [] if `isBroken` is false. */
function listIf(isBroken: boolean, ...finding: Parameters<typeof buildBrokenRule>): BrokenRule[] {
  return isBroken ? [buildBrokenRule(...finding)] : [];
}

/** Returns findings about a create: one a field at most, then between fields; [] if it may be sent. @param attached true: it has a file */
export function checkCreate(fields: CreateFields, { attached = false } = {}): BrokenRule[] {
  const missing = createFields.filter(({ name, required }) => required && fields[name] === undefined);
  return [
    ...missing.map(({ name }) => refuseMissingField(name)),
    ...Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []),
    ...checkProject(fields),
    ...checkRfp(fields),
    ...checkPipeline(fields),
    ...(attached ? checkAttachment(fields) : []),
  ];
}

/** Returns the finding that a required field is not given. */
export function refuseMissingField(name: string): BrokenRule {
  return buildBrokenRule('missing', name, 'is not given; every request needs it');
}

/** Returns the first finding about a field of a create, also an unknown name, or a number in quotes; null if name and value are right. */
export function checkField(name: string, value: unknown): BrokenRule | null {
  const field = findCreateField(name);
  if (field === undefined) return buildBrokenRule('unknown', name, 'is not a field of a create request');
  const { type, values, required } = field;
  const quote = () => shorten(JSON.stringify(value) ?? String(value), 80);
  const must = (code: RuleCode, rule: string) => buildBrokenRule(code, name, `is ${quote()}; it must ${rule}`);
  if (type === 'integer') {
    const isRight = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
    return isRight ? null : must('notWhole', 'be a whole number from 0 on');
  }
  if (typeof value !== 'string') return must('notText', 'be text');
  if (required && value.trim() === '') return buildBrokenRule('blank', name, 'is blank; a request must name it');
  if (values !== undefined && !values.includes(value)) return must('notListed', `be one of ${values.join(', ')}`);
  const specials = checkSpecialValue(field, value);
  if (specials !== null) return must('notListed', `be one of ${specials.join(', ')}, or a name`);
  return name === 'rpth' && !value.startsWith('/') ? must('noSlash', 'start with /') : null;
}

/** Returns findings: proj *BRANCH without repo or branch, else branch without repo; and rfpd *TASK without proj. '' counts as not given. */
export function checkProject({ proj, repo, branch, rfpd }: CreateFields): BrokenRule[] {
  const lacksLink = proj === '*BRANCH' && !(repo && branch);
  return [
    ...listIf(lacksLink, 'needsLink', 'proj', 'is *BRANCH, which needs repo and branch'),
    ...listIf(!lacksLink && !!branch && !repo, 'needsRepo', 'branch', 'is given without repo, which it needs'),
    ...listIf(rfpd === '*TASK' && !proj, 'needsProject', 'rfpd', 'is *TASK, which needs proj'),
  ];
}

/** Returns at most one finding: arfp *YES without rfp (or 0); rfp without arfp *YES; arfp *AUTO or *NEW with neither rfpd nor proj. */
function checkRfp({ arfp, rfp = 0, rfpd, proj }: CreateFields): BrokenRule[] {
  if (arfp === '*YES') return listIf(rfp === 0, 'needsRfp', 'arfp', 'is *YES, which needs the number in rfp');
  if (rfp !== 0) return [buildBrokenRule('needsYes', 'rfp', 'is given, which needs arfp *YES')];
  const describedByTask = (arfp === '*AUTO' || arfp === '*NEW') && !rfpd && !proj;
  return listIf(describedByTask, 'needsProject', 'arfp', `is ${arfp} without rfpd, whose default *TASK needs proj`);
}

/** Returns a finding if only one or two of pipe, pipa and tkey are given, or all without an RFP (arfp *NO, or not given); else []. */
function checkPipeline(fields: CreateFields): BrokenRule[] {
  const names = ['pipe', 'pipa', 'tkey'] as const;
  const given = names.filter((name) => fields[name]);
  const [field] = given;
  if (field === undefined) return [];
  if (given.length < names.length) {
    const missing = names.filter((name) => !fields[name]).join(' and ');
    const text = `${given.join(' and ')} given without ${missing}; pipe, pipa and tkey go together`;
    return [{ code: 'needsKeys', field, text }];
  }
  if ((fields.arfp ?? '*NO') !== '*NO') return [];
  return [{ code: 'needsRfp', field, text: 'pipe, pipa and tkey are given without an RFP (arfp is *NO)' }];
}

/** Returns findings against a file, which the caller knows to be there: an rsn that is given and not *MIGRATE; copy *YES (§4.3). */
function checkAttachment({ rsn = '*MIGRATE', copy }: CreateFields): BrokenRule[] {
  return [
    ...listIf(rsn !== '*MIGRATE', 'noAttachment', 'rsn', `is ${rsn}, which takes no attachment`),
    ...listIf(copy === '*YES', 'noAttachment', 'copy', 'is *YES, which excludes an attachment'),
  ];
}

/** Most characters of the name of an object in a library. */
export const longestNativeName = 10;
export const nativeCharacters = 'A-Z 0-9 $ # @ _ .';

/** Returns why a name (upper case) cannot be that of an object in a library; null if it can. '' and small letters are `notNative`. */
export function checkNativeName(name: string): 'tooLong' | 'notNative' | null {
  if (name.length > longestNativeName) return 'tooLong';
  return /^[A-Z0-9$#@_.]+$/.test(name) ? null : 'notNative';
}
