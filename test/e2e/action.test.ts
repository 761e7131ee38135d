import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { switches } from '../service/switches.ts';
import { Runner } from './support/bundle.ts';
import { demoMapping } from './support/mapping.ts';
import { startRecorder } from './support/recorder.ts';
import { TestRepository } from './support/repository.ts';

/** The action as a runner starts it: inputs by environment, outputs and summary by files. */
describe('the action', () => {
  const repository = new TestRepository();
  const runner = new Runner();
  let service: RunningService;
  let base = '';
  let head = '';

  beforeAll(async () => {
    service = await startService({ site: demoSite, db: ':memory:', port: 0, ...switches() });
    base = repository.commit('Base', { '.file-checkouts.yml': demoMapping });
    head = repository.commit('Programs', { 'QRPGLESRC/A.PGM.RPGLE': 'a\n', 'QRPGLESRC/B.PGM.RPGLE': 'b\n' });
    repository.push();
  });
  afterAll(async () => {
    await service.close();
    repository[Symbol.dispose]();
    runner[Symbol.dispose]();
  });

  const act = (inputs: Record<string, string>, push = { branch: 'main', before: base, after: head }, env = {}) =>
    runner.act(repository.dir, runner.push(push), inputs, env);

  test('plans when told to, and calls nothing', async () => {
    const ended = await act({ url: service.url, token: 'demo-token', command: 'plan' });
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('2 to create');
    expect(service.inspect().transactions).toEqual([]);
  });

  test('files, sets outputs, writes the summary, masks the token first', async () => {
    const ended = await act({ url: service.url, token: 'demo-token', 'max-requests': '5' });
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
    const other = repository.commit('Change', { 'QRPGLESRC/A.PGM.RPGLE': 'a2\n' });
    repository.push();
    // Without the ledger, and told to take nothing for ours, the first push's request is somebody else's.
    const push = { branch: 'main', before: head, after: other };
    const inputs = { url: service.url, token: 'demo-token', ledger: 'off', 'on-conflict': 'fail' };
    const ended = await act(inputs, push);
    expect(ended.code).toBe(1);
    expect(runner.outputs()).toMatchObject({ created: '0', failed: '1', 'object-ids': '' });
    expect(runner.read('summary')).toContain('conflict');
    head = other;
  });

  test('a report file that cannot be is found before anything is filed', async () => {
    const before = service.inspect().transactions.length;
    const file = runner.file('nowhere/report.json');
    const ended = await act({ url: service.url, token: 'demo-token', report: file });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toContain(`::error title=file-checkouts::the file ${file} cannot be written: `);
    expect(service.inspect().transactions).toHaveLength(before);
  });

  test('summary, outputs and files that cannot be written cost neither the report nor the verdict', async () => {
    const other = repository.commit('Unseen', { 'QRPGLESRC/U.PGM.RPGLE': 'u\n' });
    repository.push();
    const report = runner.file('first.json');
    const nowhere = runner.file('nowhere/report.html');
    const inputs = { url: service.url, token: 'demo-token', ledger: 'off', report, html: nowhere };
    const gone = { GITHUB_OUTPUT: runner.file('no/output'), GITHUB_STEP_SUMMARY: runner.file('no/summary') };
    const ended = await act(inputs, { branch: 'main', before: head, after: other }, gone);
    expect(ended.code).toBe(0);
    expect(JSON.parse(runner.read('first.json'))).toMatchObject({ counts: { created: 1 }, exitCode: 0 });
    for (const what of [`the file ${nowhere} cannot`, 'the outputs of the step could not', 'the job summary could not'])
      expect(ended.stdout).toContain(`::warning title=file-checkouts::${what} be written: `);
    expect(ended.stdout).not.toContain('::error');
    head = other;
  });

  test('a file that cannot be written in the end hides nothing else', async () => {
    const other = repository.commit('Full', { 'QRPGLESRC/F.PGM.RPGLE': 'f\n' });
    repository.push();
    const folder = runner.file('reports');
    mkdirSync(folder);
    await using relay = await startRecorder(service.url, () => rmSync(folder, { recursive: true, force: true }));
    const report = join(folder, 'report.json');
    const files = { report, html: runner.file('full.html'), junit: runner.file('full.xml') };
    const inputs = { url: relay.url, token: 'demo-token', ledger: 'off', ...files };
    const ended = await act(inputs, { branch: 'main', before: head, after: other });
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain(`::warning title=file-checkouts::the file ${report} cannot be written: `);
    expect(runner.read('summary')).toContain(' cannot be written');
    expect(runner.outputs()).toMatchObject({ created: '1', report });
    expect(runner.read('summary')).toContain('QRPGLESRC/F.PGM.RPGLE');
    expect(runner.read('full.html')).toContain('QRPGLESRC/F.PGM.RPGLE');
    expect(runner.read('full.xml')).toContain('QRPGLESRC/F.PGM.RPGLE');
    head = other;
  });

  test('a remedy names inputs, wherever it is shown', async () => {
    const report = runner.file('limit.json');
    const inputs = { url: service.url, token: 'demo-token', ledger: 'off', 'max-requests': '0', report };
    const ended = await act(inputs, { branch: 'main', before: base, after: head });
    expect(ended.code).toBe(1);
    const said = /run with `max-requests: \d` under `with:`\./;
    expect(ended.stdout).toMatch(new RegExp(`^::error title=file-checkouts::.*${said.source}`, 'm'));
    expect(JSON.parse(runner.read('limit.json')).error.remedy).toMatch(said);
    expect(ended.stdout + runner.read('summary')).not.toContain('--max-requests');
  });

  test('a wrong input is an error annotation and exit 2', async () => {
    const ended = await act({ url: service.url, token: 'demo-token', ledger: 'perhaps' });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(/^::error title=file-checkouts::input ledger: "perhaps"/m);
  });

  test('nothing to file is green and says so in the output', async () => {
    const other = repository.commit('Nothing', {});
    repository.push();
    const ended = await act(
      { url: service.url, token: 'demo-token', ledger: 'off' },
      { branch: 'main', before: head, after: other },
    );
    expect(ended.code).toBe(0);
    expect(runner.outputs()['nothing-to-file']).toBe('true');
    expect(ended.stdout).toContain('nothing to file: no file changed');
  });

  test('a lost service is exit 4 and an annotation with the remedy', async () => {
    const other = repository.commit('More', { 'QRPGLESRC/C.PGM.RPGLE': 'c\n' });
    repository.push();
    const inputs = { url: service.url, token: 'not-the-token', ledger: 'off' };
    const ended = await act(inputs, { branch: 'main', before: head, after: other });
    expect(ended.code).toBe(4);
    expect(ended.stdout).toMatch(/^::error title=file-checkouts::/m);
    expect(ended.stdout.split('not-the-token')).toHaveLength(2);
  });
});
