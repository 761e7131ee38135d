import { expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { resolveOwnUser } from '../../src/filing/ask.ts';
import { answered, lostAnswer, scripted } from './scripted.ts';

/** Which user our requests have is learnt from an answer about one of them (design §8 "Whose is a number"). */

const named = (user: unknown) => answered({ request: { user } });
const asked = (...numbers: number[]) =>
  numbers.map((objectId) => ({ method: 'PATCH', fields: { objectId }, content: null }));

const rows: [string, created: number[], own: number[], answers: CallResult[], user: string | null, asked: number[]][] =
  [
    ['no request of this branch is known', [], [], [], null, []],
    ['a request of this run, before those of earlier ones', [12, 13], [5], [named('DEMO')], 'DEMO', [12]],
    ['one of an earlier run', [], [5, 4], [named('DEMO')], 'DEMO', [5]],
    ['the next one, when one is refused', [], [5, 4], [answered({ sev: 30 }), named('DEMO')], 'DEMO', [5, 4]],
    ['or names none', [], [5, 4], [named(undefined), named('DEMO')], 'DEMO', [5, 4]],
    ['or a blank', [], [5, 4], [named('   '), named('DEMO')], 'DEMO', [5, 4]],
    ['or no request at all', [], [5, 4], [answered(), named('DEMO')], 'DEMO', [5, 4]],
    ['or is not answered', [], [5, 4], [lostAnswer, named('DEMO')], 'DEMO', [5, 4]],
    ['one of this run is not answered', [12], [5], [lostAnswer], null, [12]],
    ['after three, it counts as not known', [6, 5, 4, 3], [], [lostAnswer, lostAnswer, lostAnswer], null, [6, 5, 4]],
  ];

test.each(rows)('%s', async (_, created, own, answers, user, numbers) => {
  const { filing, calls } = scripted({ own: async () => ({ user: null, numbers: own }), filing: { created } }, answers);
  expect(await resolveOwnUser(filing)).toBe(user);
  expect(calls).toEqual(asked(...numbers));
  expect(filing.user).toBe(user);
});

test('a request of this run goes before what the ledger tells', async () => {
  const own = async () => ({ user: 'JOE', numbers: [5] });
  const { filing } = scripted({ own, filing: { created: [12] } }, [named('DEMO')]);
  expect(await resolveOwnUser(filing)).toBe('DEMO');
  expect(await resolveOwnUser(scripted({ own }, []).filing)).toBe('JOE');
});

test('is asked once, however many want to know', async () => {
  const { filing, calls } = scripted({ own: async () => ({ user: null, numbers: [5] }) }, [named('DEMO')]);
  expect(await Promise.all([resolveOwnUser(filing), resolveOwnUser(filing)])).toEqual(['DEMO', 'DEMO']);
  expect(await resolveOwnUser(filing)).toBe('DEMO');
  expect(calls).toEqual(asked(5));
});

test('is asked again once a request of this branch is there', async () => {
  const { filing, calls } = scripted({}, [named('DEMO')]);
  expect(await resolveOwnUser(filing)).toBeNull();
  filing.created.push(12);
  expect(await resolveOwnUser(filing)).toBe('DEMO');
  expect(calls).toEqual(asked(12));
});

test('what an update has told meanwhile stays', async () => {
  const { filing } = scripted({ own: async () => ({ user: null, numbers: [5] }) }, [lostAnswer]);
  const learning = resolveOwnUser(filing);
  filing.user = 'DEMO';
  expect(await learning).toBe('DEMO');
  expect(filing.user).toBe('DEMO');
});
