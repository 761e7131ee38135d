import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Change, listChanges } from '../../src/git/changes.ts';
import { findFork } from '../../src/git/history.ts';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { findFilesAt } from '../../src/git/tree.ts';
import { createClosedLedger, type Ledger } from '../../src/ledger/ledger-access.ts';
import { type BranchRecord, type CheckOut, createRecord, type Exception } from '../../src/ledger/record.ts';
import { toIdentityKey } from '../../src/plan/identity.ts';
import { type OweInput, owe } from '../../src/run/owe.ts';
import { listLeftOut, toChanges } from '../../src/run/paths.ts';
import { checkOut, standing, tried } from '../checkout/support.ts';
import { git, type Remote, remote, runEnv } from '../git/support.ts';
import { mapperOf } from '../plan/support.ts';

/** What is owed at a head: every path whose content there is not its settled content (design §8, step 2). */

const [a, b, x] = ['A.BND', 'B.BND', 'X.BND'];
const key = { service: 's', repository: 'acme/orders', repo: 'ORDERS', mapping: 'm.yml', branch: 'f' };
const mapper = mapperOf(
  'version: 1\nbranches: [{ branch: "**", appl: ORD, lvl: 50 }]\nrules: [{ match: { gfile: "*.BND" }, request: { objt: "*SRVPGM" } }]\n',
  'f',
);

let origin: Remote;
let repository: Repository;
/** Oids of contents. */
const blobs: Record<string, string> = {};
/** Three commits of main, each with A, B and X; a feature branch from the second. */
let first = '';
let second = '';
let third = '';

beforeAll(async () => {
  origin = remote();
  first = origin.commit({ [a]: 'a1', [b]: 'b1', [x]: 'x1' });
  second = origin.commit({ [a]: 'a2', [b]: 'b2' });
  third = origin.commit({ [x]: 'x3' });
  for (const text of ['a1', 'a2', 'b1', 'b2', 'x1', 'x3', 'own']) blobs[text] = blobOf(text);
  repository = await openRepository({ repoDir: origin.work, env: runEnv });
});
afterAll(() => {
  repository[Symbol.dispose]();
  origin[Symbol.dispose]();
});

const blobOf = (text: string) => {
  const at = origin.commit({ 'tmp.txt': text });
  const oid = git(origin.work, 'rev-parse', `${at}:tmp.txt`);
  git(origin.work, 'reset', '--quiet', '--hard', third);
  return oid;
};

/** A commit on top of others: the first says what is checked out, more are merged. */
function commitOn([on = '', ...merged]: readonly string[], files: Readonly<Record<string, string | null>>): string {
  git(origin.work, 'checkout', '--quiet', '--detach', on);
  for (const one of merged) git(origin.work, 'merge', '--quiet', '--no-ff', '-m', 'merge', one);
  return Object.keys(files).length === 0 ? git(origin.work, 'rev-parse', 'HEAD') : origin.commit(files);
}

interface Given extends Partial<Omit<OweInput, 'record' | 'repository' | 'mapper'>> {
  readonly settled: string;
  readonly settledFork?: string | null;
  readonly exceptions?: Readonly<Record<string, Exception>>;
  readonly checkOuts?: readonly CheckOut[];
  /** False where there is no ledger. */
  readonly remembers?: boolean;
}

