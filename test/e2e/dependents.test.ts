import { expect, test } from 'vitest';
import { bundles, runBundle } from './support/bundle.ts';
import { payloadOf } from './support/multipart.ts';
import { startRecorder } from './support/recorder.ts';
import { scene } from './support/scene.ts';

const mapping = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
request: { proj: null }
rfp: per-push
dependents: request
rules:
  - match: { gpath: QRPGLESRC }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { gpath: QCPYLESRC }
    skip: copy member
  - match: { path: "*" }
    skip: no source
`;

const { repository, runner, service } = await scene();

test('a push that changes only an include: its user is recompiled, and every report says why', async () => {
  await using recorder = await startRecorder(service.url);
  const file = async (before: string | null, after: string) => {
    repository.push();
    const env = { ...runner.push({ branch: 'main', before, after }), FILE_CHECKOUTS_TOKEN: 'demo-token' };
    const reports = ['report', 'html', 'junit'].flatMap((name) => [`--${name}`, runner.file(name)]);
    return runBundle(bundles.cli, ['file', '--url', recorder.url, ...reports], { cwd: repository.dir, env });
  };
  const base = repository.commit('Import', {
    '.file-checkouts.yml': mapping,
    'QRPGLESRC/ORD100.PGM.RPGLE': '**free\n/copy QCPYLESRC,ORDPR\n',
    'QRPGLESRC/ORD200.PGM.RPGLE': '**free\nreturn;\n',
    'QCPYLESRC/ORDPR.RPGLEINC': "dcl-c TITLE 'a';\n",
  });
  expect((await file(null, base)).code).toBe(0);
  const [first] = service.inspect().requests;
  const done = { method: 'POST', body: JSON.stringify({ status: '60' }) };
  await fetch(`${service.url}/inspect/requests/${first?.objectId}`, done);

  const from = recorder.calls.length;
  const head = repository.commit('Include', { 'QCPYLESRC/ORDPR.RPGLEINC': "dcl-c TITLE 'b';\n" });
  const { code, stdout } = await file(base, head);
  expect(code).toBe(0);
  const calls = recorder.calls.slice(from);
  // Ours has moved on; the service alone knows.
  expect(calls.map(payloadOf)).toMatchObject([
    { objectId: first?.objectId },
    { appl: 'ORD', lvl: 50, objn: 'ORD100', rsn: '*RECOMPILE', arfp: '*NEW', gfile: 'ORD100.PGM.RPGLE' },
  ]);
  expect(calls[1]?.headers['content-type']).toBe('application/json');
  expect(stdout).toContain('ORD/50 ORD100 *PGM (*RECOMPILE, created): uses ORDPR');
  expect(runner.report('report')).toMatchObject({
    requests: [{ objn: 'ORD100', reason: '*RECOMPILE', outcome: 'created' }],
    dependents: [{ objn: 'ORD100', because: [{ path: 'QCPYLESRC/ORDPR.RPGLEINC', use: 'include' }], request: 0 }],
    leftOut: [{ path: 'QCPYLESRC/ORDPR.RPGLEINC', code: 'skip' }],
  });
  expect(runner.read('html')).toContain('<td>created<td>uses ORDPR<td>QRPGLESRC/ORD100.PGM.RPGLE');
  expect(runner.read('junit')).toContain('\nuses ORDPR</system-out>');
});
