import { escapeText } from '../log.ts';
import { type Column, requestSection, type Section, sectionsOf } from './sections.ts';
import { listsRequests, type Status } from './status.ts';
import { asFarAs, countsText, labelsOf, nothingText, sharedText, warningsOf } from './status-words.ts';

/** So many branches, and so many rows of a kind, are named before the rest is counted. */
const most = 50;
/** A branch whose name is longer pushes its own counts aside. */
const widestLabel = 60;

/** Lines of one kind below their heading; the rest of a long list is counted. @param limit so many rows are named. */
function part({ title, columns, rows }: Section, labelOf: (n: number) => string, limit: number): string[] {
  let above = '';
  const lines = rows.slice(0, limit).map((cells) => {
    const { what, about, why } = textsOf(cells, columns, labelOf);
    const told = about !== '' && about === above ? 'as above' : about;
    above = about;
    return `  ${what}${told === '' ? '' : `  (${told})`}${why === '' ? '' : `: ${why}`}`;
  });
  const rest = rows.length - lines.length;
  return ['', `${title.toLowerCase()} (${rows.length}):`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

/** What and where, what is to be known of it, and why. */
function textsOf(cells: readonly string[], columns: readonly Column[], labelOf: (n: number) => string) {
  const of = (...kinds: readonly Column['is'][]) =>
    cells.flatMap((value, n) => {
      const { is, before = '' } = columns[n] as Column;
      if (!kinds.includes(is)) return [];
      const text = is === 'branch' ? labelOf(Number(value)) : is === 'commit' ? `commit ${value.slice(0, 12)}` : value;
      return text === '' ? [] : [`${before}${text}`];
    });
  return {
    what: [of('lead', 'object').join(' '), ...of('path')].join('  '),
    about: of('branch', 'about', 'commit').join(', '),
    why: of('why').join(''),
  };
}

/** How many rows of each kind the branches have, in columns. */
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
  const sections = sectionsOf(status);
  const isTable = ({ columns }: Section) => columns.some(({ is }) => is === 'count');
  const hasRequests = listsRequests(status) && status.requests.length > 0;
  const isPart = !hasRequests && status.requests.length > 0;
  const lines = [
    `${countsText(status)} (${isOne ? `${labels[0]}, ` : ''}${sharedText(status)})`,
    asFarAs,
    ...warningsOf(status),
    ...sections.filter(isTable).flatMap((section) => branchLines(section, labels)),
    ...sections.filter((section) => !isTable(section)).flatMap((section) => part(section, labelOf, limit)),
    ...(hasRequests ? part(requestSection(status), labelOf, limit) : []),
    ...(isPart ? ['', 'The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB'] : []),
  ];
  return lines.map(escapeText);
}
