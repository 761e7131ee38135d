/**
 * Range and list: the changed files of a push of 50, 10,000 and 40,000. The floor is `git diff-tree` from an otherwise
 * empty program. Between the commits a third of the files each is edited, added and moved.
 */
import { gitEnv, type Remote, remote } from '../git/support.ts';
import { type Asked, type Group, inTurns } from './group.ts';
import { gitProcess, replayOf } from './replay.ts';
import { manyChanges } from './repositories.ts';
import { type Heading, type Pair, type Row, rowOf } from './row.ts';
import { bundled, timed } from './timed.ts';

interface Listing extends Heading {
  readonly count: number;
}

const listings: readonly Listing[] = [
  { name: 'list-50', count: 50, what: 'range and list, 50 files', unit: 'ms' },
  {
    name: 'list-10000',
    count: 10_000,
    what: 'range and list, 10,000 files',
    unit: 'ms',
    target: { of: 'ratio', atMost: 2.5 },
  },
  {
    name: 'list-40000',
    count: 40_000,
    what: 'range and list, 40,000 files',
    unit: 'ms',
    target: { of: 'ratio', atMost: 4 },
  },
];

const growth: Heading = {
  name: 'list-growth',
  what: 'list 40,000 beside list 10,000',
  unit: 'ms',
  target: { of: 'ratio', atMost: 4.5 },
};

async function pairsOf(origin: Remote, child: string, count: number, runs: number): Promise<Pair[]> {
  const { base, head } = manyChanges(origin, `list${count}`, count);
  const diff = gitProcess(origin.remote, ['diff-tree', '-r', '-z', '--raw', '-M100%', base, head]);
  const floor = replayOf(origin.root, `list${count}`, [diff], []);
  const ours = { args: [child, origin.remote, base, head], cwd: origin.remote, env: gitEnv };
  const listed = async () => {
    const { ms, stdout } = await timed(ours);
    const { changes } = JSON.parse(stdout) as { changes: number };
    if (changes !== count) throw new Error(`${changes} of ${count} changes were listed`);
    return ms;
  };
  return inTurns(runs, listed, async () => (await timed(floor)).ms);
}

async function measure({ runs, wants, say }: Asked): Promise<Row[]> {
  using origin = remote();
  const child = await bundled(origin.root, 'list-child.ts');
  const found = new Map<number, Pair[]>();
  const rows: Row[] = [];
  for (const listing of listings) {
    const { name, count, what } = listing;
    if (!wants(name) && !(wants(growth.name) && count !== 50)) continue;
    say(what);
    const pairs = await pairsOf(origin, child, count, runs);
    found.set(count, pairs);
    if (wants(name)) rows.push(rowOf(listing, pairs));
  }
  if (wants(growth.name)) {
    const ten = found.get(10_000) ?? [];
    const pairs = (found.get(40_000) ?? []).map(({ measured }, n) => ({ measured, floor: ten[n]?.measured ?? null }));
    rows.push(rowOf(growth, pairs));
  }
  return rows;
}

export const listing: Group = {
  names: [...listings, growth].map(({ name }) => name),
  runs: { usual: 11, quick: 3 },
  measure,
};
