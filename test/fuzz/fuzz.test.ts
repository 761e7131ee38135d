import { expect, test } from 'vitest';
import { planted } from './planted-command.ts';
import { type Played, playSubject } from './play.ts';
import { subjects } from './subjects.ts';

// The suites run in a process each; command.slow.ts has one of them, and crafted.slow.ts the crafted sources.
const quick = subjects.filter(({ name }) => name !== 'suites' && name !== 'crafted');

test.each(quick)('$name: its properties hold for a value', async (subject) => {
  const rows: Played[] = [];
  // The quickest of them, on which everything else stands, are tried more often.
  const runs = subject.name === 'mapping' ? 20 : 1;
  await playSubject(subject, { seed: 1, seconds: 40, runs }, (row) => rows.push(row));
  expect(rows.map(({ failure }) => failure)).toEqual(rows.map(() => null));
  expect(rows.length).toBeGreaterThan(1);
});

test('a failure is told with its seed, its smallest value and the command that plays it again; exit 1', async () => {
  const { code, text } = await planted(['--seconds', '0.1', '--only', 'planted']);
  expect(code).toBe(1);
  expect(text).toMatch(/^seed 4711, 0.1 s$/m);
  expect(text).toContain('counterexample [[501]]');
  expect(text).toContain('a number over 500');
  expect(text).toMatch(/^planted\/sound +[1-9]\d* +\d\.\d +4711 {2}holds$/m);
  expect(text).toMatch(/^planted\/wrong +[1-9]\d* +\d\.\d +4711 {2}FAILS$/m);
  const [, command = ''] = /npm run fuzz -- (--only planted\/wrong .*)$/m.exec(text) ?? [];
  const again = await planted(command.split(' '));
  expect(again.code).toBe(1);
  expect(again.text).toContain('playing [[501]]');
  expect(again.text).toContain('counterexample [[501]]');
  expect(again.text).toMatch(/^planted\/wrong +1 /m);
});

test.each([
  [['--only', 'nobody'], 'there is no subject nobody: planted, endless, broken'],
  [['--seconds', 'x'], '--seconds x is no time'],
  [['--seed=1.5'], '--seed 1.5 is no whole number'],
  [['--path', '1:2'], '--path belongs to one property'],
  [['--runs', '1'], "Unknown option '--runs'"],
])('%j is refused with what would be right; exit 2', async (argv, message) => {
  const { code, text } = await planted(argv);
  expect(code).toBe(2);
  expect(text).toContain(message);
  expect(text).toContain('npm run fuzz -- [--seconds 60]');
});
