import { once } from 'node:events';
import { resolve } from 'node:path';
import { Document, isMap, isPair, isSeq, visit } from 'yaml';
import { exitCodes, Problem } from '../errors.ts';
import { escapeText } from '../log.ts';
import { escapeInvisible } from '../report/json-text.ts';
import type { RunInput } from '../run/input.ts';
import { demoSite } from '../service/demo.ts';
import { createFaultHook, readFaults } from '../service/faults.ts';
import { readSite } from '../service/load-site.ts';
import type { Site } from '../service/site.ts';
import { startService } from '../service/start.ts';
import { withDigests } from '../service/tokens.ts';
import type { SiteInput } from './made-site/site-of-mapping.ts';
import { readNamedFile, writeNewFile } from './named-files.ts';
import type { Output } from './run-command.ts';

/** A site to serve, or to write down; what it is, and what of it is made up; the token of a user that is made up. */
type Chosen = Readonly<{ site: Site; about: readonly string[]; token?: string }>;

/**
 * Returns the site that options name: `--demo`, `--site` (tokens become digests) or one made for `--from-mapping`. @throws Problem('usage')
 * if none or several are named, for `--write-site` or `--linked` without `--from-mapping`, or a wrong site file; as createMappedSite
 */
async function chooseSite(input: SiteInput): Promise<Chosen> {
  const { options } = input;
  const { demo, site, 'from-mapping': mapping } = options;
  const given = [...(demo ? ['--demo'] : []), ...(site ? ['--site'] : []), ...(mapping ? ['--from-mapping'] : [])];
  if (given.length > 1) throw new Problem('usage', `${given.join(' and ')} exclude each other`, 'Give one of them.');
  if (mapping !== undefined) {
    // Loaded only here: it needs everything that reads a mapping.
    const { createMappedSite } = await import('./made-site/site-of-mapping.ts');
    return createMappedSite(mapping, input);
  }
  if (options['write-site'] !== undefined || options.linked.length > 0) {
    const name = options['write-site'] === undefined ? '--linked' : '--write-site';
    throw new Problem('usage', `${name} is for a site that is made from a mapping`, 'Give --from-mapping too.');
  }
  if (demo) return { site: demoSite, about: ['demo site: tokens demo-token, demo-lead-token, demo-viewer-token'] };
  if (site === undefined) {
    const remedy = 'Give --site FILE, --from-mapping to make one for your repository, or --demo to try it.';
    throw new Problem('usage', 'serve needs a site', remedy);
  }
  return { site: withDigests(readSite(readNamedFile('site', site), site)), about: [] };
}

/**
 * Runs `serve`: starts the object-request service, prints its address, what is made up, a made-up user's token and the number of faults to
 * play, and closes the service when the signal is aborted. Under `--write-site` only writes the site that it made. Returns 0. @throws
 * Problem as chooseSite, and Problem('usage') for invalid faults, a file that cannot be written, or a port or database that cannot be used
 */
export async function runServeCommand(input: SiteInput & Pick<RunInput, 'signal'>, output: Output): Promise<number> {
  const { options, signal, cwd } = input;
  const { site, about, token } = await chooseSite(input);
  const file = options['write-site'];
  if (file !== undefined) return writeSite({ site, about }, file, output, cwd);
  const faults =
    options.faults === undefined ? null : readFaults(readNamedFile('faults', options.faults), options.faults);
  const service = await startService({
    site,
    db: options.db,
    port: options.port,
    refusalStatus: options['refusal-status'],
    variant: options.variant,
    quotedNumbers: options['quoted-numbers'],
    ...(faults === null ? {} : { interfere: createFaultHook(faults) }),
  });
  output.out(`object-request service listening on ${service.url}\n`);
  for (const line of about) output.out(`${escapeText(line)}\n`);
  if (token !== undefined) output.out(`token: ${token}\n`);
  if (faults !== null) output.out(`faults to play: ${faults.length}, from ${options.faults}\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await service.close();
  return exitCodes.filed;
}

/** Writes a site to a new file (`name`, from `cwd`), prints what it is and what to do next, returns 0. @throws Problem as `writeNewFile` */
async function writeSite({ site, about }: Chosen, name: string, { out }: Output, cwd: string): Promise<number> {
  const remarks = [...about, 'Correct what differs at your service: docs/site.md has every key.'];
  await writeNewFile({ file: resolve(cwd, name), name }, formatSite(site, remarks.map(escapeText)), '--write-site');
  const commands = ['rehearse', 'serve'].map((command) => `  file-checkouts ${command} --site ${name}`);
  const lines = [`wrote ${name}: ${about[0]}`, ...about.slice(1), 'next: correct it, then', ...commands];
  out(`${lines.map(escapeText).join('\n')}\n`);
  return exitCodes.filed;
}

const schemaUrl = 'https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/site.schema.json';

/** Formats a site as a YAML file, with remarks (escaped lines) as comments on top; a record is one line unless it has a list of records. */
export function formatSite(site: Site, remarks: readonly string[]): string {
  const document = new Document(site, { aliasDuplicateObjects: false });
  visit(document, {
    Collection: (_, node) => {
      const values = node.items.map((item) => (isPair(item) ? item.value : item));
      const isDeep = values.some((value) => (isSeq(node) ? isMap(value) : isSeq(value) && value.items.some(isMap)));
      node.flow = !isDeep && node !== document.contents;
    },
  });
  const about = [`# yaml-language-server: $schema=${schemaUrl}`, ...remarks.map((line) => `# ${line}`.trimEnd())];
  const text = document.toString({ lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' });
  return `${about.join('\n')}\n${escapeInvisible(text)}`;
}
