/**
 * The fields of an object request, once: what a create (interface §2.1) and an update (§2.6) may carry, with their
 * types, value lists, defaults and meaning. The mapping's schema, the client, the service and the reference pages all
 * read these tables; nothing else spells a field's rules.
 */

/** JSON type of a field as the interface names it. */
export type FieldType = 'string' | 'integer';

/** One field of a create or an update request. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required?: true;
  /** The only values allowed; absent: any value of the type. */
  readonly values?: readonly string[];
  /** The only values with a star, where a name is allowed as well (§2.5). */
  readonly special?: readonly string[];
  /** What the service uses when the field is not sent, where the interface says so. */
  readonly default?: string;
  /** Absent from the earlier variant of the interface (§9). */
  readonly laterOnly?: true;
  readonly about: string;
}

const yesNo = ['*YES', '*NO'] as const;
const defaultYesNo = ['*DFT', '*NO', '*YES'] as const;

/** Reasons for a request, interface §2.3. */
export const reasons = ['*MIGRATE', '*DELETE', '*RECOMPILE', '*UPDATE'] as const;
export type Reason = (typeof reasons)[number];

/** How a create assigns an RFP, interface §2.4. */
const createRfpAssignments = ['*NO', '*YES', '*AUTO', '*NEW'] as const;

/** The 42 fields of a create request, interface §2.1, in its order. */
export const createFields = [
  { name: 'appl', type: 'string', required: true, about: 'ID of the target application.' },
  { name: 'lvl', type: 'integer', required: true, about: 'Level number of the application that permits check-outs.' },
  { name: 'objn', type: 'string', required: true, about: 'Name of the object requested.' },
  {
    name: 'objt',
    type: 'string',
    about:
      'Object type code. Left out, the service derives it from the Git attribute mapping, installation history or the cross-reference.',
  },
  {
    name: 'attr',
    type: 'string',
    about:
      'Attribute code that sets behaviour and target locations. Left out, the service derives it from the Git attribute mapping or installation history.',
  },
  {
    name: 'rpth',
    type: 'string',
    about: "Relative part of an IFS path, appended to the attribute's target directory. Starts with /.",
  },
  { name: 'srcn', type: 'string', default: 'objn', about: 'Source member name or IFS source file name.' },
  { name: 'srca', type: 'string', about: "Source type of the member. Defaults to the existing member's." },
  { name: 'srcd', type: 'string', about: "Text of the member. Defaults to the existing member's." },
  { name: 'rsn', type: 'string', values: reasons, default: '*MIGRATE', about: 'Reason for the request.' },
  { name: 'user', type: 'string', default: 'owner of the token', about: 'Developer assigned to the request.' },
  { name: 'folb', type: 'string', about: 'Library or IFS path holding the object to migrate.' },
  { name: 'fslb', type: 'string', about: 'Library or IFS path holding the source to migrate.' },
  { name: 'fsfl', type: 'string', about: "Source file holding the member. Defaults to the attribute's." },
  {
    name: 'copy',
    type: 'string',
    values: ['*NO', '*YES'],
    default: '*NO',
    about: 'Copy source or object from the target environment into the from-library. Only with rsn *MIGRATE.',
  },
  { name: 'repo', type: 'string', laterOnly: true, about: 'ID of the Git repository at the service.' },
  { name: 'gpath', type: 'string', laterOnly: true, about: 'Path of the file in the repository.' },
  { name: 'gfile', type: 'string', laterOnly: true, about: 'File name in the repository.' },
  { name: 'branch', type: 'string', laterOnly: true, about: 'Git branch linked to the object.' },
  {
    name: 'proj',
    type: 'string',
    about: 'Project; *BRANCH takes project, task and subtask from the project linked to the branch.',
  },
  { name: 'task', type: 'integer', about: 'Active task number; 0: assigned directly to the project.' },
  { name: 'stsk', type: 'integer', about: 'Active subtask number; 0: assigned directly to project or task.' },
  {
    name: 'arfp',
    type: 'string',
    values: createRfpAssignments,
    default: '*NO',
    about: 'Whether and how an RFP is assigned.',
  },
  { name: 'rfp', type: 'integer', about: 'RFP number to assign; only with arfp *YES.' },
  {
    name: 'rfpd',
    type: 'string',
    default: '*TASK',
    about: 'Description for a new RFP, or for searching one; *TASK takes it from the task or project.',
  },
  {
    name: 'creq',
    type: 'string',
    values: yesNo,
    default: '*YES',
    about: "Generate requests for the next level once this level's RFP completes.",
  },
  {
    name: 'areq',
    type: 'string',
    values: ['*YES', '*NO', '*MANUAL'],
    default: '*YES',
    about: 'Whether the generated next-level requests go into an RFP.',
  },
  { name: 'sreq', type: 'string', values: yesNo, default: '*YES', about: 'Place the RFP in the send list.' },
  { name: 'lock', type: 'string', values: yesNo, default: '*YES', about: 'Put the request in locked status.' },
  { name: 'csqo', type: 'integer', about: 'Compile sequence among objects of the same RFP, lowest first.' },
  {
    name: 'data',
    type: 'string',
    special: ['*SAME', '*MIGRATE', '*NONE'],
    default: '*SAME',
    about: 'Origin of data copied into a new or modified file: *SAME, *MIGRATE, *NONE or a file name.',
  },
  {
    name: 'dmbr',
    type: 'string',
    special: ['*ALL', '*FIRST'],
    default: '*ALL',
    about: 'Members to copy into the new version of a file: *ALL, *FIRST or a name.',
  },
  {
    name: 'rpgm',
    type: 'string',
    values: ['*DEFAULT', '*NO', '*YES'],
    default: '*DEFAULT',
    about: 'Whether the fast data-mapping facility maps data to the new file version.',
  },
  { name: 'rjrn', type: 'string', values: defaultYesNo, default: '*DFT', about: 'Reapply journaling attributes.' },
  { name: 'rcst', type: 'string', values: defaultYesNo, default: '*DFT', about: 'Reapply constraints.' },
  { name: 'rtrg', type: 'string', values: defaultYesNo, default: '*DFT', about: 'Reapply triggers.' },
  { name: 'rlfm', type: 'string', values: defaultYesNo, default: '*DFT', about: 'Reapply logical file members.' },
  { name: 'dir', type: 'string', values: yesNo, about: 'For an *IFS object: *YES is a directory, *NO a file.' },
  { name: 'vref', type: 'string', about: 'Identifier for the transaction log record.' },
  { name: 'pipe', type: 'string', about: 'Pipeline server ID to be notified about the RFP. With pipa and tkey.' },
  { name: 'pipa', type: 'string', about: 'Attribute defined for a *PIPE object. With pipe and tkey.' },
  { name: 'tkey', type: 'string', about: 'Key of the pipeline job to update. With pipe and pipa.' },
] as const satisfies readonly Field[];

