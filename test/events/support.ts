/** Runs of the whole pipeline as a test sees them: files by name, and why others were left out. */

import { buildSurroundings } from '../../src/environment.ts';
import type { Env } from '../../src/host/event.ts';
import { readHost } from '../../src/host/read-host.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import type { Report } from '../../src/report/report-json.ts';
import { run } from '../../src/run/flow.ts';
import { runEnv } from '../git/support.ts';

const quiet = { info: () => {}, notice: () => {} };

/** What happened, as a host tells it. */
export interface Told {
  readonly env: Env;
  readonly payload?: unknown;
}

/** One run in a checkout. Without a mapping file, application and level come from `--set`. */
export function runIn(
  dir: string,
  told: Told,
  options: GivenOptions = {},
  more: { command?: 'plan' | 'file'; token?: string; env?: Env; gitToken?: string } = {},
): Promise<Report> {
  return run({
    command: more.command ?? 'plan',
    options: withDefaults({ set: ['appl=ORD', 'lvl=10'], ...options, 'repo-dir': dir }),
    ...buildSurroundings(readHost(told.env, told.payload), {}),
    env: more.env ?? runEnv,
    token: more.token,
    gitToken: more.gitToken,
    cwd: dir,
    log: quiet,
    signal: new AbortController().signal,
    version: '0.0.0',
    onDefect: (error) => {
      throw error;
    },
  });
}

/**
 * What a report says of files, one line each, sorted: `+path` filed as it is at head, `+path < old` moved, `-path`
 * filed for deletion, `~path: why` left out.
 */
export function filesOf(report: Report): string[] {
  if (report.error !== null) return [`error ${report.exitCode}: ${report.error.message}`];
  const requests = report.requests.map(({ path, previousPath, reason }) =>
    reason === '*DELETE' ? `-${path}` : `+${path}${previousPath === null ? '' : ` < ${previousPath}`}`,
  );
  return [...requests, ...report.leftOut.map(({ path, why }) => `~${path}: ${why}`)].sort();
}
