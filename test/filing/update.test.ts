import { expect, test } from 'vitest';
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