/** The 13 fields of an update request, interface §2.6, in its order. Omitted or `*SAME`: the stored value stays. */
export const updateFields = [
  { name: 'objectId', type: 'integer', required: true, about: 'Request number; must be greater than 0.' },
  { name: 'attr', type: 'string', default: '*SAME', about: 'Replacement attribute.' },
  { name: 'srcn', type: 'string', default: '*SAME', about: 'Replacement source name; *OBJ: the object name.' },
  { name: 'srca', type: 'string', default: '*SAME', about: 'Replacement source type.' },
  { name: 'srcd', type: 'string', default: '*SAME', about: 'Replacement source text.' },
  { name: 'user', type: 'string', default: '*SAME', about: 'Replacement programmer.' },
  { name: 'csqo', type: 'integer', about: 'Replacement compile subsequence; 0: unchanged.' },
  {
    name: 'arfp',
    type: 'string',
    values: ['*SAME', '*NO', '*YES', '*AUTO', '*NEW'],
    default: '*SAME',
    about: 'Change of the RFP assignment.',
  },
  { name: 'rfp', type: 'integer', about: 'RFP to assign when arfp is *YES.' },
  { name: 'rfpd', type: 'string', default: '*SAME', about: 'Description for a new or searched RFP.' },
  { name: 'lock', type: 'string', values: ['*SAME', '*YES', '*NO'], default: '*SAME', about: 'Locked status.' },
  { name: 'gpath', type: 'string', default: '*SAME', about: 'Replacement Git path.' },
  { name: 'gfile', type: 'string', default: '*SAME', about: 'Replacement Git file name.' },
] as const satisfies readonly Field[];

type ValueOf<F> = F extends { type: 'integer' } ? number : string;

/** Name of a create field. */
export type CreateFieldName = (typeof createFields)[number]['name'];
/** Body of a create: the three required fields are checked where a body is made, so that parts of one can be typed too. */
export type CreateFields = { [F in (typeof createFields)[number] as F['name']]?: ValueOf<F> };
/** Body of an update. */
export type UpdateFields = { [F in (typeof updateFields)[number] as F['name']]?: ValueOf<F> } & { objectId: number };

const createByName: ReadonlyMap<string, Field> = new Map(createFields.map((field) => [field.name, field]));

/** What a value with a star would have to be, when the field does not know it (§2.5); null: nothing against it. */
export function specialsInstead({ special }: Field, value: string): readonly string[] | null {
  return special === undefined || !value.startsWith('*') || special.includes(value) ? null : special;
}

/** The create field of that name, or undefined. */
export function createField(name: string): Field | undefined {
  return createByName.get(name);
}
