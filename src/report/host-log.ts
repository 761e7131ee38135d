import type { Env } from '../host/event.ts';
import { isGitHub } from '../host/github.ts';
import { isGitLab } from '../host/gitlab.ts';
import type { Log } from '../log.ts';
import { SectionLog } from './sections.ts';

/** The log of the command line, with collapsible parts as the host has them; elsewhere they are plain lines. */
export function hostLog(plain: Log, env: Env, now: () => Date): Log {
  if (isGitLab(env)) return new SectionLog(plain, now);
  if (!isGitHub(env)) return plain;
  return { ...plain, group: (title) => plain.info(`::group::${title}`), endGroup: () => plain.info('::endgroup::') };
}
