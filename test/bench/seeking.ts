/**
 * What a push affects (design §13), among 20,000 sources of 5 kB: an include, or a file, that 50 programs use, once the
 * tree of the commit is known. The floor is `git grep` for its name in the same commit. The start of Node is in neither.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitEnv, type Remote, remote } from '../git/support.ts';
import { type Asked, type Group, inTurns } from './group.ts';
import { pathOf, rules } from './mapping-rules.ts';
import { gitProcess, replay, replayOf } from './replay.ts';
import { commits, packed } from './repositories.ts';
import { type Heading, type Pair, type Row, rowOf } from './row.ts';
import { bundled, timed } from './timed.ts';

interface Seeking extends Heading {
  /** The changed file, and the word by which others name it. */
  readonly path: string;
  readonly word: string;
}

const users = 50;
const seekings: readonly Seeking[] = [
  {
    name: 'seek-include',
    what: 'what an include with 50 users affects, 20,000 sources',
    unit: 'ms',
    target: { of: 'ratio', atMost: 1.5 },
    path: 'app0/QRPGLEREF/CUSTOMER_H.RPGLEINC',
    word: 'CUSTOMER_H',
  },
  {
    name: 'seek-file',
    what: 'what a file with 50 users affects, 20,000 sources',
    unit: 'ms',
    path: 'app0/QDDSSRC/CUSTOMERP.PF',
    word: 'CUSTOMERP',
  },
];

/** Sources of about 5 kB; 50 of the programs use both. */
function sources(): { path: string; content: string }[] {
  const numbers = Array.from({ length: 30_000 }, (_, n) => n).filter((n) => n % 16 !== 3 && n % 16 !== 11);
  return numbers.slice(0, 20_000).map((n) => {
    const isUser = n % 10 === 0 && n < 10 * users;
    const uses = isUser ? "/copy QRPGLEREF,CUSTOMER_H\ndcl-f row extdesc('CUSTOMERP');\n" : '';
    const lines = Array.from({ length: 120 }, (_, line) => `  total${line} = price(${n * line} : 'unit ${line}');\n`);
    return { path: pathOf(n), content: `**free\n/copy QRPGLEREF,OTHER_H\n${uses}${lines.join('')}` };
  });
}

function pairsOf(origin: Remote, child: string, head: string, { path, word }: Seeking, runs: number): Promise<Pair[]> {
  const mapping = join(origin.root, 'mapping.yml');
  const branches = [{ branch: 'main', appl: 'ORD', lvl: 1 }];
  writeFileSync(mapping, JSON.stringify({ version: 1, repo: 'ORDERS', branches, rules: rules() }));
  const grep = gitProcess(origin.remote, ['grep', '-z', '-l', '-i', '-a', '-E', '-e', word, head]);
  const floor = replayOf(origin.root, 'grep', [grep], []);
  const ours = { args: [child, origin.remote, head, path, mapping], cwd: origin.remote, env: gitEnv };
  const sought = async () => {
    const { stdout } = await timed(ours);
    const { affected, ms } = JSON.parse(stdout) as { affected: number; ms: number };
    if (affected !== users) throw new Error(`${affected} of ${users} users were found`);
    return ms;
  };
  return inTurns(runs, sought, async () => (await replay(floor)).git[0]?.ms ?? Number.NaN);
}

async function measure({ runs, wants, say }: Asked): Promise<Row[]> {
  using origin = remote();
  const child = await bundled(origin.root, 'seek-child.ts');
  const used = seekings.map(({ path }) => ({ path, content: '' }));
  const [head = ''] = commits(origin, 'main', [...sources(), ...used]);
  packed(origin.remote);
  const rows: Row[] = [];
  for (const seeking of seekings) {
    if (!wants(seeking.name)) continue;
    say(seeking.what);
    rows.push(rowOf(seeking, await pairsOf(origin, child, head, seeking, runs)));
  }
  return rows;
}

export const seeking: Group = { names: seekings.map(({ name }) => name), runs: { usual: 7, quick: 3 }, measure };
