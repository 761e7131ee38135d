import { Problem } from './errors.ts';

/** The commands there are, with the line that `--help` shows. */
export const commands = {
  plan: 'show what the commit range would file, and why each other file is left out',
  file: 'plan, then file the check-outs',
  serve: 'run the object-request service',
  ledger: 'show what the ledger remembers, or forget part of it: ledger show | ledger forget [PATH...]',
  rehearse: 'start the service in memory and file pushes through the real pipeline',
} as const;
export type CommandName = keyof typeof commands;

/** One option: every surface (command line, environment, action inputs, help, README) comes from this table. */
export interface OptionRow {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'flag' | 'list';
  /** How the value is shown in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** What a value must look like. */
  readonly pattern?: RegExp;
  /** What holds when it is not given, in words or as the value itself. */
  readonly default?: string;
  readonly commands: readonly CommandName[];
  readonly about: string;
}

const range = ['plan', 'file'] as const;
const all = ['plan', 'file', 'rehearse'] as const;
/** Commands that name a ledger record. */
const keyed = ['plan', 'file', 'ledger'] as const;

/** The one table of options. */
export const optionTable = [
  {
    name: 'repo-dir',
    kind: 'text',
    value: 'DIR',
    default: '.',
    commands: [...all, 'ledger'],
    about: 'the repository to read',
  },
  {
    name: 'mapping',
    kind: 'text',
    value: 'FILE|REV:PATH',
    default: '.file-checkouts.yml',
    commands: all,
    about: 'the mapping file; REV:PATH reads it from a commit, as in origin/main:.file-checkouts.yml',
  },
  { name: 'base', kind: 'text', value: 'REV', default: 'from the event', commands: range, about: 'compare from here' },
  { name: 'head', kind: 'text', value: 'REV', default: 'from the event', commands: range, about: 'compare up to here' },
  { name: 'branch', kind: 'text', value: 'NAME', default: 'from the event', commands: keyed, about: 'the branch' },
  {
    name: 'paths',
    kind: 'list',
    value: 'GLOB...',
    commands: range,
    about: 'only these paths, as they are at head (a manual refile)',
  },
  {
    name: 'on-missing-base',
    kind: 'text',
    choices: ['fail', 'merge-base'],
    default: 'fail',
    commands: range,
    about: 'what to do when the base commit is nowhere to be had',
  },
  {
    name: 'repo',
    kind: 'text',
    value: 'ID',
    default: 'repo in the mapping, else the name of the repository',
    commands: range,
    about: 'ID of the Git repository at the service',
  },
  {
    name: 'set',
    kind: 'list',
    value: 'FIELD=VALUE',
    commands: range,
    about: 'set a field of every create request, over everything else; may be repeated',
  },
  {
    name: 'rfp',
    kind: 'text',
    value: 'none|per-push|per-branch|NUMBER',
    pattern: /^(none|per-push|per-branch|[1-9]\d{0,8})$/,
    default: 'rfp in the mapping, else none',
    commands: range,
    about: 'how requests are put into RFPs',
  },
  { name: 'pipe', kind: 'text', value: 'ID', commands: range, about: 'pipeline server to be notified about the RFP' },
  { name: 'pipa', kind: 'text', value: 'ATTR', commands: range, about: 'attribute of the generated *PIPE request' },
  { name: 'tkey', kind: 'text', value: 'KEY', default: 'the run', commands: range, about: 'key of the pipeline job' },
  {
    name: 'url',
    kind: 'text',
    value: 'URL',
    commands: keyed,
    about: 'base address of the service; a plan only looks up under it what was filed before',
  },
  {
    name: 'token-file',
    kind: 'text',
    value: 'FILE',
    default: 'FILE_CHECKOUTS_TOKEN in the environment',
    commands: ['file'],
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
    default: 'the base address',
    commands: keyed,
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
    name: 'max-requests',
    kind: 'number',
    value: 'N',
    default: '200',
    commands: ['file'],
    about: 'refuse to file more requests than this',
  },
  {
    name: 'max-deletes',
    kind: 'number',
    value: 'N',
    default: '20',
    commands: ['file'],
    about: 'refuse to file more deletes than this',
  },
  {
    name: 'concurrency',
    kind: 'number',
    pattern: /^[1-9]\d{0,8}$/,
    value: 'N',
    default: '4',
    commands: ['file'],
    about: 'calls at once',
  },
  {
    name: 'timeout',
    kind: 'number',
    pattern: /^[1-9]\d{0,8}$/,
    value: 'SECONDS',
    default: '120',
    commands: ['file'],
    about: 'limit of one call',
  },
  { name: 'ca-file', kind: 'text', value: 'FILE', commands: ['file'], about: 'certificates (PEM) to trust as well' },
  { name: 'allow-http', kind: 'flag', commands: ['file'], about: 'allow plain http to other machines' },
  {
    name: 'attach-as',
    kind: 'text',
    choices: ['gfile', 'srcn', 'objn'],
    default: 'attach.as in the mapping, else gfile',
    commands: ['file'],
    about: 'what the file part of a create is named after',
  },
  {
    name: 'disposition',
    kind: 'text',
    choices: ['form-data', 'attachment'],
    default: 'attach.disposition in the mapping, else form-data',
    commands: ['file'],
    about: 'Content-Disposition of the file part',
  },
  { name: 'dry-run', kind: 'flag', commands: ['file'], about: 'plan only' },
  { name: 'report', kind: 'text', value: 'FILE', commands: range, about: 'write the JSON report there' },
  {
    name: 'format',
    kind: 'text',
    choices: ['text', 'json', 'markdown'],
    default: 'text',
    commands: keyed,
    about: 'what is printed',
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
  { name: 'port', kind: 'number', value: 'N', default: '8642', commands: ['serve'], about: 'port on loopback; 0: any' },
  {
    name: 'refusal-status',
    kind: 'number',
    choices: ['200', '422'],
    default: '200',
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
    default: '10',
    commands: ['rehearse'],
    about: 'how many of the last first-parent commits of --repo-dir to replay',
  },
] as const satisfies readonly OptionRow[];

type Row = (typeof optionTable)[number];
type Held<R extends OptionRow> = R['kind'] extends 'number'
  ? number
  : R['kind'] extends 'flag'
    ? true
    : R['kind'] extends 'list'
      ? readonly string[]
      : R extends { choices: readonly (infer C)[] }
        ? C
        : string;

/** The options of a run, typed; one that was not given is undefined. */
export type Options = { readonly [R in Row as R['name']]?: Held<R> | undefined };

/** Values as they come in, by option name: a list for what may be repeated. */
export type RawOptions = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

/** The environment variable of an option. */
export function variableOf(name: string): string {
  return `FILE_CHECKOUTS_${name.toUpperCase().replaceAll('-', '_')}`;
}

/** Options of a command, in the order of the table. */
export function optionsOf(command: CommandName): OptionRow[] {
  const rows: readonly OptionRow[] = optionTable;
  return rows.filter((row) => row.commands.includes(command));
}

function wrong(row: OptionRow, origin: string, found: string, right: string): Problem {
  return new Problem('usage', `${origin}: ${found}`, `Give ${right}. (${row.about})`);
}

function readValue(row: OptionRow, raw: string | readonly string[] | boolean, origin: string): unknown {
  if (row.kind === 'list') {
    const items = (Array.isArray(raw) ? raw : String(raw).split(/\r?\n/)).map((item) => item.trim());
    const given = items.filter((item) => item !== '');
    return given.length === 0 ? undefined : given;
  }
  const text = String(Array.isArray(raw) ? raw.at(-1) : raw).trim();
  if (text === '') return undefined;
  if (row.choices && !row.choices.includes(text)) {
    throw wrong(row, origin, `${JSON.stringify(text)} is not one of its values`, row.choices.join(', '));
  }
  if (row.kind === 'flag') {
    if (/^(true|yes|1)$/i.test(text)) return true;
    if (/^(false|no|0)$/i.test(text)) return false;
    throw wrong(row, origin, `${JSON.stringify(text)} is neither true nor false`, 'true or false');
  }
  if (row.kind === 'number' && !/^\d{1,9}$/.test(text)) {
    throw wrong(row, origin, `${JSON.stringify(text)} is not a number`, 'a whole number');
  }
  if (row.pattern && !row.pattern.test(text)) {
    throw wrong(row, origin, `${JSON.stringify(text)} cannot be right`, row.value ?? 'another value');
  }
  return row.kind === 'number' ? Number(text) : text;
}

/**
 * Reads raw values into typed options. Several sources may be given, first one wins; an empty value counts as not
 * given.
 *
 * @param sources each with how it names an option in an error, as `--base` or `FILE_CHECKOUTS_BASE`.
 * @throws Problem('usage') on the first value that cannot be right.
 */
export function readOptions(
  command: CommandName,
  sources: readonly { readonly values: RawOptions; readonly nameOf: (name: string) => string }[],
): Options {
  const options: Record<string, unknown> = {};
  for (const row of optionsOf(command)) {
    for (const { values, nameOf } of sources) {
      const raw = values[row.name];
      const value = raw === undefined ? undefined : readValue(row, raw, nameOf(row.name));
      if (value === undefined) continue;
      // A flag that is said to be off is off, whatever a later source says.
      if (value !== false) options[row.name] = value;
      break;
    }
  }
  return options as Options;
}

/** The options that the environment sets (`FILE_CHECKOUTS_<NAME>`). */
export function environmentOptions(env: Readonly<Record<string, string | undefined>>): RawOptions {
  return Object.fromEntries(optionTable.map(({ name }) => [name, env[variableOf(name)]]));
}
