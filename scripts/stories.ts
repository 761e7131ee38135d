/**
 * `npm run stories -- --minutes 5`: plays random stories of branches and their runs through the bundle, and judges what
 * stands at the service by Git and the mapping alone. `--seed N` draws the same stories again, `--story K` plays one of
 * them, `--stories N` so many, `--bundle FILE` another bundle; a failure is made smaller first, unless `--as-drawn`.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keepBundle } from '../test/crash/child.ts';
import { playSeries } from '../test/stories/series.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    stories: { type: 'string' },
    story: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    lanes: { type: 'string', default: '2' },
    bundle: { type: 'string' },
    'as-drawn': { type: 'boolean', default: false },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'file-checkouts-stories-'));
try {
  const seed = Number(values.seed);
  const until = Date.now() + Number(values.minutes ?? (values.stories === undefined ? 1 : 1e6)) * 60_000;
  const first = Number(values.story ?? 1);
  const most = values.story === undefined ? Number(values.stories ?? Number.POSITIVE_INFINITY) : 1;
  let drawn = 0;
  const next = () => {
    if (drawn >= most || Date.now() >= until) return null;
    drawn += 1;
    return first + drawn - 1;
  };
  console.log(`seed ${seed}`);
  const { passed, failures } = await playSeries({
    bundle: values.bundle === undefined ? keepBundle(folder) : keepOther(values.bundle),
    seed,
    next,
    lanes: Number(values.lanes),
    shrinks: values['as-drawn'] ? 0 : 40,
    onStory: (failure) => {
      process.stderr.write(failure === null ? '.' : '!');
      if (failure !== null) console.log(`\n${failure.text}\n`);
    },
  });
  process.stderr.write('\n');
  for (const [kind, of] of Map.groupBy(failures, (failure) => failure.kind)) {
    console.log(`${of.length} ${kind}: ${of.map(({ story }) => story).join(' ')}`);
  }
  console.log(`${passed} passed, ${failures.length} failed`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies the folder of another bundle, so that a build does not change it meanwhile; returns the path of cli.mjs in the copy. */
function keepOther(file: string): string {
  cpSync(dirname(resolve(file)), join(folder, 'dist'), { recursive: true });
  return join(folder, 'dist', 'cli.mjs');
}
