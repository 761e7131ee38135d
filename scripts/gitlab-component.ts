/** The GitLab CI/CD component, made from the table of options. */
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { defaultCommand, listOptionRows, type OptionRow, toEnvVariable } from '../src/options.ts';
import { version } from '../src/version.ts';
import { describeOption } from './describe-option.ts';

/** One input as `spec: inputs` has it. */
export interface ComponentInput {
  readonly description: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly default: string | number | boolean;
  readonly options?: readonly string[];
  readonly regex?: string;
}

/** Files that the job hands to GitLab have a name of their own; GitLab takes them from the work tree only. */
const reportFiles: Readonly<Record<string, string>> = {
  report: 'file-checkouts-report.json',
  html: 'file-checkouts-report.html',
  junit: 'file-checkouts-junit.xml',
  dotenv: 'file-checkouts.env',
};

/** Which part of a branch a job files, and how fast: whoever starts a pipeline by hand says this, over the inputs. */
const byHand = [
  ...['base', 'head', 'branch', 'paths', 'on-missing-base', 'max-requests', 'max-deletes'],
  ...['still-open', 'concurrency', 'timeout', 'dry-run', 'format'],
];

/** Addresses and the program, which stand in '' in the script: no variable chooses them. */
const address = "^[^'$\\s]*$";
const words = "^[^'$\\r\\n]*$";
/** Paths and refs, which stand in "" there: the includer may name a variable, as that of a file. */
const path = '^([^"`$\\\\\\r\\n]|\\$[A-Za-z_][A-Za-z0-9_]*)*$';

/** The text of other options there, in which `$` is a letter like any other. */
const plain = "^[^'\\r\\n]*$";

/** What the script puts as text holds nothing that ends its quotes. The options among them, by name. */
const patterns: Readonly<Record<string, string>> = {
  'repo-dir': path,
  mapping: path,
  url: address,
  'token-file': path,
  'ledger-remote': address,
  'ca-file': path,
  repo: plain,
  set: "^[^']*$",
  pipe: plain,
  pipa: plain,
  tkey: plain,
  'ledger-key': plain,
};

/** Inputs that are no options of the program. */
const ownInputs: Readonly<Record<string, ComponentInput>> = {
  command: {
    description: 'What a branch pipeline does: file, or plan. A merge request is always planned.',
    type: 'string',
    default: defaultCommand,
    options: ['file', 'plan'],
  },
  'job-name': { description: 'Name of the job.', type: 'string', default: 'file-checkouts' },
  stage: { description: 'Stage of the job.', type: 'string', default: 'test' },
  image: {
    description: 'Image of the job: Node.js 24, Git and a shell. Runners without containers bring these themselves.',
    type: 'string',
    default: 'node:24',
  },
  version: {
    description: 'Version of the program that the job fetches and runs.',
    type: 'string',
    default: version,
    regex: '^[\\w.-]+$',
  },
  'cli-command': {
    description:
      'Command that starts the program, if npm cannot fetch it, as /opt/file-checkouts/file-checkouts: words separated by blanks, started in an empty folder. Default: file-checkouts@VERSION, fetched with npm.',
    type: 'string',
    default: '',
    regex: words,
  },
  'npm-registry': {
    description: 'Registry from which npm fetches the program; no other setting of npm counts.',
    type: 'string',
    default: 'https://registry.npmjs.org/',
    regex: address,
  },
  'merge-requests': {
    description:
      'Plan merge requests, in merge-request pipelines. With false the job is in branch pipelines only; docs/gitlab.md explains the effect on "Pipelines must succeed".',
    type: 'boolean',
    default: true,
  },
  'mapping-repository': {
    description:
      'Project that holds the mapping file, as group/project. It must allow the token of the job, which fetches the file. The input mapping is then a path in that project.',
    type: 'string',
    default: '',
    regex: '^([\\w.-]+(/[\\w.-]+)+)?$',
  },
  'mapping-ref': {
    description: 'Branch, tag or commit of mapping-repository. Default: its default branch.',
    type: 'string',
    default: '',
    regex: path,
  },
  'server-url': {
    description:
      'Address of this GitLab server, as https://gitlab.example.com: the Git tokens of the job go there, and mapping-repository is there. Default: scheme and host that the runner has cloned from, if CI_SERVER_URL says the same.',
    type: 'string',
    default: '',
    regex: address,
  },
  'ledger-secret': {
    description: 'Seal the ledger with FILE_CHECKOUTS_LEDGER_SECRET; with false that variable does not count.',
    type: 'boolean',
    default: false,
  },
  'ledger-secret-previous': {
    description:
      'Accept records that FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS has sealed; with false that variable does not count.',
    type: 'boolean',
    default: false,
  },
};

/**
 * Returns the input for an option; an empty default counts as not given. @throws Error for a number without a default, as no number means
 * "not given"
 */
