import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallHeap } from '../../src/run/small-heap.ts';
import { demoSite } from '../../src/service/demo.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { bundles, Runner, runBundle } from './support/bundle.ts';
import { demoMapping } from './support/mapping.ts';
import { TestRepository } from './support/repository.ts';

/** A run that may file thousands is started anew with a small heap; what users see of it is the same. */

let service: RunningService;
const repository = new TestRepository();
const runner = new Runner();
const started = runner.file('started');

beforeAll(async () => {
  service = await startService({ site: demoSite, db: ':memory:', port: 0 });
  // Each start of the program writes down its process and its own arguments.
  const noteStart = `import { appendFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(started)}, JSON.stringify({ pid: process.pid, execArgv: process.execArgv }) + '\\n');`;
  writeFileSync(runner.file('note-start.mjs'), noteStart);
});
afterAll(async () => {
  await service.close();
  repository[Symbol.dispose]();
  runner[Symbol.dispose]();
});

const watched = () => ({
  NODE_OPTIONS: `--import=${runner.file('note-start.mjs')}`,
  FILE_CHECKOUTS_TOKEN: 'demo-token',
});

/** Processes and arguments of the last run's starts. */
function starts(): { readonly pids: number; readonly execArgv: readonly string[][] } {
  const lines = existsSync(started) ? runner.read('started').trim().split('\n') : [];
  rmSync(started, { force: true });
  const all = lines.map((line) => JSON.parse(line) as { pid: number; execArgv: string[] });
  return { pids: new Set(all.map(({ pid }) => pid)).size, execArgv: all.map(({ execArgv }) => execArgv) };
}

let pushes = 0;
let head: string | null = null;

/** Pushes so many more sources. */
function pushed(count: number) {
  pushes += 1;
  const before = head;
  const sources = Array.from({ length: count }, (_, n) => [`QRPGLESRC/P${pushes}X${n}.PGM.RPGLE`, `**free // ${n}\n`]);
  head = repository.commit('Sources', { '.file-checkouts.yml': demoMapping, ...Object.fromEntries(sources) });
  repository.push();
  return { branch: 'main', before, after: head };
}

test.each([
  ['1', '5000', [[]]],
  ['500', '2000', [[], [...smallHeap]]],
])('the command line: %s sources, --max-requests %s', async (count, most, execArgv) => {
  const env = { ...runner.push(pushed(Number(count))), ...watched(), FILE_CHECKOUTS_URL: service.url };
  const args = ['file', '--max-requests', most, '--report', runner.file('report.json')];
  const { code, stdout, stderr } = await runBundle(bundles.cli, args, { env, cwd: repository.dir });
  expect({ code, stderr: stderr.replace(/^\d.*\n/gm, '') }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^\d+ created/gm)).toEqual([`${count} created`]);
  expect(runner.report('report.json')).toMatchObject({ exitCode: 0, counts: { created: Number(count) } });
  expect(starts()).toEqual({ pids: 1, execArgv });
});

test.each([
  ['file', '5000', 0, [[], [...smallHeap]]],
  ['file', '499', 1, [[]]],
  ['plan', '5000', 0, [[]]],
] as const)(
  'the action with command %s and max-requests %s: masked, reported and summed up as in any run',
  async (command, most, exitCode, execArgv) => {
    const env = {
      ...runner.push(pushed(500)),
      ...runner.actionFiles(),
      ...watched(),
      GITHUB_WORKSPACE: repository.dir,
      INPUT_COMMAND: command,
      INPUT_URL: service.url,
      INPUT_TOKEN: 'demo-token',
      'INPUT_MAX-REQUESTS': most,
    };
    const { code, stdout } = await runBundle(bundles.action, [], { env, cwd: repository.dir });
    expect({ code, ...starts() }).toEqual({ code: exitCode, pids: 1, execArgv });
    expect(stdout).toMatch(/^::add-mask::demo-token/);
    expect(runner.outputs()).toMatchObject({ created: command === 'file' && exitCode === 0 ? '500' : '0' });
  },
);
