/**
 * `plan` from the start of the process to its end, with the JSON report in a file: a push of 10,000 changed files, and
 * one of 3. The floor is `git diff-tree`, and `git cat-file --batch-check` of the blobs that changed, from an otherwise
 * empty program.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { git, type Remote, remote, runEnv, writeFiles } from '../git/support.ts';
import { mappingText } from '../runs/support.ts';
import { groupOf, inTurns } from './group.ts';
import { gitProcess, replayOf } from './replay.ts';
import { manyChanges } from './repositories.ts';
import type { Heading, Pair } from './row.ts';
import { type Program, timed } from './timed.ts';

const plans: readonly (Heading & { readonly count: number })[] = [
  { name: 'plan-3', count: 3, what: 'plan, 3 files, with report', unit: 'ms' },
  {
    ...{ name: 'plan-10000', count: 10_000, what: 'plan, 10,000 files, with report', unit: 'ms' },
    target: { of: 'ratio', atMost: 3 },
  },
];

function floorOf(origin: Remote, name: string, base: string, head: string): Program {
  const diff = ['diff-tree', '-r', '-z', '--raw', '-M100%', base, head];
  const blobs = git(origin.work, 'diff-tree', '-r', '--raw', '-M100%', '--no-abbrev', base, head)
    .split('\n')
    .map((line) => line.split(' ')[3]);
  const input = join(origin.root, `${name}-blobs`);
  writeFileSync(input, `${blobs.join('\n')}\n`);
  const processes = [gitProcess(origin.work, diff), gitProcess(origin.work, ['cat-file', '--batch-check'], input)];
  return replayOf(origin.root, name, processes, []);
}

async function pairsOf({ name, count }: (typeof plans)[number], runs: number): Promise<Pair[]> {
  using origin = remote();
  using runner = new Runner();
  const { base, head } = manyChanges(origin, 'main', count);
  writeFiles(origin.work, { '.file-checkouts.yml': mappingText });
  const program = {
    args: [bundles.cli, 'plan', '--report', runner.file('report.json')],
    cwd: origin.work,
    env: { ...runEnv, ...runner.push({ branch: 'main', before: base, after: head }) },
  };
  const floor = floorOf(origin, name, base, head);
  const msOf = (of: Program) => async () => (await timed(of)).ms;
  const pairs = await inTurns(runs, msOf(program), msOf(floor));
  const { requests } = runner.report('report.json');
  if (requests.length !== count) throw new Error(`${requests.length} of ${count} requests were planned`);
  return pairs;
}

export const planning = groupOf(plans, { usual: 9, quick: 3 }, pairsOf);
