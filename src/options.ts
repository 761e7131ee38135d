import { defaultMappingFile, mappingDefaults } from './mapping/defaults.ts';

/** The commands, with their lines in `--help`. */
export const commands = {
  plan: 'show the requests that would be made, and why other files are left out',
  file: 'plan, then file the check-outs',
  check: 'validate the mapping file, and compare it with the files; with --url also test the connection to the service',
  explain: 'show which rules win for a file, its request, what it uses and what uses it: explain PATH...',
  init: 'write a first mapping from the tracked files',
  serve: 'run a simulated object-request service on this machine, for trials and tests',
  release:
    'take the open requests of a branch out of their RFPs, unlock them, and say which to delete: release --branch NAME',
  ledger:
    'show what the ledger remembers, forget part of it, or begin it at a commit: ledger show | ledger forget [PATH...] | ledger begin [REV]',
  status: 'show open requests, and changes that are not filed yet, over all branches, as far as the ledger knows',
  who: 'show who holds a file or an object, as far as the ledger knows, on one line: who PATH|OBJECT',
  rehearse: 'replay sample pushes, or your last commits, at a simulated service in memory; nothing real is changed',
} as const;
export type CommandName = keyof typeof commands;

/** The command of an action without the input `command`; the command line needs one. */
export const defaultCommand = 'file' satisfies CommandName;

/** One option: every surface (command line, environment, action inputs, help, docs/options.md) comes from this table. */
export interface OptionRow<Choice extends string = string> {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'flag' | 'list';
  readonly commands: readonly CommandName[];
  readonly about: string;
  /** A flag is off by default, and has none here. */
  readonly default?: string | number | readonly string[] | undefined;
  /** The placeholder of the value in help. */
  readonly value?: string;
  /** The value of an option that is given alone on the command line. */
  readonly alone?: string;
  readonly choices?: readonly Choice[];
  /** Commands that take only some of the choices. */
  readonly choicesOf?: Readonly<Partial<Record<CommandName, readonly Choice[]>>>;
  readonly pattern?: RegExp;
  /** Where the value comes from without the option, in words: no default is filled in. */
  readonly otherwise?: string;
  readonly otherwiseOf?: Readonly<Partial<Record<CommandName, string>>>;
}

type Details<Choice extends string, Default> = { readonly default?: Default } & Omit<
  OptionRow<Choice>,
  'name' | 'kind' | 'commands' | 'about' | 'default'
>;

/** Returns a function that makes rows of `optionTable` of one kind; types keep literal names, choices and defaults. */
function rowMaker<K extends OptionRow['kind']>(kind: K) {
  return <const Name extends string, const Choice extends string = string, const Default = undefined>(
    name: Name,
    commands: readonly CommandName[],
    about: string,
    more: Details<Choice, Default> = {},
  ) => ({ name, kind, commands, about, ...(more as Details<Choice, Default> & { readonly default: Default }) });
}
const text = rowMaker('text');
const number = rowMaker('number');
const flag = rowMaker('flag');
const list = rowMaker('list');

const rangeCommands = ['plan', 'file'] as const;
/** Commands that turn files into requests, planned or filed. */
const requestCommands = ['plan', 'file', 'check', 'explain', 'init'] as const;
const mappingCommands = [...requestCommands, 'rehearse'] as const;
const ledgerCommands = ['plan', 'file', 'ledger', 'release', 'status', 'who'] as const;
const serviceCommands = ['file', 'check', 'release'] as const;
/** Commands that make a JSON report. */
const runCommands = ['plan', 'file', 'check', 'release'] as const;

const fromOne = /^[1-9]\d{0,8}$/;

