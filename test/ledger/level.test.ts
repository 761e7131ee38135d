import { describe, expect, test } from 'vitest';
import { textPath } from '../../src/git/git-path.ts';
import type { TreeSide } from '../../src/git/tree.ts';
import { lookAt, noLongerShared } from '../../src/ledger/level.ts';
import type { FiledObject, LedgerRecord, SharedObject } from '../../src/ledger/record.ts';
import { identityKey } from '../../src/plan/identity.ts';
import { entry as filedEntry, object, record } from '../filing/support.ts';
import { mapperOf } from '../plan/support.ts';

/** Everything that the record has filed, beside head (design §8 "Level, not edge"). */

const path = 'QRPGLESRC/ORD100.PGM.RPGLE';
const entry = (more: Partial<FiledObject> = {}) => filedEntry({ path, blob: 'a', ...more });
const side = (oid: string, mode = '100644'): TreeSide => ({ path: textPath(path), mode, oid });
const key = identityKey(object);

/** Mappings of the file: as it was filed, to another level, to another name, with another type, to nothing. */
const mappingOf = (lvl: number, request: string) => `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: ${lvl} }]
rules:
  - match: { gfile: "*.PGM.RPGLE" }
    ${request}
`;
const mappings = {
  same: mappingOf(50, 'request: { attr: RPGLE, objt: "*PGM" }'),
  level: mappingOf(10, 'request: { attr: RPGLE, objt: "*PGM" }'),
  name: mappingOf(50, 'request: { attr: RPGLE, objt: "*PGM", objn: "X{name|upper}" }'),
  type: mappingOf(50, 'request: { attr: RPGLE, objt: "*MODULE" }'),
  skip: mappingOf(50, 'skip: not ours'),
} as const;

interface At {
  /** What stands at head; null: nothing. */
  readonly head: TreeSide | null;
  readonly mapping?: keyof typeof mappings;
  /** True when it was another at the last look. */
  readonly isNew?: boolean;
  readonly passed?: LedgerRecord['passed'];
}

const look = (filed: readonly FiledObject[], { head, mapping = 'same', isNew = false, passed }: At) =>
  lookAt({
    record: record({ filed, ...(passed === undefined ? {} : { passed }) }),
    at: new Map([[path, head]]),
    mapper: mapperOf(mappings[mapping]),
    isNewMapping: isNew,
  });

/** What is found of one object, with why it is left from now on (null: no longer; absent: as before). */
type Found = 'stands' | 'differs' | 'gone' | 'noLongerMapped' | 'leftAsFiled';
const foundOf = (filed: FiledObject, at: At): [Found, FiledObject['left'] | null | 'as before'] => {
  const { paths, orphans, noLongerMapped, left, standing } = look([filed], at);
  const now = left.has(key) ? left.get(key) : 'as before';
  if (standing === 1) return ['stands', now];
  if (orphans.length === 1) return ['gone', now];
  if (paths.has(path)) return ['differs', now];
  return [noLongerMapped.length === 1 || now === 'noLongerMapped' ? 'noLongerMapped' : 'leftAsFiled', now];
};

const migrate = entry();
const deleted = entry({ reason: '*DELETE', blob: null });
const unmapped = entry({ left: 'noLongerMapped' });
const kept = entry({ left: 'notDeleted' });

const rows: [string, FiledObject, At, Found, FiledObject['left'] | null | 'as before'][] = [
  ['as it was filed', migrate, { head: side('a') }, 'stands', 'as before'],
  ['an executable file is a file', migrate, { head: side('a', '100755') }, 'stands', 'as before'],
  ['another content', migrate, { head: side('b') }, 'differs', 'as before'],
  ['nobody knows which content the service holds', entry({ blob: null }), { head: side('a') }, 'differs', 'as before'],
  ['the file is gone', migrate, { head: null }, 'gone', 'as before'],
  [
    'a link in its place: something still stands there',
    migrate,
    { head: side('a', '120000') },
    'leftAsFiled',
    'as before',
  ],
  ['a submodule in its place', migrate, { head: side('a', '160000') }, 'leftAsFiled', 'as before'],
  ['deleted, and filed so', deleted, { head: null }, 'stands', 'as before'],
  ['deleted, and back again', deleted, { head: side('a') }, 'differs', 'as before'],
  ['deleted, and a link in its place', deleted, { head: side('a', '120000') }, 'leftAsFiled', 'as before'],
  // A mapping that has changed deletes and moves nothing.
  ['a new mapping that makes the same', migrate, { head: side('a'), isNew: true }, 'stands', 'as before'],
  [
    'a new mapping of its type alone',
    migrate,
    { head: side('a'), isNew: true, mapping: 'type' },
    'stands',
    'as before',
  ],
  ['mapped to nothing', migrate, { head: side('a'), isNew: true, mapping: 'skip' }, 'noLongerMapped', 'noLongerMapped'],
  ['to another level', migrate, { head: side('a'), isNew: true, mapping: 'level' }, 'noLongerMapped', 'noLongerMapped'],
  ['to another name', migrate, { head: side('a'), isNew: true, mapping: 'name' }, 'noLongerMapped', 'noLongerMapped'],
  [
    'mapped to nothing, and edited',
    migrate,
    { head: side('b'), isNew: true, mapping: 'skip' },
    'noLongerMapped',
    'noLongerMapped',
  ],
  [
    'mapped to nothing, and gone',
    migrate,
    { head: null, isNew: true, mapping: 'skip' },
    'noLongerMapped',
    'noLongerMapped',
  ],
  [
    'mapped to nothing since the last look, and edited',
    migrate,
    { head: side('b'), mapping: 'skip' },
    'noLongerMapped',
    'noLongerMapped',
  ],
  ['a mapping is asked once only', migrate, { head: side('a'), mapping: 'skip' }, 'stands', 'as before'],
  ['a delete under a mapping to nothing', deleted, { head: null, isNew: true, mapping: 'skip' }, 'stands', 'as before'],
  // Said once.
  ['still mapped to nothing', unmapped, { head: side('a'), mapping: 'skip' }, 'noLongerMapped', 'noLongerMapped'],
  [
    'still mapped to nothing, and edited',
    unmapped,
    { head: side('b'), mapping: 'skip' },
    'noLongerMapped',
    'noLongerMapped',
  ],
  ['mapped to nothing before, and gone now', unmapped, { head: null, mapping: 'skip' }, 'leftAsFiled', 'as before'],
  ['mapped again', unmapped, { head: side('a'), isNew: true }, 'stands', null],
  ['mapped again, and edited', unmapped, { head: side('b'), isNew: true }, 'differs', null],
  ['not deleted, as the mapping files no deletes', kept, { head: null }, 'leftAsFiled', 'as before'],
  ['the same under a new mapping', kept, { head: null, isNew: true }, 'leftAsFiled', 'as before'],
  ['not deleted, and back as it was', kept, { head: side('a') }, 'stands', null],
  ['not deleted, and back with another content', kept, { head: side('b') }, 'differs', null],
  // What a push of a skipped account changed counts as standing.
  ['edited by a skipped account', migrate, { head: side('b'), passed: { [path]: 'b' } }, 'stands', 'as before'],
  ['and edited again', migrate, { head: side('c'), passed: { [path]: 'b' } }, 'differs', 'as before'],
  ['and back as it was filed', migrate, { head: side('a'), passed: { [path]: 'b' } }, 'stands', 'as before'],
  ['deleted by a skipped account', migrate, { head: null, passed: { [path]: null } }, 'stands', 'as before'],
  ['edited by it, then deleted', migrate, { head: null, passed: { [path]: 'b' } }, 'gone', 'as before'],
  ['restored by a skipped account', deleted, { head: side('b'), passed: { [path]: 'b' } }, 'stands', 'as before'],
  ['another file of a skipped account', migrate, { head: side('b'), passed: { other: 'b' } }, 'differs', 'as before'],
];

