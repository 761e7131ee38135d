import { once } from 'node:events';
import { formatCount } from '../counted.ts';
import { Problem } from '../errors.ts';
import { escapeText } from '../log.ts';
import { type GivenOptions, withDefaults } from '../options.ts';
import { formatTextReport } from '../report/text.ts';
import type { RunInput } from '../run/input.ts';
import { readSite } from '../service/load-site.ts';
import { type RunningService, startService } from '../service/start.ts';
import { createAuthenticator } from '../service/tokens.ts';
import { readNamedFile } from './named-files.ts';
import { filePush, type Script, type Setting } from './rehearsal/pushes.ts';
import { createReplayScript } from './rehearsal/replay.ts';
import { createSampleScript } from './rehearsal/sample.ts';
import type { Output } from './run-command.ts';

/** `asGiven`: the options without defaults; the token is that of a user of `--site`. */
type RehearseInput = Pick<RunInput, 'env' | 'cwd' | 'signal' | 'version' | 'token'> & { asGiven: GivenOptions };

/**
 * Runs `rehearse`: starts the service in memory, files pushes there by real runs over HTTP, and prints their reports and what the service
 * then holds. Without `--repo-dir` and `--site` the sample is played. Under `--open` the service stays until the signal is aborted; an
 * aborted signal also ends the pushes. Returns the highest exit code of the pushes. @throws Problem of createScript, before the first push
 */
export async function runRehearseCommand(input: RehearseInput, output: Output): Promise<number> {
  const { asGiven, signal } = input;
  const isSample = asGiven['repo-dir'] === undefined && asGiven.site === undefined;
  const script = await createScript(isSample, input);
  using _sandbox = script.sandbox;
  const service = await startService({ site: script.site, db: ':memory:', port: 0 });
  const stage = { ...input, log: output.log, script, url: service.url };
  let worst = 0;
  let refused = false;
  output.out(formatSection(`rehearsal: ${script.what}, ${script.at}`, script.about));
  try {
    for (const [n, step] of script.steps.entries()) {
      if (signal.aborted) break;
      const report = await filePush(await step.push(), n + 1, stage);
      const title = `push ${n + 1} of ${script.steps.length}: ${step.title}`;
      output.out(`${formatSection(title, [])}${formatTextReport(report)}`);
      worst = Math.max(worst, report.exitCode);
      refused ||= report.requests.some(({ outcome }) => outcome === 'rejected');
    }
    output.out(`\n=== ${formatHoldings(service, isSample)}`);
    if (refused && script.advice.length > 0) output.out(formatSection('requests were refused', script.advice));
    if (asGiven.open === true && !signal.aborted) {
      output.out(`\n=== the service is still running: look at ${service.url}/ and end it with Ctrl-C\n`);
      await once(signal, 'abort');
    }
  } finally {
    await service.close();
  }
  return worst;
}

/** Returns the script of the sample, or of the user's repository. @throws Problem, as for options that exclude each other */
function createScript(isSample: boolean, { asGiven, token, ...inputs }: RehearseInput): Promise<Script> {
  const { site, linked, last, mapping } = asGiven;
  if (isSample) {
    if (last === undefined && mapping === undefined && linked === undefined) return createSampleScript(inputs);
    throw new Problem('usage', 'rehearse needs a repository', 'Give --repo-dir DIR; without it the sample is played.');
  }
  if (site !== undefined && linked !== undefined) {
    const remedy = `Link them in ${site}: branches of the repository.`;
    throw new Problem('usage', '--linked is for a site that is made from the mapping', remedy);
  }
  return createReplayScript(withDefaults(asGiven), site === undefined ? null : readOwnSite(site, token), inputs);
}

/** Returns an empty line, `===` and the title, and below it the lines, all escaped; the text ends with a line end. */
function formatSection(title: string, below: readonly string[]): string {
  return `\n=== ${[title, ...below].map(escapeText).join('\n')}\n`;
}

const mostLines = 60;

