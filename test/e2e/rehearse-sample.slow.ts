import { expect, test } from 'vitest';
import { bundles, runBundle } from './support/bundle.ts';

test('rehearse files five pushes and prints what the service then holds', async () => {
  const { code, stdout, stderr } = await runBundle(bundles.cli, ['rehearse']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.match(/^=== push \d of 5/gm)).toHaveLength(5);
  expect(stdout).toMatch(
    /push 1[\s\S]*4 created[\s\S]*push 2[\s\S]*2 created[\s\S]*push 3[\s\S]*2 updated[\s\S]*push 4/,
  );
  expect(stdout).toMatch(/updated .*SEARCH\/ORDSRCH\.SQLRPGLE \(was QRPGLESRC\/ORDSRCH\.SQLRPGLE\)/);
  expect(stdout).toMatch(/created +\*DELETE .*ORD900/);
  expect(stdout).toMatch(
    /push 5[\s\S]*created +\*RECOMPILE ORD\/10 ORD100 \*PGM #\d+ RFP \d+[\s\S]*1 created; 1 left out/,
  );
  expect(stdout).toContain('affected: 1 object\n  ORD/10 ORD100 *PGM (*RECOMPILE, created): uses ORDTEXTS\n');
  expect(stdout).toContain('attached ORDSRCH.SQLRPGLE');
  expect(stdout).toContain('project CUST/12/1');
});
