import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkPlaces, writeReportFiles } from '../../src/report/files.ts';
import type { Links } from '../../src/report/links.ts';
import { reportOf } from './support.ts';

const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-report-files-'));
afterAll(() => rmSync(dir, { recursive: true }));

const noLinks: Links = { host: 'local', repository: null };
const at = (name: string) => join(dir, name);
writeFileSync(at('a-file'), '');

test('a place where a file can be is fine, and nothing is written there yet', async () => {
  await checkPlaces({ report: at('report.json'), html: at('a-file') });
  expect(existsSync(at('report.json'))).toBe(false);
});

test.each([
  ['report', 'nowhere/report.json'],
  ['html', 'a-file/report.html'],
  ['junit', '.'],
  ['dotenv', 'nowhere/x/report.env'],
])('a place where no file can be is found before anything is filed: --%s %s', async (option, name) => {
  await expect(checkPlaces({ [option]: at(name) })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining(`the file ${at(name)} cannot be written: `),
    remedy: `Check --${option}.`,
  });
});

test('one file that cannot be written does not keep the others from it', async () => {
  const files = {
    report: at('nowhere/report.json'),
    html: at('report.html'),
    junit: at('nowhere/junit.xml'),
    dotenv: at('.env'),
  };
  const problems = await writeReportFiles(reportOf([]), files, noLinks);
  expect(problems.map(({ remedy }) => remedy)).toEqual(['Check --report.', 'Check --junit.']);
  expect(readFileSync(files.html, 'utf8')).toContain('<!doctype html>');
  expect(readFileSync(files.dotenv, 'utf8')).toContain('FILE_CHECKOUTS_CREATED=0');
});