test.each(rows)('%s', (_, filed, at, found, left) => {
  expect(foundOf(filed, at)).toEqual([found, left]);
});

test('what is no longer mapped is said once', () => {
  const at: At = { head: side('a'), isNew: true, mapping: 'skip' };
  expect(look([migrate], at).noLongerMapped).toEqual([migrate]);
  expect(look([unmapped], at).noLongerMapped).toEqual([]);
  // What was said of it before was something else.
  expect(look([kept], at).noLongerMapped).toEqual([kept]);
});

test('what is gone may be made by another file: its object is told, and its path', () => {
  expect(look([migrate], { head: null })).toMatchObject({ orphans: [migrate], paths: new Set([path]), standing: 0 });
});

test('a request of an earlier branch of that name is not looked at', () => {
  const closed = entry({ closed: true, blob: null });
  for (const head of [null, side('b')]) {
    expect(look([closed], { head })).toEqual({
      paths: new Set(),
      orphans: [],
      noLongerMapped: [],
      left: new Map(),
      standing: 0,
    });
  }
});

test('a path that nobody asked for is gone', () => {
  const mapper = mapperOf(mappings.same);
  const found = lookAt({ record: record({ filed: [migrate] }), at: new Map(), mapper, isNewMapping: false });
  expect(found.orphans).toEqual([migrate]);
});

test('two objects of one file are each found for themselves', () => {
  const other = entry({ objn: 'ORD200', objectId: 8, blob: 'b' });
  expect(look([migrate, other], { head: side('b'), mapping: 'same' })).toMatchObject({
    paths: new Set([path]),
    noLongerMapped: [],
    standing: 1,
  });
});

describe('what stood by the request of another branch', () => {
  const of = { repo: 'ORDERS', mapping: 'm.yml', branch: 'feature' };
  const shared: SharedObject = { ...object, objectId: 7, path, blob: 'a', added: false, of };
  const holder = (more: Partial<FiledObject> = {}, about: Partial<LedgerRecord> = {}) =>
    record({ ...of, filed: [entry({ objectId: 8, objn: 'ORD200' }), entry(more)], ...about });

  test.each<[string, TreeSide | null, readonly LedgerRecord[], boolean]>([
    ['still does', side('a'), [record({}), holder()], true],
    ['not when this branch has edited the file', side('b'), [holder()], false],
    ['nor when this branch has removed it', null, [holder()], false],
    ['nor when a link is in its place', side('a', '120000'), [holder()], false],
    ['nor when that branch has edited it', side('a'), [holder({ blob: 'b' })], false],
    ['nor when that branch has another request for it', side('a'), [holder({ objectId: 9 })], false],
    ['nor when that branch has withdrawn it', side('a'), [record({ ...of })], false],
    ['nor when nothing is known of that branch any more', side('a'), [], false],
    ['a branch of that name elsewhere is another one', side('a'), [holder({}, { repo: 'STOCK' })], false],
    ['and so is one under another mapping', side('a'), [holder({}, { mapping: 'x.yml' })], false],
    ['and another branch that names the number', side('a'), [holder({}, { branch: 'other' })], false],
  ])('%s', (_, head, records, stands) => {
    const gone = noLongerShared([shared], new Map([[path, head]]), records);
    expect(gone).toEqual(stands ? [] : [shared]);
  });

  test('a path that nobody asked for no longer does', () => {
    expect(noLongerShared([shared], new Map(), [holder()])).toEqual([shared]);
    expect(noLongerShared([], new Map(), [])).toEqual([]);
  });
});
