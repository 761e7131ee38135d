/**
 * An ordinary push of 2 files among 300 by the command line, ledger included. The floor starts the same Git processes
 * and makes the same calls, as they were written down in this same benchmark, from an otherwise empty program.
 */
import { edits, filedRepository } from './filed.ts';
import { groupOf, inTurns } from './group.ts';
import { record } from './recording.ts';
import type { Heading } from './row.ts';
import { timed } from './timed.ts';

const heading: Heading = { name: 'push-2', what: 'push of 2 files, with ledger', unit: 'ms' };

async function pairsOf(_: Heading, runs: number) {
  await using filed = await filedRepository(edits(2));
  filed.reset();
  const recording = await record(filed.cli, filed.root);
  const ours = async () => {
    filed.reset();
    return (await timed(filed.cli)).ms;
  };
  const floor = async () => {
    filed.reset();
    recording.reset();
    return (await timed(recording.replayWithCalls)).ms;
  };
  return await inTurns(runs, ours, floor);
}

export const push = groupOf([heading], { usual: 11, quick: 3 }, pairsOf);
