import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actionOutputTable } from '../../src/report/outputs.ts';
import { startGitHub } from '../comment/github.ts';
import { bundles, type Ended, Runner, runBundle } from '../e2e/support/bundle.ts';
import { parsed } from '../report/html-support.ts';
import { everyElement, readXml } from '../report/junit-tree.ts';
import { readPage } from './markdown-tree.ts';
import { pullRequestJob } from './pull-request.ts';
import { type Command, readOutputFile, readRunnerLog, unseenIn } from './runner-log.ts';
import { HostileScene } from './scene.ts';
import { expectOurs, expectPlain, expectWhole } from './whole.ts';
import { hostileNames, words } from './words.ts';

/**
 * Hostile names and messages through every surface (design §9 "one escaper", issue 7 point 6): real Git, a real HTTP
 * service, the bundles as child processes. For each surface: nothing is executed, mentioned or broken.
 */

const { actor, branch, mapping } = hostileNames;
const home = 'https://github.example/acme/ORDERS';
const runner = new Runner();
let scene: HostileScene;

beforeAll(async () => {
  scene = await HostileScene.open();
});
afterAll(async () => {
  runner[Symbol.dispose]();
  await scene[Symbol.asyncDispose]();
});

/** The same push for each surface, without the ledger, in which the action's own is remembered. */
function cli(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const given = ['--url', scene.url, '--mapping', mapping, '--ledger', 'off'];
  const env = { FILE_CHECKOUTS_TOKEN: 'a-token', ...more };
  return runBundle(bundles.cli, [...args, ...given], { cwd: scene.repository.dir, env });
}

const byHand = () => ['file', '--base', scene.base, '--head', scene.head, '--branch', branch];

const linesOf = (text: string) => text.split(/\r\n|\n|\r/);

describe('the action, on a push', () => {
  let ended: Ended;
  beforeAll(async () => {
    const job = runner.push({ branch, before: scene.base, after: scene.head, actor });
    ended = await runner.act(scene.repository.dir, job, { url: scene.url, token: 'a-token', mapping });
  });

  test('JSON report: every word comes back as it was', () => {
    const report = runner.report('file-checkouts-report.json');
    expectWhole(report);
    expect(ended.code).toBe(1);
    expect(report.run.actor).toBe(actor);
    expect(report.range?.branch).toBe(branch);
    expect(report.leftOut.map(({ path }) => path)).toContain(words[0]);
    const said = report.requests.flatMap(({ used }) => Object.values(used ?? {}));
    expect(words.filter((word) => said.includes(word)).length).toBeGreaterThan(10);
    expect(said.filter((value) => typeof value === 'string' && !words.includes(value))).toEqual([]);
  });

  test('log: its commands are those we meant, its lines are plain', () => {
    const { commands, lines } = readRunnerLog(ended.stdout + ended.stderr);
    expect(unseenIn(lines)).toEqual([]);
    const kinds = Map.groupBy(commands, ({ name }) => name);
    expect([...kinds.keys()].sort()).toEqual(['add-mask', 'endgroup', 'error', 'group', 'warning']);
    expect(kinds.get('add-mask')).toEqual([{ name: 'add-mask', properties: {}, data: 'a-token' }]);
    expect(kinds.get('group')?.map(({ data }) => data)).toEqual([`left out: ${2 * words.length} files`]);
    expect(kinds.get('endgroup')).toHaveLength(1);
  });

  test('annotations: ten of a kind at files that there are, each of one line', () => {
    const { commands } = readRunnerLog(ended.stdout);
    const { requests, leftOut } = runner.report('file-checkouts-report.json');
    const paths = [...requests, ...leftOut].map(({ path }) => path);
    for (const level of ['error', 'warning']) {
      const notes = commands.filter(({ name }) => name === level);
      expect(notes.length).toBeLessThanOrEqual(10);
      expect(notes.length).toBeGreaterThan(1);
      const wrong = ({ properties: { title, file, ...more }, data }: Command) =>
        title !== 'file-checkouts' ||
        (file !== undefined && !paths.includes(file)) ||
        Object.keys(more).length > 0 ||
        unseenIn([data]).length > 0;
      expect(notes.filter(wrong)).toEqual([]);
    }
  });

  test('outputs: the known names, and numbers', () => {
    const outputs = readOutputFile(runner.read('output'));
    expect(Object.keys(outputs)).toEqual(Object.keys(actionOutputTable));
    const { report, ...numbers } = outputs;
    expect(report).toBe(runner.file('file-checkouts-report.json'));
    for (const value of Object.values(numbers)) expect(value).toMatch(/^(true|false|[\d,]*)$/);
  });

  test('summary: no element, link or mention but ours', async () => {
    expectOurs(await readPage(runner.read('summary'), home));
    expect(unseenIn(linesOf(runner.read('summary')))).toEqual([]);
  });
});

