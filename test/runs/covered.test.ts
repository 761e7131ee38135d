import { expect, test } from 'vitest';
import { anyInstalled } from '../service/helper.ts';
import { mappingText, outcomesOf, Stage } from './support.ts';

/** One object, asked for by a migration and by a `*RECOMPILE` or `*UPDATE` of another file's rule (design §13). */

const mapping = (rsn: string) =>
  mappingText.replace(
    'rules:\n',
    `rules:\n  - match: { gfile: "{objn}.MAKE" }\n    request: { attr: RPGLE, objt: "*PGM", rsn: "${rsn}" }\n`,
  );

test('in one push the migration wins over what asks for a compilation', async () => {
  const rsn = '*UPDATE';
  await using stage = await Stage.open([], anyInstalled);
  const files = { '.file-checkouts.yml': mapping(rsn), 'A.RPGLE': 'a1', 'A.MAKE': 'x', 'B.MAKE': 'x' };
  const report = await stage.push('Both', files);
  expect(report.exitCode).toBe(0);
  expect(outcomesOf(report).sort()).toEqual(['A *MIGRATE created', `A ${rsn} covered`, `B ${rsn} created`].sort());
  expect(report.counts).toMatchObject({ covered: 1, created: 2, collision: 0 });
  expect(report.requests.find(({ outcome }) => outcome === 'covered')?.msg).toContain('is migrated from A.RPGLE');
  const again = await stage.push('Both again', { 'A.RPGLE': 'a2', 'A.MAKE': 'y' });
  expect([again.exitCode, outcomesOf(again).sort()]).toEqual([0, ['A *MIGRATE updated', `A ${rsn} covered`].sort()]);
  expect(stage.held().sort()).toEqual(['ORD/50 A *MIGRATE a2', `ORD/50 B ${rsn}`]);
});

test('our open migration covers what a later push asks for; once it has moved on that is filed', async () => {
  await using stage = await Stage.begun({ '.file-checkouts.yml': mapping('*RECOMPILE'), 'A.RPGLE': 'a1' });
  const report = await stage.push('Make', { 'A.MAKE': 'x' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *RECOMPILE unchanged']]);
  const [held] = stage.service.inspect().requests;
  expect(report.requests[0]).toMatchObject({ objectId: held?.objectId });
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
  await stage.later('A', { status: '50' });
  expect(await stage.pushed('Make', { 'A.MAKE': 'y' })).toEqual([0, ['A *RECOMPILE created']]);
});