/** Formats a request on one line, not escaped: number, reason, object, status, lock, RFP, project, file, and if the service made it. */
function formatServiceRequest(request: ReturnType<RunningService['inspect']>['requests'][number]): string {
  const { objectId, appl, lvl, objn, objt, attr, rsn, status, lock, rfp, repo, branch, gpath, gfile } = request;
  const project = [request.proj, request.task || '', request.stsk || ''].filter((part) => part !== '').join('/');
  const file = gfile ? ` from ${repo} ${branch} ${gpath ? `${gpath}/` : ''}${gfile}` : '';
  const made = objt === '*PIPE' && !gfile ? ' (created by the service, to notify the pipeline about the RFP)' : '';
  const where = `${rfp ? ` RFP ${rfp}` : ''}${project ? ` project ${project}` : ''}`;
  return `  #${objectId} ${rsn} ${appl}/${lvl} ${objn} ${objt} ${attr} status ${status} lock ${lock}${where}${file}${made}`;
}

/** Returns lines (not escaped) for each attachment of a request: name, size, first 12 lines; those equal in these only once. */
function formatAttachments(service: RunningService, objectId: number): string[] {
  const attachments = service.inspectContent(objectId).map(({ filename, bytes }) => {
    const text = Buffer.from(bytes).toString('utf8').split(/\r?\n/).slice(0, 12);
    return [`     attached ${filename} (${bytes.length} bytes):`, ...text.map((line) => `     | ${line}`)].join('\n');
  });
  // What the service keeps in two places (interface §4.3) is shown once.
  return [...new Set(attachments)].flatMap((one) => one.split('\n'));
}

/** Formats what the service holds, escaped: counts, the first 60 requests (with attachments under `withContents`), the first 60 RFPs. */
function formatHoldings(service: RunningService, withContents: boolean): string {
  const { requests, rfps, attachments, transactions } = service.inspect();
  const counts = `${formatCount(requests.length, 'request')}, ${formatCount(rfps.length, 'RFP')}, ${formatCount(attachments.length, 'attachment')}, ${formatCount(transactions.length, 'transaction')}`;
  const lines = [`what the service holds: ${counts}`];
  for (const request of requests.slice(0, mostLines)) {
    lines.push(formatServiceRequest(request), ...(withContents ? formatAttachments(service, request.objectId) : []));
  }
  if (requests.length > mostLines) lines.push(`  and ${requests.length - mostLines} more requests`);
  for (const rfp of rfps.slice(0, mostLines)) {
    lines.push(`  RFP ${rfp.rfp} ${rfp.appl}/${rfp.lvl} "${rfp.rfpd}": ${formatCount(rfp.requests.length, 'request')}`);
  }
  return `${lines.map(escapeText).join('\n')}\n`;
}

/**
 * Reads a user's site file for a rehearsal, and chooses the user who files: the one with `token`, even if that user may not add requests
 * (`about` says so); without `token` the first one who may add requests and has a token in clear. @throws Problem('usage') with all
 * findings about the file; if no user has the token; or if none can be chosen
 */
export function readOwnSite(file: string, token: string | undefined): Setting {
  const site = readSite(readNamedFile('site', file), file);
  const first = site.users.find((user) => user.token !== undefined && user.addRequest === true);
  const found = token === undefined ? first : createAuthenticator(site)(`Bearer ${token}`);
  const chosen = token ?? first?.token;
  if (token !== undefined && !found) {
    const remedy = 'Set it to the token of one of them, or unset it: then the first user with a token in clear files.';
    throw new Problem('usage', `the token in FILE_CHECKOUTS_TOKEN belongs to no user of ${file}`, remedy);
  }
  if (!found || chosen === undefined) {
    const message = `no user of ${file} has both \`addRequest: true\` and a \`token\` in clear`;
    throw new Problem('usage', message, 'Set FILE_CHECKOUTS_TOKEN to the token of one of its users.');
  }
  const byOrder = `the first in ${file} with addRequest and a token; FILE_CHECKOUTS_TOKEN chooses another`;
  const how = token === undefined ? byOrder : 'whose token FILE_CHECKOUTS_TOKEN holds';
  const may = found.addRequest === true ? '' : ', who may not add requests';
  const about = [`filed as user ${found.user} (${how})${may}; what is not in ${file} is not known here`];
  return { site, token: chosen, at: `at the site of ${file}`, about, advice: [] };
}
