import { expect, test } from 'vitest';
import type { CallResult } from '../../src/client/results.ts';
import { type Filing, noteStop } from '../../src/filing/context.ts';
import { fieldDifferences } from '../../src/filing/update.ts';

/** The answer's stored values are compared with what was sent (design §7 "Update"). */

const sent = { objectId: 7, attr: 'RPGLE', csqo: 9, arfp: '*YES', rfp: 44 } as const;
const stored = (request: Record<string, unknown> | null) => ({
  sev: 10 as const,
  msg: '',
  existingObjectId: null,
  request,
});

test.each([
  ['the same, numbers as text', { attr: 'RPGLE', csqo: '9', rfp: '44' }, []],
  ['what was not answered', {}, []],
  ['no record at all', null, []],
  ['other values', { attr: 'CLLE', csqo: 7, rfp: 0 }, ['attr', 'csqo', 'rfp']],
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
