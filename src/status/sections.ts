/** The tables of the status, the same for every form: a form knows how a cell looks, and nothing else. */
import { outcomeRow } from '../checkout/outcome.ts';
import { timeText } from '../counted.ts';
import type { Status } from './status.ts';
import {
  callNote,
  callText,
  filedBy,
  objectText,
  openTexts,
  remarkText,
  runText,
  worstRecords,
} from './status-words.ts';

/** What the cells of a column are; `branch`: the place of the record. */
export interface Column {
  readonly head: string;
  readonly is: 'lead' | 'object' | 'branch' | 'path' | 'commit' | 'about' | 'why' | 'count';
  /** What stands before a cell where it has no heading above it. */
  readonly before?: string;
}

export interface Section {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const lead = (head: string, before = ''): Column => ({ head, is: 'lead', before });
const of = (is: Column['is'], head: string = is): Column => ({ head, is });
const ofFile = [lead('reason'), of('object'), of('branch'), of('path', 'file')];

/** What somebody has to see to, first what nobody knows the end of; then the branches. */
export function sectionsOf(status: Status): Section[] {
  const said = openTexts(status);
  const all: Section[] = [
    {
      title: 'Without an answer',
      columns: [lead('call'), ...ofFile, of('about', 'note')],
      rows: status.unanswered.map((call) => [callText(call), ...fileCells(call), callNote(call)]),
    },
    {
      title: 'Still open',
      columns: [lead('outcome'), ...ofFile, of('about', 'since'), of('why')],
      rows: status.open.map((change, n) => {
        return [outcomeRow(change.outcome).word, ...fileCells(change), said[n]?.since ?? '', said[n]?.why ?? ''];
      }),
    },
    {
      title: 'Runs',
      columns: [lead('run', 'run '), of('branch'), of('commit'), of('why', 'state')],
      rows: status.runs.map((run) => [run.run, String(run.record), run.commit, runText(run)]),
    },
    {
      title: 'Branches',
      columns: [of('branch'), ...['requests', 'open', 'no answer', 'runs'].map((head) => of('count', head))],
      rows: status.records.length < 2 ? [] : worstRecords(status).map((n) => countCells(status, n)),
    },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

function countCells({ records }: Status, n: number): string[] {
  const { requests = 0, open = 0, unanswered = 0, runs = 0 } = records[n]?.counts ?? {};
  return [n, requests, open, unanswered, runs].map(String);
}

function fileCells(row: Status['open'][number] | Status['unanswered'][number]): string[] {
  return [row.reason, objectText(row), String(row.record), row.path];
}

/** All requests, for the forms that have no search. */
export function requestSection(status: Status): Section {
  return {
    title: 'Requests',
    columns: [
      ...[lead('request', '#'), lead('reason'), of('object'), lead('RFP', 'RFP '), of('branch'), of('path', 'file')],
      ...[of('about', 'filed'), of('about', 'when'), of('commit'), of('about', 'note')],
    ],
    rows: status.requests.map((request) => {
      const { objectId, reason, rfp, record, path, commit, at } = request;
      return [
        ...[String(objectId ?? '?'), reason, objectText(request), rfp === 0 ? '' : String(rfp), String(record), path],
        ...[filedBy(request), timeText(at), commit, remarkText(status, request)],
      ];
    }),
  };
}
