import { expect, test } from 'vitest';
import { parseRecord } from '../../src/ledger/record.ts';
import { entry, key, oid, record } from './support.ts';

test.each([
  record(),
  record({ head: oid('a').padEnd(64, 'b'), filed: [entry('A', 1), { ...entry('B', 2), objectId: null }] }),
])('a record is read as it was written', (written) => {
  expect(parseRecord(JSON.stringify(written), key)).toEqual(written);
});

test.each<[string, string, RegExp]>([
  ['no JSON', 'not json', /it is not JSON/],
  ['empty', '', /it is not JSON/],
  ['a list', '[]', /it is not a JSON object/],
  ['another version', JSON.stringify({ ...record(), version: 2 }), /version 2; this tool knows version 1/],
  ['no version', JSON.stringify({ ...record(), version: undefined }), /version undefined|this tool knows version 1/],
  ['of another branch', JSON.stringify(record({ branch: 'other' })), /its branch is "other"/],
  ['of another service', JSON.stringify(record({ service: 'https://evil.example' })), /its service is/],
  ['a head that is an option', JSON.stringify(record({ head: '--output=/tmp/x' })), /head/],
  ['a number that is none', JSON.stringify(record({ filed: [{ ...entry('A', 1), objectId: -1 }] })), /filed objects/],
  ['a filed object without a name', JSON.stringify({ ...record(), filed: [{ objectId: 1 }] }), /filed objects/],
  ['open changes that are none', JSON.stringify({ ...record(), open: [null] }), /open changes/],
])('a record that is damaged or foreign (%s) gives a sentence instead', (_, text, why) => {
  const read = parseRecord(text, key);
  expect('damaged' in read && read.damaged).toMatch(why);
});
