import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { ownUser } from '../../src/filing/ask.ts';
import { interfereFrom } from '../../src/service/play-faults.ts';
import { type Bench, bench, pgm } from './bench.ts';
import { answered, lostAnswer, scripted } from './scripted.ts';

/** Which user our requests have is learnt from an answer about one of them (design §8 "Whose is a number"). */

const named = (user: unknown) => answered({ request: { user } });
const asked = (...numbers: number[]) =>
  numbers.map((objectId) => ({ method: 'PATCH', fields: { objectId }, content: null }));

const rows: [string, created: number[], own: number[], answers: CallResult[], user: string | null, asked: number[]][] =
  [
    ['nothing of ours is known', [], [], [], null, []],
    ['a request of this run, before those of earlier ones', [12, 13], [5], [named('DEMO')], 'DEMO', [12]],
    ['one of an earlier run', [], [5, 4], [named('DEMO')], 'DEMO', [5]],
    ['the next one, when one is refused', [], [5, 4], [answered({ sev: 30 }), named('DEMO')], 'DEMO', [5, 4]],
    ['or names none', [], [5, 4], [named(undefined), named('DEMO')], 'DEMO', [5, 4]],
    ['or a blank', [], [5, 4], [named('   '), named('DEMO')], 'DEMO', [5, 4]],
    ['or no request at all', [], [5, 4], [answered(), named('DEMO')], 'DEMO', [5, 4]],
    ['or is not answered', [], [5, 4], [lostAnswer, named('DEMO')], 'DEMO', [5, 4]],
    ['after three, it counts as not known', [6, 5, 4, 3], [], [lostAnswer, lostAnswer, lostAnswer], null, [6, 5, 4]],
  ];

test.each(rows)('%s', async (_, created, own, answers, user, numbers) => {
  const { filing, calls } = scripted({ own: async () => ({ user: null, numbers: own }), filing: { created } }, answers);
  expect(await ownUser(filing)).toBe(user);
  expect(calls).toEqual(asked(...numbers));
  expect(filing.user).toBe(user);
});

test('is asked once, however many want to know', async () => {
  const { filing, calls } = scripted({ own: async () => ({ user: null, numbers: [5] }) }, [named('DEMO')]);
  expect(await Promise.all([ownUser(filing), ownUser(filing)])).toEqual(['DEMO', 'DEMO']);
  expect(await ownUser(filing)).toBe('DEMO');
  expect(calls).toEqual(asked(5));
});

test('is asked again once something of ours is there', async () => {
  const { filing, calls } = scripted({}, [named('DEMO')]);
  expect(await ownUser(filing)).toBeNull();
  filing.created.push(12);
  expect(await ownUser(filing)).toBe('DEMO');
  expect(calls).toEqual(asked(12));
});

test('what an update has told meanwhile stays', async () => {
  const { filing } = scripted({ own: async () => ({ user: null, numbers: [5] }) }, [lostAnswer]);
  const learning = ownUser(filing);
  filing.user = 'DEMO';
  expect(await learning).toBe('DEMO');
  expect(filing.user).toBe('DEMO');
});

/** What the service holds of a request, in whichever places. */
function contents(at: Bench, objectId: number): Set<string> {
  return new Set(at.service.inspectContent(objectId).map(({ bytes }) => Buffer.from(bytes).toString()));
}

describe('a create whose answer was lost in a run before, where no user is mapped', () => {
  const ord100 = pgm('ORD100');
  /** The create is done, and none of the answers arrives, however often it is repeated. */
  const lost = () => ({
    service: { interfere: interfereFrom([{ method: 'POST', objn: 'ORD100', from: 1, times: 5, cut: 'after' }]) },
  });

  test('another file is created meanwhile: it tells the user, and the create is proven in the same run', async () => {
    await using at = await bench(lost());
    await at.push({ [ord100]: 'one' });
    const { texts } = await at.push({ [ord100]: 'two', 'A/Z.BND': 'z' }, { mode: 'per-push' });
    expect(texts.toSorted()).toEqual(['created *MIGRATE Z #10002', 'updated *MIGRATE ORD100 #10001']);
    expect(at.known()).toMatchObject({ stands: { length: 2 }, unpaid: [], tried: [] });
    expect(contents(at, 10001)).toEqual(new Set(['two']));
    expect(at.inspect().rfps).toHaveLength(1);
  });

  test('the same where the request has to be withdrawn and filed anew: the push has one RFP', async () => {
    await using at = await bench({ ...lost(), before: { [ord100]: 'zero' } });
    expect((await at.push({})).rows).toMatchObject([{ outcome: 'unknown', reason: '*DELETE' }]);
    const { texts } = await at.push({ [ord100]: 'one', 'A/Z.BND': 'z' }, { mode: 'per-push' });
    expect(texts.toSorted()).toEqual([
      'created *MIGRATE ORD100 #10003',
      'created *MIGRATE Z #10002',
      'withdrawn *DELETE ORD100 #10001',
    ]);
    expect(at.inspect().rfps).toHaveLength(1);
  });

  test('an update of another file tells it', async () => {
    await using at = await bench(lost());
    await at.push({ 'A/Z.BND': 'z' });
    expect((await at.push({ 'A/Z.BND': 'z', [ord100]: 'one' })).rows).toMatchObject([{ outcome: 'unknown' }]);
    const { texts, calls } = await at.push({ 'A/Z.BND': 'edited', [ord100]: 'two' });
    expect(texts.toSorted()).toEqual(['updated *MIGRATE ORD100 #10002', 'updated *MIGRATE Z #10001']);
    // The update, the create, the probe, the update: nobody was asked for the user.
    expect(calls.map(({ method }) => method).toSorted()).toEqual(['PATCH', 'PATCH', 'PATCH', 'POST']);
  });

  test("a colleague's request for the same file is a conflict, and keeps its content", async () => {
    // LEAD may look at everybody's requests.
    await using at = await bench({ token: 'demo-lead-token' });
    await at.push({ 'A/Z.BND': 'z' });
    const [gpath, gfile] = ord100.split('/') as [string, string];
    const about = { user: 'DEMO', repo: 'ORDERS', branch: 'main', gpath, gfile };
    const held = await at.stranger({ appl: 'ORD', lvl: 50, objn: 'ORD100', objt: '*PGM', attr: 'RPGLE', ...about });
    // To be looked at counts as a change of the time alone.
    const stored = () => at.inspect().requests.map(({ changedAt: _, ...request }) => request);
    const before = stored();
    const { rows } = await at.push({ 'A/Z.BND': 'z', [ord100]: 'one' }, { sources: { isSoleBranch: () => true } });
    expect(rows).toMatchObject([
      { outcome: 'conflict', objectId: held, msg: expect.stringContaining('its user is DEMO') },
    ]);
    expect(stored()).toEqual(before);
    expect(at.service.inspectContent(held)).toEqual([]);
  });
});
