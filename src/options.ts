import { defaultMappingFile, mappingDefaults } from './mapping/defaults.ts';

/** The commands there are, with the line that `--help` shows. */
export const commands = {
  plan: 'show what the commit range would file, and why each other file is left out',
  file: 'plan, then file the check-outs',
  check:
    'validate the mapping file, and show what it leaves out; with --url also ask the service one harmless question',
  explain:
    'show which rules win for a path and why, the resulting request, what the file uses and what uses it: explain PATH...',
  init: "write a starter mapping from the repository's own tree",
  serve: 'run the object-request service',
  ledger:
    'show what the ledger remembers, forget part of it, or begin it at a commit: ledger show | ledger forget [PATH...] | ledger begin',
  status:
    'show what is open at the service, and what is still to be filed, as far as the ledger knows; over all branches',
  rehearse: 'start the service in memory and file pushes through the real pipeline',
} as const;
export type CommandName = keyof typeof commands;

/** What a job does that is not told its command; the command line wants to be told. */
export const defaultCommand = 'file' satisfies CommandName;

/** How the value of an option is held, with the value that is filled in when it is not given; a flag is off then. */
type Kind =
  | { readonly kind: 'text'; readonly default?: string }
  | { readonly kind: 'number'; readonly default?: number }
  | { readonly kind: 'flag'; readonly default?: never }
  | { readonly kind: 'list'; readonly default?: readonly string[] };

/** One option: every surface (command line, environment, action inputs, help, README) comes from this table. */
export type OptionRow = Kind & {
  readonly name: string;
  /** How the value is shown in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Commands that take only some of the choices. */
  readonly choicesOf?: Readonly<Partial<Record<CommandName, readonly string[]>>>;
  /** What a value must look like. */
  readonly pattern?: RegExp;
  /** What holds when it is not given, in words: nothing is filled in, and whoever reads the option looks there. */
  readonly otherwise?: string;
  /** Commands to which it means something of its own that the option is not given, in words. */
  readonly otherwiseOf?: Readonly<Partial<Record<CommandName, string>>>;
  readonly commands: readonly CommandName[];
  readonly about: string;
};

const range = ['plan', 'file'] as const;
/** Commands that read a mapping. */
const mapped = ['plan', 'file', 'check', 'explain', 'init', 'rehearse'] as const;
/** Commands that make requests of files, on paper or for good. */
const asking = ['plan', 'file', 'check', 'explain', 'init'] as const;
/** Commands that call the service. */
const calling = ['file', 'check'] as const;

