import { expect, test } from 'vitest';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { matchFile } from '../../src/mapping/match.ts';
import { spent } from '../spent.ts';

test('40,000 paths against 200 rules', async () => {
  const shapes = [
    (n: number) => ({ gpath: `app${n}/QRPGLESRC/**`, gfile: '*.PGM.RPGLE' }),
    (n: number) => ({ gfile: `*T${n}.SQLRPGLE` }),
    (n: number) => ({ path: `**/lib${n}/**/*x*.{pf,lf}` }),
    (n: number) => ({ gpath: `web/{site}/p${n}/**`, gfile: '{mod}.{kind}.html' }),
    (n: number) => ({ path: `*${n}*/*q*` }),
  ];
  const rules = Array.from({ length: 200 }, (_, n) => ({ match: shapes[n % 5]?.(n), request: { attr: `A${n}` } }));
  const mapping = compileMapping(loadMapping(JSON.stringify({ version: 1, rules }), 'm.json'));
  const paths = Array.from({ length: 40_000 }, (_, n) => `App${n % 300}/QRPGLESRC/sub${n % 7}/ORD${n}.PGM.RPGLE`);
  const took = await spent(() => {
    const kinds = paths.map((path) => matchFile(mapping, { path, repo: 'R', branch: 'main' }).kind);
    expect(kinds.filter((kind) => kind === 'requests').length).toBeGreaterThan(5000);
  });
  expect(took).toBeLessThan(2000);
});

test('a long list of names costs as much as one pattern', async () => {
  const names = Array.from({ length: 3000 }, (_, n) => `N${n}.RPGLE`);
  const rules = [{ match: { gfile: [...names, 'X*.rpgle'] }, skip: true }];
  const mapping = compileMapping(loadMapping(JSON.stringify({ version: 1, rules }), 'm.json'));
  const took = await spent(() => {
    for (let n = 0; n < 40_000; n++) matchFile(mapping, { path: `q/N${n}.RPGLE`, repo: 'ORDERS', branch: 'main' });
  });
  // One by one it takes the best part of a minute.
  expect(took).toBeLessThan(3000);
});
