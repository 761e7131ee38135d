import { writeFileSync } from 'node:fs';

/** A run as its host tells of it. */
export interface HostRun {
  readonly host: 'github' | 'gitlab';
  /** The host's number of the run, and which start of it this is. */
  readonly id: number;
  readonly attempt: number;
  readonly branch: string;
  /** Null: the push created the branch. */
  readonly before: string | null;
  /** Null: the push deleted the branch. */
  readonly after: string | null;
  /** Started by hand, not by the push. */
  readonly byHand: boolean;
  readonly zeros: string;
  readonly actor: string;
  /** `ORDERS` for `acme/ORDERS`. */
  readonly repo: string;
}

/** The variables of a job; its payload goes to `file`. */
export function hostVariables(run: HostRun, file: string): Record<string, string> {
  return run.host === 'github' ? gitHub(run, file) : gitLab(run);
}

function gitHub(
  { id, attempt, branch, before, after, byHand, zeros, actor, repo }: HostRun,
  file: string,
): Record<string, string> {
  const ref = `refs/heads/${branch}`;
  const push = {
    ref,
    before: before ?? zeros,
    after: after ?? zeros,
    created: before === null,
    deleted: after === null,
  };
  writeFileSync(file, JSON.stringify({ ...(byHand ? { ref } : push), repository: { default_branch: 'main' } }));
  return {
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: byHand ? 'workflow_dispatch' : 'push',
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: `acme/${repo}`,
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REF: ref,
    GITHUB_SHA: after ?? zeros,
    GITHUB_ACTOR: actor,
    GITHUB_RUN_ID: String(id),
    GITHUB_RUN_ATTEMPT: String(attempt),
  };
}

function gitLab({ id, attempt, branch, before, after, byHand, zeros, actor, repo }: HostRun): Record<string, string> {
  return {
    GITLAB_CI: 'true',
    CI_PIPELINE_SOURCE: byHand ? 'web' : 'push',
    CI_PIPELINE_ID: String(id),
    CI_PIPELINE_URL: `https://gitlab.example/acme/${repo}/-/pipelines/${id}`,
    CI_PROJECT_NAME: repo,
    CI_PROJECT_PATH: `acme/${repo}`,
    CI_PROJECT_URL: `https://gitlab.example/acme/${repo}`,
    CI_SERVER_URL: 'https://gitlab.example',
    CI_DEFAULT_BRANCH: 'main',
    CI_COMMIT_BRANCH: branch,
    CI_COMMIT_SHA: after ?? zeros,
    CI_COMMIT_BEFORE_SHA: byHand ? zeros : (before ?? zeros),
    CI_JOB_NAME: 'file-checkouts',
    CI_JOB_ID: String(id * 100 + attempt),
    GITLAB_USER_LOGIN: actor,
  };
}
