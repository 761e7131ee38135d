import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { componentInputs, componentVariables } from '../../scripts/gitlab-component.ts';
import { formatDotenvReport } from '../../src/report/outputs.ts';
import { version } from '../../src/version.ts';
import { reportOf } from '../report/support.ts';

const page = readFileSync('docs/gitlab.md', 'utf8');
const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text]) => parse(text ?? ''));
const inputs = componentInputs();

test('the examples are YAML, include this version of the component, and give inputs that it has', () => {
  expect(blocks.length).toBeGreaterThan(3);
  const includes = blocks.flatMap(({ include }) => include ?? []);
  expect(includes.length).toBeGreaterThan(1);
  for (const { component, inputs: given } of includes) {
    expect(component).toMatch(new RegExp(`/file-checkouts@v${version}$`));
    for (const [name, value] of Object.entries(given)) {
      expect(inputs, name).toHaveProperty(name);
      expect(typeof value, name).toBe(inputs[name]?.type);
      if (inputs[name]?.regex !== undefined) expect(value).toMatch(new RegExp(inputs[name].regex));
    }
  }
});

test('the variables that it names are those of the dotenv report, or of inputs that a variable overrules', () => {
  const reported = formatDotenvReport(reportOf([]), '').match(/^\w+/gm) ?? [];
  const secrets = ['TOKEN', 'GIT_TOKEN', 'LEDGER_SECRET', 'LEDGER_SECRET_PREVIOUS'].map(
    (name) => `FILE_CHECKOUTS_${name}`,
  );
  const read = [...componentVariables(), ...secrets];
  const named = page.match(/FILE_CHECKOUTS_[A-Z_]+/g) ?? [];
  expect(named.filter((name) => ![...reported, ...read].includes(name))).toEqual([]);
  for (const name of reported) expect(page).toContain(`\`${name}\``.replace(/^`FILE_CHECKOUTS(?!_CREATED)/, '`'));
});
