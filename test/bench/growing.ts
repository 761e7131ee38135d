/**
 * What a plan of 55 files costs as the rest grows: the tree around them, the rules of the mapping, the branches in the
 * ledger. The floor is the same plan with little of it. What Git takes to list the tree, and the YAML library to read the
 * mapping, is taken off both.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { git, type Remote, remote, runEnv } from '../git/support.ts';
import { manyRecords, manySecret, writeRecords } from '../status/many.ts';
import { groupOf, inTurns } from './group.ts';
import type { Heading } from './row.ts';
import { team, teamMapping } from './team.ts';
import { type Program, timed } from './timed.ts';

const count = 55;
const service = 'https://service.example/api';

/** How much there is around the files that change. */
interface Around {
  readonly files: number;
  /** Rules beside those of the mapping that decide. */
  readonly rules: number;
  /** Branches in the ledger, each with ten requests; null: the plan is told of no service. */
  readonly branches: number | null;
}

interface Growth extends Heading {
  readonly small: Around;
  readonly large: Around;
}

const usual: Around = { files: 20_000, rules: 0, branches: null };
const common = { unit: 'ms', target: { of: 'ratio', atMost: 1.3 }, small: usual } as const;
const rows: readonly Growth[] = [
  {
    ...{ ...common, name: 'grow-tree-20000', what: 'plan of 55 files, a tree of 20,000 beside 1,000' },
    ...{ small: { ...usual, files: 1000 }, large: usual },
  },
  {
    ...{ ...common, name: 'grow-tree-200000', what: 'plan of 55 files, a tree of 200,000 beside 1,000' },
    ...{ small: { ...usual, files: 1000 }, large: { ...usual, files: 200_000 } },
  },
  { ...common, name: 'grow-rules', what: 'plan of 55 files, 500 rules beside 11', large: { ...usual, rules: 489 } },
  {
    ...{ ...common, name: 'grow-branches', what: 'plan of 55 files, 400 branches in the ledger beside 1' },
    ...{ small: { ...usual, branches: 1 }, large: { ...usual, branches: 400 } },
  },
];

/** Rules that reach other folders, as those of a large team do, in front of those that decide. */
function mappingOf(rules: number): string {
  const more = Array.from({ length: rules }, (_, n) => {
    const match = n % 2 === 0 ? `gpath: "other${n}/**", gfile: "*.RPGLE"` : `path: "web${n}/**/*.{html,css}"`;
    return `  - { match: { ${match} }, request: { objt: "*PGM", attr: RPGLE } }\n`;
  });
  return teamMapping.replace('rules:\n', `rules:\n${more.join('')}`);
}

/** The ledger of a team: main is filed up to the base, the others have ten requests each. */
function writeLedger(origin: Remote, base: string, branches: number): void {
  const { records, notes } = manyRecords(branches, 10 * branches);
  const ofMain = { head: base, filed: [] };
  const changed = records.map((record) => (record.branch === 'main' ? { ...record, ...ofMain } : record));
  writeRecords(origin, changed, notes);
}

function grown({ files, rules, branches }: Around) {
  const stack = new DisposableStack();
  const origin = stack.use(remote());
  const runner = stack.use(new Runner());
  const { base, heads } = team(origin, files, [count], mappingOf(rules));
  const [head = ''] = heads;
  git(origin.work, 'checkout', '--quiet', '--force', head, '--', '.file-checkouts.yml');
  if (branches !== null) writeLedger(origin, base, branches);
  const push = runner.push({ branch: 'main', before: base, after: head });
  const report = runner.file('report.json');
  const program: Program = {
    args: [bundles.cli, 'plan', '--report', report, ...(branches === null ? [] : ['--url', service])],
    cwd: origin.work,
    env: { ...runEnv, ...push, FILE_CHECKOUTS_TOKEN: manySecret, TMPDIR: origin.root },
  };
  return {
    /** Milliseconds of a plan, less what Git takes to list the tree and the YAML library to read the mapping. */
    run: async () => {
      const { ms } = await timed(program);
      const { requests } = runner.report('report.json');
      if (requests.length < count) throw new Error(`${requests.length} requests were planned`);
      return ms - listing(origin, head) - (await reading(origin));
    },
    [Symbol.dispose]: () => stack.dispose(),
  };
}

function listing({ work }: Remote, head: string): number {
  const start = performance.now();
  spawnSync('git', ['--git-dir', join(work, '.git'), 'ls-tree', '-r', head], { stdio: ['ignore', 'ignore', 'ignore'] });
  return performance.now() - start;
}

async function reading({ work }: Remote): Promise<number> {
  const args = [join(import.meta.dirname, 'floors/yaml.cjs'), join(work, '.file-checkouts.yml')];
  return Number((await timed({ args, cwd: process.cwd(), env: runEnv })).stdout);
}

async function pairsOf(row: Growth, runs: number) {
  using large = grown(row.large);
  using small = grown(row.small);
  return await inTurns(runs, large.run, small.run);
}

export const growing = groupOf(rows, { usual: 9, quick: 3 }, pairsOf);
