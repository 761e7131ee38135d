import { expect, test } from 'vitest';
import type { Change } from '../../src/git/changes.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import { type AttachAs, carriesContent, isLfsPointer, mayBeLfsPointer, withContents } from '../../src/plan/contents.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { explainLeftOut } from '../../src/sentences/left-out.ts';
import { planned } from '../checkout/support.ts';
import { latin, planChanges, planOf, requestTexts, side } from './support.ts';

const added = (path: Parameters<typeof side>[0]): Change => ({ before: null, after: side(path, 'a') });

test.each([
  ['bytes that are not UTF-8', latin('QRPGLESRC/D\xe4.PGM.RPGLE'), 'its name is not UTF-8'],
  ['a line break', 'QRPGLESRC/A\nB.PGM.RPGLE', 'its name holds control characters'],
  ['a C1 control', 'QRPGLESRC/A\u0085.PGM.RPGLE', 'its name holds control characters'],
])('a name with %s is unsendable', (_, path, why) => {
  const { requests } = planChanges([added(path)], []);
  expect(requests.map(({ obstacle }) => obstacle)).toEqual([{ outcome: 'unsendable', why }]);
});

test('a deleted file with such a name is unsendable too', () => {
  const { requests } = planChanges([{ before: side(latin('A/\xff.BND'), 'a'), after: null }], []);
  expect(requests.map(({ reason, obstacle }) => [reason, obstacle?.outcome])).toEqual([['*DELETE', 'unsendable']]);
});

test('nothing is asked of the name of a file that is skipped or unmapped', () => {
  const { requests, leftOut } = planChanges([added('docs/A\nB.md'), added(latin('\xff.txt'))], []);
  expect(requests).toEqual([]);
  expect(leftOut.map(({ because }) => explainLeftOut(because))).toEqual(['skip: documentation', 'no rule matches']);
});

test('other names travel: U+FFFD itself, blanks, quotes, emoji', () => {
  const plan = planOf({}, { 'A/\ufffd.BND': '1', 'A/ "q" .BND': '2', 'A/😀.BND': '3' });
  expect(plan.requests.filter(({ obstacle }) => obstacle !== null)).toEqual([]);
});

test('values that the interface would not take are rejected before any call, in words', () => {
  const mapping = 'version: 1\nrequest: { appl: ORD, lvl: 10, rpth: "{gpath}", rsn: "*{ext}" }\n';
  const { requests } = planOf({}, { 'A/X.BND': 'a' }, { mapping });
  expect(requests.map(({ obstacle }) => obstacle)).toEqual([
    { outcome: 'rejected', why: expect.stringMatching(/rpth .*; rsn |rsn .*; rpth /) },
  ]);
});

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;

test.each([
  [pointer, true],
  [pointer.replace('oid', 'ext-0-foo sha256:1\noid'), true],
  [pointer.replace('size', 'review-by jane\nsize'), true],
  [pointer.replace('git-lfs.github.com', 'example.com'), false],
  [pointer.replace('size 12345\n', ''), false],
  [` ${pointer}`, false],
  ['**free\n'.repeat(40), false],
])('Git LFS pointer %#', (text, expected) => {
  expect(isLfsPointer(text)).toBe(expected);
});

test('only blobs of 100 to 1,024 bytes can be pointers', () => {
  expect([99, 100, 1024, 1025].map(mayBeLfsPointer)).toEqual([false, true, true, false]);
  expect(mayBeLfsPointer(Buffer.byteLength(pointer))).toBe(true);
});

test('sizes are filled in, a pointer is unsendable with its remedy, a delete keeps none', () => {
  const plan = planOf({ 'A/GONE.BND': 'x' }, { 'A/X.BND': pointer, 'A/Y.BND': 'text' });
  const isLfsPointer = (request: PlannedRequest) => request.path.text === 'A/X.BND';
  const facts = new Map(plan.requests.map((one) => [one.blob ?? '', { size: 130, isLfsPointer: isLfsPointer(one) }]));
  const made = withContents(plan, facts, 'gfile');
  expect(requestTexts(made)).toEqual([
    '*MIGRATE ORD/50 X *SRVPGM <- A/X.BND ! unsendable',
    '*MIGRATE ORD/50 Y *SRVPGM <- A/Y.BND',
    '*DELETE ORD/50 GONE *SRVPGM <- A/GONE.BND',
  ]);
  const bytes = made.requests.map((one) => one.bytes);
  expect({ ...made, requests: bytes }).toEqual({ ...plan, requests: [130, 130, null] });
  expect(made.requests[0]?.obstacle?.why).toContain('take the file out of LFS');
});

const asFields = 'a file part named payload would be read as the fields of the request';

test.each<[path: string, as: AttachAs, fields: CreateFields, why: string | null]>([
  ['A/payload', 'gfile', { srcn: 'MBR', objn: 'OBJ' }, asFields],
  ['A/weird.BND\\', 'gfile', {}, 'a file part cannot be named weird.BND\\: it ends with a backslash'],
  ['A/we"i\\rd.BND', 'gfile', {}, null],
  ['payload/PAYLOAD', 'gfile', {}, null],
  ['A.BND', 'gfile', { gfile: 'payload' }, asFields],
  ['A.BND', 'objn', { objn: 'payload', srcn: 'MBR' }, asFields],
  ['payload', 'objn', { objn: 'OBJ' }, null],
  ['payload', 'objn', {}, asFields],
  ['payload', 'srcn', { srcn: 'MBR', objn: 'payload' }, null],
  ['A.BND', 'srcn', { objn: 'payload' }, asFields],
  ['payload', 'srcn', {}, asFields],
])('the file part of %s, named after %s of %o', (path, as, fields, why) => {
  const request = planned({ path: toGitPath(path), blob: 'b', fields });
  const facts = new Map([['b', { size: 1, isLfsPointer: false }]]);
  const obstacleOf = (more: Partial<PlannedRequest>) =>
    withContents({ requests: [{ ...request, ...more }], nothing: [], leftOut: [] }, facts, as).requests[0]?.obstacle;
  expect(obstacleOf({})).toEqual(why === null ? null : { outcome: 'unsendable', why });
  const without = [{ reason: '*RECOMPILE' }, { fields: { ...fields, copy: '*YES' } }, { blob: null }] as const;
  for (const more of without) {
    expect([obstacleOf(more), carriesContent({ ...request, ...more })]).toEqual([null, false]);
  }
  expect(obstacleOf({ obstacle: { outcome: 'collision', why: '' } })?.outcome).toBe('collision');
});
