/** Literal environments and payloads as the hosts make them. */
import type { Env } from '../../src/host/event.ts';

export const zeros = '0'.repeat(40);
export const oid = (digit: string) => digit.repeat(40);

/** A job of GitHub Actions. */
export function github(event: string, more: Record<string, string> = {}): Env {
  return {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: event, GITHUB_ACTOR: 'jane-doe' },
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/orders' },
    ...{ GITHUB_REF: 'refs/heads/main', GITHUB_SHA: oid('c'), GITHUB_RUN_ID: '4711', GITHUB_RUN_ATTEMPT: '2' },
    ...more,
  };
}

/** The payload of a push. */
export function pushed(ref: string, before: string, after: string, more: Record<string, unknown> = {}) {
  const said = { created: /^0+$/.test(before), deleted: /^0+$/.test(after), forced: false };
  return { ref, before, after, ...said, repository: { default_branch: 'main' }, ...more };
}

/** What a job of GitHub Actions is told of a push. */
export function pushOf(before: string, after: string, branch = 'main') {
  return { env: github('push'), payload: pushed(`refs/heads/${branch}`, before, after) };
}

/** A job of GitLab CI/CD. */
export function gitlab(source: string, more: Record<string, string> = {}): Env {
  return {
    ...{ GITLAB_CI: 'true', GITLAB_USER_LOGIN: 'jane-doe', CI_PIPELINE_SOURCE: source, CI_PIPELINE_ID: '815' },
    ...{ CI_PIPELINE_URL: 'https://gitlab.com/acme/orders/-/pipelines/815', CI_PROJECT_NAME: 'orders' },
    ...{ CI_PROJECT_URL: 'https://gitlab.com/acme/orders', CI_PROJECT_PATH: 'acme/orders', CI_DEFAULT_BRANCH: 'main' },
    ...{ CI_COMMIT_BRANCH: 'main', CI_COMMIT_SHA: oid('c'), CI_COMMIT_BEFORE_SHA: zeros },
    ...more,
  };
}
