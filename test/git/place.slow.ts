import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyTree } from '../../src/git/empty-tree.ts';
import { type Objects, openObjects } from '../../src/git/objects.ts';
import { type Place, placeOf, type RecordLine, type RecordPlace } from '../../src/git/place.ts';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { makeClone } from './clones.ts';
import { git, remote, runEnv } from './support.ts';

/** Where the head of a run is, beside the branch and the record of it (design §8 "Old runs"). */

const origin = remote();
/** The branch, c0 to c4, and a commit beside it that begins at c1. */
const oids = new Map<string, string>();
for (const name of ['c0', 'c1', 'c2', 'c3', 'c4']) oids.set(name, origin.commit({ A: `${name}\n` }, name));
git(origin.work, 'checkout', '--quiet', '--detach', oids.get('c1') ?? '');
oids.set('x', origin.commit({ A: 'x\n' }, 'x'));
oids.set('empty', emptyTree.sha1);
origin.push(oids.get('c4') ?? '', 'main');
origin.push(oids.get('x') ?? '', 'other');
const oid = (name: string) => oids.get(name) ?? name;

let repository: Repository;
let objects: Objects;
beforeAll(async () => {
  // As actions/checkout makes it: the history is fetched where it is needed.
  const dir = makeClone('depth1', origin, { ref: 'main', head: oid('c4') });
  repository = await openRepository({ repoDir: dir, env: runEnv });
  objects = openObjects(repository);
});
afterAll(async () => {
  objects[Symbol.dispose]();
  repository[Symbol.dispose]();
  origin[Symbol.dispose]();
});

/** A record by the names of its commits. */
interface Line {
  readonly head: string | null;
  readonly began?: string;
  readonly past?: readonly string[];
}
const lineOf = ({ head, began, past }: Line): RecordLine => ({
  head: head === null ? null : oid(head),
  ...(began === undefined ? {} : { began: oid(began) }),
  ...(past === undefined ? {} : { past: past.map(oid) }),
});

const place = (head: string, before: string | null, tip: string | null, record: Line | null) =>
  placeOf(
    repository,
    { oid: oid(head), before: before === null ? null : oid(before) },
    tip === null ? null : oid(tip),
    record === null ? null : lineOf(record),
  );
const old = (record: RecordPlace, startsBranch = false): Place => ({ kind: 'old', record, startsBranch });
const tip: Place = { kind: 'tip' };

/** The run of the push from c1 to c2, while the branch is at c4. */
const records: [string, Line | null, RecordPlace][] = [
  ['there is none', null, 'none'],
  ['it accounts for nothing yet', { head: null }, 'none'],
  ['it is at an older commit', { head: 'c0' }, 'behind'],
  ['it is where the push began', { head: 'c1' }, 'behind'],
  ['it is of a branch that nothing was filed of yet', { head: 'empty' }, 'behind'],
  ['it is at this very head', { head: 'c2' }, 'past'],
  ['it is at a later one', { head: 'c4' }, 'past'],
  ['it was here before, and is behind by now', { head: 'c1', past: ['c2'] }, 'past'],
  ['it was here before, and is elsewhere by now', { head: 'x', past: ['c0', 'c2'] }, 'past'],
  ['it is on another line', { head: 'x' }, 'elsewhere'],
  ['it is at a later one, and began before', { head: 'c4', began: 'c1' }, 'past'],
  ['it is at a later one, and began where this push ends', { head: 'c4', began: 'c2' }, 'after'],
  ['it is at a later one, and began after', { head: 'c4', began: 'c3' }, 'after'],
  ['it has begun where this push ends, and nothing has come of it', { head: 'c2', began: 'c2' }, 'after'],
  ['it has begun after, and nothing has come of it', { head: 'c3', began: 'c3' }, 'after'],
  ['it began from nothing', { head: 'c4', began: 'empty' }, 'past'],
  ['it began from nothing, and nothing has come of it', { head: 'empty', began: 'empty' }, 'behind'],
  ['it began on another line', { head: 'c4', began: 'x' }, 'past'],
];
test.each(records)('an old run, and the record: %s', async (_, record, expected) => {
  expect(await place('c2', 'c1', 'c4', record)).toEqual(old(expected));
});

test('the tip is the tip, whatever the record says', async () => {
  for (const record of [null, { head: 'c4' }, { head: 'x' }, { head: 'c1', past: ['c2'] }]) {
    expect(await place('c2', 'c1', 'c2', record)).toEqual(tip);
  }
});

const first: [string, string, Line | null, Place][] = [
  ['no record, on the way to the tip', 'c4', null, old('none', true)],
  ['a record that accounts for nothing', 'c4', { head: null }, old('none', true)],
  ['no record, beside the tip', 'x', null, old('none')],
  ['the record of an earlier branch of that name', 'c4', { head: 'x' }, old('elsewhere', true)],
  ['a record of this branch, on the way to the tip', 'c4', { head: 'c1' }, old('behind')],
  ['a record that is past it', 'c4', { head: 'c3' }, old('past')],
  ['a record that began after it', 'c4', { head: 'c4', began: 'c3' }, old('after')],
  ['the record and the tip are elsewhere', 'x', { head: 'x' }, old('elsewhere')],
];
test.each(first)('an old first push: %s', async (_, at, record, expected) => {
  expect(await place('c2', null, at, record)).toEqual(expected);
});

const gone: [string, string | null, Line | null, Place][] = [
  ['no record', 'c1', null, tip],
  ['the record is behind', 'c1', { head: 'c1' }, tip],
  ['the record is elsewhere, so nothing tells what is newer', 'c1', { head: 'x' }, old('past')],
  ['the record is at this head', 'c1', { head: 'c2' }, old('past')],
  ['the record is past it', 'c1', { head: 'c4' }, old('past')],
  ['the record began after it', 'c1', { head: 'c4', began: 'c3' }, old('past')],
  ['the record was here, and is where this push began: it was pushed back', 'c1', { head: 'c1', past: ['c2'] }, tip],
  ['a first push, and the record is past it', null, { head: 'c4' }, old('past')],
  ['a first push, and the record is elsewhere', null, { head: 'x' }, old('past')],
];
test.each(gone)('the branch is gone: %s', async (_, before, record, expected) => {
  expect(await place('c2', before, null, record)).toEqual(expected);
});
