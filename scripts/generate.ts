/**
 * Writes what is made from the tables in code: action.yml, the JSON Schema of the mapping, the tables in docs, and the
 * examples in the README. CI runs it and fails when a file differs from what is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import {
  type CommandName,
  commands,
  defaultCommand,
  formatDefault,
  listOptionRows,
  type OptionRow,
} from '../src/options.ts';
import { actionOutputTable } from '../src/report/outputs.ts';
import { buildOpenApi } from '../src/service/openapi.ts';
import { demoTable } from './demo-table.ts';
import { describeOption } from './describe-option.ts';
import { componentFile } from './gitlab-component.ts';
import { reportJsonSchema, siteJsonSchema, statusJsonSchema } from './json-schemas.ts';
import { mappingJsonSchema } from './mapping-json-schema.ts';
import { fillIn, table } from './markdown.ts';
import { mappingParts } from './reference.ts';
import { reusableWorkflow } from './reusable-workflow.ts';

const notInAction = ['token-file', 'repo-dir'];

function actionFile(): string {
  const inputs: Record<string, { description: string; required: false; default?: string }> = {
    command: {
      description: 'What to do: file, plan, or check (the mapping alone).',
      required: false,
      default: defaultCommand,
    },
    token: { description: 'Token of a user of the change-management service; give it from a secret.', required: false },
    'github-token': {
      description:
        'Token that pushes the ledger (contents: write) and writes the plan to a pull request (pull-requests: write).',
      required: false,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the host, not of JavaScript
      default: '${{ github.token }}',
    },
    'ledger-token': {
      description: 'Token for the repository in ledger-remote; it goes nowhere else.',
      required: false,
    },
    'ledger-secret': {
      description:
        'Secret that seals the ledger, the same for every job; for a token of the service that rotates or differs by level. Default: that token.',
      required: false,
    },
    'ledger-secret-previous': {
      description: 'The earlier ledger secret or token, after a change: give it until every branch has had a run.',
      required: false,
    },
  };
  for (const row of listOptionRows('file')) {
    if (!notInAction.includes(row.name)) inputs[row.name] = { description: describeOption(row), required: false };
  }
  inputs['repo-dir'] = { description: 'The repository to read. Default: the workspace.', required: false };
  const outputs = Object.fromEntries(
    Object.entries(actionOutputTable).map(([name, about]) => [
      name,
      { description: `${about.charAt(0).toUpperCase()}${about.slice(1)}.` },
    ]),
  );
  const action = {
    name: 'file-checkouts',
    description: 'File check-outs at an IBM i change-management service for the files that a push changed',
    author: 'file-checkouts',
    branding: { icon: 'check-square', color: 'blue' },
    inputs,
    outputs,
    runs: { using: 'node24', main: 'dist/action.mjs' },
  };
  return `# Made by scripts/generate.ts from the table of options; do not edit.\n${stringify(action, { lineWidth: 120 })}`;
}

/** Returns the cells of a row: option with its value, meaning, default. */
function optionRow(row: OptionRow): string[] {
  const value = row.value ?? row.choices?.join('|');
  const spelled = row.kind === 'flag' || value === undefined ? '' : ` ${value}`;
  return [`\`--${row.name}${spelled}\``, row.about, formatDefault(row) ?? ''];
}

/** Returns the cells of a row: command, meaning, its options. The options of `file` have a table of their own. */
function commandRow([name, about]: [string, string]): string[] {
  const options =
    name === 'file'
      ? 'see below'
      : listOptionRows(name as CommandName)
          .map((row) => `\`--${row.name}\``)
          .join(' ');
  return [`\`${name}\``, about, options];
}

/** Returns a file of the repository as a block of YAML in Markdown. */
function exampleBlock(file: string): string {
  return `\`\`\`yaml\n${readFileSync(file, 'utf8').trimEnd()}\n\`\`\``;
}

const readmeParts: Record<string, () => string> = {
  'example github-push': () => exampleBlock('examples/github-push.yml'),
  'example gitlab': () => exampleBlock('examples/gitlab.yml'),
};

const optionsParts: Record<string, () => string> = {
  commands: () => table(['command', 'does', 'options'], Object.entries(commands).map(commandRow)),
  options: () => table(['option', 'for', 'default'], listOptionRows('file').map(optionRow)),
  outputs: () =>
    table(
      ['output', 'holds'],
      Object.entries(actionOutputTable).map(([name, about]) => [`\`${name}\``, about]),
    ),
};

/** Rewrites the generated parts of a page on disk. @param parts functions that make them, by name */
function fillPage(file: string, parts: Readonly<Record<string, () => string>>): void {
  writeFileSync(file, fillIn(readFileSync(file, 'utf8'), parts, file));
}

writeFileSync('action.yml', actionFile());
writeFileSync('.github/workflows/file-checkouts.yml', reusableWorkflow());
writeFileSync('templates/file-checkouts/template.yml', componentFile());
writeFileSync('schema/mapping.schema.json', `${JSON.stringify(mappingJsonSchema(), null, 2)}\n`);
writeFileSync('schema/site.schema.json', `${JSON.stringify(siteJsonSchema(), null, 2)}\n`);
writeFileSync('schema/openapi.json', `${JSON.stringify(buildOpenApi(), null, 2)}\n`);
writeFileSync('schema/report.schema.json', `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
writeFileSync('schema/status.schema.json', `${JSON.stringify(statusJsonSchema(), null, 2)}\n`);
fillPage('README.md', readmeParts);
fillPage('docs/options.md', optionsParts);
fillPage('docs/mapping.md', mappingParts);
fillPage('docs/site.md', { demo: demoTable });
