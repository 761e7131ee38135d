/**
 * `npm run bench`: every figure of the project beside its floor, in one table (docs/benchmarks.md). Uses the built
 * bundles, as users run them. The table goes to standard output, what is being measured to standard error.
 */
import { availableParallelism } from 'node:os';
import { git } from '../git/support.ts';
import { affecting } from './affecting.ts';
import { helpText, readWishes, type Wishes, Wrong } from './arguments.ts';
import { filing } from './filing.ts';
import type { Group } from './group.ts';
import { growing } from './growing.ts';
import { importing } from './importing.ts';
import { late } from './late.ts';
import { looking } from './looking.ts';
import { memory } from './memory.ts';
import { besidePeers } from './peers.ts';
import { planning } from './planning.ts';
import { push } from './push.ts';
import type { Row } from './row.ts';
import { startUp } from './start-up.ts';
import { type Machine, tableJson, tableMarkdown, tableText } from './table.ts';

const groups: readonly Group[] = [
  ...[planning, startUp, push, affecting, looking, filing, memory, growing, late, importing, besidePeers],
];

function thisMachine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    git: git('.', '--version').replace('git version ', ''),
    cpus: availableParallelism(),
  };
}

async function measure(wishes: Wishes): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { names, runs, measure: measureGroup } of groups) {
    if (!names.some(wishes.wants)) continue;
    const counted = wishes.runs ?? (wishes.quick ? runs.quick : runs.usual);
    const say = (what: string) => process.stderr.write(`measuring: ${what}\n`);
    rows.push(...(await measureGroup({ runs: counted, wants: wishes.wants, say, peers: wishes.peers })));
  }
  return rows;
}

function fail(error: unknown): number {
  process.stderr.write(`${error instanceof Wrong || !(error instanceof Error) ? String(error) : error.stack}\n`);
  return error instanceof Wrong ? 2 : 1;
}

async function main(argv: readonly string[]): Promise<number> {
  const names = groups.flatMap((group) => group.names);
  const wishes = readWishes(argv, names);
  if (wishes.help) {
    process.stdout.write(`${helpText}\nrows: ${names.join(', ')}\n`);
    return 0;
  }
  const rows = await measure(wishes);
  const render = wishes.json ? tableJson : wishes.markdown ? tableMarkdown : tableText;
  process.stdout.write(render(rows, thisMachine()));
  return wishes.strict && rows.some(({ met }) => met === false) ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2)).catch(fail);
