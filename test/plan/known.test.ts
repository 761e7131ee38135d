import { expect, test } from 'vitest';
import type { Change } from '../../src/git/changes.ts';
import type { KnownObject } from '../../src/plan/planned.ts';
import { planned } from '../checkout/support.ts';
import { changesOf, latin, type Planning, planChanges, planOf, planTexts, rules, side, type Tree } from './support.ts';

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

const executable: [Tree, Tree] = [twin[0], { 'B/X.ILESRVPGM': { mode: '100755', content: '2' } }];
const edited: [Tree, Tree] = [{ 'A/X.BND': '1' }, { 'A/X.BND': '2' }];
const [migrated, deleted] = ['*MIGRATE ORD/50 X *SRVPGM <- A/X.BND', '*DELETE ORD/50 X *SRVPGM <- A/X.BND'];
const [ofTwin, noDelete] = ['*MIGRATE ORD/50 X *SRVPGM <- B/X.ILESRVPGM', `nothing: ${deleted}`];
const stillMade = 'A/X.BND: deleted, but ORD/50 X *SRVPGM is also built from B/X.ILESRVPGM';
const neverFiled = 'A/X.BND: deleted, and nothing to delete: this branch added ORD/50 X *SRVPGM and never filed it';
const lost = { objectId: null, isUnsure: true, existedBefore: false };

/** Requests that should stand; objects for which nothing should (`nothing:`); what is left out. */
test.each<[string, [Tree, Tree], KnownObject, string[], Planning?]>([
  ['it stood before: a delete', gone, known(), [deleted]],
  ['this branch made it: nothing, or a delete if it moved on', gone, known({ existedBefore: false }), [noDelete]],
  ['the mapping files no deletes: taken back', gone, known(), [`nothing: ${migrated}`], { deletes: 'report' }],
  ['the mapping makes nothing of it now: taken back', gone, known(), [`nothing: ${migrated}`], { mapping: left }],
  [
    'the file was filed as another object: this one never was',
    gone,
    known({ objn: 'OLDNAME' }),
    ['nothing: *MIGRATE ORD/50 OLDNAME *SRVPGM <- A/X.BND', neverFiled],
  ],
  [
    'the file was filed as an object that another file made before: that one is deleted',
    gone,
    known({ objn: 'OLD', type: null, before: { 'A/ELSE.BND': '0', 'A/OLD.BND': '1' } }),
    ['*DELETE ORD/50 OLD *SRVPGM <- A/X.BND', neverFiled],
  ],
  ['another file was filed as another object: this one stood', gone, known({ objn: 'Z', path: 'A/Z.BND' }), [deleted]],
  ['the branch has no rule now: taken back', twin, known(), [`nothing: ${migrated}`], { branch: 'try-out' }],
  ['another file makes it, and has another mode', executable, known(), [`${ofTwin} (was A/X.BND)`]],
  ['another file makes it, and was filed for it', twin, known({ path: 'B/X.ILESRVPGM' }), [stillMade]],
  ['another file makes it, and is edited', [twin[0], { 'B/X.ILESRVPGM': '3' }], known(), [ofTwin, stillMade]],
  [
    'another file makes it, and an object that was not filed: a request for the filed one',
    [{ 'A/X.PF': '1', 'B/X.PF': '2' }, { 'B/X.PF': '2' }],
    known({ appl: 'WEB', lvl: 10, objn: 'XH', type: '*FILE', path: 'A/X.PF' }),
    [
      '*MIGRATE WEB/10 XH *FILE <- B/X.PF (was A/X.PF)',
      'A/X.PF: deleted, but ORD/50 X *FILE is also built from B/X.PF',
    ],
  ],
  ['it is there, and makes the same object: its request', edited, known(), [migrated]],
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
  expect(plan.requests.filter(({ reason, blob }) => (reason === '*DELETE') !== (blob === null))).toEqual([]);
});

