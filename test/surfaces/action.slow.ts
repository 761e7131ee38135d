import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startService } from '../client/support.ts';
import { bundles, Runner, runBundle } from '../e2e/support/bundle.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { readOutputFile, readRunnerLog } from './runner-log.ts';

/** Enough for a summary that has to be cut; 10,000 rows are cut in test/report/markdown.test.ts. */
const count = 1_500;

/** Design §9: a job summary may have 1 MiB and outputs 1 MB, however large the push. */
test('1,500 requests, half of them refused, stay within what the host takes', async () => {
  using repository = new TestRepository();
  using runner = new Runner();
  const rules =
    'rules:\n  - match: { gfile: "*.RPGLE" }\n    request: { appl: ORD, lvl: 50, attr: RPGLE, objt: "*PGM" }\n';
  const before = repository.commit('Base', { '.file-checkouts.yml': `version: 1\nrepo: ORDERS\n${rules}` });
  const paths = Array.from({ length: count }, (_, n) => `applications/orders/QRPGLESRC/P${n}.RPGLE`);
  const after = repository.commit('Import', Object.fromEntries(paths.map((path) => [path, `${path}\n`])));
  repository.push('import');
  let calls = 0;
  await using service = await startService((response) => {
    calls += 1;
    const refused = { rtn: { sev: '30', msg: `Attribute missing ${'|'.repeat(200)}` } };
    const created = { rtn: { sev: '10', msg: 'Request created' }, request: { objectId: 10_000 + calls, rfp: 0 } };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(calls % 2 === 0 ? refused : created));
  });
  const ended = await runBundle(bundles.action, [], {
    cwd: repository.dir,
    env: {
      ...runner.push({ branch: 'import', before, after }),
      ...runner.actionFiles(),
      INPUT_URL: service.url,
      INPUT_TOKEN: 'a-token',
      INPUT_LEDGER: 'off',
      INPUT_BASE: before,
      INPUT_HEAD: after,
      'INPUT_MAX-REQUESTS': String(count),
      INPUT_CONCURRENCY: '8',
    },
  });
  expect(ended.code).toBe(1);
  expect(calls).toBe(count);
  expect(statSync(runner.file('summary')).size).toBeLessThan(1024 * 1024);
  expect(runner.read('summary')).toMatch(/and \d+ more, see the JSON report/);
  expect(runner.read('summary')).not.toContain('mermaid');
  const outputs = readOutputFile(runner.read('output'));
  expect(outputs).toMatchObject({ created: '750', failed: '750' });
  expect(outputs['object-ids']?.split(',')).toHaveLength(750);
  expect(statSync(runner.file('output')).size).toBeLessThan(300_000);
  const { commands } = readRunnerLog(ended.stdout);
  expect(commands.filter(({ name }) => name === 'error')).toHaveLength(10);
  expect(runner.report('file-checkouts-report.json').requests).toHaveLength(count);
}, 400_000);
