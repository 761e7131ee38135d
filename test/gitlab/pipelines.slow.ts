import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { listen, stop } from '../client/support.ts';
import { demoMapping } from '../e2e/support/mapping.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { demo, lead, program } from '../service/helper.ts';
import { consumerFile, type Inputs, Pipelines, simulate } from './pipeline.ts';

/** Pipelines of GitLab CI/CD, simulated, with the component as a consumer includes it. */
const service = await demo();
const repository = new TestRepository();
const secrets = { FILE_CHECKOUTS_TOKEN: 'demo-token' };
const pipelines = new Pipelines(repository, secrets);
afterAll(async () => {
  await service.close();
  repository[Symbol.dispose]();
});

const attack = '$(touch pwned)`touch pwned`; touch pwned "';
const inputs: Inputs = { url: service.url, tkey: attack };

function push(message: string, files: Readonly<Record<string, string | null>>, branch = 'main') {
  const sha = repository.commit(message, files);
  repository.push(branch);
  return sha;
}

describe('a project from its first push on', () => {
  let head = '';

  test('first push: everything is filed, and a later job gets the numbers', async () => {
    const mapping = demoMapping.replace('["*.md"', '["*.md", .gitlab-ci.yml');
    head = push('Import', {
      '.gitlab-ci.yml': consumerFile(inputs),
      '.file-checkouts.yml': mapping,
      'QRPGLESRC/ORD200.PGM.RPGLE': '**free\n',
      'QDDSSRC/CUST.PF': 'A  R CUSTR\n',
    });
    const ran = await pipelines.run({ source: 'push', branch: 'main', sha: head });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.report()).toMatchObject({ range: { rule: 'first-push', branch: 'main' }, counts: { created: 2 } });
    expect(ran.report().run).toMatchObject({ actor: 'jane-doe' });
    const [rfp] = service.inspect().rfps;
    expect(ran.stdout).toContain(`created=2 rfps=${rfp?.rfp} none=false`);
    expect(ran.read('file-checkouts-junit.xml')).toContain('tests="4" failures="0" errors="0"');
    expect(ran.stdout + ran.stderr).not.toContain('demo-token');
    expect(ran.has('pwned')).toBe(false);
  });

  test('a refused request fails the job, shows in the JUnit report, and stops later jobs', async () => {
    const theirs = await service.create({ ...program, lvl: 50, objn: 'ORD300' }, lead);
    expect(theirs.sev).toBe('10');
    const before = head;
    head = push('Two programs', { 'QRPGLESRC/ORD300.PGM.RPGLE': '**free\n', 'QRPGLESRC/ORD400.PGM.RPGLE': '**free\n' });
    const ran = await pipelines.run({ source: 'push', branch: 'main', sha: head, before });
    expect(ran.code).toBe(1);
    const junit = ran.read('file-checkouts-junit.xml');
    expect(junit).toContain('tests="2" failures="1" errors="0"');
    expect(junit).toMatch(
      /name="QRPGLESRC\/ORD300\.PGM\.RPGLE: ORD300 \*PGM"[^>]*><failure message="[^"]+" type="conflict">/,
    );
    expect(ran.read('file-checkouts.env')).toContain('FILE_CHECKOUTS_CREATED=1\n');
    expect(ran.read('file-checkouts.env')).toContain('FILE_CHECKOUTS_REPORT_FILE=file-checkouts-report.json\n');
    expect(ran.stdout).not.toContain('created=1 rfps');
  });

  test('merge request: planned by the rule of its target, without a token, nothing filed', async () => {
    repository.git('checkout', '--quiet', '-b', 'feature/search');
    const sha = push('Search', { 'QRPGLESRC/ORD500.PGM.RPGLE': '**free\n' }, 'feature/search');
    const before = service.inspect().transactions.length;
    const proposal = { source: 'merge_request_event', branch: 'feature/search', sha, base: head } as const;
    const ran = await pipelines.run(proposal, { FILE_CHECKOUTS_TOKEN: '' });
    expect(ran.code, ran.stderr).toBe(0);
    const requests = [{ objn: 'ORD500', lvl: 50, outcome: 'planned' }];
    expect(ran.report()).toMatchObject({ command: 'plan', requests });
    expect(service.inspect().transactions).toHaveLength(before);
    expect(ran.read('file-checkouts.env')).toContain('FILE_CHECKOUTS_CREATED=0\n');
  });
});

test('one mapping for many, from a project of its own, with other inputs and another job name', async () => {
  using shared = new TestRepository();
  shared.commit('Mapping', { 'orders.yml': demoMapping.replace('["*.md"', '["*.md", .gitlab-ci.yml') });
  shared.push();
  shared.git('clone', '--quiet', '--bare', shared.remote, join(shared.root, 'tools/mappings.git'));
  using project = new TestRepository();
  const sha = project.commit('Import', {
    '.gitlab-ci.yml': consumerFile({
      ...{ url: service.url, 'job-name': 'check-outs', 'mapping-repository': 'tools/mappings', 'mapping-ref': 'main' },
      ...{ 'server-url': `file://${shared.root}`, mapping: 'orders.yml', repo: 'ORDERS' },
      ...{ set: 'srcd=Costs $TOTAL\nlock=*NO', 'dry-run': true, 'merge-requests': false, 'max-requests': 3 },
    }),
    'QRPGLESRC/ORD900.PGM.RPGLE': '**free\n',
  });
  project.push();
  const own = new Pipelines(project, secrets);
  const ran = await own.run({ source: 'push', branch: 'main', sha });
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.report()).toMatchObject({
    mapping: { path: expect.stringMatching(/\/\.git\/file-checkouts-mapping\/orders\.yml$/) },
    requests: [{ objn: 'ORD900', outcome: 'planned', fields: { srcd: 'Costs $TOTAL', lock: '*NO' } }],
  });
  const proposal = { source: 'merge_request_event', branch: 'x', sha, base: sha } as const;
  expect((await own.run(proposal, {}, ['--list-csv'])).stdout).not.toMatch(/^check-outs;/m);
});

test("the project's own pipeline tries the component against a service, and a tag is released", async () => {
  using project = new TestRepository();
  for (const name of ['templates', 'dist', '.gitlab-ci.yml', 'README.md', 'package.json']) {
    cpSync(name, join(project.dir, name), { recursive: true });
  }
  const server = createServer();
  const port = String(await listen(server));
  await stop(server);
  const copy = join(project.root, 'file-checkouts');
  const pipeline = readFileSync('.gitlab-ci.yml', 'utf8').replaceAll('8642', port);
  writeFileSync(join(project.dir, '.gitlab-ci.yml'), pipeline.replaceAll('/tmp/file-checkouts', copy));
  project.commit('All', {});
  project.push();
  const git = ['--variable', 'GITLAB_CI=true', '--variable', 'CI_DEFAULT_BRANCH=main'];
  const ran = await simulate(project.dir, [...git, 'component', 'component-outputs']);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  expect(ran.stdout).toMatch(/created +\*MIGRATE +ORD\/10 README/);
  const tag = ['--variable', 'CI_COMMIT_TAG=v1.2.3', '--unset-variable', 'CI_COMMIT_BRANCH', '--list-csv'];
  const { stdout } = await simulate(project.dir, [...git, ...tag]);
  const jobs = [...stdout.matchAll(/^([\w-]+);/gm)].map(([, name]) => name);
  expect(jobs).toEqual(['name', 'test', 'version', 'release']);
});
