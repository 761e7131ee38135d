/** Rules between the fields of a create request, and of each field alone (interface §2.1 to §2.4, §4.3). */
import { shorten } from '../near.ts';
import { type CreateFields, createField, createFields, type Field, specialsInstead } from './fields.ts';

/** Something that is wrong with a request. */
export interface Finding<Code extends string = string> {
  readonly code: Code;
  /** The field that it is about, or the first of them. */
  readonly field: string;
  /** What else tells two findings of one code and field apart. */
  readonly detail?: string;
  /** The sentence for people. */
  readonly text: string;
}

export type RuleCode =
  | ('missing' | 'unknown' | 'notWhole' | 'notText' | 'notListed' | 'blank' | 'noSlash')
  | ('needsLink' | 'needsRepo' | 'needsProject' | 'needsRfp' | 'needsYes' | 'needsKeys' | 'noAttachment');
type Broken = Finding<RuleCode>;

function broken(code: RuleCode, field: string, text: string): Broken {
  return { code, field, text };
}

/** One finding for each rule that a create breaks: with every field that is sent, and whether a file is attached. */
export function checkCreate(fields: CreateFields, { attached = false } = {}): Broken[] {
  const missing = createFields.filter(({ name, required }) => required && fields[name] === undefined);
  return [
    ...missing.map(({ name }) => missingField(name)),
    ...checkMapped(fields),
    ...rfpRules(fields),
    ...pipeRules(fields),
    ...(attached ? attachmentRules(fields) : []),
  ];
}

/** A required field is not given. */
export function missingField(name: string): Broken {
  return broken('missing', name, `${name} is not given; every request needs it`);
}

/** The rules that hold before a run adds what only it knows (RFP, pipeline keys, vref): values, project, Git link. */
export function checkMapped(fields: CreateFields): Broken[] {
  const ofFields = Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []);
  return [...ofFields, ...projectRules(fields)];
}

/** What is wrong with one field's value; null: nothing. */
export function checkField(name: string, value: unknown): Broken | null {
  const field = createField(name);
  if (field === undefined) return broken('unknown', name, `${name} is not a field of a create request`);
  const code = wrongWith(field, value);
  if (code === null) return null;
  if (code === 'blank') return broken(code, name, `${name} is blank; a request must name it`);
  return broken(code, name, `${name} is ${quote(value)}; it must ${rightFor(field, code)}`);
}

type WrongValue = Extract<RuleCode, 'notWhole' | 'notText' | 'notListed' | 'blank' | 'noSlash'>;

/** What is wrong with the value of a field, as a code; null: nothing. */
export function wrongWith(field: Field, value: unknown): WrongValue | null {
  if (field.type === 'integer') {
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? null : 'notWhole';
  }
  if (typeof value !== 'string') return 'notText';
  if (field.values !== undefined && !field.values.includes(value)) return 'notListed';
  if (specialsInstead(field, value) !== null) return 'notListed';
  if (field.required && value.trim() === '') return 'blank';
  return field.name === 'rpth' && !value.startsWith('/') ? 'noSlash' : null;
}

function rightFor({ values, special = [] }: Field, code: Exclude<WrongValue, 'blank'>): string {
  if (code === 'notWhole') return 'be a whole number from 0 on';
  if (code === 'notText') return 'be text';
  if (code === 'noSlash') return 'start with /';
  return values === undefined ? `be one of ${special.join(', ')}, or a name` : `be one of ${values.join(', ')}`;
}

function projectRules({ proj, repo, branch, rfpd }: CreateFields): Broken[] {
  const found: Broken[] = [];
  if (proj === '*BRANCH' && !(isGiven(repo) && isGiven(branch))) {
    found.push(broken('needsLink', 'proj', 'proj is *BRANCH, which needs repo and branch'));
  } else if (isGiven(branch) && !isGiven(repo)) {
    found.push(broken('needsRepo', 'branch', 'branch is given without repo, which it needs'));
  }
  if (rfpd === '*TASK' && !isGiven(proj)) {
    found.push(broken('needsProject', 'rfpd', 'rfpd is *TASK, which needs proj'));
  }
  return found;
}

function rfpRules({ arfp, rfp = 0, rfpd, proj }: CreateFields): Broken[] {
  if (arfp === '*YES' && rfp === 0) {
    return [broken('needsRfp', 'arfp', 'arfp is *YES, which needs the number in rfp')];
  }
  if (arfp !== '*YES' && rfp !== 0) return [broken('needsYes', 'rfp', 'rfp is given, which needs arfp *YES')];
  const describedByTask = (arfp === '*AUTO' || arfp === '*NEW') && rfpd === undefined && !isGiven(proj);
  if (!describedByTask) return [];
  return [broken('needsProject', 'arfp', `arfp is ${arfp} without rfpd, whose default *TASK needs proj`)];
}

function pipeRules(fields: CreateFields): Broken[] {
  const names = ['pipe', 'pipa', 'tkey'] as const;
  const given = names.filter((name) => isGiven(fields[name]));
  const [first] = given;
  if (first === undefined) return [];
  if (given.length < names.length) {
    const missing = names.filter((name) => !given.includes(name)).join(' and ');
    const text = `${given.join(' and ')} given without ${missing}; pipe, pipa and tkey go together`;
    return [broken('needsKeys', first, text)];
  }
  if ((fields.arfp ?? '*NO') !== '*NO') return [];
  return [broken('needsRfp', first, 'pipe, pipa and tkey are given without an RFP (arfp is *NO)')];
}

function attachmentRules({ rsn = '*MIGRATE', copy }: CreateFields): Broken[] {
  const found: Broken[] = [];
  if (rsn !== '*MIGRATE') found.push(broken('noAttachment', 'rsn', `rsn is ${rsn}, which takes no attachment`));
  if (copy === '*YES') found.push(broken('noAttachment', 'copy', 'copy is *YES, which excludes an attachment'));
  return found;
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function quote(value: unknown): string {
  return shorten(JSON.stringify(value) ?? String(value), 80);
}