/** Each path that is owed, as `A.BND: was -> now` with the names of contents; what is settled without filing, with the code. */
async function owed(given: Given) {
  const { settled, settledFork = null, exceptions = {}, checkOuts = [], remembers = true, ...more } = given;
  const record: BranchRecord = {
    ...createRecord(key),
    settled: { commit: settled, began: settled, fork: settledFork },
    exceptions: new Map(Object.entries(exceptions)),
    checkOuts: new Map(checkOuts.map((one) => [toIdentityKey(one), one])),
  };
  const ledger: Ledger = { ...createClosedLedger(''), remembers, load: async () => record };
  const found = await owe({
    ...{ repository, ledger, record, head: third, mapper, fork: null, defaultBranch: 'main' },
    ...{ branch: 'f', isSkipped: false, before: null },
    listChanges: (base: string, to: string) => listChanges(repository, base, to),
    findFiles: (commit: string, keys: Iterable<string>) => findFilesAt(repository.objects, commit, keys),
    ...more,
  });
  const name = (oid: string | null | undefined) =>
    Object.keys(blobs).find((text) => blobs[text] === oid) ?? (oid ? oid : 'none');
  const text = ({ before, after }: Change) => {
    const path = (after ?? before)?.path.text ?? '';
    const from = before === null || before.path.text === path ? '' : `${before.path.text} `;
    return `${from}${path}: ${name(before?.oid)} -> ${name(after?.oid)}`;
  };
  return {
    owed: toChanges(found.paths).map(text),
    free: listLeftOut(found.paths).map(({ path, because }) => `${path.text}: ${because.code}`),
    began: found.began,
  };
}

const of = (objn: string, more: Partial<CheckOut> = {}): CheckOut =>
  checkOut({ objn, type: '*SRVPGM', stands: standing({ path: `${objn}.BND` }), ...more });

describe('what head says otherwise than what is settled', () => {
  test('nothing, at the settled commit', async () => {
    expect(await owed({ settled: third })).toMatchObject({ owed: [], free: [] });
  });

  test('pushes that were never run: all that differs, once', async () => {
    const { owed: found } = await owed({ settled: first });
    expect(found).toEqual([`${a}: a1 -> a2`, `${b}: b1 -> b2`, `${x}: x1 -> x3`]);
  });

  test('a revert, and a forced push back: nothing special', async () => {
    const reverted = commitOn([third], { [x]: 'x1' });
    expect((await owed({ settled: third, head: reverted })).owed).toEqual([`${x}: x3 -> x1`]);
    expect((await owed({ settled: third, head: first })).owed).toEqual([
      `${a}: a2 -> a1`,
      `${b}: b2 -> b1`,
      `${x}: x3 -> x1`,
    ]);
  });

  test('a move is one change, where both its sides are owed', async () => {
    const moved = commitOn([third], { [a]: null, 'deep/A.BND': 'a2' });
    expect((await owed({ settled: third, head: moved })).owed).toEqual([`${a} deep/A.BND: a2 -> a2`]);
    // The new name was filed already: the old one is gone.
    const exceptions = { 'deep/A.BND': { was: blobs.a2 ?? '' } };
    expect((await owed({ settled: third, head: moved, exceptions })).owed).toEqual([`${a}: a2 -> none`]);
  });
});

describe('exceptions', () => {
  test.each<[string, () => Record<string, Exception>, string[], string[]]>([
    ['another content is settled there', () => ({ [a]: { was: blobs.a1 ?? '' } }), [`${a}: a1 -> a2`], []],
    ['nothing is settled there', () => ({ [a]: { was: null } }), [`${a}: none -> a2`], []],
    ['the very content of head is settled there', () => ({ [a]: { was: blobs.a2 ?? '' } }), [], []],
    [
      'a file that is gone is settled there',
      () => ({ 'GONE.BND': { was: blobs.own ?? '' } }),
      ['GONE.BND: own -> none'],
      [],
    ],
    [
      'unknown: owed no matter what head says',
      () => ({ [a]: { was: blobs.a2 ?? '', unknown: true } }),
      [`${a}: a2 -> a2`],
      [],
    ],
    ['unknown, and gone', () => ({ 'GONE.BND': { was: null, unknown: true } }), ['GONE.BND: none -> none'], []],
  ])('%s', async (_, exceptions, expected, free) => {
    expect(await owed({ settled: third, exceptions: exceptions() })).toMatchObject({ owed: expected, free });
  });

  test('a path that differs from the settled commit, and is settled as it is: said', async () => {
    const exceptions = { [x]: { was: blobs.x3 ?? '' } };
    expect(await owed({ settled: second, exceptions })).toMatchObject({ owed: [], free: [`${x}: settled`] });
  });
});

