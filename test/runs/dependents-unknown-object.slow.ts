import { expect, test } from 'vitest';
import { outcomesOf, Stage } from './support.ts';

const mapping = `version: 1
repo: ORDERS
dependents: request
branches:
  - { branch: main, appl: ORD, lvl: 50 }
request: { proj: null }
rules:
  - match: { gfile: "*.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { path: "**" }
    skip: other
`;

test('what was filed can be recompiled; what the installation does not know is refused, and the report says so', async () => {
  await using stage = await Stage.open();
  const uses = '**free\n/copy INC\n';
  const before = stage.commit('Never filed', {
    '.file-checkouts.yml': mapping,
    'OLD.RPGLE': uses,
    'ORD100.RPGLE': uses,
  });
  const filed = await stage.push('Filed', { 'NEW.RPGLE': uses, 'INC.RPGLEINC': '1' }, 'main', { before });
  expect(outcomesOf(filed)).toEqual(['NEW *MIGRATE created', 'OLD *RECOMPILE rejected', 'ORD100 *RECOMPILE created']);
  expect([filed.exitCode, filed.requests[1]?.msg]).toEqual([
    1,
    'OLD *PGM is not installed at level 50 or above, so rsn *RECOMPILE has nothing to work on',
  ]);
  await stage.later('NEW', { status: '60' });
  await stage.later('ORD100', { status: '60' });
  const again = await stage.push('Again', { 'INC.RPGLEINC': '2' });
  expect(outcomesOf(again)).toEqual(['NEW *RECOMPILE created', 'OLD *RECOMPILE rejected', 'ORD100 *RECOMPILE created']);
});
