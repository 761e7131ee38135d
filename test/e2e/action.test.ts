import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoMapping } from './support/mapping.ts';
import { startRecorder } from './support/recorder.ts';
import { scene } from './support/scene.ts';

/** The action as a runner starts it: inputs by environment, outputs and summary by files. */
const { repository, runner, service } = await scene();
const base = repository.commit('Base', { '.file-checkouts.yml': demoMapping });
let head = repository.commit('Programs', { 'QRPGLESRC/A.PGM.RPGLE': 'a\n', 'QRPGLESRC/B.PGM.RPGLE': 'b\n' });
repository.push();

/** The action for a push from `before` to the head, and with the token, if nothing else is said. */
const act = (inputs: Record<string, string>, before = base, env = {}) =>
  runner.act(
    repository.dir,
    runner.push({ branch: 'main', before, after: head }),
    { url: service.url, token: 'demo-token', ...inputs },
    env,
  );

/** Commits and pushes; gives where the branch was. */
function push(message: string, files: Record<string, string>): string {
  const before = head;
  head = repository.commit(message, files);
  repository.push();
  return before;
}

test('plans when told to, and calls nothing', async () => {
  const ended = await act({ command: 'plan' });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain('2 to create');
  expect(service.inspect().transactions).toEqual([]);
});

test('files, sets outputs, writes the summary, masks the token first', async () => {
  const ended = await act({ 'max-requests': '5' });
  expect(ended.code).toBe(0);
  const { requests, rfps } = service.inspect();
  const numbers = requests.filter(({ objt }) => objt === '*PGM').map(({ objectId }) => objectId);
  expect(numbers).toHaveLength(2);
  expect(runner.outputs()).toEqual({
    created: '2',
    updated: '0',
    unchanged: '0',
    failed: '0',
    'object-ids': numbers.join(','),
    rfps: String(rfps[0]?.rfp),
    report: runner.file('file-checkouts-report.json'),
    'nothing-to-file': 'false',
  });
  expect(runner.report('file-checkouts-report.json')).toMatchObject({
    version: 1,
    exitCode: 0,
    run: {
      actor: 'jane-doe',
      url: expect.stringMatching(/^https:\/\/github\.example\/acme\/ORDERS\/actions\/runs\/\d+$/),
    },
    range: { rule: 'push', base, head },
  });
  const summary = runner.read('summary');
  expect(summary).toContain(`https://github.example/acme/ORDERS/blob/${head}/QRPGLESRC/A.PGM.RPGLE`);
  expect(summary).toContain(`https://github.example/acme/ORDERS/compare/${base}...${head}`);
  expect(ended.stdout.split('\n')[0]).toBe('::add-mask::demo-token');
  expect((ended.stdout + ended.stderr + summary).split('demo-token')).toHaveLength(2);
});

test('a conflict fails the step with the same verdict as the command line', async () => {
  const before = push('Change', { 'QRPGLESRC/A.PGM.RPGLE': 'a2\n' });
  // Without the ledger, and told to take nothing for ours, the first push's request is somebody else's.
  const ended = await act({ ledger: 'off', 'on-conflict': 'fail' }, before);
  expect(ended.code).toBe(1);
  expect(runner.outputs()).toMatchObject({ created: '0', failed: '1', 'object-ids': '' });
  expect(runner.read('summary')).toContain('conflict');
});

test('a report file that cannot be is found before anything is filed', async () => {
  const before = service.inspect().transactions.length;
  const file = runner.file('nowhere/report.json');
  const ended = await act({ report: file });
  expect(ended.code).toBe(2);
  expect(ended.stdout).toContain(`::error title=file-checkouts::the file ${file} cannot be written: `);
  expect(service.inspect().transactions).toHaveLength(before);
});

test('summary, outputs and files that cannot be written cost neither the report nor the verdict', async () => {
  const before = push('Unseen', { 'QRPGLESRC/U.PGM.RPGLE': 'u\n' });
  const report = runner.file('first.json');
  const nowhere = runner.file('nowhere/report.html');
  const gone = { GITHUB_OUTPUT: runner.file('no/output'), GITHUB_STEP_SUMMARY: runner.file('no/summary') };
  const ended = await act({ ledger: 'off', report, html: nowhere }, before, gone);
  expect(ended.code).toBe(0);
  expect(JSON.parse(runner.read('first.json'))).toMatchObject({ counts: { created: 1 }, exitCode: 0 });
  for (const what of [`the file ${nowhere} cannot`, 'the outputs of the step could not', 'the job summary could not'])
    expect(ended.stdout).toContain(`::warning title=file-checkouts::${what} be written: `);
  expect(ended.stdout).not.toContain('::error');
});

test('a file that cannot be written in the end hides nothing else', async () => {
  const before = push('Full', { 'QRPGLESRC/F.PGM.RPGLE': 'f\n' });
  const folder = runner.file('reports');
  mkdirSync(folder);
  await using relay = await startRecorder(service.url, () => rmSync(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  const files = { report, html: runner.file('full.html'), junit: runner.file('full.xml') };
  const ended = await act({ url: relay.url, ledger: 'off', ...files }, before);
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain(`::warning title=file-checkouts::the file ${report} cannot be written: `);
  expect(runner.read('summary')).toContain(' cannot be written');
  expect(runner.outputs()).toMatchObject({ created: '1', report });
  expect(runner.read('summary')).toContain('QRPGLESRC/F.PGM.RPGLE');
  expect(runner.read('full.html')).toContain('QRPGLESRC/F.PGM.RPGLE');
  expect(runner.read('full.xml')).toContain('QRPGLESRC/F.PGM.RPGLE');
});

test('a remedy names inputs, wherever it is shown', async () => {
  const report = runner.file('limit.json');
  const ended = await act({ ledger: 'off', 'max-requests': '0', report });
  expect(ended.code).toBe(1);
  const said = /run with `max-requests: \d` under `with:`\./;
  expect(ended.stdout).toMatch(new RegExp(`^::error title=file-checkouts::.*${said.source}`, 'm'));
  expect(JSON.parse(runner.read('limit.json')).error.remedy).toMatch(said);
  expect(ended.stdout + runner.read('summary')).not.toContain('--max-requests');
});

test('a wrong input is an error annotation and exit 2', async () => {
  const ended = await act({ ledger: 'perhaps' });
  expect(ended.code).toBe(2);
  expect(ended.stdout).toMatch(/^::error title=file-checkouts::input ledger: "perhaps"/m);
});

test('nothing to file is green and says so in the output', async () => {
  const ended = await act({ ledger: 'off' }, push('Nothing', {}));
  expect(ended.code).toBe(0);
  expect(runner.outputs()['nothing-to-file']).toBe('true');
  expect(ended.stdout).toContain('nothing to file: no file changed');
});

test('a lost service is exit 4 and an annotation with the remedy', async () => {
  const before = push('More', { 'QRPGLESRC/C.PGM.RPGLE': 'c\n' });
  const ended = await act({ token: 'not-the-token', ledger: 'off' }, before);
  expect(ended.code).toBe(4);
  expect(ended.stdout).toMatch(/^::error title=file-checkouts::/m);
  expect(ended.stdout.split('not-the-token')).toHaveLength(2);
});
