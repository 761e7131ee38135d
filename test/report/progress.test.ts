import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildSurroundings } from '../../src/environment.ts';
import { readHost } from '../../src/host/read-host.ts';
import type { Log } from '../../src/log.ts';
import { withDefaults } from '../../src/options.ts';
import { chooseProgressStyle, formatProgress, Progress, type ProgressStyle } from '../../src/report/progress.ts';
import { run } from '../../src/run/flow.ts';
import { remote, runEnv } from '../git/support.ts';
import { github, pushed, zeros } from '../host/support.ts';
import { demo } from '../service/helper.ts';
import { silent } from '../silent.ts';

/** Time passes only when a test says so. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** What one line of a terminal shows after the text: `\r` and `ESC [K` as a terminal takes them. */
function screen(text: string): string[] {
  const lines = [''];
  for (const [part = ''] of text.matchAll(/\r|\n|\u001b\[K|[^\r\n\u001b]+/g)) {
    if (part === '\n') lines.push('');
    else if (part === '\r' || part === '\u001b[K') lines.splice(-1, 1, part === '\r' ? (lines.at(-1) ?? '') : '');
    else lines.splice(-1, 1, (lines.at(-1) ?? '') + part);
  }
  return lines;
}

function watched(style: ProgressStyle, columns?: number) {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text), columns };
  const progress = new Progress(style, output);
  return { progress, written, shown: () => screen(written.join('')) };
}

/** A second in which so many calls end. */
function second({ progress }: ReturnType<typeof watched>, calls: number, failed = 0): void {
  for (let n = 0; n < calls; n += 1) progress.countEnded(n < failed);
  vi.advanceTimersByTime(1_000);
}

const state = { total: 10_000, done: 1_234, failed: 3, startedAt: 0 };

test.each([
  [state, 22_000, 'filing: 1234 of 10000 done, 3 failed, 56/s, 2 min 37 s left'],
  [{ ...state, done: 0, failed: 0 }, 22_000, 'filing: 0 of 10000 done'],
  [{ ...state, failed: 0 }, 22_000, 'filing: 1234 of 10000 done, 56/s, 2 min 37 s left'],
  [{ ...state, done: 10_000, failed: 0 }, 60_000, 'filing: 10000 of 10000 done, 167/s'],
  [{ ...state, done: 9_999 }, 100_000, 'filing: 9999 of 10000 done, 3 failed, 100/s, 1 s left'],
  [{ ...state, done: 42, failed: 0 }, 60_000, 'filing: 42 of 10000 done, 0.7/s, 3 h 58 min left'],
  [{ ...state, done: 5_000, failed: 0 }, 3_600_000, 'filing: 5000 of 10000 done, 1.4/s, 1 h 00 min left'],
  [{ ...state, done: 1, total: 1, failed: 1 }, 0, 'filing: 1 of 1 done, 1 failed, 1000/s'],
])('the line: %j after %i ms', (counts, now, line) => {
  expect(formatProgress(counts, now)).toBe(line);
});

test.each([
  ['text', true, 'xterm', 'terminal'],
  ['text', true, undefined, 'terminal'],
  ['text', true, 'dumb', 'lines'],
  ['text', false, 'xterm', 'lines'],
  ['json', true, 'xterm', 'none'],
  ['markdown', false, undefined, 'none'],
] as const)('where it is shown: --format %s, a terminal: %s, TERM: %s: %s', (format, isTerminal, term, style) => {
  expect(chooseProgressStyle(format, isTerminal, term)).toBe(style);
});

