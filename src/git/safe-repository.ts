import { realpathSync } from 'node:fs';
import { messageOf, Problem } from '../errors.ts';
import type { Env } from '../host/event.ts';
import { isOtherCi } from '../host/is-other-ci.ts';
import { gitProblem } from './failure.ts';
import type { Location } from './locate.ts';

/** True in a job of a CI system, whose runner has made the checkout, often as another user than the job's. */
export function isCi(env: Env): boolean {
  const { GITHUB_ACTIONS, GITLAB_CI } = env;
  return [GITHUB_ACTIONS, GITLAB_CI].some((value) => /^(true|1)$/i.test(value ?? '')) || isOtherCi(env);
}

/**
 * Lets Git decide whether the repository may be opened (`safe.directory`, `safe.bareRepository`, owners): another user
 * may have put it into a folder above, with a configuration that names programs.
 * @param discover runs `git rev-parse --absolute-git-dir` where the repository was found, and names none to it.
 * @throws Problem('git') with Git's words when it refuses, or finds another repository.
 */
export async function refuseUnsafe(location: Location, discover: () => Promise<string>): Promise<void> {
  const found = await discover().catch((error) => {
    const trusted = `If you trust who owns it and what is in it: git config --global --add safe.directory ${location.top}`;
    const whole =
      "Check that the repository is whole (git fsck), and Git's configuration (git config --list --show-origin).";
    const remedy = /dubious ownership|safe\.(?:directory|bareRepository)/i.test(messageOf(error)) ? trusted : whole;
    throw gitProblem(`Git does not open the repository ${location.top}`, error, remedy);
  });
  if (realpathSync.native(found.replace(/\r?\n$/, '')) === realpathSync.native(location.gitDir)) return;
  const what = `Git takes ${found.trim()} for the repository of ${location.top}, not ${location.gitDir}`;
  const remedy = 'Name the directory of the repository with --repo-dir.';
  throw new Problem('git', what, remedy);
}
