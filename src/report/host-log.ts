import type { Env } from '../host/event.ts';
import { isGitLab } from '../host/gitlab.ts';
import { detectHost } from '../host/read-host.ts';
import { escapeText, type Log } from '../log.ts';

/** Returns `plain` with groups that the log of GitLab, or of GitHub (titles must be escaped), can fold; on another host `plain` itself. */
export function createHostLog(plain: Log, env: Env, now: () => Date): Log {
  if (isGitLab(env)) return createSectionLog(plain, now);
  return detectHost(env) === 'github' ? createGitHubLog(plain) : plain;
}

/** Returns `plain` with the groups of GitHub's log; their titles must be escaped. */
export function createGitHubLog(plain: Log): Log {
  const group = (title: string, print: () => void) => {
    plain.info(`::group::${title}`);
    print();
    plain.info('::endgroup::');
  };
  return { ...plain, group };
}

/** Erases the line so far, so that GitLab reads the marker before it and does not show it. */
const eraseLine = '\u001b[0K';

/** Returns `plain` with groups that are collapsed sections of GitLab's log; a group escapes its title. */
export function createSectionLog(plain: Log, now: () => Date): Log {
  let count = 0;
  const mark = (kind: 'start' | 'end', name: string, title: string) => {
    const seconds = Math.floor(now().getTime() / 1000);
    plain.info(`${eraseLine}section_${kind}:${seconds}:${name}\r${eraseLine}${title}`);
  };
  const group = (title: string, print: () => void) => {
    count += 1;
    const name = `file_checkouts_${count}`;
    mark('start', `${name}[collapsed=true]`, escapeText(title));
    print();
    mark('end', name, '');
  };
  return { ...plain, group };
}
