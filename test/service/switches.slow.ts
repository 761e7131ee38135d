import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mappingText, outcomesOf, Stage } from '../runs/support.ts';
import { type Switches, switchesVariable } from './switches.ts';

/** Where a run of test files ends. */
interface Verdicts {
  readonly passed: number;
  /** Names and messages. */
  readonly failed: readonly string[];
  /** The files of those, without a directory. */
  readonly failedIn: ReadonlySet<string>;
}

interface JsonReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Runs test files with the switches in the environment of their process. */
async function runTests(switches: Partial<Switches>, ...files: string[]): Promise<Verdicts> {
  const dir = mkdtempSync(join(tmpdir(), 'switches-'));
  try {
    const output = join(dir, 'report.json');
    const how = ['--project', 'fast', '--maxWorkers', '1', '--reporter', 'json', '--outputFile', output];
    const args = ['run', ...how, ...files];
    const env = { ...process.env, [switchesVariable]: JSON.stringify(switches) };
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill());
    const said = text(child.stderr);
    await once(child, 'close');
    const { numPassedTests, testResults } = JSON.parse(readFileSync(output, 'utf8')) as JsonReport;
    if (testResults.length === 0) throw new Error(`no test ran: ${await said}`);
    const failed = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map((test) => ({ ...test, file: basename(name) })),
    );
    return {
      passed: numPassedTests,
      failed: failed.map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n')),
      failedIn: new Set(failed.map(({ file }) => file)),
    };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The tests of filing that start a service; the others decide only. */
const filing = readdirSync('test/filing')
  .map((name) => `test/filing/${name}`)
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes("from './bench.ts'"));
/** Whole runs that read every kind of answer. (Others make the same calls.) */
const runs = ['conflicts', 'rfp'].map((name) => `test/runs/${name}.test.ts`);

// In the position that is not here (200, plain, later) the fast tests run anyway.
describe('§2.7, §4.1 the tests of filing pass whatever the interface leaves open', { timeout: 300_000 }, () => {
  test('refusals as 422, numbers quoted', async () => {
    const { passed, failed } = await runTests({ refusalStatus: 422, quotedNumbers: true }, ...filing, ...runs);
    expect(failed.join('\n\n')).toBe('');
    expect(passed).toBeGreaterThan(120);
  });

  // Status and numbers are read in places that know nothing of each other: where one of the two is as in the fast tests,
  // a push that meets each kind of answer is enough.
  test.each([
    { refusalStatus: 422, quotedNumbers: false },
    { refusalStatus: 200, quotedNumbers: true },
  ] as const)('%j: created, updated, withdrawn, refused, held by somebody', async (switches) => {
    await using stage = await Stage.open([], switches);
    await stage.push('Import', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' });
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'HELD' });
    const more = { 'A.RPGLE': 'a2', 'B.RPGLE': null, 'HELD.RPGLE': 'mine' };
    const bad = 'rules:\n  - { match: { gfile: "*.BAD" }, request: { attr: NOSUCH, objt: "*PGM" } }';
    const mapping = mappingText.replace('rules:', bad);
    const report = await stage.push('Change', { ...more, 'R.BAD': 'r', '.file-checkouts.yml': mapping });
    expect([report.exitCode, outcomesOf(report).sort()]).toEqual([
      1,
      ['A *MIGRATE updated', 'B *MIGRATE withdrawn', 'HELD *MIGRATE conflict', 'R *MIGRATE rejected'],
    ]);
    const held = stage.service.inspect().requests.find(({ objn }) => objn === 'HELD');
    expect(report.requests.find(({ objn }) => objn === 'HELD')?.msg).toContain(String(held?.objectId));
  });

  test('the switches reach the services of the tests: under the earlier variant one of each kind fails', async () => {
    const files = ['test/filing/contents.test.ts', 'test/runs/conflicts.test.ts'];
    const names = 'contents arrive byte for byte|whose answer is lost';
    const { failedIn } = await runTests({ variant: 'earlier' }, ...files, '-t', names);
    expect([...failedIn].sort()).toEqual(['conflicts.test.ts', 'contents.test.ts']);
  });
});

/** A mapping for the earlier variant: attribute and type given, nothing of Git; no locks, as nothing could free them. */
const earlierMapping = mappingText.replace(
  'proj: null',
  'proj: null, repo: null, branch: null, gpath: null, gfile: null, lock: "*NO"',
);

// test/transport/earlier-variant.slow.ts holds the other position (200, plain).
describe.concurrent('§9 filing at the earlier variant, refusals 422, quoted', () => {
  const switches = { refusalStatus: 422, quotedNumbers: true, variant: 'earlier' } as const;

  test('creates without locks, with their content; a change is one more create', async () => {
    await using stage = await Stage.open([], switches);
    const told = { options: { 'attach-as': 'srcn' } } as const;
    const setUp = { '.file-checkouts.yml': earlierMapping };
    const first = await stage.push('Import', { ...setUp, 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' }, 'main', told);
    expect([first.exitCode, outcomesOf(first)]).toEqual([0, ['A *MIGRATE created', 'B *MIGRATE created']]);
    expect(first.requests).toMatchObject([{ objectId: null, sev: 10, msg: 'Request created for A into RFP 0' }, {}]);
    const change = await stage.push('Change', { 'A.RPGLE': 'a2' }, 'main', told);
    expect([change.exitCode, outcomesOf(change)]).toEqual([0, ['A *MIGRATE created']]);
    const gone = await stage.push('Delete', { 'B.RPGLE': null }, 'main', told);
    expect([gone.exitCode, outcomesOf(gone)]).toEqual([0, ['B *DELETE created']]);
    const held = ['A *MIGRATE unlocked a1', 'B *MIGRATE unlocked b1', 'A *MIGRATE unlocked a2', 'B *DELETE unlocked'];
    expect(stage.held()).toEqual(held.map((request) => `ORD/50 ${request}`));
  });

  test('with locks a change of what is still open is a conflict, said to be for want of PATCH; the rest is filed', async () => {
    await using stage = await Stage.open([], switches);
    await stage.push('Import', { 'A.RPGLE': 'a1' });
    const change = await stage.push('Change', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b1' });
    expect([change.exitCode, outcomesOf(change)]).toEqual([1, ['A *MIGRATE conflict', 'B *MIGRATE created']]);
    expect(stage.notices.join('\n')).toContain('has no PATCH');
    expect(stage.held()).toHaveLength(2);
  });
});
