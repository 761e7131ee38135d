/** The reusable workflow `.github/workflows/file-checkouts.yml`; its inputs come from the table of options. */
import { stringify } from 'yaml';
import { defaultMappingFile } from '../src/mapping/defaults.ts';
import { defaultCommand, listOptionRows, type OptionRow } from '../src/options.ts';
import { actionOutputTable } from '../src/report/outputs.ts';
import { describeOption } from './describe-option.ts';

interface WorkflowInput {
  readonly description: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly required?: boolean;
  readonly default?: string | number | boolean;
}

/** Not for a workflow that makes its own checkout and takes the token as a secret. */
const notInWorkflow = ['token-file', 'repo-dir'];
/** A path on a runner that is gone when another job could read it. */
const notForOtherJobs = ['report'];

const optionsOfWorkflow = () => listOptionRows('file').filter(({ name }) => !notInWorkflow.includes(name));

/** Returns the input for an option. A number without a default is of type string, since one that is not given would arrive as 0. */
function inputOf(row: OptionRow): WorkflowInput {
  const description = describeOption(row);
  if (row.kind === 'flag') return { description, type: 'boolean', default: false };
  if (row.kind !== 'number' || row.default === undefined) return { description, type: 'string' };
  return { description, type: 'number', default: Number(row.default) };
}

function inputs(): Record<string, WorkflowInput> {
  return {
    'runs-on': {
      description: 'Label of the runner, or JSON (a list of labels, or a group); the runner has to reach the service.',
      type: 'string',
      default: 'ubuntu-latest',
    },
    'mapping-repository': {
      description: 'Repository (owner/name) that holds the mapping file, if many repositories share the file.',
      type: 'string',
    },
    'mapping-ref': {
      description: 'Branch, tag or commit of mapping-repository. Default: its default branch.',
      type: 'string',
    },
    command: {
      description: 'What to do: file, plan, or check (the mapping alone).',
      type: 'string',
      default: defaultCommand,
    },
    ...Object.fromEntries(optionsOfWorkflow().map((row) => [row.name, inputOf(row)])),
  };
}

/** Returns the outputs of the workflow by name, each from whichever of its jobs ran. */
function outputs(): Record<string, { description: string; value: string }> {
  return Object.fromEntries(
    outputNames().map(([name, about]) => [
      name,
      {
        description: `${about.charAt(0).toUpperCase()}${about.slice(1)}.`,
        value: `\${{ ${kinds.map((kind) => `jobs.${kind.name}.outputs.${name}`).join(' || ')} }}`,
      },
    ]),
  );
}

/** Returns name and meaning of the outputs, without paths on the runner, which is gone. */
function outputNames(): [string, string][] {
  return Object.entries(actionOutputTable).filter(([name]) => !notForOtherJobs.includes(name));
}

/** With a shared mapping, `mapping` is a path in its repository. */
const mappingExpression = `\${{ inputs.mapping-repository && format('.file-checkouts-mapping/{0}', inputs.mapping || '${defaultMappingFile}') || inputs.mapping }}`;

/** Returns lines of YAML, `name: value`: the command, and all inputs of the workflow for the action. */
function stepInputs(command: string): string[] {
  const given = optionsOfWorkflow().map(
    ({ name }) => `${name}: ${name === 'mapping' ? mappingExpression : `\${{ inputs.${name} }}`}`,
  );
  return [`command: ${command}`, ...given];
}

function indent(blanks: number, text: string): string {
  return text.trimEnd().replace(/^(?=.)/gm, ' '.repeat(blanks));
}

const checkout = 'actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803 # v6.1.0';

const head = `# Made by scripts/generate.ts from the table of options; do not edit.
#
# To be called from another repository, see examples/github-reusable.yml. The calling job has to grant the permissions
# of the jobs below, and must not name the same concurrency group itself: GitHub would wait for a run that waits for it.
#
# On GitHub Enterprise Server the first step fails: there a reusable workflow cannot find its own code. Use the action
# as a step instead, as in examples/github-push.yml.`;

/** A pull request, or a merge group: what is planned, never filed. */
const isProposal = "startsWith(github.event_name, 'pull_request') || github.event_name == 'merge_group'";

/** One of the jobs. They do the same, with other rights. */
interface Kind {
  readonly name: 'file' | 'file-apart' | 'plan';
  readonly when: string;
  readonly minutes: number;
  readonly permissions: string;
  readonly step: string;
  readonly token: string;
  readonly ledgerSecret: string;
  readonly command: string;
}

