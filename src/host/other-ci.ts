import { type Env, type Happening, type HostEvent, oidOrNull, type RunIdentity, textOrNull } from './event.ts';

/** What env-ci says of a job; the types of the package leave out most of it. */
interface Told {
  readonly name?: string | undefined;
  readonly service?: string | undefined;
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
  readonly tag?: string | undefined;
  readonly build?: string | undefined;
  readonly buildUrl?: string | undefined;
  readonly pr?: string | number | undefined;
  readonly isPr?: boolean | undefined;
  readonly slug?: string | undefined;
}

/** What some hosts say, and env-ci does not ask for. */
interface More {
  /** null: what env-ci says of it is a guess that does not count. */
  readonly branch?: string | null | undefined;
  readonly tag?: string | undefined;
  /** Number of the pull request. */
  readonly pr?: string | undefined;
  /** The branch that a pull request is to be merged into. */
  readonly target?: string | undefined;
  /** Account of who started it. */
  readonly actor?: string | undefined;
  readonly repository?: string | undefined;
  readonly url?: string | undefined;
  readonly attempt?: string | undefined;
  /** Number of the run, where that of env-ci may be the one of several. */
  readonly build?: string | undefined;
}

/** By the name that env-ci has for a host. */
const moreOf: Readonly<Record<string, (env: Env) => More | Promise<More>>> = {
  azurePipelines: (env) => ({
    actor: env.BUILD_REQUESTEDFOREMAIL ?? env.BUILD_REQUESTEDFOR,
    repository: env.BUILD_REPOSITORY_NAME,
    attempt: env.SYSTEM_JOBATTEMPT,
    // The number that people see may be the same in two pipelines.
    build: env.BUILD_BUILDID,
    url:
      env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI && env.SYSTEM_TEAMPROJECT && env.BUILD_BUILDID
        ? `${env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI}${encodeURIComponent(env.SYSTEM_TEAMPROJECT)}/_build/results?buildId=${env.BUILD_BUILDID}`
        : undefined,
  }),
  bamboo: (env) => ({
    pr: env.bamboo_repository_pr_key,
    target: env.bamboo_repository_pr_targetBranch,
  }),
  bitbucket: (env) => ({
    pr: env.BITBUCKET_PR_ID,
    target: env.BITBUCKET_PR_DESTINATION_BRANCH,
    repository: env.BITBUCKET_REPO_SLUG,
  }),
  // The branch of env-ci is one of those that happen to be at the commit.
  codebuild: ({ CODEBUILD_WEBHOOK_TRIGGER, CODEBUILD_SOURCE_VERSION, CODEBUILD_WEBHOOK_BASE_REF }) => {
    const [, kind, name] = /^(pr|branch|tag)\/(.+)$/.exec(CODEBUILD_WEBHOOK_TRIGGER ?? '') ?? [];
    const pr = kind === 'pr' ? name : /^pr\/(\d+)/.exec(CODEBUILD_SOURCE_VERSION ?? '')?.[1];
    const tag = kind === 'tag' ? name : undefined;
    return { branch: kind === 'branch' ? name : null, tag, pr, target: CODEBUILD_WEBHOOK_BASE_REF };
  },
  // A multibranch job has BRANCH_NAME; what an ordinary one has names the remote as well.
  jenkins: (env) => ({
    branch:
      textOrNull(env.BRANCH_NAME) ??
      textOrNull(env.GIT_LOCAL_BRANCH) ??
      textOrNull(env.GIT_BRANCH)?.replace(/^(refs\/remotes\/)?origin\//, ''),
    tag: env.TAG_NAME,
    target: env.CHANGE_TARGET,
    actor: env.CHANGE_AUTHOR ?? env.BUILD_USER_ID,
  }),
  teamcity: ofTeamCity,
  // There are more events of pull requests than the one that env-ci knows.
  woodpecker: (env) => ({
    pr: /^pull_request/.test(env.CI_PIPELINE_EVENT ?? '') ? env.CI_COMMIT_PULL_REQUEST : undefined,
    target: env.CI_COMMIT_TARGET_BRANCH,
    actor: env.CI_COMMIT_AUTHOR,
    repository: env.CI_REPO_NAME,
  }),
};

/** Its variables are few; the rest stands in files that they name. */
async function ofTeamCity({ TEAMCITY_BUILD_PROPERTIES_FILE: file }: Env): Promise<More> {
  if (textOrNull(file) === null) return {};
  const { default: properties } = await import('java-properties');
  const read = (path: string | undefined) => {
    try {
      return path === undefined ? undefined : properties.of(path);
    } catch {
      // What cannot be read says nothing.
      return undefined;
    }
  };
  const build = read(file);
  const valueIn = (of: ReturnType<typeof read>, name: string) => {
    const value = of?.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const configuration = read(valueIn(build, 'teamcity.configuration.properties.file'));
  const said = (name: string) => valueIn(configuration, name) ?? valueIn(build, name);
  const branch = said('teamcity.build.branch');
  return {
    // The branch of the configuration has a word of its own.
    branch: branch === undefined || branch === '<default>' ? said('vcsroot.branch') : branch,
    pr: said('teamcity.pullRequest.number'),
    target: said('teamcity.pullRequest.target.branch'),
    actor: said('teamcity.build.triggeredBy.username'),
  };
}

function happening({ name = '', commit, branch, tag, isPr, pr }: Told, more: More): Happening {
  const guessed = more.branch === null ? undefined : branch;
  const ref = textOrNull(more.branch) ?? textOrNull(guessed);
  const ofRef = ref === null ? null : /^refs\/tags\/(.+)$/.exec(ref)?.[1];
  const named = textOrNull(more.tag) ?? textOrNull(tag) ?? ofRef ?? null;
  const head = oidOrNull(commit);
  const proposed = textOrNull(more.pr) ?? (isPr === true ? String(pr ?? '') : null);
  if (proposed !== null) return proposal(name, { target: more.target ?? guessed, head, number: proposed });
  if (named !== null) return { kind: 'tag', name: named };
  const short = ref?.replace(/^refs\/heads\//, '') ?? null;
  // A ref of another kind, or a word that a host has for none, names none.
  const isNamed = short !== null && !/^(HEAD$|detached$|<default>|refs\/)/.test(short);
  return { kind: 'manual', what: name, branch: isNamed ? short : null, head, builds: true };
}

function proposal(
  what: string,
  { target, head, number }: { target: string | undefined; head: string | null; number: string },
): Happening {
  const into = textOrNull(target)?.replace(/^refs\/heads\//, '') ?? null;
  const why = `this build of a pull request by ${what} does not name its target branch and commit`;
  if (into === null || head === null) return { kind: 'unclear', branch: into, why };
  return { kind: 'proposal', what, target: into, base: null, head, baseIsTip: true, number: Number(number) || null };
}

/**
 * Reads a job of any CI system that the env-ci package knows (design §15): branch, commit, build, and whether it is a pull
 * request. Such hosts do not say what was pushed: that the ledger knows.
 *
 * @param cwd where env-ci asks Git for a commit that the host does not name.
 * @returns null for a system that it does not know.
 */
export async function readOtherCi(env: Env, cwd: string): Promise<HostEvent | null> {
  const { default: envCi } = await import('env-ci');
  const told: Told = envCi({ env: { ...env }, cwd });
  if (told.service === undefined) return null;
  const more = (await moreOf[told.service]?.(env)) ?? {};
  const build = textOrNull(more.build) ?? textOrNull(told.build);
  const run: RunIdentity = {
    id: build,
    attempt: /^[1-9]\d{0,8}$/.test(more.attempt ?? '') ? Number(more.attempt) : 1,
    url: textOrNull(more.url) ?? textOrNull(told.buildUrl),
    actor: textOrNull(more.actor),
  };
  const name = textOrNull(more.repository) ?? textOrNull(told.slug)?.split('/').at(-1) ?? null;
  return {
    host: 'other',
    run,
    repository: { name, fullName: textOrNull(told.slug), url: null, defaultBranch: null },
    happening: happening(told, more),
  };
}
