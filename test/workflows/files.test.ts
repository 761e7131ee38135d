import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { reusableWorkflow } from '../../scripts/reusable-workflow.ts';
import { listOptionRows } from '../../src/options.ts';
import { evaluate, holds } from './expressions.ts';
import { parserErrors, runLint } from './github-parser.ts';
import { readWorkflow } from './workflow.ts';

const inFolder = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${folder}/${name}`);
const examples = inFolder('examples').filter((path) => path.startsWith('examples/github-'));
const workflows = [...inFolder('.github/workflows'), ...examples];
const read = (path: string) => readFileSync(path, 'utf8');

/** Of April 2026, and so unknown to this release of actionlint. */
const newer = /^property "workflow_(sha|repository)" is not defined in object type \{container:/;

test.each(workflows)('%s: actionlint finds nothing', async (path) => {
  const found = (await runLint(read(path), path)).filter(({ message }) => !newer.test(message));
  expect(found.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

test.each([...workflows, 'action.yml'])("%s: GitHub's own parser finds nothing", async (path) => {
  expect(await parserErrors(path, read(path))).toEqual([]);
});

test('both would find a mistake', async () => {
  const wrong = read('examples/github-push.yml').replace('runs-on:', 'runs-in:');
  expect(await parserErrors('wrong.yml', wrong)).not.toEqual([]);
  expect(await runLint(wrong, 'wrong.yml')).not.toEqual([]);
  expect(await parserErrors('action.yml', read('action.yml').replace('using: node24', 'using: node'))).not.toEqual([]);
});

describe.each(workflows)('%s', (path) => {
  const workflow = readWorkflow(read(path));
  const jobs = Object.values(workflow.jobs);

  test('grants nothing on top, and says beside each grant of a job what it is for', () => {
    expect(workflow.permissions).toEqual({});
    const grants = [...read(path).matchAll(/^ +([a-z-]+): (read|write)( .*)?$/gm)];
    expect(grants).toHaveLength(jobs.flatMap(({ permissions = {} }) => Object.keys(permissions)).length);
    for (const [line, , , reason] of grants) expect(reason, line).toMatch(/^ # to \w+/);
  });

  test('pins the actions of others by commit', () => {
    const uses = jobs.flatMap(({ uses, steps = [] }) => [uses, ...steps.map((step) => step.uses)]);
    const others = uses.filter((name) => name !== undefined && !/^(\.|file-checkouts\/file-checkouts[@/])/.test(name));
    for (const name of others) expect(name).toMatch(/@[0-9a-f]{40}$/);
  });

  test('puts no expression into a script, and leaves no credentials in a checkout', () => {
    for (const step of jobs.flatMap(({ steps = [] }) => steps)) {
      expect(step.run ?? '').not.toContain('${{');
      if (step.uses?.startsWith('actions/checkout@')) expect(step.with?.['persist-credentials']).toBe(false);
    }
  });
});

const filing = [...examples, '.github/workflows/file-checkouts.yml'];
test.each(filing)('%s: one run of a branch after the other (design §8)', (path) => {
  const workflow = readWorkflow(read(path));
  const calls = Object.values(workflow.jobs).some(({ uses }) => uses !== undefined);
  const one = { group: `file-checkouts-\${{ github.ref }}`, 'cancel-in-progress': false };
  // A workflow that calls the reusable one leaves it to that: the same group on both would wait for itself.
  expect(workflow.concurrency).toEqual(calls ? undefined : one);
});

describe('the reusable workflow', () => {
  const workflow = readWorkflow(reusableWorkflow());
  const { inputs = {} } = workflow.on.workflow_call ?? {};
  const lastOf = (job: 'file' | 'plan') => workflow.jobs[job]?.steps?.at(-1);
  const action: { inputs: Record<string, unknown> } = parseYaml(read('action.yml'));

  test('is what the table of options makes of it', () => {
    expect(read('.github/workflows/file-checkouts.yml')).toBe(reusableWorkflow());
  });

  test('has the inputs of the action, and hands every one on', () => {
    const names = ['command', ...listOptionRows('file').map(({ name }) => name)];
    const expected = names.filter((name) => !['token-file', 'repo-dir'].includes(name));
    const own = ['runs-on', 'mapping-repository', 'mapping-ref'];
    const secrets = ['ledger-secret', 'ledger-secret-previous', 'ledger-token', 'token'];
    expect(Object.keys(inputs).sort()).toEqual([...expected, ...own].sort());
    for (const { with: handed = {} } of [lastOf('file') ?? {}, lastOf('plan') ?? {}]) {
      expect(Object.keys(handed).sort()).toEqual([...expected, ...secrets].sort());
      for (const name of expected) expect(handed[name]).toContain(`inputs.${name}`);
    }
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining([...expected, 'token']));
  });

  test('plans in a job that can write no commit, and hands it no token of the service', () => {
    const { file, 'file-apart': apart, plan } = workflow.jobs;
    expect(file?.permissions).toEqual({ contents: 'write' });
    expect(apart?.permissions).toEqual({ contents: 'read' });
    expect(plan?.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    expect(Object.keys(workflow.jobs)).toEqual(['file', 'file-apart', 'plan']);
    for (const event_name of ['push', 'workflow_dispatch', 'schedule', 'delete', 'pull_request', 'merge_group']) {
      const isProposal = ['pull_request', 'merge_group'].includes(event_name);
      const contexts = { github: { event_name }, inputs: { command: 'file' }, secrets: { token: 'secret' } };
      const jobs = (inputs: object) =>
        [file, apart, plan].map((job) => holds(job?.if, { ...contexts, inputs: { ...contexts.inputs, ...inputs } }));
      expect(jobs({}), event_name).toEqual([!isProposal, false, isProposal]);
      expect(jobs({ 'ledger-remote': 'https://git.example/l' }), event_name).toEqual([false, !isProposal, isProposal]);
      const { token, command } = lastOf('plan')?.with ?? {};
      expect([evaluate(token, contexts), evaluate(command, contexts)]).toEqual(['', 'plan']);
    }
  });

  test('says of every input what it is for; a number that is not given is the default, never 0', () => {
    for (const [name, input] of Object.entries(inputs)) {
      expect(input.description, name).toMatch(/^[A-Z].*\.$/s);
      expect(['string', 'number', 'boolean']).toContain(input.type);
      if (input.type === 'number') expect(input.default, name).toBeGreaterThan(0);
    }
  });
});
