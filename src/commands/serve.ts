import { once } from 'node:events';
import { messageOf, Problem } from '../errors.ts';
import type { Options } from '../options.ts';
import { readRegularFile } from '../regular-file.ts';
import { demoSite } from '../service/demo.ts';
import { readFaults } from '../service/faults.ts';
import { readSite } from '../service/load-site.ts';
import { interfereFrom } from '../service/play-faults.ts';
import type { Site } from '../service/site.ts';
import { startService } from '../service/start.ts';
import type { Output } from './run-command.ts';

async function chooseSite(options: Options): Promise<Site> {
  const { demo, site } = options;
  if (demo && site !== undefined) {
    throw new Problem('usage', '--demo and --site exclude each other', 'Give one of them.');
  }
  if (demo) return demoSite;
  if (site === undefined) throw new Problem('usage', 'serve needs a site', 'Give --site FILE, or --demo to try it.');
  return readSite(await readText('site', site), site);
}

async function readText(name: 'site' | 'faults', file: string): Promise<string> {
  const content = await readRegularFile(file, '.').catch((error) => {
    throw new Problem('usage', `the ${name} file ${file} cannot be read: ${messageOf(error)}`, `Check --${name}.`);
  });
  return content.toString('utf8');
}

/** `serve`: runs the object-request service until the signal is aborted. Prints its address once it listens. */
export async function serve(options: Options, output: Output, signal: AbortSignal): Promise<number> {
  const site = await chooseSite(options);
  const faults =
    options.faults === undefined ? null : readFaults(await readText('faults', options.faults), options.faults);
  const service = await startService({
    site,
    db: options.db,
    port: options.port,
    refusalStatus: options['refusal-status'],
    variant: options.variant,
    quotedNumbers: options['quoted-numbers'],
    ...(faults === null ? {} : { interfere: interfereFrom(faults) }),
  });
  output.out(`object-request service listening on ${service.url}\n`);
  if (options.demo === true) output.out('demo site: tokens demo-token, demo-lead-token, demo-viewer-token\n');
  if (faults !== null) output.out(`faults to play: ${faults.length}, from ${options.faults}\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await service.close();
  return 0;
}
