import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formatProblemNotice, requireReportPlace, writeReportFiles } from '../../src/report/files.ts';
import { reportOf } from './support.ts';

const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-report-files-'));
afterAll(() => rmSync(dir, { recursive: true }));

const at = (name: string) => join(dir, name);
writeFileSync(at('a-file'), '');

test('a place where a report can be is fine, and nothing is written there yet', () => {
  requireReportPlace(at('report.json'));
  requireReportPlace(at('a-file'));
  requireReportPlace(undefined);
  expect(existsSync(at('report.json'))).toBe(false);
});

test.each(['nowhere/report.json', 'a-file/report.json', '.'])(
  'a place where no report can be is found before anything is filed: %s',
  (name) => {
    const message = expect.stringContaining(`the file ${at(name)} cannot be written: `);
    const problem = { code: 'usage', message, remedy: 'Check `--report`.' };
    expect(() => requireReportPlace(at(name))).toThrow(expect.objectContaining(problem));
  },
);

test('one file that cannot be written does not keep the others from it', async () => {
  const [report, junit] = [at('nowhere/report.json'), at('nowhere/junit.xml')];
  const files = { report, html: at('report.html'), junit, dotenv: at('.env') };
  const problems = await writeReportFiles(reportOf([]), files, null);
  expect(problems.map(({ remedy }) => remedy)).toEqual(['Check `--report`.', 'Check `--junit`.']);
  expect(readFileSync(files.html, 'utf8')).toContain('<!doctype html>');
  expect(readFileSync(files.dotenv, 'utf8')).toContain('FILE_CHECKOUTS_CREATED=0');
});

test('a form of the report that cannot be made is one that cannot be written, and the JSON report stands', async () => {
  const broken = Object.defineProperty(reportOf([]), 'tool', {
    enumerable: false,
    get: () => {
      throw new Error('broken');
    },
  });
  const problems = await writeReportFiles(broken, { report: at('first.json'), html: at('never.html') }, null);
  expect(problems.map((problem) => formatProblemNotice(problem, 'cli'))).toEqual([
    `the file ${at('never.html')} cannot be written: broken. Check \`--html\`.`,
  ]);
  expect(JSON.parse(readFileSync(at('first.json'), 'utf8')).exitCode).toBe(0);
  expect(existsSync(at('never.html'))).toBe(false);
});