describe('on a terminal (design §9)', () => {
  test('one line rewrites itself, and is gone at the end', () => {
    const run = watched('terminal');
    {
      using _ = run.progress.begin(300);
      second(run, 100);
      expect(run.shown()).toEqual(['filing: 100 of 300 done, 100/s, 2 s left']);
      second(run, 150, 2);
      expect(run.shown()).toEqual(['filing: 250 of 300 done, 2 failed, 125/s, 1 s left']);
      expect(run.written.length).toBeGreaterThan(4);
    }
    expect(run.shown()).toEqual(['']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('it moves on while no call ends', () => {
    const run = watched('terminal');
    using _ = run.progress.begin(20);
    second(run, 10);
    vi.advanceTimersByTime(9_000);
    expect(run.shown()).toEqual(['filing: 10 of 20 done, 1.0/s, 10 s left']);
  });

  test('a run of less than a second writes nothing at all', () => {
    const run = watched('terminal');
    {
      using _ = run.progress.begin(3);
      run.progress.countEnded(false);
      vi.advanceTimersByTime(999);
    }
    vi.advanceTimersByTime(5_000);
    expect(run.written).toEqual([]);
  });

  test('a narrow terminal gets as much as fits, with the last column free', () => {
    const run = watched('terminal', 20);
    using _ = run.progress.begin(300);
    second(run, 100);
    expect(run.shown()).toEqual(['filing: 100 of 300 ']);
  });

  test('lines of the log stand above it, whole', () => {
    const run = watched('terminal');
    const write = (line: string) => void run.written.push(`${line}\n`);
    const plain: Log = { info: write, notice: write };
    const log = run.progress.wrapLog(plain);
    {
      using _ = run.progress.begin(300);
      log.notice('create A: HTTP 503; attempt 2 in 0.4 s');
      second(run, 100);
      log.notice('create B: HTTP 503; attempt 2 in 0.4 s');
      expect(run.shown()).toEqual([
        'create A: HTTP 503; attempt 2 in 0.4 s',
        'create B: HTTP 503; attempt 2 in 0.4 s',
        'filing: 100 of 300 done, 100/s, 2 s left',
      ]);
    }
    log.info('done');
    expect(run.shown().slice(2)).toEqual(['done', '']);
  });

  test('a run that looks again files twice: each filing counts for itself', () => {
    const run = watched('terminal');
    {
      using _ = run.progress.begin(5);
      second(run, 2);
    }
    using _ = run.progress.begin(8);
    second(run, 4);
    expect(run.shown()).toEqual(['filing: 4 of 8 done, 4.0/s, 1 s left']);
  });
});

test('where nothing can be rewritten: a plain line every five seconds, and nothing at the end', () => {
  const run = watched('lines');
  {
    using _ = run.progress.begin(1_000);
    for (let n = 0; n < 12; n += 1) second(run, 50, n === 3 ? 1 : 0);
  }
  vi.advanceTimersByTime(20_000);
  expect(run.written).toEqual([
    'filing: 250 of 1000 done, 1 failed, 50/s, 15 s left\n',
    'filing: 500 of 1000 done, 1 failed, 50/s, 10 s left\n',
  ]);
});

describe('nowhere (design §9)', () => {
  test('output for programs stays as it is', () => {
    const run = watched('none');
    using _ = run.progress.begin(1_000);
    for (let n = 0; n < 12; n += 1) second(run, 50);
    expect([run.written, vi.getTimerCount()]).toEqual([[], 0]);
  });

  test('a filing without calls shows nothing', () => {
    const run = watched('terminal');
    using _ = run.progress.begin(0);
    vi.advanceTimersByTime(10_000);
    expect([run.written, vi.getTimerCount()]).toEqual([[], 0]);
  });
});

test('filing tells it of each call that ends, and of nothing that makes no call (design §9)', async () => {
  const mapping = `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: 50 }]
request: { proj: null, objt: "*PGM" }
rules:
  - { match: { gfile: "*.RPGLE" }, request: { attr: RPGLE } }
  - { match: { gfile: "*.BAD" }, request: { attr: NOSUCH } }
  - { match: { path: "**" }, skip: no source }
`;
  vi.useRealTimers();
  await using service = await demo();
  using origin = remote();
  const files = { 'A.RPGLE': 'a', 'lib/B.RPGLE': 'b', 'other/B.RPGLE': 'b', 'C.RPGLE': 'c', 'D.BAD': 'd', 'E.md': 'e' };
  const head = origin.commit({ '.file-checkouts.yml': mapping, ...files });
  origin.push(head, 'main');
  const ended: boolean[] = [];
  class Counting extends Progress {
    override countEnded(failed: boolean): void {
      ended.push(failed);
    }
  }
  const report = await run({
    ...{
      ...buildSurroundings(readHost(github('push'), pushed('refs/heads/main', zeros, head)), {}),
      gitToken: undefined,
    },
    ...{ command: 'file', options: withDefaults({ 'repo-dir': origin.work, url: service.url }), env: runEnv },
    ...{ token: 'demo-token', cwd: origin.work },
    ...{ log: silent, signal: new AbortController().signal, version: '0.0.0' },
    progress: new Counting('none', { write: () => {} }),
    onDefect: () => {},
  });
  expect(report.counts).toMatchObject({ created: 2, rejected: 1, collision: 2, leftOut: 2 });
  expect(ended.toSorted()).toEqual([false, false, true]);
});
