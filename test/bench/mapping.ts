/**
 * Mapping: matching the changed paths of a push against a mapping of 200 rules, compiling its patterns included. The
 * floor is reading the same paths from Git, in the same process.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnv, type Remote, remote } from '../git/support.ts';
import type { Asked, Group } from './group.ts';
import { pathOf, rules } from './mapping-rules.ts';
import { commits } from './repositories.ts';
import { type Heading, type Pair, type Row, rowOf } from './row.ts';
import { bundled, timed } from './timed.ts';

const forty: Heading = {
  name: 'map-40000',
  what: 'mapping, 40,000 paths x 200 rules',
  unit: 'ms',
  target: { of: 'ratio', atMost: 1 },
};
const growth: Heading = {
  name: 'map-growth',
  what: 'map 40,000 beside map 10,000',
  unit: 'ms',
  target: { of: 'ratio', atMost: 4.5 },
};

/** Two commits between which `count` files were edited or added. */
function twoCommits(origin: Remote, count: number): string[] {
  const all = Array.from({ length: count }, (_, n) => n);
  const file = (n: number, version: number) => ({ path: pathOf(n), content: `${version} ${n}` });
  const first = all.filter((n) => n % 3 !== 1).map((n) => file(n, 1));
  return commits(
    origin,
    `map${count}`,
    first,
    all.map((n) => file(n, 2)),
  );
}

/** Each round in a process of its own: nothing is compiled yet, as in a run. */
async function pairsOf(origin: Remote, child: string, count: number, runs: number): Promise<Pair[]> {
  const file = join(origin.root, 'mapping.yml');
  writeFileSync(file, JSON.stringify({ version: 1, rules: rules() }));
  const args = [child, origin.work, ...twoCommits(origin, count), file];
  const pairs: Pair[] = [];
  for (let n = 0; n <= runs; n += 1) {
    const { stdout } = await timed({ args, cwd: origin.work, env: gitEnv });
    const { reading, matching } = JSON.parse(stdout) as { reading: number; matching: number };
    if (n > 0) pairs.push({ measured: matching, floor: reading });
  }
  return pairs;
}

async function measure({ runs, wants, say }: Asked): Promise<Row[]> {
  using origin = remote();
  const child = await bundled(origin.root, 'match-child.ts');
  say(forty.what);
  const most = await pairsOf(origin, child, 40_000, runs);
  const rows = wants(forty.name) ? [rowOf(forty, most)] : [];
  if (wants(growth.name)) {
    say(growth.what);
    const least = await pairsOf(origin, child, 10_000, runs);
    const pairs = most.map(({ measured }, n) => ({ measured, floor: least[n]?.measured ?? null }));
    rows.push(rowOf(growth, pairs));
  }
  return rows;
}

export const mapping: Group = { names: [forty.name, growth.name], runs: { usual: 7, quick: 3 }, measure };
