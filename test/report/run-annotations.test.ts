import { expect, test } from 'vitest';
import { outcomes } from '../../src/filing/outcome.ts';
import { runAnnotations } from '../../src/report/run-annotations.ts';
import { reportOf, row } from './support.ts';

test('an error at the file of each request that was not filed, with the words and the remedy', () => {
  const report = reportOf([
    row('created', 'a'),
    row('rejected', 'Q/B.RPGLE', { msg: 'Attribute missing', remedy: 'Map attr.' }),
  ]);
  expect(runAnnotations(report)).toEqual([
    {
      level: 'error',
      file: 'Q/B.RPGLE',
      line: null,
      column: null,
      message: 'rejected: *MIGRATE ORD/50 ORD100 *PGM: Attribute missing Map attr.',
    },
  ]);
});

test.each(outcomes)('%s', (outcome) => {
  const settled = ['created', 'updated', 'unchanged', 'withdrawn'].includes(outcome);
  expect(runAnnotations(reportOf([row(outcome, 'a')]))).toHaveLength(settled ? 0 : 1);
});

test('a warning of the service is one at the file', () => {
  const report = reportOf([row('created', 'a', { warnings: ['Unknown field ignored'] })]);
  expect(runAnnotations(report)).toMatchObject([{ level: 'warning', file: 'a', message: 'Unknown field ignored' }]);
});

test('files without a rule, when that fails the run', () => {
  const leftOut = [
    { path: 'x', why: 'no rule matches it' },
    { path: 'y', why: 'skip: documentation' },
  ];
  expect(runAnnotations(reportOf([], { leftOut }))).toEqual([]);
  expect(runAnnotations(reportOf([], { leftOut, leftOutFails: true }))).toMatchObject([
    { level: 'warning', file: 'x' },
  ]);
});
