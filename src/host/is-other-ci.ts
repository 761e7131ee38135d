import { type Env, textOrNull } from './event.ts';

/** Variables by which hosts that the env-ci package knows tell that a job is theirs; most set CI as well. */
const marks = [
  ...['CI', 'TF_BUILD', 'BUILD_BUILDURI', 'BITBUCKET_BUILD_NUMBER', 'JENKINS_URL', 'TEAMCITY_VERSION', 'BUILDKITE'],
  ...[
    'APPVEYOR',
    'bamboo_agentId',
    'BUDDY_WORKSPACE_ID',
    'CODEBUILD_BUILD_ID',
    'CF_BUILD_ID',
    'JB_SPACE_EXECUTION_NUMBER',
  ],
];

/** True in a job of some CI system: the package that knows which is loaded only there. */
export function isOtherCi(env: Env): boolean {
  return marks.some((name) => textOrNull(env[name]) !== null && env[name] !== 'false');
}
