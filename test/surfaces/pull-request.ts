import { writeFileSync } from 'node:fs';
import type { Runner } from '../e2e/support/bundle.ts';

/** The variables of a job that a pull request starts. */
export function pullRequestJob(
  runner: Runner,
  pull: { target: string; base: string; head: string; actor?: string; apiUrl: string },
): Record<string, string> {
  const file = runner.file('pull-request.json');
  const event = {
    number: 7,
    pull_request: { base: { ref: pull.target, sha: pull.base }, head: { ref: 'topic', sha: pull.head } },
    repository: { default_branch: 'main' },
  };
  writeFileSync(file, JSON.stringify(event));
  return {
    ...runner.push({ branch: 'topic', before: null, after: pull.head, actor: pull.actor ?? 'jane-doe' }),
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_EVENT_PATH: file,
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_API_URL: pull.apiUrl,
  };
}