const kinds: readonly Kind[] = [
  {
    name: 'file',
    when: `\${{ !(${isProposal}) && !inputs.ledger-remote }}`,
    minutes: 60,
    permissions: 'contents: write # to check the repository out, and to push the ledger, refs/notes/check-outs',
    step: 'File the check-outs',
    token: `\${{ secrets.token }}`,
    ledgerSecret: `\${{ secrets.ledger-secret }}`,
    command: `\${{ inputs.command }}`,
  },
  {
    name: 'file-apart',
    when: `\${{ !(${isProposal}) && inputs.ledger-remote }}`,
    minutes: 60,
    permissions: 'contents: read # to check the repository out; the ledger is in another one',
    step: 'File the check-outs, with the ledger in another repository',
    token: `\${{ secrets.token }}`,
    ledgerSecret: `\${{ secrets.ledger-secret }}`,
    command: `\${{ inputs.command }}`,
  },
  {
    name: 'plan',
    when: `\${{ ${isProposal} }}`,
    minutes: 15,
    permissions: `contents: read # to check the repository out, and to read the ledger, refs/notes/check-outs
pull-requests: write # to write the plan as a comment of the pull request`,
    step: 'Plan the check-outs',
    token: `\${{ inputs.command == 'check' && secrets.token || '' }}`,
    ledgerSecret: "''",
    command: `\${{ inputs.command == 'check' && inputs.command || 'plan' }}`,
  },
];

const top = `permissions: {}
concurrency: # one run of a branch after the other, none cancelled half way
  group: file-checkouts-\${{ github.ref }}
  cancel-in-progress: false
jobs:`;

/** Returns the YAML of a job that checks out the repository and runs the action. */
function jobOf({ name, when, minutes, permissions, step, token, ledgerSecret, command }: Kind): string {
  const outputs = outputNames().map(([output]) => `${output}: \${{ steps.file.outputs.${output} }}`);
  return `${name}:
  if: ${when}
  runs-on: \${{ (startsWith(inputs.runs-on, '[') || startsWith(inputs.runs-on, '{')) && fromJSON(inputs.runs-on) || inputs.runs-on }}
  timeout-minutes: ${minutes}
  permissions:
${indent(4, permissions)}
  outputs:
${indent(4, outputs.join('\n'))}
  steps:
    - name: Where this workflow comes from
      if: \${{ !job.workflow_sha }}
      run: |
        echo "::error title=file-checkouts::This server does not tell a reusable workflow where its code is (job.workflow_sha). Use the action as a step, as in examples/github-push.yml."
        exit 1
    - name: The repository that was pushed to
      uses: ${checkout}
      with:
        # Missing commits are fetched, and the ledger is pushed, with the token that the action is given: none is left behind.
        persist-credentials: false
    - name: The mapping that many repositories share
      if: \${{ inputs.mapping-repository }}
      uses: ${checkout}
      with:
        repository: \${{ inputs.mapping-repository }}
        ref: \${{ inputs.mapping-ref }}
        path: .file-checkouts-mapping
        token: \${{ secrets.read-token || github.token }}
        persist-credentials: false
    - name: This workflow's own code
      uses: ${checkout}
      with:
        repository: \${{ job.workflow_repository }}
        ref: \${{ job.workflow_sha }}
        path: .file-checkouts-action
        token: \${{ secrets.read-token || github.token }}
        persist-credentials: false
    - name: ${step}
      id: file
      uses: ./.file-checkouts-action
      with:
        token: ${token}
        ledger-secret: ${ledgerSecret}
        ledger-secret-previous: ${ledgerSecret.replace('ledger-secret', 'ledger-secret-previous')}
        ledger-token: \${{ secrets.ledger-token }}
${indent(8, stepInputs(command).join('\n'))}`;
}

const secrets = {
  token: { description: 'Token of a user of the change-management service; a plan needs none.', required: false },
  'ledger-secret': {
    description:
      'Secret that seals the ledger, the same for every job; for a token of the service that rotates or differs by level. Default: that token.',
    required: false,
  },
  'ledger-secret-previous': {
    description: 'The earlier ledger secret or token, after a change: give it until every branch has had a run.',
    required: false,
  },
  'ledger-token': {
    description: 'Token for the repository in ledger-remote.',
    required: false,
  },
  'read-token': {
    description: "Token that may read mapping-repository. Default: the job's own.",
    required: false,
  },
};

/**
 * Returns the text of the workflow: its inputs, secrets and outputs, and three jobs, of which one runs; only the job `file` may write to
 * the repository.
 */
export function reusableWorkflow(): string {
  const call = stringify({ inputs: inputs(), secrets, outputs: outputs() }, { lineWidth: 120 });
  const jobs = kinds.map((kind) => indent(2, jobOf(kind))).join('\n');
  return `${head}\nname: file-checkouts\non:\n  workflow_call:\n${indent(4, call)}\n${top}\n${jobs}\n`;
}
