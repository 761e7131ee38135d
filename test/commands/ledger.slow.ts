/** `ledger`, `status` and `who` over a real ledger, in this process. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { BranchRecord } from '../../src/ledger/record.ts';
import type { GivenOptions } from '../../src/options.ts';
import { git, type Remote } from '../git/support.ts';
import { checkOut, clone, key, keyed, open, pathOf, plant, record, ref, started } from '../ledger/support.ts';
import { failing, lease, trying } from '../status/support.ts';
import { callIn } from './call.ts';

let at: Remote;
let head: string;
let dir: string;
/** The key that a command on this clone makes of the default names. */
let own: typeof key;

beforeEach(async () => {
  ({ at, head } = started());
  dir = clone(at, 'one');
  own = { ...key, repository: at.url };
  return () => at[Symbol.dispose]();
});

async function keep(...records: readonly Partial<BranchRecord>[]): Promise<void> {
  for (const more of records) {
    await using ledger = await open(dir, { key: { ...own, ...more } });
    await ledger.write(() => ({ ...record(), ...own, ...more }));
  }
}

/** A command on this clone. */
const call = (words: readonly string[], options: GivenOptions = {}, token: string | undefined = 'demo-token') =>
  callIn(dir, words, options, token);

const main = (): Partial<BranchRecord> => ({
  settled: { commit: head, began: head, fork: null },
  checkOuts: keyed(checkOut('A', 1, { rfp: 77 }), checkOut('B', 2), trying('C')),
  exceptions: new Map([[pathOf('B'), failing()]]),
  leases: [lease(1)],
});

describe('ledger show', () => {
  test('--set chooses the records of that very target', async () => {
    const mapping = own.mapping;
    const set = ['', ' lvl=50', ' appl=ORD lvl=50'];
    await keep(...set.map((fields) => ({ ...main(), mapping: mapping + fields })));
    const shown = async (set: string[]) =>
      JSON.parse((await call(['ledger', 'show'], { format: 'json', set })).out).map((one: typeof own) => one.mapping);
    expect(await shown(['lvl=50'])).toEqual([`${mapping} lvl=50`]);
    expect(await shown(['appl=ORD', 'lvl=50'])).toEqual([`${mapping} appl=ORD lvl=50`]);
    expect(await shown([])).toHaveLength(3);
  });

  test('--repo chooses the records of that repository, to show and to forget', async () => {
    await keep(main(), { ...main(), repo: 'OTHER', branch: 'b' });
    const repos = async (options: GivenOptions) =>
      JSON.parse((await call(['ledger', 'show'], { format: 'json', ...options })).out).map(
        (one: typeof own) => one.repo,
      );
    expect((await repos({})).toSorted()).toEqual(['ORDERS', 'OTHER']);
    expect(await repos({ repo: 'OTHER' })).toEqual(['OTHER']);
    expect((await call(['ledger', 'forget', pathOf('A')], { repo: 'OTHER' })).out).not.toContain(' main');
    const left = JSON.parse((await call(['ledger', 'show'], { format: 'json', repo: 'ORDERS' })).out);
    expect(left[0].checkOuts).toHaveLength(3);
  });

  test('what is settled, what stands, what was tried, what is open and why, and the runs', async () => {
    await keep(main());
    plant(at, '{"version": 3}', { ...own, branch: 'later' });
    const { code, out, notes } = await call(['ledger', 'show']);
    expect([code, notes]).toEqual([0, [expect.stringMatching(/^damaged: check-outs.*its version is 3/)]]);
    expect(out.split('\n')).toEqual([
      `main of ${own.repository} (repo ORDERS, mapping .file-checkouts.yml) at https://s.example`,
      `  settled at ${head}`,
      `  #1 *MIGRATE ORD/50 A *PGM RFP 77  ${pathOf('A')}  (run 1-1, commit 111111111111)`,
      `  #2 *MIGRATE ORD/50 B *PGM  ${pathOf('B')}  (run 1-1, commit 111111111111)`,
      '  tried, no answer: *MIGRATE ORD/50 C *PGM  C.RPGLE  (run 6001-1)',
      `  ${pathOf('B')}: settled without it; open, rejected since run 5035-1: Attribute missing`,
      '  under way: run 6001-1 at 333333333333, alive until 2026-11-22T10:01:00.000Z',
      '',
    ]);
    const [json] = JSON.parse((await call(['ledger', 'show'], { format: 'json', branch: 'main' })).out);
    expect(json).toMatchObject({ ...own, version: 2, verified: true, exceptions: [{ path: pathOf('B'), was: null }] });
    expect(json.checkOuts).toHaveLength(3);
    expect((await call(['ledger', 'show'], {}, '')).out).toContain('not verified: no secret was given');
    const verified = async (token: string) =>
      JSON.parse((await call(['ledger', 'show'], { format: 'json', branch: 'main' }, token)).out)[0].verified;
    expect([await verified(''), await verified('other-token')]).toEqual([null, false]);
  });

  test('nothing is there', async () => {
    expect((await call(['ledger', 'show'])).out).toBe('the ledger has no records\n');
  });
});

