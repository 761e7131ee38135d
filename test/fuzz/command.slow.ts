import { expect, test } from 'vitest';
import { planted } from './planted-command.ts';
import { type Played, playSubject } from './play.ts';
import { propertyTests, suites } from './suites.ts';

test('a run that hangs, and one that breaks its thread down, are failures that can be played again', async () => {
  const { code, text } = await planted(['--only', 'endless,broken', '--seconds', '1'], 1);
  expect(code).toBe(1);
  expect(text).toContain('the run did not end within 1 s');
  expect(text).toContain('the thread broke down: Error: nobody waits for this');
  for (const name of ['endless/loop', 'broken/thrown']) {
    const [, command = ''] = new RegExp(`npm run fuzz -- (--only ${name} .*)$`, 'm').exec(text) ?? [];
    const again = await planted(command.split(' '), 1);
    expect(again.text).toMatch(/playing \[\[(\d+,){5}/);
    expect(again.code).toBe(1);
  }
});

test('the property tests of the suites run with another seed', async () => {
  expect(propertyTests).toContain('test/glob/reference.test.ts');
  const rows: Played[] = [];
  await playSubject(suites, { seed: 3, seconds: 60, runs: 1 }, (row) => rows.push(row));
  expect(rows).toMatchObject([{ name: 'suites/seeded', runs: 1, failure: null }]);
});