test.each<[string, CheckOut, string[]]>([
  ['at its path', of('A', { tried: [tried({ path: a })] }), [`${a}: a2 -> a2`]],
  [
    'at the path that stands, too',
    of('A', { tried: [tried({ path: 'OLD.BND' })] }),
    [`${a}: a2 -> a2`, 'OLD.BND: none -> none'],
  ],
  ['not what only stands', of('A'), []],
])('what was tried is owed, though nothing changed: %s', async (_, known, expected) => {
  expect((await owed({ settled: third, checkOuts: [known] })).owed).toEqual(expected);
});

describe('the fork moves', () => {
  /** A branch from the second commit of main with one file of its own. */
  const branch = () => commitOn([second], { 'F.BND': 'own' });

  test('by a merge: what it brings in is as on main, and the branch’s own is owed', async () => {
    const settled = branch();
    const head = commitOn([settled, third], {});
    const fork = await findFork(repository, third, head);
    expect(fork).toBe(third);
    const came = await owed({ settled, settledFork: second, head, fork });
    expect(came).toMatchObject({ owed: [], free: [`${x}: asOnDefault`] });
    const edited = commitOn([settled, third], { 'F.BND': 'a1' });
    expect((await owed({ settled, settledFork: second, head: edited, fork })).owed).toEqual(['F.BND: own -> a1']);
  });

  test('by a rebase: the same', async () => {
    const settled = branch();
    const head = commitOn([third], { 'F.BND': 'own' });
    const fork = await findFork(repository, third, head);
    const came = await owed({ settled, settledFork: second, head, fork });
    expect(came).toMatchObject({ owed: [], free: [`${x}: asOnDefault`] });
  });

  test('a merge does not hide what the branch takes back of main: as it was at the old fork, it is owed', async () => {
    const settled = branch();
    const head = commitOn([settled, third], { [x]: 'x1' });
    expect((await owed({ settled, settledFork: second, head, fork: third })).owed).toEqual([`${x}: x3 -> x1`]);
  });

  test('by a rebase onto an older commit: what the branch loses of main is not its own', async () => {
    const settled = commitOn([third], { 'F.BND': 'own' });
    const head = commitOn([second], { 'F.BND': 'own' });
    const fork = await findFork(repository, third, head);
    expect(fork).toBe(second);
    expect((await owed({ settled, settledFork: third, head, fork })).owed).toEqual([]);
  });

  test('a path with a check-out, or an exception, does not go with the fork', async () => {
    const settled = branch();
    const head = commitOn([settled, third], {});
    const about = { settled, settledFork: second, head, fork: third };
    expect((await owed({ ...about, checkOuts: [of('X')] })).owed).toEqual([`${x}: x1 -> x3`]);
    const failed = { outcome: 'rejected', said: '', blob: null, objectId: null, rfp: 0, person: false };
    const since = { run: '1-1', actor: null, head: settled };
    const exceptions = { [x]: { was: blobs.x1 ?? '', failed: { ...failed, since } } };
    expect((await owed({ ...about, exceptions })).owed).toEqual([`${x}: x1 -> x3`]);
  });

  test('the default branch was forced back: what it had is the branch’s own now', async () => {
    const settled = branch();
    const back = commitOn([first], { 'M.BND': 'a1' });
    const head = settled;
    const fork = await findFork(repository, back, head);
    expect(fork).toBe(first);
    const came = await owed({ settled, settledFork: second, head, fork });
    expect(came.owed).toEqual([`${a}: a1 -> a2`, `${b}: b1 -> b2`]);
  });

  test('the old fork is gone for good: what is settled counts', async () => {
    const settled = branch();
    const head = commitOn([settled], { 'F.BND': 'a1' });
    expect((await owed({ settled, settledFork: '7'.repeat(40), head, fork: second })).owed).toEqual([
      'F.BND: own -> a1',
    ]);
  });
});

