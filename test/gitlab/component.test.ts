import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { describeOption } from '../../scripts/describe-option.ts';
import { type ComponentInput, componentFile, componentInputs } from '../../scripts/gitlab-component.ts';
import { listOptionRows, toEnvVariable } from '../../src/options.ts';

const text = readFileSync('templates/file-checkouts/template.yml', 'utf8');

/** GitLab reads YAML 1.1, editors and other tools 1.2. */
const documents = (version: '1.1' | '1.2') =>
  parseAllDocuments(text, { version, merge: false }).map((document) => {
    expect('errors' in document ? document.errors : []).toEqual([]);
    return 'toJS' in document ? document.toJS() : null;
  });

interface Job {
  readonly stage: string;
  readonly resource_group: string;
  readonly interruptible: boolean;
  readonly variables: Readonly<Record<string, string | { value: string; expand: boolean }>>;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  readonly script: readonly string[];
  readonly artifacts: { when: string; expire_in: string; paths: string[]; reports: Record<string, string> };
}

const [header, body] = documents('1.1') as [{ spec: { inputs: Record<string, ComponentInput> } }, Record<string, Job>];
const { inputs } = header.spec;
const job = Object.values(body)[0] as Job;
const script = job.script.join('\n');

test('the template is what its generator makes (npm run generate)', () => {
  expect(text).toBe(componentFile());
});

test('it means the same to YAML 1.1 and 1.2', () => {
  expect(documents('1.1')).toHaveLength(2);
  expect(documents('1.2')).toEqual(documents('1.1'));
  expect(inputs).toEqual(componentInputs());
});

test('the program is fetched at the version of the package', () => {
  expect(inputs.version?.default).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

describe('every input', () => {
  test.each(Object.entries(inputs))('%s is typed, described, and has a default that is right', (_, input) => {
    expect(input.description.length).toBeGreaterThan(10);
    expect(typeof input.default).toBe(input.type);
    if (input.options !== undefined) expect(input.options).toContain(input.default);
    if (input.regex !== undefined) expect(input.default).toMatch(new RegExp(input.regex));
    for (const option of input.options ?? []) expect(typeof option).toBe('string');
  });

  test.each(listOptionRows('file'))('$name is an option of the program', (row) => {
    const input = inputs[row.name];
    expect(input?.description.startsWith(describeOption(row))).toBe(true);
    const types = { text: 'string', list: 'string', number: 'number', flag: 'boolean' };
    expect(input?.type).toBe(types[row.kind]);
    const isVariable = toEnvVariable(row.name) in job.variables;
    expect([isVariable, script.includes(`$[[ inputs.${row.name} ]]`)]).toContain(true);
    expect(isVariable && script.includes(`$[[ inputs.${row.name} ]]`)).toBe(false);
  });

  test('of the others none is a secret, and each is used', () => {
    const used = new Set([...text.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map((match) => match[1]));
    expect([...used].sort()).toEqual(Object.keys(inputs).sort());
    const texts = Object.keys(inputs).filter((name) => inputs[name]?.type === 'string');
    expect(texts.filter((name) => /(^|-)token$|secret|password/.test(name))).toEqual([]);
  });
});

test('options that keep their default are those that a run without them has', () => {
  const own = ['report', 'html', 'junit', 'dotenv'];
  const rows = listOptionRows('file').filter(({ name, kind }) => kind !== 'flag' && !own.includes(name));
  const given = rows.filter(({ name }) => inputs[name]?.default !== '');
  expect(given.map((row) => [row.name, row.default])).toEqual(given.map(({ name }) => [name, inputs[name]?.default]));
});

describe('what a pipeline with variables may not choose is no variable', () => {
  const texts = [...script.matchAll(/(.)\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, before, name = '']) => ({
    before,
    name,
  }));

  test('all but what part of a branch is filed, and how fast', () => {
    const ofJob = ['job-name', 'stage', 'image', 'merge-requests'];
    const part = ['base', 'head', 'branch', 'paths', 'on-missing-base', 'max-requests', 'max-deletes', 'still-open'];
    const others = ['concurrency', 'timeout', 'dry-run', 'format'];
    const free = new Set([...ofJob, ...part, ...others]);
    expect(new Set(texts.map(({ name }) => name))).toEqual(new Set(Object.keys(inputs)).difference(free));
    expect(JSON.stringify(job.rules)).not.toContain('FILE_CHECKOUTS');
  });

  test('its text is in quotes, one input a line, which older versions of GitLab need', () => {
    for (const line of script.split('\n')) expect(line.match(/\$\[\[/g)?.length ?? 0, line).toBeLessThan(2);
    expect(texts.filter(({ before = '' }) => !`'"@`.includes(before))).toEqual([]);
  });
});

test('nothing of an input is in the text of another script', () => {
  expect(JSON.stringify({ ...job, variables: {}, artifacts: {} })).not.toMatch(/before_script|after_script/);
});

test('a variable is text also when its input is a boolean, which GitLab does not take for one', () => {
  const values = Object.entries(inputs).filter(([, { type }]) => type === 'boolean');
  for (const [name] of values) {
    const value = job.variables[toEnvVariable(name)];
    if (value !== undefined) expect(value).toBe(` $[[ inputs.${name} ]]`);
  }
});

test('$ is plain where names of files and objects are given', () => {
  expect(job.variables.FILE_CHECKOUTS_PATHS).toMatchObject({ expand: false });
});

test('runs of a branch come one after the other, and are not interrupted', () => {
  expect(job.interruptible).toBe(false);
  // What GitLab allows in the name of a resource group; a slug is of [a-z0-9-].
  expect(job.resource_group.replace('$CI_COMMIT_REF_SLUG', 'feat-my-app-12-3')).toMatch(/^[\w\-/${}. ]{1,190}$/);
  expect(job.resource_group).toMatch(/^\w.*\$CI_COMMIT_REF_SLUG$/);
});

test('reports are kept, also of a job that failed, where the program is told to write them', () => {
  const file = (name: string) => `$[[ inputs.${name} ]]`;
  expect(job.artifacts).toEqual({
    when: 'always',
    expire_in: '30 days',
    paths: ['report', 'html', 'junit'].map(file),
    reports: { junit: file('junit'), dotenv: file('dotenv') },
  });
  for (const name of ['report', 'html', 'junit', 'dotenv'])
    expect(script).toContain(`${name}=$(below '${file(name)}')`);
});

test("the project's own pipeline includes the component and releases it on a tag", () => {
  const pipeline = parse(readFileSync('.gitlab-ci.yml', 'utf8'));
  const [include] = pipeline.include;
  expect(include.local).toBe('/templates/file-checkouts/template.yml');
  expect(Object.keys(include.inputs).filter((name) => !(name in inputs))).toEqual([]);
  expect(pipeline.test.script).toContain('.ci/run');
  expect(pipeline.release.release.tag_name).toBe('$CI_COMMIT_TAG');
});