/** The one table of options. */
export const optionTable = [
  {
    name: 'repo-dir',
    kind: 'text',
    value: 'DIR',
    default: '.',
    otherwiseOf: { rehearse: 'none: the sample is played' },
    commands: [...mapped, 'ledger', 'status'],
    about: 'the repository to read',
  },
  {
    name: 'mapping',
    kind: 'text',
    value: 'FILE|REV:PATH',
    // Not filled in: only under this name may there be no file, and the ledger then shows the records of every mapping.
    otherwise: defaultMappingFile,
    commands: [...mapped, 'ledger'],
    about: `the mapping file; REV:PATH reads it from a commit, as in origin/main:${defaultMappingFile}`,
  },
  {
    name: 'base',
    kind: 'text',
    value: 'REV',
    otherwise: 'from the event',
    commands: range,
    about: 'compare from here',
  },
  {
    name: 'head',
    kind: 'text',
    value: 'REV',
    otherwise: 'from the event, else what is checked out',
    commands: [...range, 'check', 'explain', 'init', 'ledger'],
    about:
      'compare up to here; check, explain and init list its files instead of those of the index; ledger begin: filed up to here',
  },
  {
    name: 'branch',
    kind: 'text',
    value: 'NAME',
    otherwise: 'from the event, else what is checked out',
    otherwiseOf: { status: 'all branches' },
    commands: [...asking, 'ledger', 'status'],
    about: 'the branch',
  },
  {
    // Not filled in: without it the range says what changed.
    name: 'paths',
    kind: 'list',
    value: 'GLOB...',
    commands: [...range, 'status'],
    about: 'only these paths; plan and file take them as they are at head (a manual refile)',
  },
  {
    name: 'user',
    kind: 'text',
    value: 'USER',
    commands: ['status'],
    about: 'only what this user filed or pushed: the user of the service that was sent, or the account at the host',
  },
  {
    name: 'on-missing-base',
    kind: 'text',
    choices: ['fail', 'merge-base'],
    default: 'fail',
    commands: range,
    about: 'what to do if the base commit cannot be found',
  },
  {
    name: 'repo',
    kind: 'text',
    value: 'ID',
    otherwise: 'repo in the mapping, else the name of the repository',
    otherwiseOf: { status: 'all there are' },
    commands: [...asking, 'ledger', 'status'],
    about: 'ID of the Git repository at the service',
  },
  {
    name: 'set',
    kind: 'list',
    value: 'FIELD=VALUE',
    default: [],
    commands: [...asking, 'ledger'],
    about: 'set a field of every create request, over everything else; may be repeated',
  },
  {
    name: 'rfp',
    kind: 'text',
    value: 'none|per-push|per-branch|NUMBER',
    pattern: /^(none|per-push|per-branch|[1-9]\d{0,8})$/,
    otherwise: `rfp in the mapping, else ${mappingDefaults.rfp}`,
    commands: [...range, 'explain'],
    about: 'how requests are put into RFPs',
  },
  { name: 'pipe', kind: 'text', value: 'ID', commands: range, about: 'pipeline server to be notified about the RFP' },
  { name: 'pipa', kind: 'text', value: 'ATTR', commands: range, about: 'attribute of the generated *PIPE request' },
  { name: 'tkey', kind: 'text', value: 'KEY', otherwise: 'the run', commands: range, about: 'key of the pipeline job' },
  {
    // Not filled in: without it a plan looks nothing up, and check asks nothing.
    name: 'url',
    kind: 'text',
    value: 'URL',
    commands: ['plan', 'file', 'check', 'ledger', 'status'],
    about: 'base address of the service; a plan only looks up under it what was filed before',
  },
  {
    name: 'token-file',
    kind: 'text',
    value: 'FILE',
    otherwise: 'FILE_CHECKOUTS_TOKEN in the environment',
    commands: [...calling, 'status'],
    about: 'file that holds the token of the service',
  },
  {
    name: 'ledger',
    kind: 'text',
    choices: ['auto', 'require', 'off'],
    default: 'auto',
    commands: range,
    about: 'remember in refs/notes/check-outs what was filed',
  },
  {
    name: 'ledger-key',
    kind: 'text',
    value: 'NAME',
    otherwise: 'the base address',
    commands: ['plan', 'file', 'ledger', 'status'],
    about: 'the name under which the ledger knows the service',
  },
  {
    name: 'on-conflict',
    kind: 'text',
    choices: ['prove', 'fail', 'adopt'],
    default: 'prove',
    commands: ['file'],
    about: 'when another request holds the object: prove that it is ours, fail, or adopt one that agrees',
  },
  {
    name: 'still-open',
    kind: 'text',
    choices: ['warn', 'fail'],
    default: 'warn',
    commands: ['file'],
    about: 'what a change of an earlier push makes of this run if it is refused in the same way again',
  },
  {
    name: 'max-requests',
    kind: 'number',
    value: 'N',
    default: 200,
    commands: ['file'],
    about: 'refuse to file more requests than this',
  },
  {
    name: 'max-deletes',
    kind: 'number',
    value: 'N',
    default: 20,
    commands: ['file'],
    about: 'refuse to file more deletes than this',
  },
  {
    name: 'concurrency',
    kind: 'number',
    pattern: /^[1-9]\d{0,8}$/,
    value: 'N',
    default: 4,
    commands: ['file'],
    about: 'calls at once',
  },
  {
    name: 'timeout',
    kind: 'number',
    pattern: /^[1-9]\d{0,8}$/,
    value: 'SECONDS',
    default: 120,
    commands: calling,
    about: 'limit of one call',
  },
  { name: 'ca-file', kind: 'text', value: 'FILE', commands: calling, about: 'certificates (PEM) to trust as well' },
  { name: 'allow-http', kind: 'flag', commands: calling, about: 'allow plain http to other machines' },
  {
    name: 'attach-as',
    kind: 'text',
    choices: ['gfile', 'srcn', 'objn'],
    otherwise: `attach.as in the mapping, else ${mappingDefaults.attach.as}`,
    commands: ['file'],
    about: 'what the file part of a create is named after',
  },
  {
    name: 'disposition',
    kind: 'text',
    choices: ['form-data', 'attachment'],
    otherwise: `attach.disposition in the mapping, else ${mappingDefaults.attach.disposition}`,
    commands: ['file'],
    about: 'Content-Disposition of the file part',
  },
  {
    name: 'dry-run',
    kind: 'flag',
    commands: ['plan', 'file', 'check'],
    about: 'plan only: nothing is filed, and check asks nothing',
  },
  {
    name: 'report',
    kind: 'text',
    value: 'FILE',
    commands: ['plan', 'file', 'check'],
    about: 'write the JSON report there',
  },
  {
    name: 'junit',
    kind: 'text',
    value: 'FILE',
    commands: range,
    about: 'write a JUnit report there: one test case for each request',
  },
  {
    name: 'dotenv',
    kind: 'text',
    value: 'FILE',
    commands: range,
    about: 'write counts, request and RFP numbers there as variables (dotenv)',
  },
  { name: 'html', kind: 'text', value: 'FILE', commands: range, about: 'write the HTML report there' },
  {
    name: 'format',
    kind: 'text',
    choices: ['text', 'json', 'markdown', 'html'],
    choicesOf: { check: ['text', 'json', 'markdown'], explain: ['text', 'json'], ledger: ['text', 'json'] },
    default: 'text',
    commands: ['plan', 'file', 'check', 'explain', 'ledger', 'status'],
    about: 'what is printed',
  },
  {
    name: 'fail-on-open',
    kind: 'flag',
    commands: ['status'],
    about: 'exit 1 if a change is still open, a call has no answer, or a record cannot be read',
  },
  {
    name: 'site',
    kind: 'text',
    value: 'FILE',
    commands: ['serve'],
    about: 'site file: users, applications, levels, ...',
  },
  { name: 'demo', kind: 'flag', commands: ['serve'], about: 'use the built-in demo site' },
  {
    name: 'db',
    kind: 'text',
    value: 'FILE',
    default: ':memory:',
    commands: ['serve'],
    about: 'SQLite file of the state',
  },
  { name: 'port', kind: 'number', value: 'N', default: 8642, commands: ['serve'], about: 'port on loopback; 0: any' },
  {
    name: 'refusal-status',
    kind: 'number',
    choices: ['200', '422'],
    default: 200,
    commands: ['serve'],
    about: 'HTTP status of a reply with sev 30',
  },
  {
    name: 'variant',
    kind: 'text',
    choices: ['later', 'earlier'],
    default: 'later',
    commands: ['serve'],
    about: 'variant of the interface',
  },
  {
    name: 'faults',
    kind: 'text',
    value: 'FILE',
    commands: ['serve'],
    about: 'play the faults of this file: delays, refusals, lost and mangled answers',
  },
  { name: 'quoted-numbers', kind: 'flag', commands: ['serve'], about: 'answer numbers as strings' },
  {
    name: 'last',
    kind: 'number',
    pattern: /^[1-9]\d{0,8}$/,
    value: 'N',
    default: 10,
    commands: ['rehearse'],
    about: 'how many of the last first-parent commits of --repo-dir to replay',
  },
  {
    name: 'open',
    kind: 'flag',
    commands: ['rehearse'],
    about: 'leave the service running at the end, to look at its page',
  },
] as const satisfies readonly OptionRow[];

