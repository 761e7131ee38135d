import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reply, type ScriptedService, type Step, startService } from '../client/support.ts';
import { type Ended, Runner } from '../e2e/support/bundle.ts';
import { demoMapping } from '../e2e/support/mapping.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { demo } from '../service/helper.ts';
import { readPage } from './markdown-tree.ts';
import { readRunnerLog } from './runner-log.ts';

/** The action on a real event, end to end: what one sees beside the step, in its log and in its summary (design §9). */

const repository = new TestRepository();
const names = (folder: string, count: number, end: string) =>
  Array.from({ length: count }, (_, n) => `${folder}/${String.fromCharCode(65 + n)}${end}`);
const few = names('QRPGLESRC', 3, '.PGM.RPGLE');
const many = names('QRPGLESRC', 24, '1.PGM.RPGLE');
const skipped = names('.', 15, '.md').map((path) => path.slice(2));
const unmapped = names('other', 15, '.txt');
const filesOf = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, `${path}\n`]));

const base = repository.commit('Base', { '.file-checkouts.yml': demoMapping.replace('rfp:', 'unmapped: error\nrfp:') });
const small = repository.commit('Few', filesOf(few));
const large = repository.commit('Many', filesOf([...many, ...skipped, ...unmapped]));
repository.push();
afterAll(() => repository[Symbol.dispose]());

function act(runner: Runner, before: string, after: string, url: string, more: Readonly<Record<string, string>> = {}) {
  const job = runner.push({ branch: 'main', before, after });
  const inputs = { url, token: 'demo-token', head: after, base: before, ledger: 'off', concurrency: '1' };
  return runner.act(repository.dir, job, inputs, more);
}

describe('a large push, half of it refused', () => {
  const runner = new Runner();
  let ended: Ended;
  let service: ScriptedService;
  beforeAll(async () => {
    const warned = reply({ sev: '20', msg: 'Object is in use' }, 200, { objectId: 10_001, rfp: 77 });
    const steps: Step[] = [...Array.from({ length: 12 }, () => warned), reply({ sev: '30', msg: 'Attribute missing' })];
    service = await startService(...steps);
    ended = await act(runner, small, large, service.url);
  });
  afterAll(async () => {
    runner[Symbol.dispose]();
    await service[Symbol.asyncDispose]();
  });

  test('annotations: ten of a kind, why the run stopped first, then those at the files, the rest counted', () => {
    const { commands } = readRunnerLog(ended.stdout);
    const notes = (level: string) => commands.filter(({ name }) => name === level);
    const files = (level: string) => notes(level).map(({ properties }) => properties.file);
    expect(files('error')).toEqual([undefined, ...many.slice(12, 20), undefined]);
    const [stop, first] = notes('error').map(({ data }) => data);
    expect(stop).toMatch(/^15 changed files have no rule: other\/A.txt, .* \(the mapping says unmapped: error\)/);
    expect(first).toMatch(/^rejected: \*MIGRATE ORD\/50 M1 \*PGM: Attribute missing /);
    // The 15 files that no rule reaches are named once, above.
    expect(notes('error').at(-1)?.data).toBe('and 4 more errors; the log and the report have them');
    expect(files('warning')).toEqual([...many.slice(0, 9), undefined]);
    expect(notes('warning')[0]?.data).toBe('created: *MIGRATE ORD/50 A1 *PGM: Object is in use');
    expect(notes('warning').at(-1)?.data).toBe('and 3 more warnings; the log and the report have them');
  });

  test('the long list of what was left out is a group of the log', () => {
    const lines = ended.stdout.split('\n');
    const [start, end] = [lines.indexOf('::group::left out: 30 files'), lines.indexOf('::endgroup::')];
    expect(lines.slice(start + 1, end)).toEqual([
      'left out (15), skip: no source',
      ...skipped.slice(0, 10).map((path) => `  ${path}`),
      '  and 5 more',
      'left out (15), no rule matches',
      ...unmapped.slice(0, 10).map((path) => `  ${path}`),
      '  and 5 more',
    ]);
  });

  test('the summary: worst first, what was left out folded, and no picture of so many', async () => {
    const summary = runner.read('summary');
    const outcomes = [...summary.matchAll(/^\| (created|rejected) \|/gm)].map(([, outcome]) => outcome);
    expect(outcomes).toEqual([...Array(12).fill('rejected'), ...Array(12).fill('created')]);
    expect(summary).toContain('<details><summary>30 left out</summary>');
    expect(summary).not.toContain('mermaid');
    expect((await readPage(summary, 'https://github.example/acme/ORDERS/')).foreign).toEqual([]);
  });
});

test('the summary of a small push: links to the server of the job, and a picture', async () => {
  const server = 'https://ghe.example.com';
  using runner = new Runner();
  await using service = await demo();
  const ended = await act(runner, base, small, service.url, { GITHUB_SERVER_URL: server });
  const { requests, rfps } = service.inspect();
  expect(ended.code).toBe(0);
  const summary = runner.read('summary');
  const home = `${server}/acme/ORDERS`;
  const links = [...summary.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([
    `${home}/commit/${small}`,
    `${home}/compare/${base}...${small}`,
    ...few.map((path) => `${home}/blob/${small}/${path}`),
    expect.stringMatching(new RegExp(`^${RegExp.escape(home)}/actions/runs/\\d+$`)),
  ]);
  const [, picture = ''] = /^```mermaid\n([\s\S]*?)^```$/m.exec(summary) ?? [];
  const numbers = requests.filter(({ objt }) => objt === '*PGM').map(({ objectId }) => objectId);
  expect(picture.trimEnd().split('\n')).toEqual([
    'flowchart LR',
    `  n0(["RFP ${rfps[0]?.rfp}"])`,
    ...few.flatMap((path, n) => [
      `  n${2 * n + 1}["created *MIGRATE #35;${numbers[n]} ORD/50 ${path.charAt('QRPGLESRC/'.length)} *PGM"]`,
      `  n${2 * n + 2}[/"${path}"/]`,
    ]),
    ...few.flatMap((_, n) => [`  n0 --> n${2 * n + 1}`, `  n${2 * n + 1} --> n${2 * n + 2}`]),
  ]);
});
