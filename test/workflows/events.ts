/** Events as GitHub sends them to a run in the team's repository. */
import type { Event } from './runner.ts';

export const team = 'acme/ORDERS';

/** The event of a push. */
export function pushEvent(branch: string, before: string | null, after: string): Event {
  const ref = `refs/heads/${branch}`;
  const payload = {
    ...{ ref, before: before ?? '0'.repeat(40), after, created: before === null, deleted: false },
    repository: { default_branch: 'main' },
  };
  return { name: 'push', repository: team, ref, sha: after, payload };
}

/** The event of a run by hand on a branch. */
export function manualEvent(branch: string, sha: string, inputs: Readonly<Record<string, unknown>>): Event {
  const ref = `refs/heads/${branch}`;
  const payload = { ref, inputs, repository: { default_branch: 'main' } };
  return { name: 'workflow_dispatch', repository: team, ref, sha, payload, inputs };
}

/** The event of a pull request; GitHub checks a merge of the two out, here the head. */
export function pullRequestEvent(number: number, base: string, head: string): Event {
  const payload = {
    number,
    pull_request: { base: { ref: 'main', sha: base }, head: { ref: 'feature/x', sha: head } },
    repository: { default_branch: 'main' },
  };
  const ref = `refs/pull/${number}/merge`;
  return { name: 'pull_request', repository: team, ref, sha: head, payload };
}
