import { timeText } from '../counted.ts';
import { escapeText } from '../log.ts';
import { outcomeWord } from '../report/plan-words.ts';
import { listsRequests, type Status, type StatusRequest } from './status.ts';
import {
  asFarAs,
  callNote,
  callText,
  countsText,
  filedBy,
  labelsOf,
  nothingText,
  objectText,
  openTexts,
  remarkText,
  runText,
  sharedText,
  warningsOf,
  worstRecords,
} from './status-words.ts';

/** So many branches, and so many rows of a kind, are named before the rest is counted. */
const most = 50;
/** A branch whose name is longer pushes its own counts aside. */
const widestLabel = 60;

/** Lines of one kind below their heading; the rest of a long list is counted. */
function part(heading: string, count: number, lines: readonly string[], limit: number): string[] {
  const rest = count - limit;
  const more = rest > 0 ? [`  and ${rest} more`] : [];
  return lines.length === 0 ? [] : ['', `${heading} (${count}):`, ...lines, ...more];
}

function branchLines(status: Status, labels: readonly string[]): string[] {
  const width = Math.min(widestLabel, Math.max(6, ...labels.map(({ length }) => length)));
  const line = (label: string, cells: readonly (string | number)[]) =>
    `${label.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(9)).join('  ')}`.trimEnd();
  const lines = worstRecords(status)
    .slice(0, most)
    .map((n) => {
      const { requests = 0, open = 0, unanswered = 0, runs = 0 } = status.records[n]?.counts ?? {};
      return line(labels[n] ?? '', [requests, open, unanswered, runs]);
    });
  const rest = status.records.length - lines.length;
  const more = rest > 0 ? [`and ${rest} more branches`] : [];
  return ['', line('branch', ['requests', 'open', 'no answer', 'runs']), ...lines, ...more];
}

function requestLine(status: Status, request: StatusRequest, label: string): string {
  const { objectId, reason, rfp, path, commit, at } = request;
  const told = [label, filedBy(request), timeText(at), `commit ${commit.slice(0, 12)}`, remarkText(status, request)];
  const rfpText = rfp === 0 ? '' : ` RFP ${rfp}`;
  const about = told.filter((text) => text !== '').join(', ');
  return `  #${objectId ?? '?'} ${reason} ${objectText(request)}${rfpText}  ${path}  (${about})`;
}

/** What somebody has to see to, first what nobody knows the end of. */
function troubleLines(status: Status, labelOf: (n: number) => string, limit: number): string[] {
  const { unanswered, open, runs } = status;
  const calls = unanswered.slice(0, limit).map((call) => {
    const about = [labelOf(call.record), callNote(call)].filter((text) => text !== '').join(', ');
    return `  ${callText(call)} ${call.reason} ${objectText(call)}  ${call.path}${about === '' ? '' : `  (${about})`}`;
  });
  const said = openTexts(status);
  const changes = open.slice(0, limit).map((change, n) => {
    const { since = '', why = '' } = said[n] ?? {};
    const about = [labelOf(change.record), since].filter((text) => text !== '').join(', ');
    const object = [outcomeWord(change.outcome), change.reason, objectText(change)]
      .filter((text) => text !== '')
      .join(' ');
    return `  ${object}  ${change.path}${about === '' ? '' : `  (${about})`}${why === '' ? '' : `: ${why}`}`;
  });
  const going = runs.slice(0, limit).map((run) => {
    const label = labelOf(run.record);
    return `  run ${run.run} at ${run.commit.slice(0, 12)}${label === '' ? '' : ` of ${label}`}: ${runText(run)}`;
  });
  return [
    ...part('no answer', unanswered.length, calls, limit),
    ...part('still open', open.length, changes, limit),
    ...part('runs', runs.length, going, limit),
  ];
}

/**
 * The status for people: counts, a line a branch, then what somebody has to see to. The requests themselves follow where a
 * part of them was asked for; of one branch all of it. Every line is safe for a log.
 */
export function textLines(status: Status): string[] {
  const nothing = nothingText(status);
  const warnings = warningsOf(status).map(escapeText);
  if (nothing !== null) return [escapeText(nothing), ...warnings];
  const labels = labelsOf(status);
  const isOne = status.records.length === 1;
  const labelOf = (n: number) => (isOne ? '' : (labels[n] ?? ''));
  const limit = status.asked.branch === null ? most : Number.POSITIVE_INFINITY;
  const requests = status.requests
    .slice(0, listsRequests(status) ? limit : 0)
    .map((request) => requestLine(status, request, labelOf(request.record)));
  const isPart = requests.length === 0 && status.requests.length > 0;
  const lines = [
    `${countsText(status)} (${isOne ? `${labels[0]}, ` : ''}${sharedText(status)})`,
    asFarAs,
    ...warningsOf(status),
    ...(isOne ? [] : branchLines(status, labels)),
    ...troubleLines(status, labelOf, limit),
    ...part('requests', status.requests.length, requests, limit),
    ...(isPart ? ['', 'The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB'] : []),
  ];
  return lines.map(escapeText);
}
