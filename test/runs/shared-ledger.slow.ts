import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TestRepository } from '../e2e/support/repository.ts';
import { mappingText, outcomesOf, prune, Stage } from './support.ts';

/** Two repositories that share a ledger and, by mistake, an ID (design §14). */

test('another repository of the same ID has a record of its own, and touches nothing of this one', async () => {
  await using stage = await Stage.open();
  const shared = { 'ledger-remote': stage.repository.remote, 'on-missing-base': 'merge-base' } as const;
  await stage.push('Main', { 'A.RPGLE': 'a0' }, 'main', { options: { paths: ['none'] } });
  await stage.push('Feature', { 'A.RPGLE': 'a1' }, 'feature/x', { options: shared });
  // Its settled commit is another one then than that of the request.
  await stage.push('More', { 'README.md': 'more' }, 'feature/x', { options: shared });
  using other = new TestRepository();
  writeFileSync(join(other.dir, '.file-checkouts.yml'), mappingText);
  const before = other.commit('Other', { 'B.RPGLE': 'b0' });
  other.push('main');
  other.git('checkout', '-qb', 'feature/x');
  const head = other.commit('Change', { 'B.RPGLE': 'b1' });
  other.push('feature/x');
  const elsewhere = { dir: other.dir, ci: { GITHUB_REPOSITORY: 'acme/OTHER' } };
  const report = await stage.file('feature/x', before, head, { ...elsewhere, options: shared });
  expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['B *MIGRATE created']]);
  const same = other.commit('The same object', { 'A.RPGLE': 'mine', 'B.RPGLE': null });
  other.push('feature/x');
  const held = stage.held().filter((line) => line.includes(' A '));
  const next = await stage.file('feature/x', head, same, { ...elsewhere, options: shared });
  expect(next.exitCode).toBe(1);
  expect(outcomesOf(next)).toEqual(['A *MIGRATE conflict', 'B *MIGRATE withdrawn', 'B *DELETE created']);
  expect(stage.held().filter((line) => line.includes(' A '))).toEqual(held);
});

test('a head that is gone from the one repository counts on, as its other commits are there', async () => {
  await using stage = await Stage.open();
  const shared = { 'ledger-remote': stage.repository.remote, 'on-missing-base': 'merge-base' } as const;
  await stage.push('Main', { 'A.RPGLE': 'a0' }, 'main', { options: { paths: ['none'] } });
  await stage.push('Feature', { 'A.RPGLE': 'a1' }, 'feature/x', { options: shared });
  stage.repository.git('reset', '-q', '--hard', 'main');
  const head = stage.repository.commit('Again', { 'A.RPGLE': 'a2' });
  stage.repository.git('push', '-qf', 'origin', 'feature/x');
  prune(stage);
  const report = await stage.file('feature/x', 'a'.repeat(40), head, { options: shared });
  expect([report.range?.rule, outcomesOf(report)]).toEqual(['merge-base', ['A *MIGRATE updated']]);
});
