import { expect, test } from 'vitest';
import { changesOf, planChanges, requestTexts, sides, type Tree } from './support.ts';

const before: Tree = { 'A/Z.BND': '1', 'A/B.BND': '2', 'A/OLD.PF': '3' };
const after: Tree = { 'A/B.BND': '2a', 'A/A.PF': '4', 'QRPGLESRC/B.PGM.RPGLE': '5', 'web/z/a': '6', 'web/b/a': '7' };

test('by target, migrations before deletes, then object, type and path', () => {
  expect(requestTexts(planChanges(changesOf(before, after), sides(after)))).toEqual([
    '*MIGRATE ORD/50 A *FILE <- A/A.PF',
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

test('an open type comes before a mapped one', () => {
  const after = { 'A/X.BND': '1', 'B/X.SQLRPGLE': '2' };
  expect(requestTexts(planChanges(changesOf({}, after), sides(after)))).toEqual([
    '*MIGRATE ORD/50 X open <- B/X.SQLRPGLE',
    '*MIGRATE ORD/50 X *SRVPGM <- A/X.BND',
  ]);
});

test('the order of the changes does not matter', () => {
  const changes = changesOf(before, after);
  const plan = planChanges(changes, sides(after));
  const turned = planChanges(changes.toReversed(), sides(after).toReversed());
  expect(requestTexts(turned)).toEqual(requestTexts(plan));
});