describe('the ledger of that push', () => {
  const show = (format: string) =>
    runBundle(bundles.cli, ['ledger', 'show', '--format', format], { cwd: scene.repository.dir });

  test('notes: the lines of a run, and one for each request', () => {
    const { repository, head } = scene;
    const note = repository.git('-C', repository.remote, 'log', '-1', '--notes=check-outs', '--format=%N', head);
    const lines = note.trimEnd().split('\n');
    const heads = ['Run', 'At', 'Service', 'Account', 'Tool', 'Mapping', 'Branch'];
    expect(lines.slice(0, 7).map((line) => line.slice(0, line.indexOf(':')))).toEqual(heads);
    expect(lines).toHaveLength(7 + words.length);
    const row = /^(created|rejected|conflict|unsendable) \*MIGRATE ORD\/50 /;
    for (const line of lines.slice(7)) expect(line).toMatch(row);
    expect(unseenIn(lines)).toEqual([]);
  });

  test('what is shown of it: plain lines, and JSON that is no command', async () => {
    const [text, json] = await Promise.all([show('text'), show('json')]);
    for (const { stdout } of [text, json]) expectPlain(stdout);
    expect(JSON.parse(json.stdout)).toMatchObject([{ branch }]);
  });
});

test('the command line: text is plain lines', async () => {
  const { code, stdout, stderr } = await cli(byHand());
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expectPlain(stdout);
  // A person sees every file.
  expect(stdout).not.toMatch(/^ {2}and \d+ more$/m);
});

test('the command line in a job of GitHub: JSON is JSON, and no command', async () => {
  const env = runner.push({ branch, before: scene.base, after: scene.head, actor });
  const { stdout } = await cli(['file', '--format', 'json'], env);
  expectWhole(JSON.parse(stdout));
  expectPlain(stdout);
});

test('the command line: Markdown holds no element, link or mention but ours', async () => {
  const { stdout } = await cli([...byHand(), '--format', 'markdown']);
  expectOurs(await readPage(stdout, 'no link at all'));
});

test('the command line: the HTML page runs and loads nothing, and is no command when it is printed', async () => {
  const { stdout } = await cli([...byHand(), '--format', 'html']);
  const [parts = []] = parsed([stdout]);
  const tags = parts.flatMap((part) => ('tag' in part ? [part] : []));
  expect(tags.filter(({ tag }) => tag === 'tr').length).toBeGreaterThan(words.length);
  const foreign = ['script', 'img', 'iframe', 'object', 'form', 'link', 'base', 'comment', 'failure', 'testcase'];
  expect(tags.filter(({ tag }) => foreign.includes(tag))).toEqual([]);
  const attributes = tags.flatMap(({ attrs }) => Object.entries(attrs));
  expect(attributes.filter(([name, value]) => /^on/i.test(name) || /script:|\/\//i.test(value ?? ''))).toEqual([]);
  expectPlain(stdout);
});

test('a job of GitLab: sections, JUnit and dotenv', async () => {
  const file = (name: string) => runner.file(name);
  const files = ['--junit', file('junit.xml'), '--dotenv', file('env'), '--report', file('gitlab.json')];
  const { stdout, stderr } = await cli(['file', ...files], {
    ...{ GITLAB_CI: 'true', GITLAB_USER_LOGIN: actor, CI_PIPELINE_SOURCE: 'push', CI_PIPELINE_ID: '4711' },
    ...{ CI_PROJECT_NAME: 'ORDERS', CI_DEFAULT_BRANCH: 'main', CI_COMMIT_BRANCH: branch },
    ...{ CI_COMMIT_BEFORE_SHA: scene.base, CI_COMMIT_SHA: scene.head },
  });
  expectWhole(runner.report('gitlab.json'));

  const marker = /^\u001b\[0Ksection_(start|end):\d+:file_checkouts_1(?:\[collapsed=true\])?\r\u001b\[0K/;
  const printed = stdout.split('\n');
  const marks = printed.flatMap((line) => marker.exec(line)?.[1] ?? []);
  expect(marks).toEqual(['start', 'end']);
  expect(unseenIn([...printed.map((line) => line.replace(marker, '')), ...linesOf(stderr)])).toEqual([]);

  const elements = readXml([runner.read('junit.xml')]).flatMap(everyElement);
  const tags = new Set(elements.map(({ tag }) => tag));
  expect([...tags].sort()).toEqual(['failure', 'skipped', 'system-out', 'testcase', 'testsuite', 'testsuites']);
  expect(elements.filter(({ tag }) => tag === 'testcase')).toHaveLength(3 * words.length);
  const texts = elements.flatMap(({ attributes, text }) => [...Object.values(attributes), ...text.split('\n')]);
  expect(unseenIn(texts)).toEqual([]);

  const variables = runner.read('env').trimEnd().split('\n');
  for (const line of variables) expect(line).toMatch(/^FILE_CHECKOUTS_[A-Z_]+=([\w./,-]*)$/);
  const names = variables.map((line) => line.slice(0, line.indexOf('=')));
  const reported = Object.keys(actionOutputTable).map((name) => name.toUpperCase().replaceAll('-', '_'));
  expect(names).toEqual(reported.map((name) => `FILE_CHECKOUTS_${name === 'REPORT' ? 'REPORT_FILE' : name}`));
});

test('the comment on a pull request', async () => {
  await using github = await startGitHub([], { repository: 'acme/ORDERS' });
  const pull = { target: branch, base: scene.base, head: scene.head, actor, apiUrl: github.apiUrl };
  const job = { ...pullRequestJob(runner, pull), GITHUB_WORKFLOW: actor };
  const inputs = { url: scene.url, mapping, 'github-token': 'job-token', ledger: 'off' };
  const ended = await runner.act(scene.repository.dir, job, inputs);
  expect(ended.stdout).toContain('the comment with the plan is created');
  const [comment] = github.comments;
  expectOurs(await readPage(comment?.body ?? '', home), 2);
  expect(readRunnerLog(ended.stdout).commands.map(({ name }) => name)).not.toContain('##[error]');
});
