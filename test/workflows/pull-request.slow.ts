import { expect, test } from 'vitest';
import { startGitHub } from '../comment/github.ts';
import { pullRequestEvent } from './events.ts';
import { Stage } from './stage.ts';

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

test('github-pull-request.yml stays green when the token may not write the comment, as on a fork', async () => {
  await using github = await startGitHub([], { repository: 'acme/ORDERS', readOnly: true });
  await using stage = await Stage.open();
  const head = stage.commit({ 'QRPGLESRC/ONE.PGM.RPGLE': 'a\n' }, 'feature/x');
  const env = { GITHUB_API_URL: github.apiUrl };
  using job = await stage.run('github-pull-request.yml', pullRequestEvent(7, stage.base, head), { secrets: {}, env });
  expect(job.code).toBe(0);
  expect(job.summary).toContain('ONE');
  expect(job.steps.at(-1)?.log).toContain('pull-requests: write');
});
