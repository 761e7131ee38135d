/** The fields of a create (interface §2.1) and an update (§2.6), once for mapping, client, service and pages. */

export interface Field {
  readonly name: string;
  /** JSON type in the words of the interface. */
  readonly type: 'string' | 'integer';
  readonly required?: true;
  /** The only values allowed; absent: any value of the type. */
  readonly values?: readonly string[];
  /** The only values with a star, where a name is allowed too (§2.5). */
  readonly special?: readonly string[];
  /** The value that the service uses if the field is not sent, as far as the interface says so. */
  readonly default?: string;
  /** Absent from the earlier variant of the interface (§9). */
  readonly laterOnly?: true;
  readonly about: string;
}

/** Returns a function that makes fields of this JSON type; the type of a field keeps its name as a literal. */
function createFieldMaker<Type extends Field['type']>(type: Type) {
  return <const Name extends string>(name: Name, about: string, more?: Omit<Field, 'name' | 'type' | 'about'>) => {
    return { name, type, about, ...more };
  };
}
const integer = createFieldMaker('integer');
const text = createFieldMaker('string');

/** Returns a text field that accepts only these values; the first is the default. */
function choice<const Name extends string>(name: Name, values: readonly [string, ...string[]], about: string) {
  return text(name, about, { values, default: values[0] });
}

/** Returns a text field that accepts a name, or one of these values with a star, of which the first is the default. */
function nameOr<const Name extends string>(name: Name, special: readonly [string, ...string[]], about: string) {
  return text(name, about, { special, default: special[0] });
}

/** Returns a text field of an update with the default *SAME: if it is not sent, the stored value stays. */
function replacement<const Name extends string>(name: Name, about: string) {
  return text(name, about, { default: '*SAME' });
}

const yesNo = ['*YES', '*NO'] as const;
const defaultYesNo = ['*DFT', '*NO', '*YES'] as const;

/** Reasons for a request, interface §2.3, each with what it does to the object; a new one is a row here. */
export const reasonTable = {
  '*MIGRATE': 'delivers',
  '*DELETE': 'removes',
  '*RECOMPILE': 'compiles',
  '*UPDATE': 'compiles',
} as const satisfies Readonly<Record<string, 'delivers' | 'removes' | 'compiles'>>;
export type Reason = keyof typeof reasonTable;
export const reasons = Object.keys(reasonTable) as [Reason, ...Reason[]];

/** The 42 fields of a create request, interface §2.1, in its order. */
export const createFields = [
  text('appl', 'ID of the target application.', { required: true }),
  integer('lvl', 'Level number of the application that permits check-outs.', { required: true }),
  text('objn', 'Name of the object requested.', { required: true }),
  text('objt', 'Object type code. Left out: by Git attribute mapping, installation history or cross-reference.'),
  text('attr', 'Attribute: behaviour and target locations. Left out: by Git attribute mapping or history.'),
  text('rpth', "Relative part of an IFS path, appended to the attribute's target directory. Starts with /."),
  text('srcn', 'Source member name or IFS source file name.', { default: 'objn' }),
  text('srca', "Source type of the member. Defaults to the existing member's."),
  text('srcd', "Text of the member. Defaults to the existing member's."),
  choice('rsn', reasons, 'Reason for the request.'),
  text('user', 'Developer assigned to the request.', { default: 'owner of the token' }),
  text('folb', 'Library or IFS path holding the object to migrate.'),
  text('fslb', 'Library or IFS path holding the source to migrate.'),
  text('fsfl', "Source file holding the member. Defaults to the attribute's."),
  choice('copy', ['*NO', '*YES'], 'Copy source or object from the target into the from-library; only with *MIGRATE.'),
  text('repo', 'ID of the Git repository at the service.', { laterOnly: true }),
  text('gpath', 'Path of the file in the repository.', { laterOnly: true }),
  text('gfile', 'File name in the repository.', { laterOnly: true }),
  text('branch', 'Git branch linked to the object.', { laterOnly: true }),
  text('proj', 'Project; *BRANCH takes project, task and subtask from the project linked to the branch.'),
  integer('task', 'Active task number; 0: assigned directly to the project.'),
  integer('stsk', 'Active subtask number; 0: assigned directly to project or task.'),
  choice('arfp', ['*NO', '*YES', '*AUTO', '*NEW'], 'Whether and how an RFP is assigned.'),
  integer('rfp', 'RFP number to assign; only with arfp *YES.'),
  text('rfpd', 'Description for a new or searched RFP; *TASK: that of task or project.', { default: '*TASK' }),
  choice('creq', yesNo, "Generate requests for the next level once this level's RFP completes."),
  choice('areq', ['*YES', '*NO', '*MANUAL'], 'Whether the generated next-level requests go into an RFP.'),
  choice('sreq', yesNo, 'Place the RFP in the send list.'),
  choice('lock', yesNo, 'Put the request in locked status.'),
  integer('csqo', 'Compile sequence among objects of the same RFP, lowest first.'),
  nameOr('data', ['*SAME', '*MIGRATE', '*NONE'], 'Origin of data copied into a new or modified file; or a file name.'),
  nameOr('dmbr', ['*ALL', '*FIRST'], 'Members to copy into the new version of a file: *ALL, *FIRST or a name.'),
  choice('rpgm', ['*DEFAULT', '*NO', '*YES'], 'Whether the fast data-mapping facility maps data to the new file.'),
  choice('rjrn', defaultYesNo, 'Reapply journaling attributes.'),
  choice('rcst', defaultYesNo, 'Reapply constraints.'),
  choice('rtrg', defaultYesNo, 'Reapply triggers.'),
  choice('rlfm', defaultYesNo, 'Reapply logical file members.'),
  text('dir', 'For an *IFS object: *YES is a directory, *NO a file.', { values: yesNo }),
  text('vref', 'Identifier for the transaction log record.'),
  text('pipe', 'Pipeline server ID to be notified about the RFP. With pipa and tkey.'),
  text('pipa', 'Attribute defined for a *PIPE object. With pipe and tkey.'),
  text('tkey', 'Key of the pipeline job to update. With pipe and pipa.'),
] as const;

