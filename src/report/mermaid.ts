import { dependentName } from './dependents.ts';
import { objectText, type Report, type ReportRequest } from './report-json.ts';
import { pictureText } from './request-words.ts';

/** Most requests, dependents or files in a picture: more are no help. */
const mostDrawn = 20;
const longestLabel = 60;

/**
 * Writes a label for Mermaid, in quotes, of at most 60 characters and `...`: letters, digits and a few plain signs as
 * they are, all else as a character code, so that no name can end the label or the fence, or start a directive.
 */
function label(text: string): string {
  const characters = Array.from(text.toWellFormed());
  const shown = characters.slice(0, longestLabel).join('') + (characters.length > longestLabel ? '...' : '');
  return `"${shown.replace(/[^A-Za-z0-9 ./*_-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
}

/** Names the RFP of a request; null: a planned request is in none yet. */
function rfpLabel({ rfp, outcome }: ReportRequest): string | null {
  if (rfp) return `RFP ${rfp}`;
  return outcome === 'planned' ? null : 'no RFP';
}

/**
 * Draws RFP, request and file of a small run, as the lines of a Mermaid block; no line for more than 20 requests, or
 * for none.
 */
export function mermaidPicture(report: Report): string[] {
  const { requests } = report;
  if (requests.length === 0 || requests.length > mostDrawn) return [];
  const rfps = [...new Set(requests.map(rfpLabel).filter((text) => text !== null))];
  const nodes = rfps.map((text, n) => `  p${n}([${label(text)}])`);
  const rows = requests.flatMap((request, n) => {
    const rfp = rfpLabel(request);
    const from = rfp === null ? [] : [`  p${rfps.indexOf(rfp)} --> r${n}`];
    return [
      `  r${n}[${label(`${pictureText(request)} ${objectText(request)}`)}]`,
      `  f${n}[/${label(request.path)}/]`,
      ...from,
      `  r${n} --> f${n}`,
    ];
  });
  return ['```mermaid', 'flowchart LR', ...nodes, ...rows, '```'];
}

/**
 * Draws what a small push affects, changed files first, as the lines of a Mermaid block; no line for more than 20
 * dependents or other files, or for none. A file that is affected and affects others is drawn once.
 */
export function mermaidAffected({ dependents }: Pick<Report, 'dependents'>): string[] {
  if (dependents.length === 0 || dependents.length > mostDrawn) return [];
  const nodes = new Map(dependents.map(({ path }, n) => [path, `a${n}`]));
  const used = dependents.flatMap(({ because }) => because.flatMap(({ path, via }) => [path, ...via]));
  const files = [...new Set(used)].filter((path) => !nodes.has(path));
  if (files.length > mostDrawn) return [];
  for (const [n, path] of files.entries()) nodes.set(path, `c${n}`);
  const ways = dependents.flatMap(({ because }, n) =>
    because.map(({ path, via }) => [path, ...via.toReversed()].map((file) => nodes.get(file)).concat(`a${n}`)),
  );
  const arrows = ways.flatMap((way) => way.slice(1).map((node, at) => `  ${way[at]} --> ${node}`));
  return [
    ...['```mermaid', 'flowchart LR'],
    ...files.map((path, n) => `  c${n}[/${label(path)}/]`),
    ...dependents.map((one, n) => `  a${n}[${label(`${one.reason} ${dependentName(one)}`)}]`),
    ...new Set(arrows),
    '```',
  ];
}
