import { expect, test } from 'vitest';
import { outcomes } from '../../src/checkout/outcome.ts';
import { annotatesUnmapped, buildRunAnnotations } from '../../src/report/annotations.ts';
import { renderMarkdownReport } from '../../src/report/markdown.ts';
import { toReportNotice } from '../../src/sentences/notice.ts';
import { plain } from './html-support.ts';
import { left, noticed, reportOf, row, times } from './support.ts';

test('an error at the file of each request that was not filed, with the words and the remedy', () => {
  const refused = row('rejected', 'Q/B.RPGLE', { msg: 'Attribute missing', remedy: 'Map attr.' });
  const report = reportOf([row('created', 'a'), refused]);
  const message = 'rejected: *MIGRATE ORD/50 ORD100 *PGM: Attribute missing – Map attr.';
  expect(buildRunAnnotations(report)).toEqual([{ level: 'error', file: 'Q/B.RPGLE', message }]);
});

test.each(outcomes)('%s', (outcome) => {
  const settled = ['created', 'updated', 'unchanged', 'withdrawn', 'covered'].includes(outcome);
  expect(buildRunAnnotations(reportOf([row(outcome, 'a')]))).toHaveLength(settled ? 0 : 1);
});

test('a warning of the service is one at the file', () => {
  const report = reportOf([row('created', 'a', { warnings: ['Unknown field ignored'] })]);
  expect(buildRunAnnotations(report)).toMatchObject([
    { level: 'warning', file: 'a', message: 'created: *MIGRATE ORD/50 ORD100 *PGM: Unknown field ignored' },
  ]);
});

test('files without a rule, when that fails the run', () => {
  const unmapped = (path: string) => left(path, 'no rule matches', 'unmapped');
  const leftOut = [unmapped('x'), left('y')];
  const error = { code: 'unmapped' as const, message: '1 changed file has no rule', remedy: 'Add one.', exitCode: 1 };
  expect(buildRunAnnotations(reportOf([], { leftOut }))).toEqual([]);
  const few = reportOf([], { leftOut, error });
  expect(buildRunAnnotations(few)).toMatchObject([
    { level: 'error', file: 'x', message: 'left out: no rule of the mapping matches it (unmapped: error). Add one.' },
  ]);
  expect(annotatesUnmapped(few)).toBe(true);
  // One note, not two: of many files the note of the run names them.
  const many = times(11, (n) => unmapped(`x${n}`));
  expect(buildRunAnnotations(reportOf([], { leftOut: many, error }))).toEqual([]);
  expect(annotatesUnmapped(reportOf([], { leftOut: many, error }))).toBe(false);
  expect(annotatesUnmapped(reportOf([], { leftOut, error: { ...error, code: 'limit' } }))).toBe(false);
});

test('a ledger that cannot be used is a warning of the run', () => {
  const notices = [toReportNotice({ code: 'ledgerUnusable', why: 'refused' }), noticed('something else')];
  expect(buildRunAnnotations(reportOf([row('created', 'a')], { notices }))).toEqual([
    { level: 'warning', file: null, message: notices[0]?.message },
  ]);
});

const lost = ['ledgerUnusable', 'endNotWritten'] as const;
test.each(lost)('%s: a push of the ledger that is forbidden comes with its remedy', (code) => {
  const words = (why: string) => toReportNotice({ code, why });
  const refused = words('fatal: unable to access https://git.example/x: The requested URL returned error: 403');
  const report = reportOf([], { notices: [refused] });
  const notice = refused.message;
  expect(notice).toContain('. Let the job push refs/notes/check-outs (on GitHub permissions: contents: write)');
  expect(buildRunAnnotations(report).map(({ message }) => message)).toEqual([notice]);
  expect(words('could not resolve host').message).not.toContain('Let the job');
  expect(plain(renderMarkdownReport(report, null))).toContain(notice);
});
