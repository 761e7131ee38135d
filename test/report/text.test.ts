import { expect, test } from 'vitest';
import { emptyTree } from '../../src/git/object-ids.ts';
import { renderHtmlReport } from '../../src/report/html.ts';
import { renderMarkdownReport } from '../../src/report/markdown.ts';
import { formatTextReport } from '../../src/report/text.ts';
import { readRunnerLog, unseenIn } from '../surfaces/runner-log.ts';
import { everywhere } from './html-support.ts';
import { hostile, left, logged, noticed, reportOf, row, times } from './support.ts';

test.each(hostile)('%j is only text', (text) => {
  const { commands, lines } = readRunnerLog(formatTextReport(everywhere(text)));
  expect([commands, unseenIn(lines)]).toEqual([[], []]);
  expect(lines).toHaveLength(formatTextReport(everywhere('calm')).split('\n').length);
});

test('one line per request, what to do below it, then counts, then what was left out by reason', () => {
  const rows = [
    row('created', 'QRPGLESRC/ORD100.PGM.RPGLE', { objectId: 10001, rfp: 77, warnings: ['attr: stored "X"'] }),
    row('conflict', 'QRPGLESRC/ORD200.PGM.RPGLE', { objectId: 9, msg: 'held by request 9', remedy: 'Ask LEAD.' }),
  ];
  const leftOut = [...times(12, (n) => left(`docs/${n}.md`)), left('x.txt', 'no rule matches', 'unmapped')];
  const report = reportOf(rows, { leftOut, notices: [noticed('the ledger is off')] });
  expect(formatTextReport(report)).toMatchInlineSnapshot(`
    "ORDERS main 111111111111..222222222222 (base: the commit before the push)
    created      *MIGRATE  ORD/50 ORD100 *PGM #10001 RFP 77  QRPGLESRC/ORD100.PGM.RPGLE
                 warning: attr: stored "X"
    conflict     *MIGRATE  ORD/50 ORD100 *PGM held by #9  QRPGLESRC/ORD200.PGM.RPGLE
                 held by request 9
                 -> Ask LEAD.
    1 created, 1 conflict; 13 left out
    left out (12), skip: documentation
      docs/0.md
      docs/1.md
      docs/2.md
      docs/3.md
      docs/4.md
      docs/5.md
      docs/6.md
      docs/7.md
      docs/8.md
      docs/9.md
      docs/10.md
      docs/11.md
    left out (1), no rule matches
      x.txt
    note: the ledger is off
    "
  `);
  expect(logged(report)).toContain('  and 2 more');
});

test.each([
  [reportOf([]), 'no requests; 0 left out'],
  [reportOf([], { nothingToFile: 'a tag was pushed' }), 'nothing to file: a tag was pushed'],
])('a report without requests says so', (report, says) => {
  expect(formatTextReport(report).split('\n')).toContain(says);
});

test('a report of a run that failed ends with the error and its remedy', () => {
  const error = { code: 'range', message: 'the base is nowhere to be had', remedy: 'Fetch it.', exitCode: 3 };
  expect(formatTextReport(reportOf([], { error, range: null }))).toBe(
    'error: the base is nowhere to be had\n       -> Fetch it.\n',
  );
});

test('what the error of the run says for all requests is said once, below them', () => {
  const refused = { msg: 'The service does not accept the token.', remedy: 'Give a valid one.' };
  const error = { code: 'unauthorized', message: refused.msg, remedy: refused.remedy, exitCode: 4 };
  const rows = [row('notAttempted', 'A.RPGLE', refused), row('conflict', 'B.RPGLE', { msg: 'held by request 9' })];
  const report = reportOf(rows, { error });
  const printed = formatTextReport(report);
  expect(printed.split(refused.msg)).toHaveLength(2);
  expect(printed.split(refused.remedy)).toHaveLength(2);
  expect(printed).toContain('\n             held by request 9\n');
  for (const form of [renderMarkdownReport(report, null), renderHtmlReport(report, null)]) {
    expect(form.split(refused.msg)).toHaveLength(2);
    expect(form).toContain('held by request 9');
  }
});

test('what is still open is said once, by its note', () => {
  const leftOut = [left('A.RPGLE', 'still open (since run 1): conflict: held', 'stillOpen')];
  const notices = [{ code: 'stillOpen' as const, message: 'still open (since run 1): A.RPGLE: conflict: held' }];
  const report = reportOf([row('created', 'B')], { leftOut, notices });
  for (const form of [formatTextReport(report), renderMarkdownReport(report, null), renderHtmlReport(report, null)]) {
    expect(form.match(/still open/g)).toHaveLength(1);
  }
});

test('what is said of several requests is said once, below them', () => {
  const refused = { msg: 'Branch main is not linked to a project', remedy: 'Link it.' };
  const rows = [...'ABCD'].map((path) => (path === 'B' ? row('created', path) : row('rejected', path, refused)));
  expect(formatTextReport(reportOf(rows)).split('\n').slice(1, -1)).toEqual([
    expect.stringMatching(/^rejected .* A$/),
    expect.stringMatching(/^rejected .* C$/),
    expect.stringMatching(/^rejected .* D$/),
    '             all 3: Branch main is not linked to a project',
    '             -> Link it.',
    expect.stringMatching(/^created .* B$/),
    '1 created, 3 rejected; 0 left out',
  ]);
  for (const form of [renderMarkdownReport(reportOf(rows), null), renderHtmlReport(reportOf(rows), null)]) {
    const said = form.match(/not linked to a project|as for ORD100/g);
    expect(said).toEqual(['not linked to a project', 'as for ORD100', 'as for ORD100']);
  }
});

test.each([
  ['the given paths', { base: null, rule: 'paths' }, ' at 222222222222 (the given paths, as they are at head)'],
  ['an import', { base: emptyTree.sha1, rule: 'push' }, ' at 222222222222 (compared with nothing: all files are new)'],
  ['a run that ended before', { base: null, head: null, rule: '' }, ''],
])('the range in words: %s', (_, of, line) => {
  const range = { repo: 'ORDERS', branch: 'main', head: '2'.repeat(40), ...of };
  expect(formatTextReport(reportOf([], { range })).split('\n')[0]).toBe(`ORDERS main${line}`);
});

test('the list of left-out files is folded, and nothing else', () => {
  const given = { notices: [noticed('something')] };
  const leftOut = times(20, (n) => left(`docs/${n}.md`, `reason ${n}`));
  const report = (count: number) => reportOf([row('created', 'a')], { ...given, leftOut: leftOut.slice(0, count) });
  const plain = (count: number) => formatTextReport(report(count)).trimEnd().split('\n');
  expect(logged(report(0))).toEqual(plain(0));
  expect(logged(report(1)).filter((line) => !/^[[\]]/.test(line))).toEqual(plain(1));
  expect(logged(report(1))).toContain('[ left out: 1 file');
  const lines = logged(report(20));
  expect(lines.slice(3, 5)).toEqual(['[ left out: 20 files', 'left out (1), reason 0']);
  expect(lines.slice(-2)).toEqual([']', 'note: something']);
});