type Row = (typeof optionTable)[number];
type Held<R extends Row> = R['kind'] extends 'flag'
  ? boolean
  : R['kind'] extends 'list'
    ? readonly string[]
    : R extends { choices: readonly (infer C)[] }
      ? R['kind'] extends 'number'
        ? C extends `${infer N extends number}`
          ? N
          : never
        : C
      : R['kind'] extends 'number'
        ? number
        : string;

/** A row that fills something in. */
type Filled = Extract<Row, { readonly default: unknown } | { readonly kind: 'flag' }>;

/** The options that somebody gave, typed; the others are undefined. */
export type GivenOptions = { readonly [R in Row as R['name']]?: Held<R> | undefined };

/** The options of a run, typed, with the defaults of the table filled in (defaults.ts). */
export type Options = { readonly [R in Filled as R['name']]: Held<R> } & {
  readonly [R in Exclude<Row, Filled> as R['name']]?: Held<R> | undefined;
};

/** Options that always have a value. */
export type FilledName = Filled['name'];

/** The environment variable of an option. */
export function variableOf(name: string): string {
  return `FILE_CHECKOUTS_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** Options of a command, in the order of the table, each with what that command takes and what holds without it. */
export function optionsOf(command: CommandName): OptionRow[] {
  const rows: readonly OptionRow[] = optionTable;
  return rows
    .filter((row) => row.commands.includes(command))
    .map((row) => {
      const choices = row.choicesOf?.[command];
      const otherwise = row.otherwiseOf?.[command];
      return {
        ...row,
        ...(choices === undefined ? {} : { choices }),
        ...(otherwise === undefined ? {} : { otherwise }),
      };
    });
}
