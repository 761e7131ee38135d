/**
 * `node test/bench/matching.ts`: how long matching changed paths against a mapping of 200 rules takes (compiling its
 * patterns included), beside reading those paths from Git, in the same processes on the same machine.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, gitBytes, gitEnv, type Remote, remote } from '../git/support.ts';

const rounds = 7;
const applications = Array.from({ length: 12 }, (_, n) => `app${n}`);
const sources = [
  ['QRPGLESRC', 'PGM.RPGLE', 'RPGLE'],
  ['QRPGLESRC', 'PGM.SQLRPGLE', 'SQLRPGLE'],
  ['QRPGLESRC', 'RPGLE', 'MODULE'],
  ['QCLSRC', 'PGM.CLLE', 'CLLE'],
  ['QDDSSRC', 'PF', 'PF'],
  ['QDDSSRC', 'LF', 'LF'],
  ['QDDSSRC', 'DSPF', 'DSPF'],
  ['QSRVSRC', 'BND', 'BND'],
  ['QSQLSRC', 'TABLE', 'TABLE'],
  ['QCMDSRC', 'CMD', 'CMD'],
] as const;

/** 120 rules by directory and name, 60 by name or path, 20 that skip: in the order somebody would write them. */
function rules(): unknown[] {
  const named = Array.from({ length: 15 }, (_, n) => [
    { match: { path: `shared/CUST${n}.PF` }, requests: [{ objn: `CUST${n}` }, { appl: 'WEB', objn: `HIST${n}` }] },
    { match: { gfile: `*R${n}_{part}.RPGLE`, repo: 'ORD*' }, request: { objn: '{part|upper}' } },
    { match: { gpath: `web/site${n}/{area}/**`, gfile: '{page}.{html,css,js}' }, request: { rpth: '/{area}' } },
    { match: { path: `**/lib${n}/**/*X*.{pf,lf}` }, request: { attr: 'PF' } },
  ]);
  const skipped = Array.from({ length: 5 }, (_, n) => [
    { match: { path: `docs${n}/**` }, skip: 'documentation' },
    { match: { gpath: `**/test${n}/**` }, skip: 'a test' },
    { match: { gfile: [`*.md${n}`, `README${n}*`] }, skip: 'documentation' },
    { match: { path: `*/tmp${n}*/**` }, skip: true },
  ]);
  const objects = applications.flatMap((application) =>
    sources.map(([folder, ending, attr]) => ({
      match: { gpath: `${application}/${folder}/**`, gfile: `*.${ending}` },
      request: { attr },
    })),
  );
  return [...named.flat(), ...skipped.flat(), ...objects];
}

/** One path in eight is for nothing but a skip, a web rule or no rule at all. */
function pathOf(n: number): string {
  const [folder, ending] = sources[n % sources.length] ?? sources[0];
  if (n % 16 === 3) return `web/site${n % 15}/shop/p${n % 40}/page${n}.html`;
  if (n % 16 === 11) return `docs${n % 7}/chapter${n % 30}/text${n}.md`;
  return `${applications[n % 12]}/${folder}/group${n % 25}/ORD${n}.${ending}`;
}

/** Two commits between which `count` files were edited or added. */
function twoCommits(origin: Remote, count: number): { base: string; head: string } {
  const ref = `refs/heads/bench${count}`;
  const commit = `commit ${ref}\ncommitter J <j@example.com> 0 +0000\ndata 0\n`;
  const file = (n: number, text: string) => `M 100644 inline ${pathOf(n)}\ndata ${text.length}\n${text}\n`;
  const all = Array.from({ length: count }, (_, n) => n);
  const first = all.filter((n) => n % 3 !== 1).map((n) => file(n, `1 ${n}`));
  const second = all.map((n) => file(n, `2 ${n}`));
  gitBytes(origin.work, ['fast-import', '--quiet'], [commit, ...first, commit, ...second, 'done\n'].join(''));
  return { base: git(origin.work, 'rev-parse', `${ref}^`), head: git(origin.work, 'rev-parse', ref) };
}

interface Times {
  readonly reading: number;
  readonly loading: number;
  readonly matching: number;
  readonly requests: number;
  readonly skip: number;
  readonly unmapped: number;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Each round in a process of its own: nothing is compiled yet, as in a run. */
function measure(origin: Remote, mapping: string, count: number): Times {
  const { base, head } = twoCommits(origin, count);
  const child = join(import.meta.dirname, 'match-child.ts');
  const found = Array.from({ length: rounds }, () => {
    const out = execFileSync(process.execPath, [child, origin.work, base, head, mapping], { env: gitEnv });
    return JSON.parse(out.toString('utf8')) as Times;
  });
  const [one] = found;
  if (one === undefined) throw new Error('no round was run');
  const { requests, skip, unmapped } = one;
  const [reading = 0, loading = 0, matching = 0] = (['reading', 'loading', 'matching'] as const).map((name) =>
    median(found.map((times) => times[name])),
  );
  return { reading, loading, matching, requests, skip, unmapped };
}

function line(name: string, ...columns: string[]): void {
  console.log(`${name.padEnd(34)}${columns.map((column) => column.padStart(14)).join('')}`);
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

function target(name: string, found: number, most: number): void {
  line(name, `${found.toFixed(2)}x`, `<= ${most}x`, found <= most ? 'met' : 'MISSED');
  if (found > most) process.exitCode = 1;
}

function bench(origin: Remote): void {
  const mapping = join(origin.root, 'mapping.yml');
  writeFileSync(mapping, JSON.stringify({ version: 1, rules: rules() }));
  line(`${rules().length} rules`, 'filed', 'skipped', 'unmapped', 'load mapping', 'read paths', 'match paths', 'ratio');
  const measured = [10_000, 40_000].map((count) => {
    const times = measure(origin, mapping, count);
    const { requests, skip, unmapped, loading, reading, matching } = times;
    const counts = [requests, skip, unmapped].map(String);
    line(`${count} paths`, ...counts, ms(loading), ms(reading), ms(matching), (matching / reading).toFixed(2));
    return times;
  });
  const [ten, forty] = measured;
  if (ten === undefined || forty === undefined) return;
  console.log('');
  target('matching 40000 beside reading', forty.matching / forty.reading, 1);
  target('matching 40000 beside 10000', forty.matching / ten.matching, 4.5);
}

using origin = remote();
bench(origin);
