import { writeFileSync } from 'node:fs';
import type { Env } from '../../src/host/event.ts';
import { github, gitlab, pushed } from '../host/support.ts';

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
export function hostVariables(run: HostRun, file: string): Env {
  return run.host === 'github' ? gitHub(run, file) : gitLab(run);
}

function gitHub({ id, attempt, branch, before, after, byHand, zeros, actor, repo }: HostRun, file: string): Env {
  const ref = `refs/heads/${branch}`;
  const payload = pushed(ref, before ?? zeros, after ?? zeros);
  writeFileSync(file, JSON.stringify(byHand ? { ref, repository: payload.repository } : payload));
  return github(byHand ? 'workflow_dispatch' : 'push', {
    ...{ GITHUB_EVENT_PATH: file, GITHUB_REPOSITORY: `acme/${repo}`, GITHUB_REF: ref, GITHUB_SHA: after ?? zeros },
    ...{ GITHUB_ACTOR: actor, GITHUB_RUN_ID: String(id), GITHUB_RUN_ATTEMPT: String(attempt) },
  });
}

function gitLab({ id, attempt, branch, before, after, byHand, zeros, actor, repo }: HostRun): Env {
  const url = `https://gitlab.example/acme/${repo}`;
  const shas = { CI_COMMIT_SHA: after ?? zeros, CI_COMMIT_BEFORE_SHA: byHand ? zeros : (before ?? zeros) };
  return gitlab(byHand ? 'web' : 'push', {
    ...{ CI_PIPELINE_ID: String(id), CI_PIPELINE_URL: `${url}/-/pipelines/${id}`, CI_PROJECT_NAME: repo },
    ...{ CI_PROJECT_PATH: `acme/${repo}`, CI_PROJECT_URL: url, CI_SERVER_URL: 'https://gitlab.example' },
    ...{ CI_COMMIT_BRANCH: branch, ...shas, GITLAB_USER_LOGIN: actor },
    ...{ CI_JOB_NAME: 'file-checkouts', CI_JOB_ID: String(id * 100 + attempt) },
  });
}
