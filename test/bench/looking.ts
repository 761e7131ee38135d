/**
 * What it costs to look at everything that was filed (design §8 "Level, not edge"): a push of one file with a ledger that
 * remembers 20,000 objects, less the same push in the same tree with a ledger that remembers none.
 */
import { edits, type Filed, filedRepository } from './filed.ts';
import { groupOf, inTurns } from './group.ts';
import type { Heading } from './row.ts';
import { timed } from './timed.ts';

const objects = 20_000;
const look: Heading = {
  name: 'look-20000',
  what: 'added to a push of 1 file by a record of 20,000',
  unit: 'ms',
  target: { of: 'measured', atMost: 300 },
};

const push = (filed: Filed) => async () => {
  filed.reset();
  return (await timed(filed.cli)).ms;
};

async function pairsOf(_: Heading, runs: number) {
  await using filed = await filedRepository(edits(1), { sources: objects });
  await using begun = await filedRepository(edits(1), { sources: objects, filed: false });
  const rounds = await inTurns(runs, push(filed), push(begun));
  return rounds.map(({ measured, floor }) => ({ measured: measured - floor, floor: null }));
}

export const looking = groupOf([look], { usual: 7, quick: 3 }, pairsOf);
