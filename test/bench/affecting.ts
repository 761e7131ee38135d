/**
 * What it costs to look at what a push affects (design §17): `plan` of a push of one copy member, from the start of the
 * process to its end, among 20,000 sources of 5 kB. The floor is the same push with `dependents: ignore`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { type Remote, remote, runEnv } from '../git/support.ts';
import { type Asked, type Group, inTurns } from './group.ts';
import { peakOf, under } from './memory.ts';
import { type Change, commits, packed } from './repositories.ts';
import { type Heading, type Pair, type Row, rowOf } from './row.ts';
import { type Program, timed } from './timed.ts';

interface Affecting extends Heading {
  /** The copy member, and how many of the sources use it. */
  readonly member: string;
  readonly users: number;
}

const one = { member: 'CUSTOMER_H', users: 1 } as const;
const many = { member: 'COMMON_H', users: 5000 } as const;
const ratio = (atMost: number) => ({ unit: 'ms', target: { of: 'ratio', atMost } }) as const;
const affectings: readonly Affecting[] = [
  { name: 'affect-1', what: 'plan of a copy member with 1 user, 20,000 sources', ...ratio(2), ...one },
  { name: 'affect-5000', what: 'plan of a copy member with 5,000 users, 20,000 sources', ...ratio(3), ...many },
  { name: 'affect-memory', what: 'peak memory of the same', ...under(130), ...many },
];

const rules = `branches: [{ branch: main, appl: ORD, lvl: 50 }]
rules:
  - { match: { gfile: "*.RPGLEINC" }, skip: include }
  - { match: { gfile: "*.RPGLE" }, request: { attr: RPGLE, objt: "*PGM" } }
`;

/** Sources of about 5 kB, each with a copy member of its application. */
function sources(): Change[] {
  return Array.from({ length: 20_000 }, (_, n) => {
    const used = [`OTHER${n % 12}_H`];
    if (n % (20_000 / many.users) === 0) used.push(many.member);
    if (n === 777) used.push(one.member);
    const copies = used.map((member) => `/copy QRPGLEREF,${member}\n`).join('');
    const lines = Array.from({ length: 120 }, (_, line) => `  total${line} = price(${n * line} : 'unit ${line}');\n`);
    return { path: `app${n % 12}/QRPGLESRC/ORD${n}.RPGLE`, content: `**free\n${copies}${lines.join('')}` };
  });
}

const pathOf = (member: string) => `app0/QRPGLEREF/${member}.RPGLEINC`;

/** A push of each member, and the tree that all begin at. */
function pushes(origin: Remote): Map<string, { readonly before: string; readonly after: string }> {
  const members = [one, many].map(({ member }) => member);
  const first = members.map((member) => ({ path: pathOf(member), content: 'dcl-s a char(1);\n' }));
  const changes = members.map((member) => [{ path: pathOf(member), content: 'dcl-s a char(2);\n' }]);
  const oids = commits(origin, 'main', [...sources(), ...first], ...changes);
  packed(origin.work);
  return new Map(members.map((member, n) => [member, { before: oids[n] ?? '', after: oids[n + 1] ?? '' }]));
}

/** `plan` of a push, and the same where nobody looks at what it affects. */
function programs(origin: Remote, runner: Runner, range: { readonly before: string; readonly after: string }) {
  const program = (dependents: string) => {
    const mapping = join(origin.work, `${dependents}.yml`);
    writeFileSync(mapping, `version: 1\nrepo: ORDERS\ndependents: ${dependents}\n${rules}`);
    return {
      args: [bundles.cli, 'plan', '--mapping', mapping, '--report', runner.file(`${dependents}.json`)],
      cwd: origin.work,
      env: { ...runEnv, ...runner.push({ branch: 'main', ...range }) },
    };
  };
  return { looking: program('request'), ignoring: program('ignore') };
}

async function measure({ runs, wants, say }: Asked): Promise<Row[]> {
  using origin = remote();
  const ranges = pushes(origin);
  const rows: Row[] = [];
  for (const affecting of affectings) {
    if (!wants(affecting.name)) continue;
    say(affecting.what);
    using runner = new Runner();
    const { looking, ignoring } = programs(origin, runner, ranges.get(affecting.member) ?? { before: '', after: '' });
    const figure = (program: Program) => async () =>
      affecting.unit === 'ms' ? (await timed(program)).ms : (await peakOf(origin.root, program)).peakMiB;
    const pairs: Pair[] = await inTurns(runs, figure(looking), figure(ignoring));
    const { requests } = runner.report('request.json');
    if (requests.length !== affecting.users) throw new Error(`${requests.length} of ${affecting.users} were found`);
    rows.push(rowOf(affecting, pairs));
  }
  return rows;
}

export const affecting: Group = { names: affectings.map(({ name }) => name), runs: { usual: 7, quick: 3 }, measure };
