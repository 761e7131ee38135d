import { type Env, type Happening, type HostEvent, parseAttempt, toOidOrNull, toTextOrNull } from './event.ts';

/** A job, in the words of env-ci, which has no types; undefined or empty: the host does not say. */
interface Facts extends Texts<'name' | 'service' | 'commit' | 'tag' | 'build' | 'buildUrl' | 'slug' | ReadHere> {
  /** null: the branch of env-ci is a guess, and is ignored. */
  readonly branch?: string | null | undefined;
  /** Number of the pull request. */
  readonly pr?: string | number | undefined;
  readonly isPr?: boolean | undefined;
}
type Texts<Name extends string> = { readonly [name in Name]?: string | undefined };
/** What env-ci does not read: the target branch of a pull request, the account that started the run, ... */
type ReadHere = 'target' | 'actor' | 'repository' | 'attempt';

/** For some hosts, by env-ci's name of the host: reads facts that env-ci does not know, or knows worse. */
const extraReaders: Readonly<Record<string, (env: Env) => Facts | Promise<Facts>>> = {
  azurePipelines: (env) => ({
    actor: env.BUILD_REQUESTEDFOREMAIL ?? env.BUILD_REQUESTEDFOR,
    repository: env.BUILD_REPOSITORY_NAME,
    attempt: env.SYSTEM_JOBATTEMPT,
    // Two pipelines may show people the same number.
    build: env.BUILD_BUILDID,
    buildUrl:
      env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI && env.SYSTEM_TEAMPROJECT && env.BUILD_BUILDID
        ? `${env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI}${encodeURIComponent(env.SYSTEM_TEAMPROJECT)}/_build/results?buildId=${env.BUILD_BUILDID}`
        : undefined,
  }),
  bamboo: (env) => ({ pr: env.bamboo_repository_pr_key, target: env.bamboo_repository_pr_targetBranch }),
  bitbucket: (env) => ({
    pr: env.BITBUCKET_PR_ID,
    target: env.BITBUCKET_PR_DESTINATION_BRANCH,
    repository: env.BITBUCKET_REPO_SLUG,
  }),
  // The branch of env-ci is any branch at the commit.
  codebuild: ({ CODEBUILD_WEBHOOK_TRIGGER, CODEBUILD_SOURCE_VERSION, CODEBUILD_WEBHOOK_BASE_REF }) => {
    const [, kind, name] = /^(pr|branch|tag)\/(.+)$/.exec(CODEBUILD_WEBHOOK_TRIGGER ?? '') ?? [];
    const pr = kind === 'pr' ? name : /^pr\/(\d+)/.exec(CODEBUILD_SOURCE_VERSION ?? '')?.[1];
    const tag = kind === 'tag' ? name : undefined;
    return { branch: kind === 'branch' ? name : null, tag, pr, target: CODEBUILD_WEBHOOK_BASE_REF };
  },
  // A multibranch job has BRANCH_NAME; the variable of an ordinary job names the remote too.
  jenkins: (env) => ({
    branch:
      toTextOrNull(env.BRANCH_NAME) ??
      toTextOrNull(env.GIT_LOCAL_BRANCH) ??
      toTextOrNull(env.GIT_BRANCH)?.replace(/^(refs\/remotes\/)?origin\//, ''),
    tag: env.TAG_NAME,
    target: env.CHANGE_TARGET,
    actor: env.CHANGE_AUTHOR ?? env.BUILD_USER_ID,
  }),
  teamcity: readTeamCity,
  // env-ci knows only one of the pull request events.
  woodpecker: (env) => ({
    pr: /^pull_request/.test(env.CI_PIPELINE_EVENT ?? '') ? env.CI_COMMIT_PULL_REQUEST : undefined,
    target: env.CI_COMMIT_TARGET_BRANCH,
    actor: env.CI_COMMIT_AUTHOR,
    repository: env.CI_REPO_NAME,
  }),
};

/** Reads branch, pull request, target, actor: each from the file that TeamCity's property file names, else this; skips unreadable files. */
async function readTeamCity({ TEAMCITY_BUILD_PROPERTIES_FILE: file }: Env): Promise<Facts> {
  if (toTextOrNull(file) === null) return {};
  const { default: properties } = await import('java-properties');
  const read = (path: unknown) => {
    try {
      return typeof path === 'string' ? properties.of(path) : undefined;
    } catch {
      return undefined;
    }
  };
  const build = read(file);
  const files = [read(build?.get('teamcity.configuration.properties.file')), build];
  const findProperty = (name: string) => files.map((one) => one?.get(name)).find((value) => typeof value === 'string');
  const branch = findProperty('teamcity.build.branch');
  return {
    // TeamCity has a word for the default branch.
    branch: branch === undefined || branch === '<default>' ? findProperty('vcsroot.branch') : branch,
    pr: findProperty('teamcity.pullRequest.number'),
    target: findProperty('teamcity.pullRequest.target.branch'),
    actor: findProperty('teamcity.build.triggeredBy.username'),
  };
}

/** Returns a pull request (`unclear` without target or commit), else a tag, else a manual run, which may be of a push (`mayBePush`). */
function toHappening({ name = '', commit, branch, tag, isPr, pr, target }: Facts): Happening {
  const ref = toTextOrNull(branch);
  const tagName = toTextOrNull(tag) ?? /^refs\/tags\/(.+)$/.exec(ref ?? '')?.[1];
  const head = toOidOrNull(commit);
  if (isPr === true) return toProposal(name, target, head, Number(pr) || null);
  if (tagName !== undefined) return { kind: 'tag', name: tagName };
  const branchName = ref?.replace(/^refs\/heads\//, '') ?? null;
  // Other refs, and a host's word for "no branch", name no branch.
  const isBranch = branchName !== null && !/^(HEAD$|detached$|<default>|refs\/)/.test(branchName);
  return { kind: 'manual', what: name, branch: isBranch ? branchName : null, head, mayBePush: true };
}

/** Returns the happening of a pull request, without base; `unclear` if target branch or commit is absent. @param what the CI's name. */
function toProposal(what: string, target: string | undefined, head: string | null, number: number | null): Happening {
  const branch = toTextOrNull(target)?.replace(/^refs\/heads\//, '') ?? null;
  const why = `this build of a pull request by ${what} does not name its target branch and commit`;
  if (branch === null || head === null) return { kind: 'unclear', branch, why };
  return { kind: 'proposal', what, target: branch, base: null, head, baseIsTip: true, number };
}

/**
 * Reads a job of any CI system that env-ci knows (design §15): branch, commit, build, pull request. These hosts do not say what was pushed;
 * the ledger knows that. @param cwd where env-ci asks Git for a commit that the host does not name. @returns null for an unknown system
 */
export async function readOtherCi(env: Env, cwd: string): Promise<HostEvent | null> {
  // @ts-expect-error: it has no types.
  const { default: envCi } = await import('env-ci');
  const read: Facts = envCi({ env: { ...env }, cwd });
  if (read.service === undefined) return null;
  const extra = (await extraReaders[read.service]?.(env)) ?? {};
  const said = Object.entries(extra).filter(([, value]) => value !== undefined && value !== '');
  const target = extra.branch === null ? undefined : (read.branch ?? undefined);
  const isPr = read.isPr === true || Boolean(extra.pr);
  const facts: Facts = { ...read, target, ...Object.fromEntries(said), isPr };
  const fullName = toTextOrNull(facts.slug);
  return {
    host: 'other',
    run: {
      id: toTextOrNull(facts.build),
      attempt: parseAttempt(facts.attempt),
      url: toTextOrNull(facts.buildUrl),
      actor: toTextOrNull(facts.actor),
    },
    repository: {
      name: toTextOrNull(facts.repository) ?? fullName?.split('/').at(-1) ?? null,
      fullName,
      url: null,
      defaultBranch: null,
    },
    happening: toHappening(facts),
  };
}
