/** The benchmark as people and programs read it. */
import type { Row, Target, Unit } from './row.ts';

/** Where and when it was measured. */
export interface Machine {
  readonly date: string;
  readonly node: string;
  readonly git: string;
  readonly cpus: number;
}

const columns = ['row', 'what', 'measured', 'floor', 'unit', 'ratio', 'spread', 'runs', 'target', 'verdict'] as const;
/** The columns of words; the others are figures, flush right. */
const words: ReadonlySet<number> = new Set([0, 1, 4, 6, 8, 9]);

function figure(value: number | null, unit: Unit): string {
  if (value === null) return '';
  return value.toFixed(unit === 'ms' && value < 10 ? 1 : 0);
}

function targetText(target: Target | null, unit: Unit): string {
  if (target === null) return '';
  const suffix = target.of === 'ratio' ? 'x' : ` ${unit}`;
  return target.atMost === undefined ? `>= ${target.atLeast}${suffix}` : `<= ${target.atMost}${suffix}`;
}

function cells(row: Row): string[] {
  const { name, what, unit, measured, floor, ratio, spread, target, met, runs } = row;
  return [
    name,
    what,
    figure(measured, unit),
    figure(floor, unit),
    unit,
    ratio === null ? '' : ratio.toFixed(2),
    spread === null ? '' : `${spread.min.toFixed(2)} to ${spread.max.toFixed(2)}`,
    String(runs),
    targetText(target, unit),
    met === null ? '' : met ? 'met' : 'MISSED',
  ];
}

function head({ date, node, git, cpus }: Machine): string {
  return `${date}, Node ${node}, Git ${git}, ${cpus} CPUs; medians, ratio of the medians, spread of the rounds' ratios`;
}

function foot(rows: readonly Row[]): string {
  const judged = rows.filter(({ met }) => met !== null);
  return `targets met: ${judged.filter(({ met }) => met).length} of ${judged.length}`;
}

/** One line a row, under a head; then how many targets were met. */
export function tableText(rows: readonly Row[], machine: Machine): string {
  const lines = [[...columns], ...rows.map(cells)];
  const widths = columns.map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0)));
  const padded = lines.map((line) =>
    line
      .map((cell, n) => (words.has(n) ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${[head(machine), ...padded, foot(rows)].join('\n')}\n`;
}

/** The same to paste into docs/benchmarks.md. */
export function tableMarkdown(rows: readonly Row[], machine: Machine): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const rule = columns.map((_, n) => (words.has(n) ? '---' : '---:'));
  const table = [line(columns), line(rule), ...rows.map((row) => line(cells(row)))];
  return `${[head(machine), '', ...table, '', foot(rows)].join('\n')}\n`;
}

/** The same as JSON; lists by the stable names of its rows. */
export function tableJson(rows: readonly Row[], machine: Machine): string {
  return `${JSON.stringify({ version: 1, ...machine, rows }, null, 2)}\n`;
}