test.each([
  [[], 'ledger does not know what to do'],
  [['shwo'], 'ledger does not know shwo'],
  [['show', 'main'], 'ledger show does not take main'],
  [['begin'], 'ledger begin needs a service and a branch'],
  [['forget'], 'ledger forget needs paths or a branch'],
  [['forget', 'NOWHERE'], 'the ledger has nothing of that'],
])('ledger %j: what cannot be done is said', async (words, said) => {
  const problem = { code: 'usage', message: expect.stringContaining(said) };
  await expect(call(['ledger', ...words])).rejects.toMatchObject(problem);
});

describe('ledger forget', () => {
  test('paths: what stood, was tried or was open there goes; the rest stays', async () => {
    await keep(main());
    const { out } = await call(['ledger', 'forget', pathOf('B'), 'C.RPGLE']);
    expect(out.split('\n')).toEqual([
      `forgotten at https://s.example: ${pathOf('B')}: request 2 (*MIGRATE)`,
      'forgotten at https://s.example: C.RPGLE: call without an answer (*MIGRATE)',
      `forgotten at https://s.example: ${pathOf('B')}: open change (rejected)`,
      '',
    ]);
    await using ledger = await open(dir, { key: own });
    expect([ledger.record()?.checkOuts.size, ledger.record()?.exceptions.size]).toEqual([1, 0]);
    await expect(call(['ledger', 'forget', 'none'])).rejects.toMatchObject({ code: 'usage' });
    await expect(call(['ledger', 'forget', pathOf('A')], {}, '')).rejects.toMatchObject({ code: 'usage' });
    await expect(call(['ledger', 'forget', pathOf('A')], {}, 'other')).rejects.toMatchObject({ exitCode: 3 });
  });

  test('what an earlier secret has sealed: left alone, and what helps is said; with that secret it is done', async () => {
    await keep(main());
    const forget = ['ledger', 'forget', pathOf('A')];
    await expect(callIn(dir, forget, {}, 'rotated', undefined, 'demo-token')).rejects.toMatchObject({
      message: 'the record is not changed: an earlier secret has sealed it',
      remedy: expect.stringContaining('Let a run of the branch seal it again first.'),
    });
    expect((await call(forget)).code).toBe(0);
  });

  test('a branch: nothing is left of its record, believed or not', async () => {
    await keep(main(), { branch: 'other' });
    const { out } = await call(['ledger', 'forget'], { branch: 'main' }, 'another-token');
    expect(out).toBe('forgotten at https://s.example: branch main\n');
    expect((await call(['ledger', 'show'])).out).toMatch(/^other of/);
    expect(git(at.remote, 'ls-tree', '-r', '--name-only', ref).split('\n')).toHaveLength(1);
  });
});

