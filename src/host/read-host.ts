import { type Env, type HostEvent, toTextOrNull } from './event.ts';
import { readGitHub } from './github.ts';
import { isGitLab, readGitLab } from './gitlab.ts';

/** The variables that mark a job of a host that env-ci knows; most hosts set CI too. */
const ciVariables = `CI TF_BUILD BUILD_BUILDURI BITBUCKET_BUILD_NUMBER JENKINS_URL TEAMCITY_VERSION BUILDKITE APPVEYOR
  bamboo_agentId BUDDY_WORKSPACE_ID CODEBUILD_BUILD_ID CF_BUILD_ID JB_SPACE_EXECUTION_NUMBER`.split(/\s+/);

/** Returns the CI system whose job has this environment: `other` for any that env-ci knows or that sets CI; `local` outside of CI. */
export function detectHost(env: Env): HostEvent['host'] {
  if (env.GITHUB_ACTIONS === 'true') return 'github';
  if (isGitLab(env)) return 'gitlab';
  const isSet = (name: string) => toTextOrNull(env[name]) !== null && env[name] !== 'false';
  return ciVariables.some(isSet) ? 'other' : 'local';
}

const localEvent: HostEvent = {
  host: 'local',
  run: { id: null, attempt: 1, url: null, actor: null },
  repository: { name: null, fullName: null, url: null, defaultBranch: null },
  happening: { kind: 'local' },
};

/** Reads the event of a job of GitHub or GitLab; anywhere else, also in other CI: `local`. @param payload GitHub's event file, parsed. */
export function readHost(env: Env, payload: unknown): HostEvent {
  const host = detectHost(env);
  if (host === 'github') return readGitHub(env, payload);
  return host === 'gitlab' ? readGitLab(env) : localEvent;
}

/** Reads the event on any CI system that is known; else `local`. @param cwd where env-ci asks Git if the host names no commit. */
export async function readAnyHost(env: Env, payload: unknown, cwd: string): Promise<HostEvent> {
  if (detectHost(env) !== 'other') return readHost(env, payload);
  const { readOtherCi } = await import('./other-ci.ts');
  return (await readOtherCi(env, cwd)) ?? localEvent;
}
