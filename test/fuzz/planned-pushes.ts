/** Pushes whose commits are there, gone, or no commits at all: a plan names what Git says, or fails with a remedy. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { runIn } from '../events/support.ts';
import { git } from '../git/support.ts';
import { github, oid, pushed, zeros } from '../host/support.ts';
import { changedNames, emptyTree, importTrees, makeOwnRemote, type NamedEntry } from './name-trees.ts';

const file = (name: string, content: string): NamedEntry => ({ name, mode: '100644', content });

/** A repository, its own remote, and the objects that an event could name. */
function makeRepository(dir: string): readonly string[] {
  makeOwnRemote(dir);
  const history = [
    [file('A.RPGLE', 'a\n'), file('B.RPGLE', 'b\n')],
    [file('A.RPGLE', 'a 2\n'), file('B.RPGLE', 'b\n')],
    [file('A.RPGLE', 'a 2\n'), file('src/C.RPGLE', 'c\n')],
    [file('A.RPGLE', 'a 2\n'), file('src/C.RPGLE', 'c\n')],
  ];
  const main = importTrees(dir, 'main', history);
  const other = importTrees(dir, 'other', [[file('D.RPGLE', 'd\n')]]);
  git(dir, 'tag', '-a', '-m', 'v1', 'v1', main[1] ?? '');
  return [...main, ...other, ...['v1', 'main:A.RPGLE', 'main^{tree}'].map((rev) => git(dir, 'rev-parse', rev))];
}

/** Plans pushes from any object to any other. */
export function plannedPushes(dir: string): fc.IRawProperty<unknown> {
  const objects = makeRepository(dir);
  const ends = fc.constantFrom(...objects, ...objects.slice(0, 4), zeros, oid('d'), emptyTree, 'd'.repeat(64));
  const spelled = fc.tuple(ends, fc.boolean()).map(([end, upper]) => (upper ? end.toUpperCase() : end));
  const branches = fc.constantFrom('main', 'other', 'gone', 'feature/new');
  const missing = fc.constantFrom<'fail' | 'merge-base'>('fail', 'merge-base');
  return fc.asyncProperty(spelled, spelled, branches, missing, async (before, after, branch, onMissing) => {
    const ref = `refs/heads/${branch}`;
    const told = { env: github('push', { GITHUB_REF: ref }), payload: pushed(ref, before, after) };
    const report = await runIn(dir, told, { 'on-missing-base': onMissing });
    if (report.error !== null) {
      assert.ok(report.error.message !== '' && report.error.remedy !== '');
      assert.equal(report.exitCode, 3);
      return;
    }
    const { base = null, head = null, rule } = report.range ?? {};
    if (head === null || base === null) {
      assert.ok(/^0{40}$/.test(after), 'nothing is compared although the branch is there');
      return;
    }
    assert.equal(head, after.toLowerCase());
    if (!/^0+$/.test(before) && rule === 'push') assert.equal(base, before.toLowerCase());
    const rows = [...report.requests, ...report.leftOut];
    assert.deepEqual([...new Set(rows.map(({ path }) => path))].sort(), changedNames(dir, base, head).sort());
  });
}
