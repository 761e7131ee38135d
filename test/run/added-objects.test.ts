import { describe, expect, test } from 'vitest';
import type { Objects } from '../../src/git/objects.ts';
import { listedFiles } from '../../src/git/tree-files.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { withAddedFacts } from '../../src/run/added-objects.ts';
import { entry, intended, open, record } from '../filing/support.ts';
import { changesOf, mapperOf, planChanges, rules, sides, type Tree } from '../plan/support.ts';

/** Whether this branch made an object first is a fact of the object (design §8 "Added"). */

const path = 'QRPGLESRC/ORD100.PGM.RPGLE';
const twin = `other/${path}`;
// Nothing stands at a merge base that nobody has.
const objects = {} as Objects;

/** What is said of the one request between two trees. */
async function factsOf(before: Tree, after: Tree, more: Partial<LedgerRecord> | null = null) {
  const changes = changesOf(before, after);
  const plan = await withAddedFacts(planChanges(changes, sides(after)), {
    record: more === null ? null : record(more),
    mapper: mapperOf(rules),
    objects,
    brought: null,
    claimed: null,
    recorded: null,
    headFiles: async () => listedFiles(sides(after)),
    changes,
  });
  return plan.requests.map(({ reason, added, obstacle }) => [reason, added, obstacle?.outcome ?? null]);
}

const migrate = (added: boolean) => [['*MIGRATE', added, null]];
const remove = (added: boolean) => [['*DELETE', added, null]];

describe('what the range shows, where nothing is remembered', () => {
  test.each<[string, Tree, Tree, unknown]>([
    ['a new file', {}, { [path]: 'a' }, migrate(true)],
    ['an edited one', { [path]: 'a' }, { [path]: 'b' }, migrate(false)],
    ['a removed one', { [path]: 'a' }, {}, remove(false)],
  ])('%s', async (_, before, after, expected) => {
    expect(await factsOf(before, after)).toEqual(expected);
  });

  test('a new file of an object that another one makes already is a collision, and nothing new', async () => {
    const before = { [twin]: 'a' };
    expect(await factsOf(before, { ...before, [path]: 'b' })).toEqual([['*MIGRATE', false, 'collision']]);
  });

  test('and so are hundreds, each with its own', async () => {
    const at = (folder: string, from: number) =>
      Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${folder}/QRPGLESRC/P${from + n}.PGM.RPGLE`, `${n}`]));
    const before = at('old', 0);
    const facts = Map.groupBy(await factsOf(before, { ...before, ...at('new', 150) }), (fact) => fact.join(' '));
    expect([...facts].map(([fact, of]) => [fact, of.length])).toEqual([
      ['*MIGRATE false collision', 150],
      ['*MIGRATE true ', 150],
    ]);
  });

  test('which it stays while the other one is there', async () => {
    const [before, after] = [
      { [twin]: 'a', [path]: 'b' },
      { [twin]: 'a', [path]: 'c' },
    ];
    const collided = { open: [open({ path, outcome: 'collision' })] };
    expect(await factsOf(before, after, collided)).toEqual([['*MIGRATE', false, 'collision']]);
    expect(await factsOf({ [path]: 'b' }, { [path]: 'c' }, collided)).toEqual(migrate(false));
  });
});

describe('what is remembered of the object counts first, and that it stood before wins', () => {
  const added = { added: true };
  const stood = { added: false };
  const rows: [string, Partial<LedgerRecord>, boolean][] = [
    ['filed as new', { filed: [entry(added)] }, true],
    ['filed as one that stood', { filed: [entry(stood)] }, false],
    ['open as new', { open: [open(added)] }, true],
    ['open as one that stood', { open: [open(stood)] }, false],
    ['sent as new, without an answer', { unanswered: [intended(added)] }, true],
    ['sent as one that stood, without an answer', { unanswered: [intended(stood)] }, false],
    ['new in one place, and not in another', { filed: [entry(added)], unanswered: [intended(stood)] }, false],
    ['of a type that was open', { filed: [entry({ ...added, type: null })] }, true],
  ];
  test.each(rows)('%s', async (_, more, expected) => {
    for (const [before, after] of [
      [{}, { [path]: 'a' }],
      [{ [path]: 'a' }, { [path]: 'b' }],
    ] as [Tree, Tree][]) {
      expect(await factsOf(before, after, more)).toEqual(migrate(expected));
    }
    expect(await factsOf({ [path]: 'a' }, {}, more)).toEqual(remove(expected));
  });

  test('of another object', async () => {
    expect(await factsOf({ [path]: 'a' }, {}, { filed: [entry({ added: true, objn: 'ORD200' })] })).toEqual(
      remove(false),
    );
  });
});
