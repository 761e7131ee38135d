import { escapeText } from '../log.ts';
import { type Column, requestSection, type Section, sectionsOf } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import { countsText, labelsOf, limitsText, nothingText, sharedText, warningsOf } from './status-words.ts';

/** Most branches, and most rows of a table, that are shown; the rest is counted. */
const most = 50;
/** Most characters of the column of branches; a longer name moves its own counts aside. */
const widestLabel = 60;

/** Returns the lines of a table; rows past `limit` are counted. A bracket that repeats the one above becomes `as above`. */
function sectionLines({ title, columns, rows }: Section, labelOf: (n: number) => string, limit: number): string[] {
  let above = '';
  const lines = rows.slice(0, limit).map((cells) => {
    const { what, about, why } = textsOf(cells, columns, labelOf);
    const bracket = about === '' ? '' : `  (${about === above ? 'as above' : about})`;
    above = about;
    return `  ${what}${bracket}${why === '' ? '' : `: ${why}`}`;
  });
  const rest = rows.length - lines.length;
  return ['', `${title.toLowerCase()} (${rows.length}):`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

/** Returns the texts of a row: what and where, what is in the bracket behind it, and why. */
function textsOf(cells: readonly string[], columns: readonly Column[], labelOf: (n: number) => string) {
  const textsIn = (...kinds: readonly Column['is'][]) =>
    cells.flatMap((value, n) => {
      const { is, before = '' } = columns[n] as Column;
      if (!kinds.includes(is)) return [];
      const text = is === 'branch' ? labelOf(Number(value)) : is === 'commit' ? `commit ${value.slice(0, 12)}` : value;
      return text === '' ? [] : [`${before}${text}`];
    });
  return {
    what: [textsIn('lead', 'object').join(' '), ...textsIn('path')].join('  '),
    about: textsIn('branch', 'about', 'commit').join(', '),
    why: textsIn('why').join(''),
  };
}

/** Returns the counts of the branches in columns, below their heads; branches past 50 are counted. */
function branchLines({ columns, rows }: Section, labels: readonly string[]): string[] {
  const width = Math.min(widestLabel, Math.max(6, ...labels.map(({ length }) => length)));
  const line = (label: string, cells: readonly string[]) =>
    `${label.padEnd(width)}  ${cells.map((cell) => cell.padStart(9)).join('  ')}`.trimEnd();
  const [first, ...heads] = columns.map(({ head }) => head);
  const lines = rows.slice(0, most).map(([n, ...counts]) => line(labels[Number(n)] ?? '', counts));
  const rest = rows.length - lines.length;
  return ['', line(first ?? '', heads), ...lines, ...(rest > 0 ? [`and ${rest} more branches`] : [])];
}

/**
 * Returns the lines of the status, each safe for a log: counts, warnings, the branches, then the other tables, cut off after
 * 50 rows unless one branch was asked for. The requests follow as listsRequests says; else a hint how to list them. Without
 * records only a sentence and the warnings.
 */
export function textLines(status: Status): string[] {
  const nothing = nothingText(status);
  const warnings = warningsOf(status).map(escapeText);
  if (nothing !== null) return [escapeText(nothing), ...warnings];
  const labels = labelsOf(status);
  const isOne = status.records.length === 1;
  const labelOf = (n: number) => (isOne ? '' : (labels[n] ?? ''));
  const limit = status.asked.branch === null ? most : Number.POSITIVE_INFINITY;
  const sections = sectionsOf(status);
  const isTable = ({ columns }: Section) => columns.some(({ is }) => is === 'count');
  const hasRequests = listsRequests(status) && status.requests.length > 0;
  const lines = [
    `${countsText(status)} (${isOne ? `${labels[0]}, ` : ''}${sharedText(status)})`,
    limitsText,
    ...warningsOf(status),
    ...sections.filter(isTable).flatMap((section) => branchLines(section, labels)),
    ...sections.filter((section) => !isTable(section)).flatMap((section) => sectionLines(section, labelOf, limit)),
    ...(hasRequests ? sectionLines(requestSection(status), labelOf, limit) : []),
    ...(!hasRequests && status.requests.length > 0
      ? ['', 'The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB']
      : []),
  ];
  return lines.map(escapeText);
}