export const optionTable = [
  text('repo-dir', [...mappingCommands, 'ledger', 'release', 'status', 'who', 'serve'], 'the repository to read', {
    value: 'DIR',
    default: '.',
    otherwiseOf: { rehearse: 'none: the sample is played; with --site: .' },
  }),
  text(
    'mapping',
    [...mappingCommands, 'ledger', 'release'],
    `the mapping file; REV:PATH reads it from a commit, as in origin/main:${defaultMappingFile}`,
    // No default: only this name may be missing, and without the option the ledger shows the records of every mapping.
    { value: 'FILE|REV:PATH', otherwise: defaultMappingFile },
  ),
  text('base', rangeCommands, 'compare from here', { value: 'REV', otherwise: 'from the event' }),
  text(
    'head',
    [...rangeCommands, 'check', 'explain', 'init', 'ledger'],
    'the commit to compare up to; for check, explain and init: read the files of this commit, not of the index; for ledger begin: the last commit that is filed',
    { value: 'REV', otherwise: 'from the event, else what is checked out' },
  ),
  text('branch', [...requestCommands, 'ledger', 'release', 'status', 'who'], 'the branch', {
    value: 'NAME',
    otherwise: 'from the event, else what is checked out',
    otherwiseOf: { status: 'all branches', who: 'all branches' },
  }),
  // No default: without it the range says what changed.
  list(
    'paths',
    [...rangeCommands, 'status'],
    'only these paths; plan and file take them as they are at head, even if they were sent already',
    { value: 'GLOB...' },
  ),
  text('user', ['status'], 'only what this user of the service, or this account at the host, filed or pushed', {
    value: 'USER',
  }),
  text('on-missing-base', rangeCommands, 'what to do if the base commit cannot be found', {
    choices: ['fail', 'merge-base'],
    default: 'fail',
  }),
  text('repo', [...requestCommands, 'ledger', 'release', 'status', 'who'], 'ID of the Git repository at the service', {
    value: 'ID',
    otherwise: 'repo in the mapping, else the name of the repository',
    otherwiseOf: {
      status: 'all there are',
      who: 'all there are',
      ledger: 'all there are; for ledger begin, as for a plan',
    },
  }),
  list(
    'set',
    [...requestCommands, 'ledger', 'release'],
    'set a field of every new request; overrides the mapping; may be repeated',
    { value: 'FIELD=VALUE', default: [] },
  ),
  text('rfp', [...rangeCommands, 'explain'], 'how requests are put into RFPs', {
    value: 'none|per-push|per-branch|NUMBER',
    pattern: /^(none|per-push|per-branch|[1-9]\d{0,8})$/,
    otherwise: `rfp in the mapping, else ${mappingDefaults.rfp}`,
  }),
  text('pipe', rangeCommands, 'pipeline server that the service notifies about the RFP', { value: 'ID' }),
  text('pipa', rangeCommands, 'attribute of the *PIPE object whose request the service adds to the RFP', {
    value: 'ATTR',
  }),
  text('tkey', rangeCommands, 'key of the pipeline job to be notified, usually a build number', {
    value: 'KEY',
    otherwise: 'the number of the run',
  }),
  text(
    'url',
    ['plan', 'file', 'check', 'ledger', 'release', 'status', 'who'],
    'base address of the service; a plan uses it to find in the ledger what was filed',
    // No default: without it a plan looks nothing up, and check asks nothing.
    { value: 'URL' },
  ),
  text('token-file', [...serviceCommands, 'status', 'who'], 'file that holds the token of the service', {
    value: 'FILE',
    otherwise: 'FILE_CHECKOUTS_TOKEN in the environment',
  }),
  text(
    'ledger',
    rangeCommands,
    'keep the ledger in refs/notes/check-outs. auto: if the job may push it. require: file nothing if it may not. off: never',
    { choices: ['auto', 'require', 'off'], default: 'auto' },
  ),
  text('ledger-remote', ledgerCommands, 'keep the ledger in this repository, not in the one with the sources', {
    value: 'URL',
    otherwise: 'the remote of the sources',
  }),
  text('ledger-key', ledgerCommands, 'the name under which the ledger knows the service', {
    value: 'NAME',
    otherwise: 'the base address',
  }),
  text(
    'on-conflict',
    ['file'],
    'if a request that is not in the ledger holds the object. prove: update it if it is proven to come from this branch. adopt: also if its fields agree. fail: never',
    { choices: ['prove', 'fail', 'adopt'], default: 'prove' },
  ),
  text(
    'still-open',
    ['file'],
    'if a change of an earlier push is refused again in the same way: warn, or fail this run too',
    { choices: ['warn', 'fail'], default: 'warn' },
  ),
  number('max-requests', ['file'], 'file nothing if there are more requests', { value: 'N', default: 200 }),
  number('max-deletes', ['file'], 'file nothing if there are more deletes', { value: 'N', default: 20 }),
  number('concurrency', ['file', 'release'], 'calls at once', { value: 'N', pattern: fromOne, default: 4 }),
  number('timeout', serviceCommands, 'limit of one call', { value: 'SECONDS', pattern: fromOne, default: 120 }),
  text('ca-file', serviceCommands, 'certificates (PEM) to trust as well', { value: 'FILE' }),
  flag('allow-http', serviceCommands, 'allow plain http to other machines'),
  text('attach-as', ['file'], 'what names the attached file: the file in Git, the source member, or the object', {
    choices: ['gfile', 'srcn', 'objn'],
    otherwise: `attach.as in the mapping, else ${mappingDefaults.attach.as}`,
  }),
  text('disposition', ['file'], 'Content-Disposition of the file part', {
    choices: ['form-data', 'attachment'],
    otherwise: `attach.disposition in the mapping, else ${mappingDefaults.attach.disposition}`,
  }),
  flag('dry-run', runCommands, 'plan only: nothing is filed or released, and check asks nothing'),
  flag('live', ['release'], 'release a branch that is still at the remote'),
  text('report', runCommands, 'write the JSON report there', { value: 'FILE' }),
  text('junit', rangeCommands, 'write a JUnit report there: one test case for each request', { value: 'FILE' }),
  text('dotenv', rangeCommands, 'write counts, request and RFP numbers there as variables (dotenv)', { value: 'FILE' }),
  text('html', rangeCommands, 'write the HTML report there', { value: 'FILE' }),
  text('format', ['plan', 'file', 'check', 'explain', 'ledger', 'release', 'status'], 'what is printed', {
    choices: ['text', 'json', 'markdown', 'html'],
    choicesOf: { check: ['text', 'json', 'markdown'], explain: ['text', 'json'], ledger: ['text', 'json'] },
    default: 'text',
  }),
  flag(
    'fail-on-open',
    ['status'],
    'exit 1 if a change is not filed, a call has no answer, a run never ended, or a record cannot be read',
  ),
  text('site', ['serve', 'rehearse'], 'site file: users, applications, levels, ...', { value: 'FILE' }),
  text(
    'from-mapping',
    ['serve'],
    'make a site from the mapping (FILE, or that of the repository) and the tracked files, and print the assumptions',
    { value: '[FILE|REV:PATH]', alone: defaultMappingFile },
  ),
  text('write-site', ['serve'], 'with --from-mapping: write the site there, to be edited, and end', { value: 'FILE' }),
  list(
    'linked',
    ['serve', 'rehearse'],
    'branches that a site made from a mapping links to a project, so that proj *BRANCH is not refused',
    { value: 'GLOB...', default: [] },
  ),
  flag('demo', ['serve'], 'use the built-in demo site'),
  text('db', ['serve'], 'SQLite file of the state', { value: 'FILE', default: ':memory:' }),
  number('port', ['serve'], 'port on loopback; 0: any', { value: 'N', default: 8642 }),
  number('refusal-status', ['serve'], 'HTTP status of a reply with sev 30', { choices: ['200', '422'], default: 200 }),
  text('variant', ['serve'], 'variant of the interface', { choices: ['later', 'earlier'], default: 'later' }),
  text('faults', ['serve'], 'play the faults of this file: delays, refusals, lost and mangled answers', {
    value: 'FILE',
  }),
  flag('quoted-numbers', ['serve'], 'answer numbers as strings'),
  number('last', ['rehearse'], 'how many of the last first-parent commits of --repo-dir to replay', {
    value: 'N',
    pattern: fromOne,
    default: 10,
  }),
  flag('open', ['rehearse'], 'leave the service running at the end, to look at its page'),
] as const;

