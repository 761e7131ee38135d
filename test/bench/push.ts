/**
 * An ordinary push of 2 files among 300 by the command line, ledger included. The floor starts the same Git processes
 * and makes the same calls, as they were written down in this same benchmark, from an otherwise empty program. Where
 * the time goes is taken from a further run of each round, in which the process is watched, beside the same parts of
 * the floor.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { edits, type Filed, filedRepository } from './filed.ts';
import { type Asked, type Group, inTurns } from './group.ts';
import { type Split, splitOfReplay, splitOfRun, type Watched } from './push-split.ts';
import { type Recording, record } from './recording.ts';
import { type Replayed, replay } from './replay.ts';
import { type Heading, type Row, rowOf } from './row.ts';
import { timed } from './timed.ts';

const whole: Heading = { name: 'push-2', what: 'push of 2 files, with ledger', unit: 'ms' };
const parts: readonly (Heading & { readonly part: keyof Split })[] = [
  { name: 'push-2-start-up', what: '- start-up: until the first Git process', unit: 'ms', part: 'startUp' },
  { name: 'push-2-git', what: '- Git, without the ledger', unit: 'ms', part: 'git' },
  { name: 'push-2-ledger', what: '- Git for the ledger', unit: 'ms', part: 'ledger' },
  { name: 'push-2-calls', what: '- calls of the service', unit: 'ms', part: 'calls' },
  { name: 'push-2-rest', what: '- our own work, and git cat-file', unit: 'ms', part: 'rest' },
];

interface Ours {
  readonly ms: number;
  readonly split: Split;
}

async function ours(filed: Filed): Promise<Ours> {
  filed.reset();
  const { ms } = await timed(filed.cli);
  filed.reset();
  const watchFile = join(filed.root, 'watch.json');
  const watch = join(import.meta.dirname, 'floors/watch.mjs');
  await timed({
    ...filed.cli,
    args: ['--import', watch, ...filed.cli.args],
    env: { ...filed.cli.env, WATCH_FILE: watchFile },
  });
  const watched = JSON.parse(readFileSync(watchFile, 'utf8')) as Watched;
  return { ms, split: splitOfRun(watched) };
}

async function floor(filed: Filed, recording: Recording): Promise<Replayed> {
  filed.reset();
  recording.reset();
  return replay(recording.replayWithCalls);
}

async function measure({ runs, wants, say }: Asked): Promise<Row[]> {
  say(whole.what);
  await using filed = await filedRepository(edits(2));
  filed.reset();
  const recording = await record(filed.cli, filed.root);
  const rounds = await inTurns(
    runs,
    () => ours(filed),
    () => floor(filed, recording),
  );
  const all = rounds.map((round) => ({ measured: round.measured.ms, floor: round.floor.ms }));
  const rows = [rowOf(whole, all)];
  for (const { part, ...heading } of parts) {
    const pairs = rounds.map((round) => ({
      measured: round.measured.split[part],
      floor: splitOfReplay(round.floor)[part],
    }));
    rows.push(rowOf(heading, pairs));
  }
  return rows.filter(({ name }) => wants(name));
}

export const push: Group = {
  names: [whole, ...parts].map(({ name }) => name),
  runs: { usual: 11, quick: 3 },
  measure,
};
