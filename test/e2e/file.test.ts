import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { findCreateField } from '../../src/interface/fields.ts';
import { bundles, runBundle } from './support/bundle.ts';
import { demoMapping } from './support/mapping.ts';
import { parseWithPython, payloadOf } from './support/multipart.ts';
import { type RecordedCall, startRecorder } from './support/recorder.ts';
import { scene } from './support/scene.ts';

const odd = Buffer.from([0xef, 0xbb, 0xbf, 0x2d, 0x2d, 0x0d, 0x0a, 0x00, 0xff, 0xfe, 0x0a, 0x1a, 0x80]);
const files = {
  '.file-checkouts.yml': demoMapping,
  'README.md': '# Orders\n',
  'QRPGLESRC/ORD200.PGM.RPGLE': '**free\r\n*inlr = *on;\r\n',
  'QRPGLESRC/ORD300.PGM.RPGLE': odd,
  'QRPGLESRC/ORD400.PGM.RPGLE': '**free\n// new\n',
  'QDDSSRC/ORDHDR.PF': '     A          R ORDR\n',
};

/**
 * One repository, pushed to step by step and filed by the bundle as a GitHub job would; every call it makes is
 * compared, and what the service holds afterwards.
 */
const { repository, runner, service } = await scene();
const recorder = await startRecorder(service.url);
afterAll(() => recorder[Symbol.asyncDispose]());
let head = '';

/** Commits, pushes, files as the job of that push; gives what it said and the calls it made. */
function push(message: string, changes: Record<string, string | Buffer | null>) {
  const before = head === '' ? null : head;
  head = repository.commit(message, changes);
  repository.push();
  return fileHead(before);
}

async function fileHead(before: string | null) {
  const from = recorder.calls.length;
  const env = { ...runner.push({ branch: 'main', before, after: head }), FILE_CHECKOUTS_TOKEN: 'demo-token' };
  const args = ['file', '--url', recorder.url, '--report', runner.file('report.json')];
  const ended = await runBundle(bundles.cli, args, { env, cwd: repository.dir });
  const calls = recorder.calls.slice(from);
  for (const call of calls) expectWellFormed(call);
  return { ...ended, report: runner.report('report.json'), calls };
}

/** What holds for every call the client makes. */
function expectWellFormed(call: RecordedCall): void {
  expect(call.path).toBe('/object-request');
  expect(call.headers.authorization).toBe('Bearer demo-token');
  expect(call.headers['content-length']).toBe(String(call.body.length));
  const payload = payloadOf(call);
  if (call.method === 'POST') for (const name in payload) expect(findCreateField(name), name).toBeDefined();
}

