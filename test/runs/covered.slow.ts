import { expect, test } from 'vitest';
import { mappingText, outcomesOf, Stage } from './support.ts';

/** One object, asked for by a migration and by a `*RECOMPILE` or `*UPDATE` of another file's rule (design §13). */

const mapping = (rsn: string) =>
  mappingText.replace(
    'rules:\n',
    `rules:\n  - match: { gfile: "{objn}.MAKE" }\n    request: { attr: RPGLE, objt: "*PGM", rsn: "${rsn}" }\n`,
  );

test('our open migration covers what a later push asks for; once it has moved on that is filed', async () => {
  await using stage = await Stage.begun({ '.file-checkouts.yml': mapping('*RECOMPILE'), 'A.RPGLE': 'a1' });
  const report = await stage.push('Make', { 'A.MAKE': 'x' });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *RECOMPILE unchanged']]);
  const [held] = stage.service.inspect().requests;
  expect(report.requests[0]).toMatchObject({ objectId: held?.objectId });
  expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
  await fetch(`${stage.service.url}/inspect/requests/${held?.objectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: '50' }),
  });
  expect(await stage.pushed('Make', { 'A.MAKE': 'y' })).toEqual([0, ['A *RECOMPILE created']]);
});
