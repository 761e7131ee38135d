/**
 * A whole plan by our action beside the two actions with which people list the files of a push today, from checkouts of
 * theirs that `--peers` names. Ours also maps, plans, and writes report and summary. All three get the push event as the
 * runner gives it, and go by turns on a checkout that is put back before each.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { makeClone } from '../git/clones.ts';
import { git, type Remote, remote, runEnv } from '../git/support.ts';
import { type Asked, type Group, turns } from './group.ts';
import { type Heading, type Row, rowOf } from './row.ts';
import { type Size, team } from './team.ts';
import { type Program, timed } from './timed.ts';

/** One of the pushes that are compared, and what is hoped for beside each peer. */
interface Case {
  readonly name: string;
  readonly what: string;
  readonly files: number;
  readonly size: Size;
  readonly clone: 'full' | 'depth1';
  readonly goals: Readonly<Partial<Record<Peer, number>>>;
}

const peers = { 'paths-filter': 'dorny/paths-filter', 'changed-files': 'tj-actions/changed-files' } as const;
type Peer = keyof typeof peers;
const peerNames = Object.keys(peers) as Peer[];

const of20000 = { files: 20_000, clone: 'full' } as const;
const cases: readonly Case[] = [
  {
    ...{ ...of20000, name: 'peers-55', what: 'plan, 55 files of 20,000', size: 55 },
    goals: { 'paths-filter': 1.3, 'changed-files': 0.7 },
  },
  {
    ...{ ...of20000, name: 'peers-10000', what: 'plan, 10,000 files of 20,000', size: 10_000 },
    goals: { 'paths-filter': 1.8, 'changed-files': 0.3 },
  },
  { name: 'peers-40000', what: 'plan, 40,000 files of 80,000', files: 80_000, size: 40_000, clone: 'full', goals: {} },
  {
    ...{ ...of20000, name: 'peers-nothing', what: 'plan, nothing to file, 20,000 files', size: 'nothing' },
    goals: { 'paths-filter': 1 },
  },
  {
    ...{ ...of20000, name: 'peers-55-depth-1', what: 'plan, 55 files of 20,000, depth 1, base missing', size: 55 },
    ...{ clone: 'depth1', goals: {} },
  },
];

const filters = `source:
  - '**/*.RPGLE'
  - '**/*.SQLRPGLE'
  - '**/*.{CLLE,CMD,BND,TABLE}'
  - '**/*.{PF,LF,DSPF}'
`;

/** What the peer is told: to list what changed, of the same files that the mapping names. */
const inputs: Readonly<Record<Peer, Readonly<Record<string, string>>>> = {
  'paths-filter': { token: '', filters, 'list-files': 'json' },
  'changed-files': { token: '', files: '**' },
};

interface Action {
  readonly inputs?: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly main: string };
}

/** An action as the runner starts it: the program, and each input or its default. */
function actionOf(folder: string, given: Readonly<Record<string, string>>): Pick<Program, 'args' | 'env'> {
  const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action;
  const known = Object.entries(action.inputs ?? {}).map(([name, { default: usual = '' }]) => [name, usual] as const);
  const env = [...known, ...Object.entries(given)].map(([name, value]) => [
    `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
    value.includes('${{') ? '' : value,
  ]);
  return { args: [join(folder, action.runs.main)], env: Object.fromEntries(env) };
}

function ours(report: string): Pick<Program, 'args' | 'env'> {
  return {
    args: [bundles.action],
    env: { INPUT_COMMAND: 'plan', INPUT_REPORT: report, 'INPUT_MAX-REQUESTS': '50000' },
  };
}

function prepare(origin: Remote, base: string, head: string, kind: Case['clone'], name: string) {
  git(origin.work, 'push', '--quiet', '--force', origin.remote, `${head}:refs/heads/main`);
  const checkout = makeClone(kind, origin, { ref: 'main', head });
  const kept = join(origin.root, `kept-${name}.git`);
  cpSync(join(checkout, '.git'), kept, { recursive: true });
  const runner = new Runner();
  const push = runner.push({ branch: 'main', before: base, after: head });
  return {
    runner,
    /** Milliseconds of a run on a fresh copy of the checkout. */
    run: async ({ args, env }: Pick<Program, 'args' | 'env'>) => {
      // A peer writes to Git's global configuration.
      const ownHome = { HOME: runner.dir, GIT_CONFIG_GLOBAL: runner.file('.gitconfig') };
      rmSync(join(checkout, '.git'), { recursive: true });
      cpSync(kept, join(checkout, '.git'), { recursive: true });
      const around = { ...runEnv, ...ownHome, ...push, ...runner.actionFiles(), GITHUB_WORKSPACE: checkout };
      return (await timed({ args, cwd: checkout, env: { ...around, ...env } })).ms;
    },
    [Symbol.dispose]: () => {
      runner[Symbol.dispose]();
      rmSync(kept, { recursive: true });
      rmSync(checkout, { recursive: true });
    },
  };
}

/** That all three found the push: a figure of a run that saw nothing says nothing. */
function prove({ size, name }: Case, runner: Runner): void {
  const { requests } = runner.report('report.json');
  if (size === 'nothing' ? requests.length > 0 : requests.length < size) {
    throw new Error(`${name}: ${requests.length} requests were planned`);
  }
}

async function measureCase(row: Case, folders: string, origin: Remote, push: readonly [string, string], runs: number) {
  using prepared = prepare(origin, ...push, row.clone, row.name);
  const { run, runner } = prepared;
  const theirs = peerNames.map((peer) => actionOf(join(folders, peer), inputs[peer]));
  const report = runner.file('report.json');
  const own = () => {
    // A runner has no report of an earlier run, and to replace a large one takes time.
    rmSync(report, { force: true });
    return run(ours(report));
  };
  const sides = [own, ...theirs.map((program) => () => run(program))];
  const rounds = await turns(runs, sides);
  prove(row, runner);
  return peerNames.map((peer, n): Row => {
    const atMost = row.goals[peer];
    const heading: Heading = { name: `${row.name}-${peer}`, what: `${row.what}, beside ${peers[peer]}`, unit: 'ms' };
    const pairs = rounds.map(([measured = 0, ...others]) => ({ measured, floor: others[n] ?? 0 }));
    return rowOf(atMost === undefined ? heading : { ...heading, target: { of: 'ratio', atMost } }, pairs);
  });
}

async function measure({ runs, wants, say, peers: folders }: Asked): Promise<Row[]> {
  const rows: Row[] = [];
  if (folders === null) return rows;
  const wanted = cases.filter(({ name }) => wants(name));
  for (const files of new Set(wanted.map((row) => row.files))) {
    const alike = wanted.filter((row) => row.files === files);
    using origin = remote();
    const sizes = [...new Set(alike.map(({ size }) => size))];
    say(`a repository of ${files} files`);
    const { base, heads } = team(origin, files, sizes);
    for (const row of alike) {
      say(row.what);
      const head = heads[sizes.indexOf(row.size)] ?? '';
      rows.push(...(await measureCase(row, folders, origin, [base, head], runs)));
    }
  }
  return rows;
}

export const besidePeers: Group = { names: cases.map(({ name }) => name), runs: { usual: 9, quick: 3 }, measure };
