import type { Env, HostEvent } from './event.ts';
import { isGitHub, readGitHub } from './github.ts';
import { isGitLab, readGitLab } from './gitlab.ts';

/** A run outside CI: nothing happened that we know of; the options say what to file. */
const localEvent: HostEvent = {
  host: 'local',
  run: { id: null, attempt: 1, url: null, actor: null },
  repository: { name: null, url: null, defaultBranch: null },
  happening: { kind: 'local' },
};

/** Reads what CI told us, on any host. @param payload the parsed event file on GitHub; not used elsewhere. */
export function readHost(env: Env, payload: unknown): HostEvent {
  if (isGitHub(env)) return readGitHub(env, payload);
  if (isGitLab(env)) return readGitLab(env);
  return localEvent;
}
