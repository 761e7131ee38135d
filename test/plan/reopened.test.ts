import { expect, test } from 'vitest';
import { pathKey, textPath } from '../../src/git/git-path.ts';
import { reopened } from '../../src/plan/reopened.ts';
import { changesOf, latin, planChanges, requestTexts, side, sides } from './support.ts';

const head = sides({ 'A/X.BND': 'now', 'A/Y.BND': 'y' });

test('an open change is filed as it is at head: there, or gone', () => {
  const changes = reopened(['A/X.BND', 'A/GONE.BND'], [], head);
  const plan = planChanges(changes, head);
  expect(requestTexts(plan)).toEqual([
    '*MIGRATE ORD/50 X *SRVPGM <- A/X.BND',
    '*DELETE ORD/50 GONE *SRVPGM <- A/GONE.BND',
  ]);
  expect(plan.requests[0]).toMatchObject({ added: false, blob: side('A/X.BND', 'now').oid });
});

test('one that is gone says nothing of its content', () => {
  expect(reopened(['A/GONE.BND'], changesOf({}, { 'A/NEW.BND': '1' }), head)).toEqual([
    { before: { path: textPath('A/GONE.BND'), mode: '100644', oid: '' }, after: null },
  ]);
});

test('what the range names itself, by either name, is not repeated', () => {
  const changes = changesOf({ 'A/OLD.BND': 'y', 'A/X.BND': 'old' }, { 'A/Y.BND': 'y', 'A/X.BND': 'now' });
  expect(reopened(['A/OLD.BND', 'A/Y.BND', 'A/X.BND'], changes, head)).toEqual([]);
});

test('a path that is open twice is one change', () => {
  expect(reopened(['A/X.BND', 'A/X.BND'], [], head)).toHaveLength(1);
  expect(reopened(['GONE', 'GONE'], [], head)).toHaveLength(1);
});

test('a name that is not UTF-8 is found again by its bytes', () => {
  const path = latin('A/\xff.BND');
  expect(reopened([pathKey(path)], [], [side(path, 'a')]).map(({ after }) => after?.path)).toEqual([path]);
});

test('a name that is not UTF-8 and gone is forgotten: it was never filed, and its readable form is another name', () => {
  expect(reopened([pathKey(latin('A/\xff.BND'))], [], head)).toEqual([]);
});

test('a link that stands at the path of an open change leaves its file gone', () => {
  const tree = [{ ...side('A/X.BND', 'now'), mode: '120000' }];
  expect(requestTexts(planChanges(reopened(['A/X.BND'], [], tree), tree))).toEqual([
    '*DELETE ORD/50 X *SRVPGM <- A/X.BND',
  ]);
});
