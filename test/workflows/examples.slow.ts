import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startGitHub } from '../comment/github.ts';
import { manualEvent, pullRequestEvent, pushEvent } from './events.ts';
import { Stage } from './stage.ts';

const change = { 'QRPGLESRC/NEW1.PGM.RPGLE': 'a\n' };

test('github-manual.yml files what changed between two commits', async () => {
  await using stage = await Stage.open();
  const base = stage.commit({ 'QRPGLESRC/OLD.PGM.RPGLE': 'a\n' });
  const head = stage.commit(change);
  const tip = stage.commit({ 'QRPGLESRC/LATER.PGM.RPGLE': 'a\n' });
  using job = await stage.run('github-manual.yml', manualEvent('main', tip, { base, head, 'dry-run': false }));
  expect(job.code).toBe(0);
  expect(stage.held()).toEqual(['NEW1']);
});

test('github-pull-request.yml writes the plan as one comment that is kept up to date (design §9)', async () => {
  await using github = await startGitHub([], { base: '/api/v3', repository: 'acme/ORDERS' });
  await using stage = await Stage.open();
  const env = { GITHUB_API_URL: github.apiUrl };
  const plan = async (name: string) => {
    const head = stage.commit({ [`QRPGLESRC/${name}.PGM.RPGLE`]: 'a\n' }, 'feature/x');
    return stage.run('github-pull-request.yml', pullRequestEvent(7, stage.base, head), { secrets: {}, env });
  };
  using first = await plan('ONE');
  expect(first.steps.at(-1)?.log).toContain('the comment with the plan is created');
  using second = await plan('TWO');
  expect(second.steps.at(-1)?.log).toContain('the comment with the plan is updated');
  expect(github.comments).toEqual([{ id: 101, login: 'github-actions[bot]', body: expect.stringContaining('TWO') }]);
});

test('github-pull-request.yml plans without the token of the service, also where it may not comment, as on a fork', async () => {
  await using github = await startGitHub([], { repository: 'acme/ORDERS', readOnly: true });
  await using stage = await Stage.open();
  const event = pullRequestEvent(7, stage.base, stage.commit(change, 'feature/x'));
  const more = { secrets: {}, env: { GITHUB_API_URL: github.apiUrl } };
  using job = await stage.run('github-pull-request.yml', event, more);
  expect(job).toMatchObject({ code: 0, groups: ['file-checkouts-refs/pull/7/merge'] });
  expect(job.summary).toContain('NEW1');
  expect(job.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
  expect(job.steps.at(-1)?.log).toContain('pull-requests: write');
  expect(stage.service.inspect().transactions).toEqual([]);
});

test('github-reusable.yml plans a pull request, and files nothing', async () => {
  await using stage = await Stage.open({});
  const head = stage.commit(change, 'feature/x');
  using job = await stage.run('github-reusable.yml', pullRequestEvent(7, stage.base, head));
  expect(job.code).toBe(0);
  expect(job.steps.at(-1)?.log).toContain('1 to create');
  expect(stage.service.inspect().transactions).toEqual([]);
});

test('the reusable workflow takes the mapping of the pushed repository when none is shared, and any runner', async () => {
  await using stage = await Stage.open();
  const head = stage.commit(change);
  const text = readFileSync('examples/github-reusable.yml', 'utf8')
    .replaceAll('https://ibmi.example.com/change', stage.service.url)
    .replace(/^ +(mapping|mapping-repository|mapping-ref|runs-on): .*\n/gm, '');
  using job = await stage.run('github-reusable.yml', pushEvent('main', stage.base, head), { text });
  expect(job).toMatchObject({ code: 0, runsOn: 'ubuntu-latest', outputs: { created: '1' } });
  expect(job.steps).toHaveLength(3);
});

test('the reusable workflow says what to do on a server that does not tell it where it is from', async () => {
  await using stage = await Stage.open({});
  const event = pushEvent('main', stage.base, stage.commit(change));
  using job = await stage.run('github-reusable.yml', event, { tellsWorkflow: false });
  expect(job.code).toBe(1);
  expect(job.steps).toHaveLength(1);
  expect(job.steps[0]?.log).toMatch(/^::error title=file-checkouts::.* as in examples\/github-push\.yml\.$/m);
});
