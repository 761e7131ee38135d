import { type Env, textOrNull } from './event.ts';

/** The variables that mark a job of a host that env-ci knows; most hosts set CI too. */
const ciVariables = `CI TF_BUILD BUILD_BUILDURI BITBUCKET_BUILD_NUMBER JENKINS_URL TEAMCITY_VERSION BUILDKITE APPVEYOR
  bamboo_agentId BUDDY_WORKSPACE_ID CODEBUILD_BUILD_ID CF_BUILD_ID JB_SPACE_EXECUTION_NUMBER`.split(/\s+/);

/** True in a job of any CI system; env-ci, which knows them, is loaded only there. */
export function isOtherCi(env: Env): boolean {
  return ciVariables.some((name) => textOrNull(env[name]) !== null && env[name] !== 'false');
}