describe('ledger begin', () => {
  const options = { url: 'https://s.example', repo: 'ORDERS', branch: 'main' };

  test('at a commit that is named, once', async () => {
    const { out } = await call(['ledger', 'begin', 'HEAD'], options);
    expect(out).toBe(`begun: main (repo ORDERS) at https://s.example is settled at ${head}\n`);
    await using ledger = await open(dir, { key: own });
    expect(ledger.record()?.settled).toEqual({ commit: head, began: head, fork: null });
    expect((await ledger.notes([head])).get(head)).toContain('begun: main');
    await expect(call(['ledger', 'begin'], options)).rejects.toMatchObject({ message: /settled at .* already/ });
    await expect(call(['ledger', 'begin', 'HEAD', 'x'], options)).rejects.toMatchObject({ code: 'usage' });
    await expect(call(['ledger', 'begin'], { ...options, branch: 'b' }, '')).rejects.toMatchObject({ code: 'usage' });
  });

  test('what is no commit is said in a sentence', async () => {
    const blob = git(dir, 'hash-object', '-w', '.git/HEAD');
    const tree = git(dir, 'rev-parse', 'HEAD^{tree}');
    for (const rev of ['HEAD^{tree}', tree, blob, '1'.repeat(40), 'HEAD:.', 'nowhere']) {
      const message = expect.stringMatching(/^(?!.*(crash|fast-import)).* no commit in this clone/);
      await expect(call(['ledger', 'begin', rev], options), rev).rejects.toMatchObject({ code: 'range', message });
    }
  });

  test('again where the record is not believed', async () => {
    await keep(main());
    await call(['ledger', 'begin', '4b825dc642cb6eb9a060e54bf8d69288fbee4904'], options, 'new-token');
    const { out } = await call(['ledger', 'show'], {}, 'new-token');
    expect(out.split('\n').slice(1)).toEqual(['  settled at 4b825dc642cb6eb9a060e54bf8d69288fbee4904', '']);
  });
});

describe('status and who', () => {
  test('what is open, over branches; one that is gone, and one whose tip is not settled', async () => {
    await keep(main(), { branch: 'feature/x', checkOuts: keyed(checkOut('X', 9)) });
    at.push(at.commit({ 'NEW.PF': 'x' }), 'main');
    const tip = git(at.remote, 'rev-parse', 'main').slice(0, 12);
    const { code, out, notes } = await call(['status'], { 'fail-on-open': true });
    expect([code, notes]).toEqual([1, [expect.stringContaining('1 thing to settle')]]);
    expect(out).toContain('feature/x: the branch is not at the remote (deleted, or never pushed)\n');
    const since = head.slice(0, 12);
    expect(out).toContain(`main: its newest commit, ${tip}, is not settled yet; the settled commit is ${since}`);
    // What no run has dealt with is owed, and listed once no run is under way.
    await keep({ ...main(), leases: [] });
    const owed = `  owed *MIGRATE  NEW.PF  (main): changed since ${since}, and not filed yet\n`;
    expect((await call(['status'])).out).toContain(owed);
    // A run that was not at the tip has settled a path by itself: what changed there since is owed, too, and nothing else.
    const oid = git(at.remote, 'rev-parse', 'main:NEW.PF');
    for (const was of [oid, '1'.repeat(40)]) {
      await keep({ ...main(), exceptions: new Map([['NEW.PF', { was }]]), leases: [] });
      expect(/owed \*MIGRATE {2}NEW\.PF/.test((await call(['status'])).out), was).toBe(was !== oid);
    }
  });

  test('who holds a path, or an object', async () => {
    await keep(main());
    const held = `ORD/50 A *PGM: #1 of main, run 1-1, commit 111111111111, ${pathOf('A')}\n`;
    for (const name of [[pathOf('A')], [`./${pathOf('A')}`], ['a'], ['ORD/50', 'A', '*PGM']]) {
      expect(await call(['who', ...name])).toMatchObject({ code: 0, out: held });
    }
    const both = await call(['who', pathOf('A'), pathOf('B'), 'README.md']);
    expect(both.out).toBe(`${held}ORD/50 B *PGM: #2 of main, run 1-1, commit 111111111111, ${pathOf('B')}\n`);
    expect((await call(['who', 'NONE'])).out).toBe('nobody, as far as the ledger knows\n');
    await expect(call(['who'])).rejects.toMatchObject({ code: 'usage' });
  });
});
