import { expect, test } from 'vitest';
import { toGitPath } from '../../src/git/git-path.ts';
import type { Reason } from '../../src/interface/fields.ts';
import { isCausedNow, planRequest, sortForFiling } from '../../src/plan/planned.ts';
import { object } from '../checkout/support.ts';
import { changesOf, planChanges, requestTexts, sides, type Tree } from './support.ts';

const before: Tree = { 'A/Z.BND': '1', 'A/B.BND': '2', 'A/OLD.PF': '3' };
const after: Tree = {
  'A/B.BND': '2a',
  'A/A.PF': '4',
  'QRPGLESRC/B.PGM.RPGLE': '5',
  'B.SQLRPGLE': '8',
  'web/z/a': '6',
  'web/b/a': '7',
};

test('by target, migrations before deletes, then object, type (an open one first) and path', () => {
  expect(requestTexts(planChanges(changesOf(before, after), sides(after)))).toEqual([
    '*MIGRATE ORD/50 A *FILE <- A/A.PF',
    '*MIGRATE ORD/50 B open <- B.SQLRPGLE',
    '*MIGRATE ORD/50 B *PGM <- QRPGLESRC/B.PGM.RPGLE',
    '*MIGRATE ORD/50 B *SRVPGM <- A/B.BND',
    '*MIGRATE ORD/50 a *IFS <- web/b/a',
    '*MIGRATE ORD/50 a *IFS <- web/z/a',
    '*DELETE ORD/50 OLD *FILE <- A/OLD.PF',
    '*DELETE ORD/50 Z *SRVPGM <- A/Z.BND',
    '*MIGRATE WEB/10 AH *FILE <- A/A.PF',
    '*DELETE WEB/10 OLDH *FILE <- A/OLD.PF',
  ]);
});

test('in a level, dependents come after others and before deletes; those with paths to wait for are caused now', () => {
  const of = (objn: string, lvl: number, waitsFor?: string[], reason: Reason = '*RECOMPILE') => {
    const target = { rule: '', identity: { ...object, lvl, objn }, fields: {}, problems: [] };
    return planRequest(toGitPath(objn), target, { reason, ...(waitsFor && { dependent: { causes: {}, waitsFor } }) });
  };
  const deleted = of('A', 10, undefined, '*DELETE');
  const sorted = sortForFiling([deleted, of('B', 10, ['C']), of('D', 10, []), of('E', 10), of('F', 9)]);
  expect(sorted.map(({ identity }) => identity.objn)).toEqual(['F', 'E', 'B', 'D', 'A']);
  expect(sorted.map(isCausedNow)).toEqual([false, false, true, false, false]);
});

test('the order of the changes does not matter', () => {
  const changes = changesOf(before, after);
  const plan = planChanges(changes, sides(after));
  const turned = planChanges(changes.toReversed(), sides(after).toReversed());
  expect(requestTexts(turned)).toEqual(requestTexts(plan));
});