type Row = (typeof optionTable)[number];
type ChoiceOf<R extends Row> = R extends { readonly choices?: readonly (infer Choice)[] } ? Choice : never;
type NumberOf<Choice> = Choice extends `${infer N extends number}` ? N : number;
type OptionValue<R extends Row> = {
  text: ChoiceOf<R>;
  number: NumberOf<ChoiceOf<R>>;
  flag: boolean;
  list: readonly string[];
}[R['kind']];

type FilledRow = Exclude<Row, { readonly kind: 'text' | 'number' | 'list'; readonly default: undefined }>;

/** The given options, typed; the others are undefined. */
export type GivenOptions = { readonly [R in Row as R['name']]?: OptionValue<R> | undefined };

/** The options of a run, typed, with defaults. */
export type Options = { readonly [R in FilledRow as R['name']]: OptionValue<R> } & {
  readonly [R in Exclude<Row, FilledRow> as R['name']]?: OptionValue<R> | undefined;
};

/** Fills in the defaults of all options of all commands, false for a flag; an option without value and default is absent. */
export function withDefaults(given: GivenOptions): Options {
  const filled = optionTable.map((row) => [row.name, given[row.name] ?? (row.kind === 'flag' ? false : row.default)]);
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined)) as unknown as Options;
}

/** Returns the default of an option as help shows it: `otherwise`, else `default` as text; undefined without both, or for an empty list. */
export function formatDefault(row: OptionRow): string | undefined {
  return row.otherwise ?? (row.default?.toString() || undefined);
}

/** Returns the name of the environment variable of an option: `FILE_CHECKOUTS_REPO_DIR` for `repo-dir`. */
export function toEnvVariable(name: string): string {
  return `FILE_CHECKOUTS_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** Returns copies of the rows that a command takes, in the order of the table, with `choices` and `otherwise` of this command. */
export function listOptionRows(command: CommandName): OptionRow[] {
  const rows: readonly OptionRow[] = optionTable;
  return rows.flatMap((row) => {
    const choices = row.choicesOf?.[command] ?? row.choices;
    const otherwise = row.otherwiseOf?.[command] ?? row.otherwise;
    const own = { ...(choices && { choices }), ...(otherwise && { otherwise }) };
    return row.commands.includes(command) ? [{ ...row, ...own }] : [];
  });
}
