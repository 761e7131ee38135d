import type { Env, HostEvent } from './event.ts';
import { isGitHub, readGitHub } from './github.ts';
import { isGitLab, readGitLab } from './gitlab.ts';
import { isOtherCi } from './is-other-ci.ts';

/** A run outside CI: no event; the options say what to file. */
const localEvent: HostEvent = {
  host: 'local',
  run: { id: null, attempt: 1, url: null, actor: null },
  repository: { name: null, fullName: null, url: null, defaultBranch: null },
  happening: { kind: 'local' },
};

/** Reads the event on GitHub or GitLab; elsewhere it is `local`. @param payload the parsed event file on GitHub */
export function readHost(env: Env, payload: unknown): HostEvent {
  if (isGitHub(env)) return readGitHub(env, payload);
  if (isGitLab(env)) return readGitLab(env);
  return localEvent;
}

/** Reads the event on any host. @param cwd where Git is asked for a commit that the host does not name */
export async function readAnyHost(env: Env, payload: unknown, cwd: string): Promise<HostEvent> {
  if (isGitHub(env) || isGitLab(env) || !isOtherCi(env)) return readHost(env, payload);
  const { readOtherCi } = await import('./other-ci.ts');
  return (await readOtherCi(env, cwd)) ?? localEvent;
}
