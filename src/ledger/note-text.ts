import type { HostEvent } from '../host/event.ts';
import { escapeText } from '../log.ts';
import { identityText } from '../plan/identity.ts';
import type { FiledRequest } from './outcome.ts';

/** What a note says of the run itself. */
export interface NoteRun {
  readonly run: string;
  readonly event: HostEvent;
  /** The service as the ledger knows it. */
  readonly service: string;
  readonly at: Date;
  readonly version: string;
  readonly mappingBlob: string | null;
  readonly branch: string;
}

/** The note on a filed commit, for `git log --notes=check-outs`: who, with what, and one line per request. */
export function noteText(about: NoteRun, rows: readonly FiledRequest[]): string {
  const { event, run } = about;
  const lines = [
    `Run: ${run}${event.run.url === null ? '' : ` ${event.run.url}`}`,
    `At: ${about.at.toISOString()}`,
    `Service: ${about.service}`,
    `Account: ${event.run.actor ?? 'unknown'}`,
    `Tool: file-checkouts ${about.version}`,
    `Mapping: ${about.mappingBlob ?? 'none'}`,
    `Branch: ${about.branch}`,
    ...rows.map((row) => {
      const number = row.objectId === null ? '' : ` #${row.objectId}`;
      const rfp = row.rfp ? ` RFP ${row.rfp}` : '';
      return `${row.outcome} ${row.reason} ${identityText(row.request.identity)}${number}${rfp} ${row.path.text}`;
    }),
  ];
  return lines.map(escapeText).join('\n');
}
