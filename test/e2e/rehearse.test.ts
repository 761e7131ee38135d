import { expect, test } from 'vitest';
import { bundles, runBundle } from './support/bundle.ts';
import { TestRepository } from './support/repository.ts';

test('rehearse files four pushes and prints what the service then holds', async () => {
  const { code, stdout, stderr } = await runBundle(bundles.cli, ['rehearse']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(stdout.match(/^=== push \d of 4/gm)).toHaveLength(4);
  expect(stdout).toMatch(
    /push 1[\s\S]*4 created[\s\S]*push 2[\s\S]*2 created[\s\S]*push 3[\s\S]*2 updated[\s\S]*push 4/,
  );
  expect(stdout).toMatch(/updated .*SEARCH\/ORDSRCH\.SQLRPGLE \(was QRPGLESRC\/ORDSRCH\.SQLRPGLE\)/);
  expect(stdout).toMatch(/created +\*DELETE .*ORD900/);
  expect(stdout).toContain('attached ORDSRCH.SQLRPGLE');
  expect(stdout).toContain('project CUST/12/1');
});

test('rehearse replays the last commits of a repository and leaves it as it was', async () => {
  using repository = new TestRepository();
  const mapping = `version: 1
branches: [{ branch: main, appl: APP, lvl: 10 }]
rules:
  - match: { gfile: "*.RPGLE" }
    request: { objt: "*PGM", attr: RPGLE }
  - match: { path: "**" }
    skip: other
`;
  repository.commit('one', { '.file-checkouts.yml': mapping, 'A.RPGLE': 'a\n' });
  repository.commit('two', { 'B.RPGLE': 'b\n', 'A.RPGLE': 'a2\n' });
  repository.commit('three', { 'A.RPGLE': null });
  const refs = repository.git('for-each-ref');
  const status = repository.git('status', '--porcelain');
  const { code, stdout } = await runBundle(bundles.cli, ['rehearse', '--repo-dir', repository.dir, '--last', '5']);
  expect(stdout).toMatch(/push 1 of 3[\s\S]*1 created[\s\S]*push 2 of 3[\s\S]*1 created, 1 updated[\s\S]*push 3 of 3/);
  expect(stdout).toMatch(/withdrawn[\s\S]*created +\*DELETE/);
  expect(code).toBe(0);
  expect([repository.git('for-each-ref'), repository.git('status', '--porcelain')]).toEqual([refs, status]);
});
