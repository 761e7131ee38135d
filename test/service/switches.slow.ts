import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mappingText, outcomesOf, Stage } from '../runs/support.ts';
import { choose } from './switches.ts';

/** The tests of filing that start a service; the others decide only. */
const filing = readdirSync('test/filing').filter(
  (name) => name.endsWith('.test.ts') && readFileSync(join('test/filing', name), 'utf8').includes("from './bench.ts'"),
);
const files = filing.map((name) => `../filing/${name}`);

// In the position that is not here (200, plain, later) the fast tests run anyway.
describe('§2.7, §4.1 refusals as 422, numbers quoted: the tests of filing pass', async () => {
  beforeAll(() => choose({ refusalStatus: 422, quotedNumbers: true }));
  afterAll(() => choose({}));

  test('the switches reach the services of the tests', async () => {
    await using stage = await Stage.open();
    const headers = { authorization: 'Bearer demo-token', 'content-type': 'application/json' };
    const answer = await fetch(`${stage.service.url}/object-request`, { method: 'POST', headers, body: '{}' });
    expect(answer.status).toBe(422);
  });

  for (const file of files) await import(file);
});

describe('§2.7, §4.1 what the interface leaves open', () => {
  // Status and numbers are read in places that know nothing of each other: a push that meets each kind of answer is
  // enough. Both at once have the tests above.
  test.each([
    { refusalStatus: 422, quotedNumbers: false },
    { refusalStatus: 200, quotedNumbers: true },
  ] as const)('%j: created, updated, withdrawn, refused, held by somebody', async (switches) => {
    await using stage = await Stage.open([], switches);
    await stage.push('Import', { 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' });
    await stage.byHand('demo-lead-token', { lvl: 50, objn: 'HELD' });
    const more = { 'A.RPGLE': 'a2', 'B.RPGLE': null, 'HELD.RPGLE': 'mine' };
    const bad = 'rules:\n  - { match: { gfile: "*.BAD" }, request: { attr: NOSUCH, objt: "*PGM" } }';
    const mapping = mappingText.replace('rules:', bad);
    const report = await stage.push('Change', { ...more, 'R.BAD': 'r', '.file-checkouts.yml': mapping });
    expect([report.exitCode, outcomesOf(report).sort()]).toEqual([
      1,
      ['A *MIGRATE updated', 'B *MIGRATE withdrawn', 'HELD *MIGRATE conflict', 'R *MIGRATE rejected'],
    ]);
    const held = stage.service.inspect().requests.find(({ objn }) => objn === 'HELD');
    expect(report.requests.find(({ objn }) => objn === 'HELD')?.msg).toContain(String(held?.objectId));
  });
});
