import { type Env, type HostEvent, toTextOrNull } from './event.ts';
import { isGitHub, readGitHub } from './github.ts';
import { isGitLab, readGitLab } from './gitlab.ts';

/** The variables that mark a job of a host that env-ci knows; most hosts set CI too. */
const ciVariables = `CI TF_BUILD BUILD_BUILDURI BITBUCKET_BUILD_NUMBER JENKINS_URL TEAMCITY_VERSION BUILDKITE APPVEYOR
  bamboo_agentId BUDDY_WORKSPACE_ID CODEBUILD_BUILD_ID CF_BUILD_ID JB_SPACE_EXECUTION_NUMBER`.split(/\s+/);

/** True if a variable of some CI system is set, and neither empty nor `false`: on GitHub and GitLab too, as they set CI. */
function isOtherCi(env: Env): boolean {
  return ciVariables.some((name) => toTextOrNull(env[name]) !== null && env[name] !== 'false');
}

/** True if the environment is that of a job of a CI system: its runner has made the checkout, often as another user. */
export function isCi(env: Env): boolean {
  return isGitHub(env) || isGitLab(env) || isOtherCi(env);
}

/** A run outside CI: no event; the options say what to file. */
const localEvent: HostEvent = {
  host: 'local',
  run: { id: null, attempt: 1, url: null, actor: null },
  repository: { name: null, fullName: null, url: null, defaultBranch: null },
  happening: { kind: 'local' },
};

/** Reads the event of a run on GitHub or GitLab; on any other machine it is `local`. @param payload GitHub's parsed event file. */
export function readHost(env: Env, payload: unknown): HostEvent {
  if (isGitHub(env)) return readGitHub(env, payload);
  if (isGitLab(env)) return readGitLab(env);
  return localEvent;
}

/** Reads the event on any CI system that is known; else `local`. @param cwd where env-ci asks Git if the host names no commit. */
export async function readAnyHost(env: Env, payload: unknown, cwd: string): Promise<HostEvent> {
  if (isGitHub(env) || isGitLab(env) || !isOtherCi(env)) return readHost(env, payload);
  const { readOtherCi } = await import('./other-ci.ts');
  return (await readOtherCi(env, cwd)) ?? localEvent;
}
