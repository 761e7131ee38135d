/**
 * `npm run crash -- --kills 30`: kills the bundle in each phase of a run, so often in each, runs it again, and verifies
 * that nothing was lost or filed twice. `--seed N` plays other moments.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepBundle } from '../test/crash/child.ts';
import { killSeries, tableOf } from '../test/crash/kills.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '30' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const folder = mkdtempSync(join(tmpdir(), 'file-checkouts-crash-'));
try {
  const [kills, seed] = [Number(values.kills), Number(values.seed)];
  console.log(`${kills} kills in each phase, seed ${seed}`);
  const rows = await killSeries({
    kills,
    seed,
    lanes: 2,
    bundle: keepBundle(folder),
    onKill: (isWell) => void process.stderr.write(isWell ? '.' : '!'),
  });
  process.stderr.write('\n');
  console.log(tableOf(rows));
  if (rows.some(({ failures, kills: met }) => failures.length > 0 || met < kills)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
