import { timeText } from '../counted.ts';
import { escapeMarkdown, markdownCode } from '../report/escape-markdown.ts';
import { within } from '../report/fitting.ts';
import { commitUrl, type Links } from '../report/links.ts';
import { outcomeWord } from '../report/plan-words.ts';
import { listsRequests, type Status } from './status.ts';
import {
  asFarAs,
  askedText,
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

/** A job summary may have 1 MiB: each part stops well before that and counts the rest. */
const mostBytes = { warnings: 20_000, branches: 150_000, trouble: 150_000, requests: 300_000 };

function table(
  heading: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  most: number,
): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    ...['', `#### ${heading} (${rows.length})`, ''],
    ...[line(heads), line(heads.map(() => '---'))],
    ...within(most, rows.map(line), (left) => ['', `and ${left} more, see \`status --format json\``]),
  ];
}

function commitCell(links: Links, commit: string): string {
  const url = commitUrl(links, commit);
  const text = commit.slice(0, 12);
  return url === null || !/^https?:/.test(url) ? text : `<a href="${url}">${text}</a>`;
}

function troubleTables(status: Status, branches: readonly string[], links: Links): string[] {
  const branchOf = ({ record }: { readonly record: number }) => branches[record] ?? '';
  const calls = status.unanswered.map((call) => [
    ...[branchOf(call), callText(call).replace('#', ''), escapeMarkdown(call.reason)],
    ...[markdownCode(objectText(call)), markdownCode(call.path), escapeMarkdown(callNote(call))],
  ]);
  const said = openTexts(status);
  const open = status.open.map((change, n) => [
    ...[branchOf(change), escapeMarkdown(outcomeWord(change.outcome)), escapeMarkdown(change.reason)],
    ...[markdownCode(objectText(change)), markdownCode(change.path)],
    ...[escapeMarkdown(said[n]?.since ?? ''), escapeMarkdown(said[n]?.why ?? '')],
  ]);
  const runs = status.runs.map((run) => {
    return [branchOf(run), escapeMarkdown(run.run), commitCell(links, run.commit), escapeMarkdown(runText(run))];
  });
  const { trouble } = mostBytes;
  return [
    ...table('No answer', ['branch', 'call', 'reason', 'object', 'file', ''], calls, trouble),
    ...table('Still open', ['branch', 'outcome', 'reason', 'object', 'file', 'since', 'why'], open, trouble),
    ...table('Runs', ['branch', 'run', 'commit', ''], runs, trouble),
  ];
}

function requestTable(status: Status, branches: readonly string[], links: Links): string[] {
  const rows = status.requests.map((request) => [
    ...[String(request.objectId ?? ''), escapeMarkdown(request.reason), markdownCode(objectText(request))],
    ...[request.rfp === 0 ? '' : String(request.rfp), branches[request.record] ?? '', markdownCode(request.path)],
    ...[escapeMarkdown(filedBy(request)), escapeMarkdown(timeText(request.at)), commitCell(links, request.commit)],
    escapeMarkdown(remarkText(status, request)),
  ]);
  const heads = ['request', 'reason', 'object', 'RFP', 'branch', 'file', 'filed', 'when', 'commit', ''];
  return table('Requests', heads, rows, mostBytes.requests);
}

/** The status as Markdown, for a job summary: under 1 MiB; the requests where a part of them was asked for, or there are few. */
export function markdownStatus(status: Status, links: Links): string {
  const nothing = nothingText(status);
  const warnings = warningsOf(status).map((line) => `- ${escapeMarkdown(line)}`);
  const lines = ['### Check-outs that are open', ''];
  lines.push(escapeMarkdown(nothing ?? `${countsText(status)} (${sharedText(status)})`), '');
  const asked = askedText(status);
  if (asked !== '' && nothing === null) lines.push(`Only ${escapeMarkdown(asked)}.`, '');
  if (nothing === null) lines.push(asFarAs, '');
  lines.push(...within(mostBytes.warnings, warnings, (left) => [`- and ${left} more`]));
  const branches = labelsOf(status).map(markdownCode);
  lines.push(...troubleTables(status, branches, links));
  const counts = worstRecords(status).map((n) => {
    const { requests = 0, open = 0, unanswered = 0, runs = 0 } = status.records[n]?.counts ?? {};
    return [branches[n] ?? '', ...[requests, open, unanswered, runs].map(String)];
  });
  lines.push(...table('Branches', ['branch', 'requests', 'open', 'no answer', 'runs'], counts, mostBytes.branches));
  if (listsRequests(status)) lines.push(...requestTable(status, branches, links));
  return `${lines.join('\n').trimEnd()}\n`;
}
