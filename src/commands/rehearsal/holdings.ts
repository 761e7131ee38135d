import { escapeText } from '../../log.ts';
import type { RunningService } from '../../service/start.ts';

/** How many requests are printed one by one; more are counted. */
const mostLines = 60;

type Holdings = ReturnType<RunningService['inspect']>;

function requestLine(request: Holdings['requests'][number]): string {
  const { objectId, appl, lvl, objn, objt, attr, rsn, status, lock, rfp, repo, branch, gpath, gfile } = request;
  const project = [request.proj, request.task || '', request.stsk || ''].filter((part) => part !== '').join('/');
  const file = gfile ? ` from ${repo} ${branch} ${gpath ? `${gpath}/` : ''}${gfile}` : '';
  const made = objt === '*PIPE' && !gfile ? ' (created by the service, to notify the pipeline about the RFP)' : '';
  const where = `${rfp ? ` RFP ${rfp}` : ''}${project ? ` project ${project}` : ''}`;
  return `  #${objectId} ${rsn} ${appl}/${lvl} ${objn} ${objt} ${attr} status ${status} lock ${lock}${where}${file}${made}`;
}

function contentLines(service: RunningService, objectId: number): string[] {
  const told = service.inspectContent(objectId).map(({ filename, bytes }) => {
    const text = Buffer.from(bytes).toString('utf8').split(/\r?\n/).slice(0, 12);
    return [`     attached ${filename} (${bytes.length} bytes):`, ...text.map((line) => `     | ${line}`)].join('\n');
  });
  // What the service keeps in two places (interface §4.3) is shown once.
  return [...new Set(told)].flatMap((one) => one.split('\n'));
}

/** What the service holds after a rehearsal: requests, RFPs and, when asked, the attached contents. */
export function holdings(service: RunningService, withContents: boolean): string {
  const { requests, rfps, attachments, transactions } = service.inspect();
  const counts = `${requests.length} requests, ${rfps.length} RFPs, ${attachments.length} attachments, ${transactions.length} transactions`;
  const lines = [`what the service holds: ${counts}`];
  for (const request of requests.slice(0, mostLines)) {
    lines.push(requestLine(request), ...(withContents ? contentLines(service, request.objectId) : []));
  }
  if (requests.length > mostLines) lines.push(`  and ${requests.length - mostLines} more requests`);
  for (const rfp of rfps.slice(0, mostLines)) {
    lines.push(`  RFP ${rfp.rfp} ${rfp.appl}/${rfp.lvl} "${rfp.rfpd}": ${rfp.requests.length} requests`);
  }
  return `${lines.map(escapeText).join('\n')}\n`;
}