function inputOf(row: OptionRow): ComponentInput {
  const description = describeOption(row);
  if (row.kind === 'flag') return { description, type: 'boolean', default: false };
  if (row.kind === 'number') {
    if (row.default === undefined) throw new Error(`--${row.name} has no default`);
    return { description, type: 'number', default: Number(row.default) };
  }
  const file = reportFiles[row.name];
  if (file !== undefined) return { description, type: 'string', default: file, regex: '^[\\w./-]+$' };
  if (row.choices !== undefined) {
    const held = row.kind === 'text' ? String(row.default ?? '') : '';
    const options = held === '' ? ['', ...row.choices] : row.choices;
    // To GitLab's YAML a bare off is no text.
    const quoted = row.choices.includes('off') ? ' Write "off" with its quotes.' : '';
    return { description: description + quoted, type: 'string', default: held, options };
  }
  const pattern = patterns[row.name] ?? row.pattern?.source.replace(/^\^(.*)\$$/, '^($1)?$');
  const regex = pattern === undefined ? {} : { regex: pattern };
  const dollar = row.kind === 'list' ? ' A $ is a plain character here.' : '';
  return { description: `${description}${dollar}`, type: 'string', default: '', ...regex };
}

/** Returns the inputs of the component by name: first its own, then every option of `file`. */
export function componentInputs(): Readonly<Record<string, ComponentInput>> {
  const options = listOptionRows('file').map((row) => [row.name, inputOf(row)] as const);
  return { ...ownInputs, ...Object.fromEntries(options) };
}

const valueOfInput = (name: string) => `$[[ inputs.${name} ]]`;

/** True for an option that a variable of the pipeline may overrule. */
const isByHand = ({ name }: OptionRow) => byHand.includes(name);

/**
 * Returns the shell script of the job: gitlab-component.sh with the settings of the fixed options, and the names of the variables that may
 * overrule others.
 */
function scriptText(): string {
  const text = readFileSync(new URL('gitlab-component.sh', import.meta.url), 'utf8');
  const rows = listOptionRows('file');
  const others = rows.filter((row) => !isByHand(row) && !text.includes(valueOfInput(row.name)));
  const options = others.map(({ name }) => `export ${toEnvVariable(name)}='${valueOfInput(name)}'`).join('\n');
  const names = rows.filter(isByHand).map(({ name }) => toEnvVariable(name));
  return text.replace('OPTIONS', () => options).replace('BY_HAND', names.join(' | '));
}

/**
 * Returns the variables of the job: for options that say which part of a branch is filed, and how fast; one of the project or the pipeline
 * wins over the input.
 */
function variables(): Record<string, string | { value: string; expand: false }> {
  const entries = listOptionRows('file')
    .filter(isByHand)
    .map(({ name, kind }) => {
      // A boolean would stay one, and a variable cannot be one; the blank makes it text, and the program trims.
      const value = `${kind === 'flag' ? ' ' : ''}${valueOfInput(name)}`;
      return [toEnvVariable(name), kind === 'list' ? { value, expand: false as const } : value] as const;
    });
  return { GIT_DEPTH: '1', ...Object.fromEntries(entries) };
}

/** In which pipelines the job is. A deleted branch has no pipeline, and what a tag names was filed with its branch. */
const rules = [
  { if: '$CI_COMMIT_TAG', when: 'never' },
  { if: '$CI_PIPELINE_SOURCE == "external_pull_request_event"', when: 'never' },
  { if: `$CI_MERGE_REQUEST_IID && "${valueOfInput('merge-requests')}" != "true"`, when: 'never' },
  { if: '$CI_MERGE_REQUEST_IID' },
  { if: '$CI_COMMIT_BRANCH' },
];

/** Returns the names of the variables FILE_CHECKOUTS_... that overrule an input. */
export function componentVariables(): string[] {
  return Object.keys(variables()).filter((name) => name.startsWith(toEnvVariable('')));
}

function job(): Record<string, unknown> {
  return {
    stage: valueOfInput('stage'),
    image: valueOfInput('image'),
    rules,
    // Of a branch's pipelines one files at a time. The slug holds nothing that a resource group may not.
    resource_group: 'file-checkouts-$CI_COMMIT_REF_SLUG',
    interruptible: false,
    variables: variables(),
    script: [scriptText()],
    artifacts: {
      when: 'always',
      expire_in: '30 days',
      paths: [valueOfInput('report'), valueOfInput('html'), valueOfInput('junit')],
      reports: { junit: valueOfInput('junit'), dotenv: valueOfInput('dotenv') },
    },
  };
}

const head = `# Made by scripts/generate.ts from the table of options; do not edit.
#
# Secrets are masked variables of the project or group, not inputs: FILE_CHECKOUTS_TOKEN, the token of the service;
# FILE_CHECKOUTS_GIT_TOKEN, to push the ledger if the token of the job may not; FILE_CHECKOUTS_LEDGER_SECRET (see
# ledger-secret), if the token of the service rotates or differs by level; FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS (see
# ledger-secret-previous), the earlier one; FILE_CHECKOUTS_LEDGER_TOKEN, for the repository in ledger-remote.
`;

/** Returns the text of templates/file-checkouts/template.yml. */
export function componentFile(): string {
  // GitLab reads YAML 1.1, to which words as off or y are booleans.
  const options = { version: '1.1', lineWidth: 120, blockQuote: 'literal' } as const;
  const spec = stringify({ spec: { inputs: componentInputs() } }, options);
  return `${head}${spec}---\n${stringify({ [valueOfInput('job-name')]: job() }, options)}`;
}
