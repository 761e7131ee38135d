/**
 * Peak memory of the process that files or reads, as users run it; the service has a process of its own. The floor is an
 * empty program.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { remote, runEnv, writeFiles } from '../git/support.ts';
import { mappingText } from '../runs/support.ts';
import { groupOf } from './group.ts';
import { type Change, commits, source } from './repositories.ts';
import type { Pair } from './row.ts';
import { serve } from './serving.ts';
import { type Program, type Timed, timed } from './timed.ts';

export const under = (mib: number) => ({ unit: 'MiB', target: { of: 'measured', atMost: mib } }) as const;

/** A program that has run, and its peak memory. */
export async function peakOf(folder: string, { args, cwd, env }: Program): Promise<Timed & { peakMiB: number }> {
  const file = join(folder, 'peak');
  const noted = ['--import', join(import.meta.dirname, 'floors/peak.mjs'), ...args];
  const ended = await timed({ args: noted, cwd, env: { ...env, PEAK_FILE: file } });
  return { ...ended, peakMiB: Number(readFileSync(file, 'utf8')) };
}

async function beside(folder: string, program: Program): Promise<Pair> {
  const { peakMiB: measured } = await peakOf(folder, program);
  return { measured, floor: (await peakOf(folder, { ...program, args: ['-e', '0'] })).peakMiB };
}

/** Files the first push of a branch, each time at a service and a remote that know nothing of it. */
async function filingPairs(files: readonly Change[], runs: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let n = 0; n < runs; n += 1) {
    using origin = remote();
    using runner = new Runner();
    await using service = await serve(bundles.cli);
    const [after = ''] = commits(origin, 'main', files);
    writeFiles(origin.work, { '.file-checkouts.yml': mappingText });
    const env = { ...runEnv, ...runner.push({ branch: 'main', before: null, after }) };
    const limits = ['--max-requests', String(files.length), '--concurrency', '16'];
    const program = {
      args: [bundles.cli, 'file', ...limits],
      cwd: origin.work,
      env: { ...env, FILE_CHECKOUTS_URL: service.url, FILE_CHECKOUTS_TOKEN: 'demo-token' },
    };
    pairs.push(await beside(origin.root, program));
  }
  return pairs;
}

const sources = () =>
  Array.from({ length: 10_000 }, (_, n) => ({ path: `QRPGLESRC/P${n}.RPGLE`, content: source(n, 0) }));
const large = () => [{ path: 'QRPGLESRC/LARGE.RPGLE', content: randomBytes(50_000_000) }];

export const memory = groupOf(
  [
    { name: 'memory-10000', what: 'peak memory, filing 10,000 requests', ...under(350), files: sources },
    { name: 'memory-50mb', what: 'peak memory, filing an attachment of 50 MB', ...under(150), files: large },
  ],
  { usual: 2, quick: 1 },
  ({ files }, runs) => filingPairs(files(), runs),
);
