import { expect, test } from 'vitest';
import { otherKey, parseAnyRecord } from '../../src/ledger/parse-record.ts';
import { entry, key, oid, record } from './support.ts';

test.each([
  record(),
  record({ head: oid('a').padEnd(64, 'b'), filed: [entry('A', 1), { ...entry('B', 2), objectId: null }] }),
])('a record is read as it was written', (written) => {
  const read = parseAnyRecord(JSON.stringify(written));
  expect(read).toEqual(written);
  expect('damaged' in read ? read.damaged : otherKey(read, key)).toBeNull();
});

test.each<[string, string, RegExp]>([
  ['no JSON', 'not json', /it is not JSON/],
  ['empty', '', /it is not JSON/],
  ['a list', '[]', /it is not a JSON object/],
  [
    'nested deep behind a text with brackets and quotes',
    `{"x":"[\\\\\\"[{","y":${'['.repeat(17)}${']'.repeat(17)}}`,
    /nested too deep/,
  ],
  [
    'as deep as it may be, and not of this version',
    `{"x":"${'['.repeat(99)}","y":${'['.repeat(15)}${']'.repeat(15)}}`,
    /version/,
  ],
  ['nested deep', `{"version":1,"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deep/],
  ['another version', JSON.stringify({ ...record(), version: 2 }), /its version is 2; this tool knows version 1/],
  ['no version', JSON.stringify({ ...record(), version: undefined }), /its version is none/],
  ['of another branch', JSON.stringify(record({ branch: 'other' })), /its branch is "other"/],
  ['of another service', JSON.stringify(record({ service: 'https://evil.example' })), /its service is/],
  ['a head that is an option', JSON.stringify(record({ head: '--output=/tmp/x' })), /head/],
  [
    'a number that is none',
    JSON.stringify(record({ filed: [{ ...entry('A', 1), objectId: -1 }] })),
    /its filed.0.objectId is not valid/,
  ],
  ['a filed object without a name', JSON.stringify({ ...record(), filed: [{ objectId: 1 }] }), /its filed.0.appl/],
  ['open changes that are none', JSON.stringify({ ...record(), open: [null] }), /its open.0 is/],
  ['keys that are none', JSON.stringify({ ...record(), keys: 5 }), /its keys is/],
  ['a path that is two', JSON.stringify(record({ filed: [{ ...entry('A', 1), path: 'a\nb' }] })), /its filed.0.path/],
  ['values that are none', JSON.stringify({ ...record(), filed: [{ ...entry('A', 1), sent: 7 }] }), /filed.0.sent/],
  [
    'a commit that is an option',
    JSON.stringify(record({ filed: [{ ...entry('A', 1), commit: '--x' }] })),
    /filed.0.commit/,
  ],
])('a record that is damaged or foreign (%s) gives a sentence instead', (_, text, why) => {
  const read = parseAnyRecord(text);
  expect('damaged' in read ? read.damaged : otherKey(read, key)).toMatch(why);
});