test('a request that is taken back has the fields that the file has now, else those that name the object', () => {
  const of = (object: KnownObject, how: Planning) => planOf(...gone, { ...how, known: [object] }).nothing[0];
  const named = { appl: 'ORD', lvl: 50, objn: 'X', rsn: '*MIGRATE' };
  const ofRule = { rule: 'rules[1]', fields: { ...named, objt: '*SRVPGM', gfile: 'X.BND' } };
  expect(of(known(), { deletes: 'report' })).toMatchObject(ofRule);
  const notMapped = [{ type: null }, { type: '*IFS', rpth: '/a' }].map((more) => of(known(more), { mapping: left }));
  expect(notMapped.map((one) => [one?.rule, one?.identity.rpth, one?.fields])).toStrictEqual([
    ['', null, named],
    ['', '/a', { ...named, objt: '*IFS', rpth: '/a' }],
  ]);
});

const doubtful = { before: { ...side('A/X.BND', ''), oid: '' }, after: null };

test('a file that only a killed run has seen made nothing, and a settled one speaks for the object before it', () => {
  expect(planTexts(planChanges([doubtful], []))).toEqual([neverFiled]);
  const [settled] = changesOf({ 'B/X.ILESRVPGM': '2' }, {});
  const plan = planChanges([doubtful, settled as Change], []);
  const filed = '*DELETE ORD/50 X *SRVPGM <- B/X.ILESRVPGM';
  const other = 'A/X.BND: deleted, and ORD/50 X *SRVPGM is filed for deletion with B/X.ILESRVPGM';
  expect(planTexts(plan)).toEqual([filed, other]);
});

const another = known({ objn: 'ELSE', before: { 'A/X.BND': 'zero' } });

const compiling = rules.replace('request: {}', 'request: { attr: BND, objt: "*SRVPGM", rsn: "*RECOMPILE" }');
const [sql, t] = [{ 'S/X.SQLRPGLE': 's' }, { 'T/X.BND': 't' }];
const both = [{ 'B/X.BND': '2', 'Y.BND': 'y' }, { 'B/X.BND': '4' }] as const;
const editedBeside = (before: Tree, after = before): [Tree, Tree] => [
  { ...edited[0], ...before },
  { ...edited[1], ...after },
];

/** The files that made the object of each request, and then the twin. */
test.each<[string, [Tree, Tree], string[], Planning?]>([
  ['nothing: this branch made it', [{}, { 'A/X.BND': '1' }], []],
  ['the file as it was', edited, ['A/X.BND']],
  ['no link', [{ 'A/X.BND': { mode: '120000', content: 'x' } }, { 'A/X.BND': '1' }], []],
  ['the file that it was moved from', [{ 'A/X.BND': '1' }, { 'B/X.BND': '1' }], ['A/X.BND']],
  ['each of several that are gone', [{ 'A/X.BND': '1', 'B/X.BND': '2' }, {}], ['A/X.BND', 'B/X.BND']],
  ['each of several with a request, which are no twins', editedBeside(...both), ['A/X.BND', 'B/X.BND']],
  ['its twin', [t, { ...t, ...edited[0], 'B/X.BND': '2' }], ['T/X.BND', 'twin T/X.BND']],
  ['no file of an open type', editedBeside(sql), ['A/X.BND']],
  ['no file that only compiles it', editedBeside(sql), ['A/X.BND'], { mapping: compiling }],
  ['of a compilation: no twin', [edited[0], { ...edited[0], ...sql }], ['A/X.BND'], { mapping: compiling }],
  ['the file, before it was filed as another object', edited, ['A/X.BND'], { known: [another] }],
  ['no file that this branch made and filed as another object', edited, [], { known: [known({ objn: 'ELSE' })] }],
])('what made an object before: %s', (_, trees, expected, options) => {
  const made = planOf(...trees, options).requests.filter(({ identity }) => identity.objn === 'X');
  const toText = ({ before = {}, twin }: (typeof made)[number]) => [...Object.keys(before), twin && `twin ${twin}`];
  expect(new Set(made.map((request) => toText(request).join(' ').trim()))).toEqual(new Set([expected.join(' ')]));
  if (options?.known?.includes(another)) expect(made[0]?.before).toEqual(another.before);
});

test.each([
  ['with a name that is no text', { before: side(latin('A/X\xff.BND'), '1'), after: side(latin('A/X\xff.BND'), '2') }],
  ['that only a killed run has seen', doubtful],
])('a file %s is none that made the object', (_, change) => {
  const { requests } = planChanges([change, { before: null, after: side('B/X.ILESRVPGM', '2') }], []);
  expect(new Set(requests.map(({ before }) => JSON.stringify(before)))).toEqual(new Set(['{}']));
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