/** The 13 fields of an update request, interface §2.6, in its order. Omitted or `*SAME`: the stored value stays. */
export const updateFields = [
  integer('objectId', 'Request number; must be greater than 0.', { required: true }),
  replacement('attr', 'Replacement attribute.'),
  replacement('srcn', 'Replacement source name; *OBJ: the object name.'),
  replacement('srca', 'Replacement source type.'),
  replacement('srcd', 'Replacement source text.'),
  replacement('user', 'Replacement programmer.'),
  integer('csqo', 'Replacement compile subsequence; 0: unchanged.'),
  choice('arfp', ['*SAME', '*NO', '*YES', '*AUTO', '*NEW'], 'Change of the RFP assignment.'),
  integer('rfp', 'RFP to assign when arfp is *YES.'),
  replacement('rfpd', 'Description for a new or searched RFP.'),
  choice('lock', ['*SAME', '*YES', '*NO'], 'Locked status.'),
  replacement('gpath', 'Replacement Git path.'),
  replacement('gfile', 'Replacement Git file name.'),
] as const;

type ValueOf<F> = F extends { type: 'integer' } ? number : string;

export type CreateFieldName = (typeof createFields)[number]['name'];
/** Body of a create, or a part of one: `checkCreate` checks the three required fields. */
export type CreateFields = { [F in (typeof createFields)[number] as F['name']]?: ValueOf<F> };
export type UpdateFields = { [F in (typeof updateFields)[number] as F['name']]?: ValueOf<F> } & { objectId: number };

/** Returns the `special` values of a field if a value begins with a star and is none of them; else null, also if the field has none. */
export function checkSpecialValue({ special }: Field, value: string): readonly string[] | null {
  return special === undefined || !value.startsWith('*') || special.includes(value) ? null : special;
}

/** Finds a field of a create by its name; undefined if there is none. */
export function findCreateField(name: string): Field | undefined {
  return createFields.find((field) => field.name === name);
}

/** Returns all fields of a create: as sent, else the service's default if that begins with a star, else an empty text or (numbers) 0. */
export function withFieldDefaults(fields: CreateFields): Required<CreateFields> {
  const defaults = createFields.map(({ name, type, default: byDefault }) => {
    const value = byDefault?.startsWith('*') ? byDefault : '';
    return [name, type === 'integer' ? 0 : value];
  });
  return { ...Object.fromEntries(defaults), ...fields };
}

/** What later pushes do with the fields of a create (design §7). The compiler names a field that is in no list. */
export const fieldUses = {
  /** An update sends those that differ from what was sent, beside path and RFP. */
  updated: ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock'],
  /** Compared with the answer of an update. */
  answered: ['attr', 'srcn', 'srca', 'srcd', 'user', 'csqo', 'lock', 'gpath', 'gfile', 'rfp'],
  /** Compared with what a probe answers; the user is looked at by itself. */
  probed: ['objt', 'attr', 'srcn', 'srca', 'srcd', 'csqo', 'gpath', 'gfile', 'rfp'],
  /** Added by the run, with an RFP. */
  ofRfp: ['rfpd', 'pipe', 'pipa', 'tkey'],
  /** They name the object, the file and the run, and say once how the request is made. */
  ofCreate: ['appl', 'lvl', 'objn', 'rpth', 'rsn', 'repo', 'branch', 'copy', 'arfp', 'vref'],
  /** They stay as they were filed, with a warning if the mapping makes another value now. */
  fixed: [
    ...(['folb', 'fslb', 'fsfl', 'proj', 'task', 'stsk', 'creq', 'areq', 'sreq'] as const),
    ...(['data', 'dmbr', 'rpgm', 'rjrn', 'rcst', 'rtrg', 'rlfm', 'dir'] as const),
  ],
} as const satisfies Readonly<Record<string, readonly CreateFieldName[]>>;
type WithoutUse = Exclude<CreateFieldName, (typeof fieldUses)[keyof typeof fieldUses][number]>;
true satisfies [WithoutUse] extends [never] ? true : WithoutUse;

/**
 * Returns a clause for each `fixed` field whose values in `sent` (the create) and `mapped` (what the mapping makes now) differ, also if one
 * has none. @param names texts that change with every push (commit, run): a field that was sent with one in its value is left out
 */
export function describeFixedChanges(sent: CreateFields, mapped: CreateFields, names: readonly string[]): string[] {
  const holdsName = (value: unknown) => names.some((name) => name !== '' && String(value ?? '').includes(name));
  return fieldUses.fixed
    .filter((name) => sent[name] !== mapped[name] && !holdsName(sent[name]))
    .map((name) => `${name} stays as it was filed (${sent[name] ?? 'not set'})`);
}
