import { once } from 'node:events';
import { withDefaults } from '../defaults.ts';
import { Problem } from '../errors.ts';
import { escapeText } from '../log.ts';
import type { GivenOptions } from '../options.ts';
import { textReport } from '../report/text.ts';
import type { RunInput } from '../run/input.ts';
import { startService } from '../service/start.ts';
import { holdings } from './rehearsal/holdings.ts';
import { filePush } from './rehearsal/pushes.ts';
import { replayScript } from './rehearsal/replay.ts';
import { sampleScript } from './rehearsal/sample.ts';
import type { Output } from './run-command.ts';

/** What `rehearse` takes from the front door. */
type Surroundings = Pick<RunInput, 'env' | 'cwd' | 'signal' | 'version'>;

/**
 * `rehearse`: starts the service in memory, files pushes through the real pipeline over real HTTP, and prints the
 * reports and what the service then holds. With `--open` the service then stays until the signal is aborted. Gives the
 * worst exit code of the pushes.
 *
 * @param asGiven what was given: without `--repo-dir` the sample is played, and then the others say nothing.
 */
export async function rehearse(asGiven: GivenOptions, output: Output, around: Surroundings): Promise<number> {
  const isSample = asGiven['repo-dir'] === undefined;
  if (isSample && (asGiven.last !== undefined || asGiven.mapping !== undefined)) {
    throw new Problem('usage', 'rehearse needs a repository', 'Give --repo-dir DIR; without it the sample is played.');
  }
  const script = isSample ? await sampleScript() : await replayScript(withDefaults(asGiven), around.cwd, around.env);
  using _sandbox = script.sandbox;
  const service = await startService({ site: script.site, db: ':memory:', port: 0 });
  const stage = { ...around, log: output.log, script, url: service.url };
  let worst = 0;
  try {
    for (const [n, step] of script.steps.entries()) {
      if (around.signal.aborted) break;
      const report = await filePush(await step.push(), n + 1, stage);
      output.out(`\n=== push ${n + 1} of ${script.steps.length}: ${escapeText(step.title)}\n${textReport(report)}`);
      worst = Math.max(worst, report.exitCode);
    }
    output.out(`\n=== ${holdings(service, isSample)}`);
    if (asGiven.open === true && !around.signal.aborted) {
      output.out(`\n=== the service is still running: look at ${service.url}/ and end it with Ctrl-C\n`);
      await once(around.signal, 'abort');
    }
  } finally {
    await service.close();
  }
  return worst;
}
