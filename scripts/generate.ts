/**
 * Writes what is made from the tables in code: action.yml, the JSON Schema of the mapping, and the tables in the
 * README. CI runs it and fails when a file differs from what is committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { mappingJsonSchema } from '../src/mapping/json-schema.ts';
import { type OptionRow, optionsOf } from '../src/options.ts';
import { actionOutputTable } from '../src/report/action-outputs.ts';

const notInAction = ['token-file', 'repo-dir'];

function describe(row: OptionRow): string {
  const choices = row.choices ? ` (${row.choices.join(', ')})` : '';
  const fallback = row.default === undefined ? '' : `. Default: ${row.default}`;
  const text = `${row.about}${choices}${row.kind === 'list' ? '; one a line' : ''}${fallback}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function actionFile(): string {
  const inputs: Record<string, { description: string; required: false; default?: string }> = {
    command: { description: 'What to do: file, or plan.', required: false, default: 'file' },
    token: { description: 'Token of a user of the change-management service; give it from a secret.', required: false },
    'github-token': {
      description: 'Token with which the ledger is read and pushed (contents: write).',
      required: false,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the host, not of JavaScript
      default: '${{ github.token }}',
    },
  };
  for (const row of optionsOf('file')) {
    if (!notInAction.includes(row.name)) inputs[row.name] = { description: describe(row), required: false };
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

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function optionRow(row: OptionRow): string[] {
  const value = row.value ?? row.choices?.join('|');
  const spelled = row.kind === 'flag' || value === undefined ? '' : ` ${value}`;
  return [`\`--${row.name}${spelled}\``, row.about, row.default ?? ''];
}

const readmeParts: Record<string, () => string> = {
  options: () => table(['option', 'for', 'default'], optionsOf('file').map(optionRow)),
  outputs: () =>
    table(
      ['output', 'holds'],
      Object.entries(actionOutputTable).map(([name, about]) => [`\`${name}\``, about]),
    ),
};

function readme(text: string): string {
  return Object.entries(readmeParts).reduce((result, [name, make]) => {
    const part = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(\\n<!-- /${name} -->)`);
    if (!part.test(result)) throw new Error(`README.md has no place for the table ${name}`);
    return result.replace(part, (_, open: string, close: string) => `${open}${make()}${close}`);
  }, text);
}

mkdirSync('schema', { recursive: true });
writeFileSync('action.yml', actionFile());
writeFileSync('schema/mapping.schema.json', `${JSON.stringify(mappingJsonSchema(), null, 2)}\n`);
writeFileSync('README.md', readme(readFileSync('README.md', 'utf8')));
