import { type Env, type Happening, type HostEvent, toOidOrNull, toTextOrNull } from './event.ts';

/** Reads a tag, else a merge request, else a push (`unclear` without branch or commit), else a manual run. */
function readHappening(env: Env): Happening {
  const source = env.CI_PIPELINE_SOURCE ?? '';
  if (env.CI_COMMIT_TAG) return { kind: 'tag', name: env.CI_COMMIT_TAG };
  if (env.CI_MERGE_REQUEST_IID) return readMergeRequest(env);
  const branch = toTextOrNull(env.CI_COMMIT_BRANCH);
  const head = toOidOrNull(env.CI_COMMIT_SHA);
  // CI_COMMIT_BEFORE_SHA is zeros for first pushes and for pipelines without a push, so the source decides.
  if (source !== 'push') return { kind: 'manual', what: source || 'pipeline', branch, head };
  const why = 'this push pipeline names no branch and commit (CI_COMMIT_BRANCH, CI_COMMIT_SHA)';
  if (branch === null || head === null) return { kind: 'unclear', branch, why };
  return { kind: 'push', branch, before: toOidOrNull(env.CI_COMMIT_BEFORE_SHA), after: head };
}

/** Reads a merge request; its head is the source branch's commit, else the job's. `unclear` without target, base (fork point) or head. */
function readMergeRequest(env: Env): Happening {
  const base = toOidOrNull(env.CI_MERGE_REQUEST_DIFF_BASE_SHA);
  // In a merged-results pipeline CI_COMMIT_SHA is a temporary merge; the source branch has the request.
  const head = toOidOrNull(env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA) ?? toOidOrNull(env.CI_COMMIT_SHA);
  const target = toTextOrNull(env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME);
  const why = 'this merge-request pipeline does not name its base (CI_MERGE_REQUEST_DIFF_BASE_SHA)';
  if (base === null || head === null || target === null) return { kind: 'unclear', branch: target, why };
  const number = Number(env.CI_MERGE_REQUEST_IID) || null;
  return { kind: 'proposal', what: 'merge_request', target, base, head, baseIsTip: false, number };
}

/** True in a job of GitLab CI/CD. */
export function isGitLab(env: Env): boolean {
  return env.GITLAB_CI === 'true';
}

/** Reads a job of GitLab CI/CD; `unclear` if a push or merge request lacks a part. The attempt is 1: a job tried again has a new number. */
export function readGitLab(env: Env): HostEvent {
  const { CI_JOB_NAME: name, CI_JOB_ID: number = '' } = env;
  return {
    host: 'gitlab',
    run: {
      id: toTextOrNull(env.CI_PIPELINE_ID),
      attempt: 1,
      ...(name && /^[1-9]\d{0,14}$/.test(number) ? { job: { name, number: Number(number) } } : {}),
      url: toTextOrNull(env.CI_PIPELINE_URL),
      actor: toTextOrNull(env.GITLAB_USER_LOGIN),
    },
    repository: {
      name: toTextOrNull(env.CI_PROJECT_NAME),
      fullName: toTextOrNull(env.CI_PROJECT_PATH),
      url: toTextOrNull(env.CI_PROJECT_URL),
      defaultBranch: toTextOrNull(env.CI_DEFAULT_BRANCH),
    },
    happening: readHappening(env),
  };
}
