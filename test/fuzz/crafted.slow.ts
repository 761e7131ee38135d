import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundles } from '../e2e/support/bundle.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { craftedSources, naming, namings } from './crafted.ts';

/** Once what `npm run fuzz` plays; more sources are in test/uses/speed.slow.ts. */
test('sources that somebody crafted are read in time', async () => {
  await using subject = await craftedSources.open();
  for (const { holds } of subject.properties) await fc.assert(holds, { seed: 1, numRuns: 1 });
});

const mapping = `version: 1
repo: ORDERS
request: { appl: ORD, lvl: 10, objt: "*MODULE" }
rules:
  - { match: { gfile: ["*.RPGLEINC", "*.yml"] }, skip: none }
  - { match: { path: "**" }, request: { attr: RPGLE } }
`;

/** More than is read at once without a search by Git. */
const filler = `/* ${'x'.repeat(8_000_000)} */\n`;

/** Runs the command in a shell, which adds up the processor's seconds, those of Git too. */
function ran(cwd: string, ...args: string[]) {
  const command = ['-c', '"$@"; times', 'sh', process.execPath, bundles.cli, ...args];
  const { stdout } = spawnSync('sh', command, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  const [, minutes, seconds] = /(\d+)m([\d.]+)s \d+m[\d.]+s\s*$/.exec(stdout) ?? [];
  expect(seconds, stdout.slice(-500)).toBeDefined();
  const said = /more than \d+ uses in .*|affected: \d+|references not found/.exec(stdout)?.[0];
  return { seconds: Number(minutes) * 60 + Number(seconds), said };
}

/** Runs, over these sources and a push that changes an include which they name: seconds of all, and what each said. */
function wholeRuns(sources: Readonly<Record<string, string>>, ...runs: readonly (readonly string[])[]) {
  using repository = new TestRepository();
  const first = { 'N1.RPGLEINC': '1', 'N1.RPGLE': '1', 'N1.C': '1' };
  repository.commit('Sources', { '.file-checkouts.yml': mapping, 'F.CLLE': filler, ...sources, ...first });
  repository.commit('Change', { 'N1.RPGLEINC': '2', 'N1.RPGLE': '2', 'N1.C': '2' });
  const ended = runs.map((args) => ran(repository.dir, ...args));
  return { seconds: ended.reduce((sum, { seconds }) => sum + seconds, 0), said: ended.map(({ said }) => said) };
}

/** One source of each kind, with so many names, and what else was slow once. */
function allKinds(count: number): Record<string, string> {
  const list = (letter: string, type: string) =>
    Array.from({ length: count }, (_, n) => `${letter}${n}.${type}`).join(' ');
  const copies = (n: number) => `**free\n/copy ${n === 0 ? 'N1' : `C${n - 1}`}\n`;
  const chain = Array.from({ length: 80 }, (_, n) => [`chain/C${n}.RPGLEINC`, copies(n)]);
  return Object.fromEntries([
    ...namings.flatMap((kind, n) =>
      [1, count].map((names) => [`s${n}/${names}/${kind[0]}`, naming(kind, names, count / names)]),
    ),
    ...chain,
    ['strip/makefile', `A.pgm: a.rpgle\n\tsystem $(strip${' '.repeat(40 * count)}CRTPGM\n`],
    ['bind/B.CLLE', `CRTPGM PGM(B) MODULE(${'A '.repeat(20 * count)})\n`],
    ['rule/Rules.mk', `${list('T', 'PGM')}: ${list('N', 'MODULE')}\n`],
  ]);
}

test('crafted sources of every language: plan and check end in time', () => {
  const { said, seconds } = wholeRuns(allKinds(1000), ['plan', '--base', 'HEAD~1'], ['check']);
  expect(said).toEqual(['affected: 1', 'references not found']);
  expect(seconds).toBeLessThan(8);
});

test('a source that says 60,000 names: check ends in time, and says that a bound is met', () => {
  const [copies] = namings;
  const { said, seconds } = wholeRuns({ 'A.RPGLE': naming(copies as (typeof namings)[number], 60_000, 1) }, ['check']);
  expect(said).toEqual(['more than 50000 uses in A.RPGLE']);
  // As long as Git looked for each word by itself, it took some minutes.
  expect(seconds).toBeLessThan(8);
});
