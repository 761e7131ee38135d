import { expect, test } from 'vitest';
import type { Change } from '../../src/git/changes.ts';
import type { KnownObject } from '../../src/plan/planned.ts';
import { planned } from '../checkout/support.ts';
import { changesOf, type Planning, planChanges, planOf, planTexts, rules, side, type Tree } from './support.ts';

/** What should stand for objects that the record knows, once their file is gone or mapped otherwise (design §8, step 4). */

const x = { ...planned().identity, type: '*SRVPGM', objn: 'X' };
const known = (more: Partial<KnownObject> = {}): KnownObject => ({
  ...x,
  ...{ path: 'A/X.BND', objectId: 7, reason: '*MIGRATE', isUnsure: false, existedBefore: true, before: {} },
  ...more,
});

const gone: [Tree, Tree] = [{ 'A/X.BND': '1' }, {}];
const left = rules.replace('["*.ILESRVPGM", "*.BND"]', '"*.ILESRVPGM"');
/** The object of X.BND is made by another file, too. */
const twin: [Tree, Tree] = [{ 'A/X.BND': '1', 'B/X.ILESRVPGM': '2' }, { 'B/X.ILESRVPGM': '2' }];

const edited: [Tree, Tree] = [{ 'A/X.BND': '1' }, { 'A/X.BND': '2' }];
const [migrated, deleted] = ['*MIGRATE ORD/50 X *SRVPGM <- A/X.BND', '*DELETE ORD/50 X *SRVPGM <- A/X.BND'];
const lost = { objectId: null, isUnsure: true, existedBefore: false };

/** Requests that should stand; objects for which nothing should (`nothing:`); what is left out. */
test.each<[string, [Tree, Tree], KnownObject, string[], Planning?]>([
  ['it stood before: a delete', gone, known(), [deleted]],
  [
    'this branch made it: nothing; should its request have moved on, a delete follows',
    gone,
    known({ existedBefore: false }),
    [`nothing: ${deleted}`],
  ],
  ['the mapping files no deletes: taken back', gone, known(), [`nothing: ${migrated}`], { deletes: 'report' }],
  ['the mapping makes nothing of it now: taken back', gone, known(), [`nothing: ${migrated}`], { mapping: left }],
  [
    'the file was filed as another object: this one never was',
    gone,
    known({ objn: 'OLDNAME' }),
    [
      'nothing: *MIGRATE ORD/50 OLDNAME *SRVPGM <- A/X.BND',
      'A/X.BND: deleted, and nothing to delete: this branch added ORD/50 X *SRVPGM and never filed it',
    ],
  ],
  ['another file makes it', twin, known(), ['*MIGRATE ORD/50 X *SRVPGM <- B/X.ILESRVPGM (was A/X.BND)']],
  [
    'another file makes the object, and it was filed from that: nothing changes',
    twin,
    known({ path: 'B/X.ILESRVPGM' }),
    ['A/X.BND: deleted, but ORD/50 X *SRVPGM is also built from B/X.ILESRVPGM'],
  ],
  [
    'it is there, and the mapping makes nothing of it now: it stays as it was filed, and the row says so',
    edited,
    known(),
    ['A/X.BND: no rule matches', 'A/X.BND: no longer mapped: ORD/50 X *SRVPGM stays as it was filed (request 7)'],
    { mapping: left },
  ],
  ['it is there, unmapped, its create lost', edited, known(lost), [`nothing: ${migrated}`], { mapping: left }],
  [
    'it is there, and makes another object now: both are said',
    edited,
    known({ objn: 'OLDNAME' }),
    [migrated, 'A/X.BND: no longer mapped: ORD/50 OLDNAME *SRVPGM stays as it was filed (request 7)'],
  ],
])('%s', (_, trees, object, expected, options) => {
  const plan = planOf(...trees, { ...options, known: [object] });
  expect(planTexts(plan)).toEqual(expected);
});

test('a file that was settled speaks for its object before one that a killed run left in doubt', () => {
  const [settled] = changesOf({ 'B/X.ILESRVPGM': '2' }, {});
  const doubtful = { before: { ...side('A/X.BND', ''), oid: '' }, after: null };
  const plan = planChanges([doubtful, settled as Change], []);
  const filed = '*DELETE ORD/50 X *SRVPGM <- B/X.ILESRVPGM';
  const other = 'A/X.BND: deleted, and ORD/50 X *SRVPGM is filed for deletion with B/X.ILESRVPGM';
  expect(planTexts(plan)).toEqual([filed, other]);
});

const another = known({ objn: 'ELSE', before: { 'A/X.BND': 'zero' } });

test.each<[string, [Tree, Tree], KnownObject[], string[]]>([
  ['nothing: this branch made it', [{}, { 'A/X.BND': '1' }], [], []],
  ['the file as it was', edited, [], ['A/X.BND']],
  ['the file that it was moved from', [{ 'A/X.BND': '1' }, { 'B/X.BND': '1' }], [], ['A/X.BND']],
  ['each of several', [{ 'A/X.BND': '1', 'B/X.BND': '2' }, {}], [], ['A/X.BND', 'B/X.BND']],
  ['another file that makes it, too', [{ 'T/X.BND': 't' }, { 'T/X.BND': 't', 'A/X.BND': '1' }], [], ['T/X.BND']],
  ['what the file was before it was filed as another object', edited, [another], ['A/X.BND']],
  ['a file that this branch made, and filed as another object', edited, [known({ objn: 'ELSE' })], []],
])('what made an object before: %s', (_, trees, record, expected) => {
  const [request] = planOf(...trees, { known: record }).requests;
  expect(Object.keys(request?.before ?? {})).toEqual(expected);
  if (record.includes(another)) expect(request?.before).toEqual(another.before);
});

test('a file with its settled content leaves its object to a changed file, and to nothing else', () => {
  const same = side('A/X.BND', '1');
  const owed: Change = { before: same, after: same };
  const [changed] = changesOf({ 'B/X.ILESRVPGM': '2' }, { 'B/X.ILESRVPGM': '3' }) as [Change];
  const head = [same, side('B/X.ILESRVPGM', '3'), side('A/Y.BND', '1')];
  const other: Change = { before: side('A/Y.BND', '0'), after: side('A/Y.BND', '1') };
  const settled = 'A/X.BND: an earlier run has dealt with this content';
  const [ofB, ofX, ofY] = ['X *SRVPGM <- B/X.ILESRVPGM', 'X *SRVPGM <- A/X.BND', 'Y *SRVPGM <- A/Y.BND'];
  const texts = (changes: Change[]) =>
    planTexts(planChanges(changes, head)).map((text) => text.replace('*MIGRATE ORD/50 ', ''));
  expect(texts([owed, changed])).toEqual([ofB, settled]);
  expect(texts([owed, other])).toEqual([ofX, ofY]);
  const [request] = planChanges([changed], head).requests;
  expect(request?.before).toEqual({ 'A/X.BND': same.oid, 'B/X.ILESRVPGM': changed.before?.oid });
  expect(request?.twin).toBe('A/X.BND');
});

test('a request has its place in the compile order where the mapping asks for one; a delete has none', () => {
  const mapping = rules.replace('attr: BND, objt', 'attr: BND, csqo: "{order}", objt');
  const places = [edited, gone].map((trees) => planOf(...trees, { mapping, known: [known()] }).requests[0]?.isOrdered);
  expect([...places, planOf(...edited).requests[0]?.isOrdered]).toEqual([true, undefined, undefined]);
});
