/**
 * `npm run bench`: how long listing changed files takes, beside the floor that nobody can go below: `git diff-tree`
 * and an empty node, in the same run on the same machine.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { makeClone } from '../git/clones.ts';
import { git, gitBytes, gitEnv, type Remote, remote } from '../git/support.ts';

/** The listing as users run it: bundled. */
async function bundled(folder: string): Promise<string> {
  const file = join(folder, 'list-child.mjs');
  const build = await rolldown({
    input: join(import.meta.dirname, 'list-child.ts'),
    platform: 'node',
    treeshake: { moduleSideEffects: [{ test: /node_modules/, sideEffects: false }] },
  });
  await build.write({ file, format: 'esm', minify: true, codeSplitting: false });
  return file;
}

const rounds = 7;

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function timed(program: string, args: readonly string[], cwd: string): { ms: number; out: string } {
  const start = performance.now();
  const out = execFileSync(program, [...args], {
    cwd,
    env: gitEnv,
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { ms: performance.now() - start, out: out.toString('latin1') };
}

/** Two commits between which `count` files changed: edited, added and moved, of about 2 kB each. */
function twoCommits(origin: Remote, count: number): { base: string; head: string } {
  const content = (n: number, version: number) => `**free // ${n} ${version}\n`.padEnd(2000, `dsply ${n};\n`);
  const file = (path: string, text: string) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
  const ref = `refs/heads/bench${count}`;
  const commit = `commit ${ref}\ncommitter J <j@example.com> 0 +0000\ndata 0\n`;
  const stream = [commit];
  for (let n = 0; n < count; n += 1) {
    if (n % 3 !== 1) stream.push(file(`lib${n % 50}/P${n}.RPGLE`, content(n, 1)));
  }
  stream.push(commit);
  for (let n = 0; n < count; n += 1) {
    if (n % 3 !== 2) stream.push(file(`lib${n % 50}/P${n}.RPGLE`, content(n, 2)));
    else stream.push(`R lib${n % 50}/P${n}.RPGLE moved${n % 50}/P${n}.RPGLE\n`);
  }
  gitBytes(origin.work, ['fast-import', '--quiet'], `${stream.join('')}done\n`);
  origin.push(git(origin.work, 'rev-parse', ref), `bench${count}`);
  return { base: git(origin.work, 'rev-parse', `${ref}^`), head: git(origin.work, 'rev-parse', ref) };
}

interface Times {
  readonly floor: number;
  readonly ours: number;
  readonly changes: number;
}

/** The floor and ours by turns, so that a busy machine disturbs both. */
function compare(child: string, origin: Remote, count: number): Times {
  const { base, head } = twoCommits(origin, count);
  const floors: number[] = [];
  const ours: number[] = [];
  let changes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const diff = timed('git', ['diff-tree', '-r', '-z', '--raw', '-M100%', base, head], origin.remote);
    floors.push(diff.ms + timed(process.execPath, ['-e', '0'], origin.remote).ms);
    const run = timed(process.execPath, [child, origin.remote, base, head], origin.remote);
    ours.push(run.ms);
    changes = (JSON.parse(run.out) as { changes: number }).changes;
  }
  return { floor: median(floors), ours: median(ours), changes };
}

function line(name: string, ...columns: string[]): void {
  console.log(`${name.padEnd(34)}${columns.map((column) => column.padStart(14)).join('')}`);
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

function target(name: string, found: number, most: number, unit: string): void {
  const verdict = found <= most ? 'met' : 'MISSED';
  line(name, `${found.toFixed(2)}${unit}`, `<= ${most}${unit}`, verdict);
  if (found > most) process.exitCode = 1;
}

function bench(child: string, origin: Remote): void {
  line('listing', 'changes', 'floor', 'ours', 'ratio');
  const results = new Map<number, Times>();
  for (const count of [50, 10_000, 40_000]) {
    const times = compare(child, origin, count);
    results.set(count, times);
    line(
      `${count} changed files`,
      String(times.changes),
      ms(times.floor),
      ms(times.ours),
      (times.ours / times.floor).toFixed(2),
    );
  }
  const refs = git(origin.work, 'rev-parse', 'refs/heads/bench10000', 'refs/heads/bench10000^').split('\n');
  const [head = '', base = ''] = refs;
  const withContents = timed(process.execPath, [child, origin.remote, base, head, 'contents'], origin.remote);
  const { bytes, peakMiB } = JSON.parse(withContents.out) as { bytes: number; peakMiB: number };
  line('10000 with contents', `${(bytes / 1e6).toFixed(0)} MB`, '', ms(withContents.ms), `${peakMiB} MiB`);
  const depth1 = makeClone('depth1', origin, { ref: 'bench10000', head });
  const missing = timed(process.execPath, [child, depth1, base, head], depth1);
  line('10000, depth 1, base missing', '', '', ms(missing.ms), '');
  console.log('');
  const ten = results.get(10_000);
  const forty = results.get(40_000);
  if (ten === undefined || forty === undefined) return;
  target('10000 beside the floor', ten.ours / ten.floor, 2.5, 'x');
  target('40000 beside 10000', forty.ours / ten.ours, 4.5, 'x');
  target('peak memory, 10000 with contents', peakMiB, 90, ' MiB');
}

using origin = remote();
bench(await bundled(origin.root), origin);
