import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '../../src/git/changes.ts';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { listLeftOut, toChanges as owedChanges, toRunPaths } from '../../src/run/paths.ts';
import { findNewerTip, leaveSuperseded, type NewerTip } from '../../src/run/tip.ts';
import { git, type Remote, remote, runEnv } from '../git/support.ts';
import { changesOf, mapperOf, rules, type Tree } from '../plan/support.ts';

/** Only what the tip says is sent (design §8, step 3). */

let origin: Remote;
let repository: Repository;
/** Two commits of a branch, and one that was pushed by force beside the second. */
let one = '';
let two = '';
let beside = '';

beforeAll(async () => {
  origin = remote();
  one = origin.commit({ 'A.BND': 'one' });
  two = origin.commit({ 'A.BND': 'two' });
  git(origin.work, 'checkout', '--quiet', '--detach', one);
  beside = origin.commit({ 'A.BND': 'beside' });
  repository = await openRepository({ repoDir: origin.work, env: runEnv });
});
afterAll(() => {
  repository[Symbol.dispose]();
  origin[Symbol.dispose]();
});

test.each<[string, () => { head: string; settled: string | null; tip: string | null }, () => string | null, boolean]>([
  ['at the tip', () => ({ head: two, settled: one, tip: two }), () => null, false],
  ['overtaken by a newer push', () => ({ head: one, settled: null, tip: two }), () => two, false],
  ['overtaken by a forced push', () => ({ head: two, settled: one, tip: beside }), () => beside, false],
  ['not pushed yet, or pushed back', () => ({ head: two, settled: one, tip: one }), () => one, true],
  ['gone, and nothing of it is settled', () => ({ head: two, settled: null, tip: null }), () => null, false],
  ['gone, and settled further', () => ({ head: one, settled: two, tip: null }), () => two, false],
  ['gone, and settled before, or elsewhere', () => ({ head: two, settled: beside, tip: null }), () => null, false],
])('where the branch is: %s', async (_, about, oid, isBehind) => {
  const { head, settled, tip } = about();
  const found = await findNewerTip(repository, { branch: 'main', head, settled }, tip);
  expect(found?.oid ?? null).toBe(oid());
  expect(found?.isBehind ?? false).toBe(isBehind);
});

test('a tip that cannot be had is no reason to send anything', async () => {
  const asked = findNewerTip(repository, { branch: 'main', head: two, settled: one }, '7'.repeat(40));
  await expect(asked).rejects.toMatchObject({
    code: 'range',
    message: expect.stringContaining('cannot tell whether main has newer commits than this push'),
  });
});

const pgm = 'QRPGLESRC/ORD100.PGM.RPGLE';
const mapper = mapperOf(rules);
const text = ({ before, after }: Change) => [before, after].map((at) => at?.path.text ?? null).join(' > ');

/** What is kept and what is left of the changes of a push, where the tip differs from its head by others. */
function kept(push: [Tree, Tree], later: [Tree, Tree], isBehind = false) {
  const tip: NewerTip = { branch: 'main', oid: two, isBehind, changes: changesOf(...later) };
  const paths = leaveSuperseded(toRunPaths(changesOf(...push)), tip, mapper);
  return {
    kept: owedChanges(paths).map(text),
    leftOut: listLeftOut(paths).map(({ path, previousPath, because }) => [
      path.text,
      previousPath?.text ?? null,
      because,
    ]),
  };
}

const because = () => ({ code: 'superseded', branch: 'main', commit: two, by: 'tip' });

test.each<[string, [Tree, Tree], [Tree, Tree], boolean]>([
  ['the tip says the same of it', [{}, { [pgm]: 'a' }], [{}, { 'A/X.BND': '1' }], true],
  ['the tip has another content', [{}, { [pgm]: 'a' }], [{ [pgm]: 'a' }, { [pgm]: 'b' }], false],
  ['the tip has it no more', [{ [pgm]: 'a' }, { [pgm]: 'b' }], [{ [pgm]: 'b' }, {}], false],
  ['at the tip it is there again', [{ [pgm]: 'a' }, {}], [{}, { [pgm]: 'b' }], false],
  ['the tip makes its object of another file', [{}, { [pgm]: 'a' }], [{}, { [`app/${pgm}`]: 'b' }], false],
  ['one of the objects that it makes', [{}, { 'A/X.PF': 'a' }], [{}, { 'B/X.PF': 'b' }], false],
  [
    'a file that makes nothing, which the tip has otherwise',
    [{}, { 'docs/a.md': 'a' }],
    [{}, { 'docs/a.md': 'b' }],
    false,
  ],
  ['a file that makes nothing, as at the tip', [{}, { 'docs/a.md': 'a' }], [{}, { 'docs/b.md': 'b' }], true],
])('%s', (_, push, later, isKept) => {
  const paths = changesOf(...push).map(text);
  const rows = changesOf(...push).map(({ before, after }) => [(after ?? before)?.path.text, null, because()]);
  expect(kept(push, later)).toEqual(isKept ? { kept: paths, leftOut: [] } : { kept: [], leftOut: rows });
});

test('a move of which the tip says something else, by either name, is left whole', () => {
  const push: [Tree, Tree] = [{ 'A/X.BND': '1' }, { 'B/Y.BND': '1' }];
  for (const name of ['A/X.BND', 'B/Y.BND']) {
    expect(kept(push, [{}, { [name]: 'later' }])).toEqual({
      kept: [],
      leftOut: [['B/Y.BND', 'A/X.BND', because()]],
    });
  }
});

test('what the remote does not have yet is told apart from what was overtaken', () => {
  const { leftOut } = kept([{}, { [pgm]: 'b' }], [{ [pgm]: 'b' }, { [pgm]: 'a' }], true);
  expect(leftOut).toEqual([[pgm, null, { ...because(), by: 'older' }]]);
});
