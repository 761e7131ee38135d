/**
 * The action, from the start of its process to its end: on a push with nothing to file, and on one of 3 files, ledger
 * included. The floor starts the Git processes of such a run, as they were written down in this same benchmark, from an
 * otherwise empty program.
 */
import { edits, filedRepository } from './filed.ts';
import { type Asked, type Group, inTurns } from './group.ts';
import { record } from './recording.ts';
import { type Heading, type Pair, type Row, rowOf } from './row.ts';
import { timed } from './timed.ts';

const pushes: readonly (Heading & { readonly changed: Readonly<Record<string, string>> })[] = [
  {
    name: 'start-up-nothing',
    what: 'the action, nothing to file',
    unit: 'ms',
    target: { of: 'ratio', atMost: 1.6 },
    changed: { 'README.md': 'A push that changes no source.\n' },
  },
  { name: 'start-up-3', what: 'the action, 3 files', unit: 'ms', changed: edits(3) },
];

async function pairsOf(changed: Readonly<Record<string, string>>, runs: number): Promise<Pair[]> {
  await using filed = await filedRepository(changed);
  filed.reset();
  const recording = await record(filed.action, filed.root);
  const pairs = await inTurns(
    runs,
    async () => {
      filed.reset();
      return (await timed(filed.action)).ms;
    },
    async () => {
      filed.reset();
      recording.reset();
      return (await timed(recording.replay)).ms;
    },
  );
  // Awaited here: what is returned unawaited would outlive the repository.
  return pairs;
}

async function measure({ runs, wants, say }: Asked): Promise<Row[]> {
  const rows: Row[] = [];
  for (const push of pushes) {
    if (!wants(push.name)) continue;
    say(push.what);
    rows.push(rowOf(push, await pairsOf(push.changed, runs)));
  }
  return rows;
}

export const startUp: Group = { names: pushes.map(({ name }) => name), runs: { usual: 9, quick: 3 }, measure };
