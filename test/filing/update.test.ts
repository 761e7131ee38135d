import { describe, expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { type Filing, noteStop } from '../../src/filing/filing-state.ts';
import { fieldDifferences, fileUpdate, type Update } from '../../src/filing/update.ts';
import { answered, lostAnswer, scripted, unreadable } from './scripted.ts';
import { entry, intended, planned } from './support.ts';

/** The answer's stored values are compared with what was sent (design §7 "Update"). */

const sent = { objectId: 7, attr: 'RPGLE', user: 'JANE', csqo: 9, arfp: '*YES', rfp: 44 } as const;
const stored = (request: Record<string, unknown> | null) => ({
  sev: 10 as const,
  msg: '',
  existingObjectId: null,
  request,
});

test.each([
  ['the same, numbers as text', { attr: 'RPGLE', user: 'JANE', csqo: '9', rfp: '44' }, []],
  ['what was not answered', {}, []],
  ['no record at all', null, []],
  ['other values', { attr: 'CLLE', user: 'DEMO', csqo: 7, rfp: 0 }, ['attr', 'user', 'csqo', 'rfp']],
])('%s', (_, request, names) => {
  expect(fieldDifferences(sent, stored(request)).map((text) => text.split(':')[0])).toEqual(names);
});

test('a creation sequence of 0 asks for the one of the service', () => {
  expect(fieldDifferences({ objectId: 7, csqo: 0 }, stored({ csqo: 12 }))).toEqual([]);
});

test.each<[string, CallResult, string | null]>([
  ['a call that was refused', { kind: 'stopped', code: 'proxy', why: '', remedy: '', attempts: 1 }, 'proxy'],
  [
    'a lost answer, and then a token that is refused',
    { kind: 'lost', why: '', attempts: 2, stop: { code: 'token', why: '', remedy: '' }, cancelled: false },
    'token',
  ],
  ['a lost answer alone', { kind: 'lost', why: '', attempts: 4, stop: null, cancelled: false }, null],
])('%s: what every call would meet ends the run', (_, result, code) => {
  const filing = { stop: null } as unknown as Filing;
  noteStop(filing, result);
  expect(filing.stop?.code ?? null).toBe(code);
});

describe('an update of a request that the branch filed', () => {
  const { user: _, ...userless } = planned().fields;
  const nobody = planned({ fields: userless });
  const update = (more: Partial<Update> = {}): Update => ({
    kind: 'update',
    request: nobody,
    known: entry({ sent: { attr: 'RPGLE' } }),
    fields: {},
    sendContent: true,
    uncertain: false,
    ...more,
  });

  test.each<[string, Partial<Update>, CallResult, string | null]>([
    ['the answer names it', {}, answered({ request: { user: 'DEMO' } }), 'DEMO'],
    ['the answer names none', {}, answered({ request: {} }), null],
    ['it is blank', {}, answered({ request: { user: ' ' } }), null],
    ['it was refused', {}, answered({ sev: 30, msg: 'no', request: { user: 'DEMO' } }), null],
    ['no answer came', {}, lostAnswer, null],
    ['the mapping names the user', { request: planned() }, answered({ request: { user: 'JANE' } }), null],
    ['it was filed for a user by name', { known: entry() }, answered({ request: { user: 'JANE' } }), null],
  ])('tells which user our requests have: %s', async (_, more, answer, user) => {
    const { filing } = scripted({}, [answer]);
    await fileUpdate(filing, update(more), null);
    expect(filing.user).toBe(user);
  });

  test('what is learnt first stays', async () => {
    const { filing } = scripted({ filing: { user: 'DEMO' } }, [answered({ request: { user: 'JOE' } })]);
    await fileUpdate(filing, update(), null);
    expect(filing.user).toBe('DEMO');
  });

  test.each([
    ['lost', lostAnswer],
    ['unreadable', unreadable],
  ])('without an answer (%s): it stays known, beside what earlier runs lost', async (_, answer) => {
    const earlier = intended({ reason: '*DELETE' });
    const { filing } = scripted({ lostFor: () => [earlier] }, [answer]);
    const row = await fileUpdate(filing, update({ request: planned() }), null);
    expect(row).toMatchObject({ outcome: 'unknown', uncertain: [earlier, intended({ objectId: 7 })] });
  });
});