test('an import creates one request per object, led by one that opens the RFP and carries the pipeline keys', async () => {
  const { code, report, calls, stdout } = await push('Import', files);
  expect(stdout).toContain('4 created; 2 left out');
  expect(code).toBe(0);
  expect(calls.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
  const common = { appl: 'ORD', lvl: 50, repo: 'ORDERS', branch: 'main', proj: '*BRANCH' };
  const id = `${report.run.id}-1`;
  const rfp = report.requests[0]?.rfp;
  // The leader goes first and alone; the others may pass each other.
  expect(payloadOf(calls[0] as RecordedCall)).toEqual({
    ...{ ...common, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE', srca: 'RPGLE' },
    ...{ gpath: 'QRPGLESRC', gfile: 'ORD200.PGM.RPGLE', arfp: '*NEW', rfpd: '*TASK' },
    ...{ pipe: 'JENKINS1', pipa: 'PIPE', tkey: id, vref: `${id}.1` },
  });
  expect(calls.map(payloadOf).find(({ objn }) => objn === 'ORDHDR')).toEqual({
    ...{ ...common, objn: 'ORDHDR', objt: '*FILE', attr: 'PF' },
    ...{ gpath: 'QDDSSRC', gfile: 'ORDHDR.PF', arfp: '*YES', rfp, vref: `${id}.4` },
  });
  expect(report.range).toMatchObject({ repo: 'ORDERS', branch: 'main', head, rule: 'first-push' });
  expect(report.requests.map(({ outcome }) => outcome)).toEqual(Array(4).fill('created'));
  expect(report.leftOut.map(({ path }) => path).sort()).toEqual(['.file-checkouts.yml', 'README.md']);
  expect(service.inspect().rfps).toHaveLength(1);
});

test('the files arrive byte for byte, as another parser reads them', () => {
  const posts = recorder.calls.filter(({ method }) => method === 'POST');
  const sent = new Map(
    posts.map((call) => {
      const [payload, file] = parseWithPython(call);
      expect(String(call.headers['content-type'])).toMatch(/^multipart\/mixed; *boundary=/);
      expect(payload).toMatchObject({ name: 'payload', type: 'application/json' });
      expect(file?.filename).toBe(file?.name);
      return [file?.name, file?.bytes];
    }),
  );
  expect(sent.get('ORD300.PGM.RPGLE')).toEqual(odd);
  expect(sent.get('ORD200.PGM.RPGLE')).toEqual(Buffer.from(files['QRPGLESRC/ORD200.PGM.RPGLE']));
  const held = new Map(service.inspect().attachments.map(({ filename, sha256 }) => [filename, sha256]));
  expect(held.get('ORD300.PGM.RPGLE')).toBe(createHash('sha256').update(odd).digest('hex'));
});

test('the same run started again files nothing twice', async () => {
  const { code, report, calls } = await fileHead(null);
  expect(calls).toEqual([]);
  expect(code).toBe(0);
  expect(report.range?.rule).toBe('ledger');
});

test('a change to a filed object is a PATCH with the new content only', async () => {
  const { code, calls, report } = await push('Change', { 'QRPGLESRC/ORD200.PGM.RPGLE': '**free\r\nreturn;\r\n' });
  expect(code).toBe(0);
  const [call] = calls;
  expect(calls.map(({ method }) => method)).toEqual(['PATCH']);
  const objectId = service.inspect().requests.find(({ objn }) => objn === 'ORD200')?.objectId;
  expect(payloadOf(call as RecordedCall)).toEqual({ objectId });
  expect(parseWithPython(call as RecordedCall)[1]).toMatchObject({
    name: 'ORD200.PGM.RPGLE',
    bytes: Buffer.from('**free\r\nreturn;\r\n'),
  });
  expect(report.requests).toMatchObject([{ outcome: 'updated', objectId }]);
  expect(report.range?.rule).toBe('push');
});

test('a move with the same object updates its path, a deleted file withdraws what it added, or files *DELETE where that has moved on', async () => {
  const header = service.inspect().requests.find(({ objn }) => objn === 'ORDHDR');
  const moving = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"status":"20"}' };
  expect((await fetch(`${service.url}/inspect/requests/${header?.objectId}`, moving)).ok).toBe(true);
  const moved = await push('Move and delete', {
    'QRPGLESRC/ORD300.PGM.RPGLE': null,
    'src/ORD300.PGM.RPGLE': odd,
    'QRPGLESRC/ORD400.PGM.RPGLE': null,
    'QDDSSRC/ORDHDR.PF': null,
  });
  expect(moved.code).toBe(0);
  const patch = moved.calls.map(payloadOf).find((payload) => payload.gpath === 'src');
  const ord300 = service.inspect().requests.find(({ objn }) => objn === 'ORD300');
  expect(patch).toEqual({ objectId: ord300?.objectId, gpath: 'src', gfile: 'ORD300.PGM.RPGLE' });
  expect(ord300).toMatchObject({ gpath: 'src', lock: '*YES' });
  const outcomes = moved.report.requests.map(({ objn, reason, outcome }) => [objn, reason, outcome]);
  expect(outcomes).toEqual([
    ['ORD300', '*MIGRATE', 'updated'],
    ['ORDHDR', '*DELETE', 'created'],
    ['ORD400', '*MIGRATE', 'withdrawn'],
  ]);
  const deletes = service.inspect().requests.filter(({ rsn }) => rsn === '*DELETE');
  expect(deletes.map(({ objn }) => objn)).toEqual(['ORDHDR']);
});

test('the ledger is readable with Git alone', () => {
  repository.git('fetch', '--quiet', 'origin', '+refs/notes/*:refs/notes/*');
  const log = repository.git('log', '--notes=check-outs', '--format=%s%n%N');
  expect(log).toContain('created *MIGRATE ORD/50 ORD200 *PGM');
  expect(log).toContain('Account: jane-doe');
  expect(log).toContain('Tool: file-checkouts');
});
