import { expect, test } from 'vitest';
import { bundles, runBundle } from './support/bundle.ts';
import { TestRepository } from './support/repository.ts';

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

test('what a push affects is replayed too, though nobody filed it before', async () => {
  using repository = new TestRepository();
  const mapping = `version: 1
branches: [{ branch: main, appl: APP, lvl: 10 }]
dependents: request
rules:
  - match: { gfile: "*.RPGLE" }
    request: { objt: "*PGM", attr: RPGLE }
  - match: { path: "**" }
    skip: other
`;
  repository.commit('one', { '.file-checkouts.yml': mapping, 'A.RPGLE': '**free\n/copy INC\n', 'INC.RPGLEINC': 'a\n' });
  repository.commit('two', { 'INC.RPGLEINC': 'b\n' });
  const { code, stdout } = await runBundle(bundles.cli, ['rehearse', '--repo-dir', repository.dir, '--last', '1']);
  expect(stdout).toContain('*RECOMPILE APP/10 A *PGM (created): uses INC\n');
  expect(code).toBe(0);
});
