/**
 * `node test/bench/push.ts [--json] [--rounds N] [--cli FILE]`: how long an ordinary push of two files takes, from the
 * start of the process to its end, ledger included, and where that time goes. The remote is a directory and the service
 * a process on this machine, so neither adds a network. The floor is what the run waits for in any case: an empty node,
 * its Git processes and its calls, in the same round.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Runner } from '../e2e/support/bundle.ts';
import { git, type Remote, remote, runEnv } from '../git/support.ts';
import { mappingText } from '../runs/support.ts';
import { type Serving, serve } from './serving.ts';
import { type Spread, spreadOf, spreadText } from './statistics.ts';

/** The sources that stand in the repository. */
const sources = 300;
const run = promisify(execFile);

interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** What watch.mjs has noted of a run; milliseconds since the process began. */
interface Watched {
  readonly all: number;
  readonly git: readonly (Span & { readonly args: readonly string[] })[];
  readonly calls: readonly Span[];
}

/** `rest`: our own work, and talking with `git cat-file`, which is there all along. */
const parts = ['start-up', 'Git', 'ledger', 'calls', 'rest'] as const;
type Times = Record<(typeof parts)[number] | 'whole' | 'floor', number>;

/** Time that is covered by the spans. */
function covered(spans: readonly Span[]): number {
  let end = 0;
  let sum = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (to === null || to <= end) continue;
    sum += to - Math.max(from, end);
    end = to;
  }
  return sum;
}

/** @param notesTip the ledger's commit before the run: who fetches it reads the ledger. */
function split({ all, git: processes, calls }: Watched, notesTip: string, emptyNode: number): Times {
  const isLedger = ({ args }: { args: readonly string[] }) =>
    args.includes('fast-import') || args.some((arg) => arg === notesTip || arg.endsWith('refs/notes/check-outs'));
  // One question asks for the branch and for the ledger; it is counted as Git's.
  const asks = ({ args }: { args: readonly string[] }) => args.includes('ls-remote');
  const startUp = Math.min(...processes.map(({ from }) => from));
  const awaited = processes.filter(({ args }) => !args.includes('cat-file'));
  const ledger = covered(awaited.filter((each) => isLedger(each) && !asks(each)));
  const plain = covered(awaited.filter((each) => !isLedger(each) || asks(each)));
  const called = covered(calls);
  const known = startUp + plain + ledger + called;
  const floor = emptyNode + plain + ledger + called;
  return { 'start-up': startUp, Git: plain, ledger, calls: called, rest: all - known, whole: all, floor };
}

/** The pushes of one branch, each filed by a process of its own in the work tree. */
class Pushes {
  readonly #origin: Remote;
  readonly #service: Serving;
  readonly #runner: Runner;
  readonly #cli: string;
  #before: string | null = null;

  constructor(origin: Remote, service: Serving, runner: Runner, cli: string) {
    this.#origin = origin;
    this.#service = service;
    this.#runner = runner;
    this.#cli = cli;
  }

  async push(files: Record<string, string>): Promise<Times> {
    const after = this.#origin.commit(files);
    this.#origin.push(after, 'main');
    const notes = git(this.#origin.remote, 'for-each-ref', '--format=%(objectname)', 'refs/notes/check-outs');
    const env = {
      ...runEnv,
      ...this.#runner.push({ branch: 'main', before: this.#before, after }),
      FILE_CHECKOUTS_URL: this.#service.url,
      FILE_CHECKOUTS_TOKEN: 'demo-token',
      WATCH_FILE: this.#runner.file('watch'),
    };
    this.#before = after;
    const watch = join(import.meta.dirname, 'floors/watch.mjs');
    const args = ['--import', watch, this.#cli, 'file', '--max-requests', String(sources)];
    await run(process.execPath, args, { cwd: this.#origin.work, env, maxBuffer: 1 << 26 });
    const start = performance.now();
    await run(process.execPath, ['-e', '0']);
    const emptyNode = performance.now() - start;
    return split(JSON.parse(readFileSync(env.WATCH_FILE, 'utf8')) as Watched, notes, emptyNode);
  }
}

const name = (n: number) => `QRPGLESRC/P${String(n).padStart(3, '0')}.RPGLE`;
const source = (n: number, version: number) => `**free // ${n} ${version}\n`.padEnd(2000, `dsply ${n};\n`);

async function measure(cli: string, rounds: number): Promise<{ times: Times[]; ratio: Spread }> {
  using origin = remote();
  using runner = new Runner();
  await using service = await serve(cli);
  const pushes = new Pushes(origin, service, runner, cli);
  const all = Array.from({ length: sources }, (_, n) => [name(n), source(n, 0)] as const);
  await pushes.push({ '.file-checkouts.yml': mappingText, ...Object.fromEntries(all) });
  const times: Times[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const two = [2 * round, 2 * round + 1].map((n) => n % sources);
    const done = await pushes.push(Object.fromEntries(two.map((n) => [name(n), source(n, round + 1)])));
    // The first warms up caches of files and is not counted.
    if (round > 0) times.push(done);
  }
  return { times, ratio: spreadOf(times.map(({ whole, floor }) => whole / floor)) };
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '15' },
    cli: { type: 'string', default: 'dist/cli.mjs' },
  },
});
const { times, ratio } = await measure(resolve(values.cli), Number(values.rounds));
const spreads = Object.fromEntries(
  [...parts, 'whole' as const, 'floor' as const].map((part) => [part, spreadOf(times.map((each) => each[part]))]),
);
if (values.json) console.log(JSON.stringify({ rounds: times.length, ms: spreads, ratio }));
else {
  console.log(`a push of two files among ${sources}, ${times.length} rounds, milliseconds: median (least to most)`);
  for (const [part, spread] of Object.entries(spreads)) console.log(`${part.padEnd(10)} ${spreadText(spread)}`);
  console.log(`ratio      ${spreadText(ratio, 2)}: whole beside the floor`);
}
