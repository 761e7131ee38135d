/** What a report of the scene holds when nothing was lost, and nothing came to it. */
import { expect } from 'vitest';
import type { Report } from '../../src/report/report-json.ts';
import type { Page } from './markdown-tree.ts';
import { readRunnerLog, unseenIn } from './runner-log.ts';
import { words } from './words.ts';

/** Every word is a request, a skipped file and a file without a rule: nothing was lost on the way. */
export function expectWhole(report: Report): void {
  expect(report.error).toBeNull();
  expect(report.exitCode).toBe(1);
  expect(report.requests).toHaveLength(words.length);
  expect(report.leftOut).toHaveLength(2 * words.length);
  for (const outcome of ['created', 'rejected', 'conflict', 'unsendable'] as const) {
    expect(report.counts[outcome], outcome).toBeGreaterThan(2);
  }
}

/** Lines that are plain, none of them a command but those named. */
export function expectPlain(printed: string, allowed: readonly string[] = []): void {
  const { commands, lines } = readRunnerLog(printed);
  expect(commands.map(({ name }) => name).filter((name) => !allowed.includes(name))).toEqual([]);
  // A message of several lines is one command, and each of its lines is plain.
  expect(unseenIn([...lines, ...commands.flatMap(({ data }) => data.split('\n'))])).toEqual([]);
}

/**
 * A row for each word, and no element, link or mention but ours. @param tables a plan of many rows has two: what needs a
 * reader, and the rest.
 */
export function expectOurs(page: Page, tables = 1): void {
  expect(page.foreign).toEqual([]);
  expect(new Set(page.cells)).toEqual(new Set([7]));
  expect(page.cells).toHaveLength(words.length + tables);
  expect(page).toMatchObject({ headings: 1, tables });
}
