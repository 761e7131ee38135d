import { dependentName } from './dependents.ts';
import { objectText, type Report, type ReportRequest } from './report-json.ts';

/** A picture of more requests than this is no help. */
const mostDrawn = 20;
const longestLabel = 60;

/**
 * A label as Mermaid takes it, in quotes: letters, digits and a few plain signs as they are, all else as a character
 * code, so that no name can end the label, the fence or start a directive.
 */
function label(text: string): string {
  const characters = Array.from(text.toWellFormed());
  const shown = characters.slice(0, longestLabel).join('') + (characters.length > longestLabel ? '...' : '');
  return `"${shown.replace(/[^A-Za-z0-9 ./*_-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
}

function requestLabel(request: ReportRequest): string {
  const { objectId, outcome, action } = request;
  const reason = request.reason === '*MIGRATE' ? '' : ` ${request.reason}`;
  const number = objectId === null ? '' : ` #${objectId}`;
  const planned = action === 'none' ? 'unchanged' : (action ?? 'planned');
  return `${outcome === 'planned' ? planned : outcome}${reason}${number} ${objectText(request)}`;
}

function rfpLabel({ rfp, outcome }: ReportRequest): string | null {
  if (rfp) return `RFP ${rfp}`;
  return outcome === 'planned' ? null : 'no RFP';
}

/**
 * A picture of RFP, request and file for a small run, as the lines of a Mermaid block; none for a large run or one
 * without requests.
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
      `  r${n}[${label(requestLabel(request))}]`,
      `  f${n}[/${label(request.path)}/]`,
      ...from,
      `  r${n} --> f${n}`,
    ];
  });
  return ['```mermaid', 'flowchart LR', ...nodes, ...rows, '```'];
}

/** A graph of what a small push affects, changed files first, as the lines of a Mermaid block; none for a large one. */
export function mermaidAffected({ dependents }: Pick<Report, 'dependents'>): string[] {
  if (dependents.length === 0 || dependents.length > mostDrawn) return [];
  const files = [...new Set(dependents.flatMap(({ because }) => because.flatMap(({ path, via }) => [path, ...via])))];
  if (files.length > mostDrawn) return [];
  const nodes = files.map((path, n) => `  c${n}[/${label(path)}/]`);
  const arrows = new Set<string>();
  const rows = dependents.map((one, n) => {
    for (const { path, via } of one.because) {
      const way = [...via, path].map((file) => `c${files.indexOf(file)}`).toReversed();
      for (const [at, node] of way.entries()) arrows.add(`  ${node} --> ${way[at + 1] ?? `a${n}`}`);
    }
    return `  a${n}[${label(`${one.reason} ${dependentName(one)}`)}]`;
  });
  return ['```mermaid', 'flowchart LR', ...nodes, ...rows, ...arrows, '```'];
}