describe('as on main', () => {
  /** The branch changed X, which was filed or not, and takes it back to what it was at the fork. */
  const back = () => {
    const settled = commitOn([second], { [x]: 'own' });
    return { settled, settledFork: second, fork: second, head: commitOn([settled], { [x]: 'x1' }) };
  };

  test('a file that the branch takes back before anything was filed for it', async () => {
    expect(await owed(back())).toMatchObject({ owed: [], free: [`${x}: asOnDefault`] });
  });

  test.each<[string, () => Partial<Given>]>([
    ['there is no ledger, so that nobody knows what was filed', () => ({ remembers: false })],
    ['it has a check-out', () => ({ checkOuts: [of('X')] })],
    ['an object of another name has one', () => ({ checkOuts: [of('OLD', { stands: standing({ path: x }) })] })],
    [
      'its object has one, by another file',
      () => ({ checkOuts: [of('X', { stands: standing({ path: 'o/X.BND' }) })] }),
    ],
    ['something of it is unpaid', () => ({ exceptions: { [x]: { was: blobs.own ?? '', unknown: true } } })],
    ['this is the default branch itself, which has no fork', () => ({ fork: null, settledFork: null })],
  ])('but owed where %s', async (_, more) => {
    expect((await owed({ ...back(), ...more() })).owed).toEqual([`${x}: own -> x1`]);
  });
});

describe('the push of a skipped account', () => {
  const owedBefore = [`${a}: a1 -> a2`, `${b}: b1 -> b2`];
  const settledSo = () => ({ [x]: { was: blobs.x3 ?? '' } });

  test.each<[string, () => Given, string[], string[]]>([
    [
      'settles what it changed; the rest stays owed',
      () => ({ settled: first, before: second }),
      owedBefore,
      ['passed'],
    ],
    [
      'names what it changed, and an exception had settled so before',
      () => ({ settled: second, before: second, exceptions: settledSo() }),
      [],
      ['settled'],
    ],
    ['of which nobody knows where it began, all of it', () => ({ settled: second }), [], ['passed']],
    [
      'whose beginning cannot be had is filed like any other',
      () => ({ settled: second, before: '7'.repeat(40) }),
      [`${x}: x1 -> x3`],
      [],
    ],
  ])('%s', async (_, given, expected, free) => {
    const found = await owed({ ...given(), isSkipped: true });
    expect(found).toMatchObject({ owed: expected, free: free.map((code) => `${x}: ${code}`) });
  });
});

describe('a push of the default branch from before its record began', () => {
  test('owes its paths, unless they have been dealt with since', async () => {
    const came = await owed({ settled: third, branch: 'main', before: first });
    expect(came.owed).toEqual([`${a}: a1 -> a2`, `${b}: b1 -> b2`, `${x}: x1 -> x3`]);
    expect(came.began).toBe(first);
    expect((await owed({ settled: third, branch: 'main', before: first, checkOuts: [of('A')] })).owed).toEqual([
      `${b}: b1 -> b2`,
      `${x}: x1 -> x3`,
    ]);
  });

  test('and that goes beyond: only what came later, as whoever began the record there said', async () => {
    const head = commitOn([third], { [x]: 'own' });
    const came = await owed({ settled: third, head, branch: 'main', before: second });
    expect(came).toMatchObject({ owed: [`${x}: x3 -> own`], began: third });
  });

  test.each([
    ['from where the record is', () => third],
    ['by force, from elsewhere', () => commitOn([first], { 'E.BND': 'a1' })],
    ['from a commit that is gone', () => '7'.repeat(40)],
  ])('%s: nothing more', async (_, from) => {
    const came = await owed({ settled: third, branch: 'main', before: from() });
    expect(came).toMatchObject({ owed: [], began: third });
  });
});
