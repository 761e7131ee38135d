import type { Env } from '../host/event.ts';
import { isGitHub } from '../host/github.ts';
import { isGitLab } from '../host/gitlab.ts';
import { escapeText, type Log } from '../log.ts';

/** Returns `plain` with groups that the log of GitLab, or of GitHub (titles must be escaped), folds; elsewhere `plain` itself. */
export function hostLog(plain: Log, env: Env, now: () => Date): Log {
  if (isGitLab(env)) return sectionLog(plain, now);
  if (!isGitHub(env)) return plain;
  return { ...plain, group: (title) => plain.info(`::group::${title}`), endGroup: () => plain.info('::endgroup::') };
}

/** Erases the line so far, so that GitLab reads the marker before it and does not show it. */
const eraseLine = '\u001b[0K';

/** Returns a log whose groups are collapsed sections of GitLab's log, titles escaped; `endGroup` without an open one does nothing. */
export function sectionLog(plain: Pick<Log, 'info' | 'notice'>, now: () => Date): Log {
  const open: string[] = [];
  let count = 0;
  const mark = (kind: 'start' | 'end', name: string, title: string) => {
    const seconds = Math.floor(now().getTime() / 1000);
    plain.info(`${eraseLine}section_${kind}:${seconds}:${name}\r${eraseLine}${title}`);
  };
  return {
    ...plain,
    group: (title) => {
      count += 1;
      const name = `file_checkouts_${count}`;
      open.push(name);
      mark('start', `${name}[collapsed=true]`, escapeText(title));
    },
    endGroup: () => {
      const name = open.pop();
      if (name !== undefined) mark('end', name, '');
    },
  };
}
