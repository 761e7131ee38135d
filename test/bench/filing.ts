/**
 * `node test/bench/filing.ts [--json] [--rounds N] [--files N]`: requests per second of filing small files, contents
 * read from Git, at 16 calls at a time to the object-request service in a process of its own; beside a bare loop that
 * sends the same bytes to the same service by `undici.request`. Each side of a round is a new process, as a run is, and
 * the two take turns, so that a busy machine disturbs both.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { folder, git } from '../git/support.ts';
import { concurrency, makeSources } from './filing-plan.ts';
import { serve } from './serving.ts';
import { type Spread, spreadOf, spreadText } from './statistics.ts';

/** At least this part of what the bare loop does. */
const target = 0.7;

interface Round {
  readonly ms: number;
  readonly created: number;
  readonly peakMiB: number;
}

const run = promisify(execFile);

async function round(program: string, args: readonly string[], files: number): Promise<Round> {
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, program), ...args]);
  const done = JSON.parse(stdout) as Round;
  if (done.created !== files) throw new Error(`${program}: ${done.created} of ${files} requests were created`);
  return done;
}

interface Figures {
  readonly files: number;
  readonly concurrency: number;
  readonly rounds: number;
  /** Requests per second. */
  readonly ours: Spread;
  readonly bare: Spread;
  /** Ours beside the bare loop, round by round. */
  readonly ratio: Spread;
  /** Of the process that files. */
  readonly peakMiB: number;
}

async function measure(files: number, rounds: number): Promise<Figures> {
  using repository = folder();
  git(repository.path, 'init', '--quiet', '--bare', '--initial-branch=main');
  makeSources(repository.path, files);
  await using service = await serve();
  let count = 0;
  const next = (program: string) => {
    count += 1;
    return round(program, [service.url, repository.path, String(count)], files);
  };
  const ours: Round[] = [];
  const bare: Round[] = [];
  // The first round of each warms the service up and is not counted.
  for (let n = 0; n <= rounds; n += 1) {
    const sides = [
      [ours, 'filing-child.ts'],
      [bare, 'floors/bare-loop.ts'],
    ] as const;
    for (const [rows, program] of n % 2 === 0 ? sides : sides.toReversed()) {
      const done = await next(program);
      if (n > 0) rows.push(done);
    }
  }
  const perSecond = ({ ms }: Round) => (files * 1000) / ms;
  return {
    files,
    concurrency,
    rounds,
    ours: spreadOf(ours.map(perSecond)),
    bare: spreadOf(bare.map(perSecond)),
    ratio: spreadOf(ours.map(({ ms }, n) => (bare[n]?.ms ?? Number.NaN) / ms)),
    peakMiB: Math.max(...ours.map(({ peakMiB }) => peakMiB)),
  };
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    files: { type: 'string', default: '2000' },
  },
});
const figures = await measure(Number(values.files), Number(values.rounds));
if (values.json) console.log(JSON.stringify(figures));
else {
  const verdict = figures.ratio.median >= target ? 'met' : 'MISSED';
  console.log(
    `${figures.files} small files at concurrency ${concurrency}, ${figures.rounds} rounds: median (least to most)`,
  );
  console.log(`filing     ${spreadText(figures.ours)} requests/s, peak memory ${figures.peakMiB} MiB`);
  console.log(`bare loop  ${spreadText(figures.bare)} requests/s`);
  console.log(`ratio      ${spreadText(figures.ratio, 2)}; target ${target} or more: ${verdict}`);
}
if (figures.ratio.median < target) process.exitCode = 1;
