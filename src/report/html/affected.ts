import { dependentName, dependentRequest, dependentState, whyAffected } from '../dependents.ts';
import { within } from '../fitting.ts';
import { moodOf } from '../plan-words.ts';
import type { Report } from '../report-json.ts';
import { htmlTable, htmlText } from './escape.ts';
import { box, figure, line, type PictureColumn, rowHeight } from './picture.ts';

/** Most dependents, or changed files, in a graph: more are no help. */
const mostDrawn = 20;
/** Bytes of the table; the rest is counted. */
const mostBytes = 120_000;
const columns = {
  changed: { x: 1, width: 398, keepsEnd: true },
  affected: { x: 520, width: 428 },
} satisfies Readonly<Record<string, PictureColumn>>;

/** Returns the section of affected objects: a graph of a small push, and a table (120 kB, the rest counted); empty without any. */
export function htmlAffected(report: Report): string {
  const { dependents } = report;
  if (dependents.length === 0) return '';
  const rows = dependents.map((one) => {
    const cells = [dependentName(one), one.reason, dependentState(one, report), whyAffected(one), one.path];
    const [name = '', ...others] = cells.map(htmlText);
    return `<tr><th scope=row>${name}${others.map((cell) => `<td>${cell}`).join('')}`;
  });
  const shown = within(mostBytes, rows, (left) => [`<tr><td colspan=5>and ${left} more, see the JSON report`]);
  const heads = ['object', 'reason', 'request', 'why', 'file'];
  const table = { look: 'scroll affected', caption: 'Objects that use a changed file', heads };
  return `<section aria-labelledby="affected"><h2 id="affected">Affected</h2>
${graphOf(report)}${htmlTable('aria-label="Table of what is affected"', table, shown)}</section>`;
}

/** Draws changed files on the left and what they affect on the right; empty for more than 20 of either. */
function graphOf(report: Report): string {
  const { dependents } = report;
  const changed = [...new Set(dependents.flatMap(({ because }) => because.map(({ path }) => path)))];
  const rows = Math.max(dependents.length, changed.length);
  if (rows > mostDrawn) return '';
  // Both columns are as high as the longer one.
  const heightAt = (n: number, count: number) => (((n + 0.5) * rows) / count - 0.5) * rowHeight;
  const heights = new Map(changed.map((path, n) => [path, heightAt(n, changed.length)]));
  const boxes = [...heights].map(([path, y]) => box(columns.changed, y, [path], 'file'));
  const affected = dependents.map((one, n) => {
    const y = heightAt(n, dependents.length);
    const lines = one.because.map(({ path }) => line(columns.changed, heights.get(path) ?? 0, columns.affected, y));
    const request = dependentRequest(one, report);
    const texts = [dependentName(one), `${one.reason}, ${dependentState(one, report)}`];
    return `${lines.join('')}${box(columns.affected, y, texts, request === null ? 'open' : moodOf(request))}`;
  });
  const said = { region: 'Picture of what is affected', label: 'Changed files and what they affect, as in the table' };
  return `${figure({ ...said, caption: 'changed file, affected object' }, rows, [...affected, ...boxes])}\n`;
}
