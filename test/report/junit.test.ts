import { expect, test } from 'vitest';
import { filed, lookUpOutcome, outcomes, settles } from '../../src/checkout/outcome.ts';
import { renderJunitReport } from '../../src/report/junit.ts';
import { readXml } from './junit-tree.ts';
import { hostile, left, planned, reportOf, row, times } from './support.ts';

/** Reports as a parser that is not ours reads them: the attributes of the suite, and its cases. */
const parseAll = (xmls: readonly string[]) =>
  readXml(xmls).map(({ children: [suite] }) => ({ suite: suite?.attributes ?? {}, cases: suite?.children ?? [] }));
type Suite = ReturnType<typeof parseAll>[number];
const parse = (xml: string): Suite => parseAll([xml])[0] as Suite;

const path = 'QRPGLESRC/ORD100.PGM.RPGLE';

/** Of each case: its name and the tag that says how it ended. */
const verdicts = ({ cases }: Suite) => cases.map(({ attributes, children }) => [attributes.name, children[0]?.tag]);

test('a request that was refused is a failure with the words of the service and the remedy', () => {
  const report = reportOf([row('conflict', path, { objectId: 9, msg: 'held by request 9', remedy: 'Ask LEAD.' })]);
  const { suite, cases } = parse(renderJunitReport(report));
  expect(suite).toMatchObject({ name: 'file-checkouts', tests: '1', failures: '1', errors: '0', skipped: '0' });
  const message = 'conflict, held by #9: held by request 9';
  const failure = { tag: 'failure', text: `${message}\nAsk LEAD.`, attributes: { message, type: 'conflict' } };
  const attributes = { classname: 'ORD/50', name: `${path}: ORD100 *PGM`, file: path, time: '0' };
  expect(cases).toMatchObject([{ attributes, children: [failure] }]);
});

test('an outcome fails unless it is settled', () => {
  const suites = parseAll(outcomes.map((outcome) => renderJunitReport(reportOf([row(outcome, path)]))));
  const children = suites.map(({ cases }) => cases[0]?.children[0]);
  expect(outcomes.map((outcome, n) => [outcome, children[n]?.tag])).toEqual(
    outcomes.map((outcome) => [outcome, settles(outcome) ? 'system-out' : 'failure']),
  );
  expect(children.map((child) => child?.text)).toEqual(outcomes.map((outcome) => lookUpOutcome(outcome).word));
});

test('what was filed says its number and RFP, and its warnings', () => {
  const report = reportOf([row('created', path, { objectId: 10001, rfp: 77, warnings: ['srca differs'] })]);
  const [test] = parse(renderJunitReport(report)).cases;
  expect(test?.children[0]?.text).toBe('created, #10001, RFP 77: warning: srca differs');
});

test('worst first; files that were left out are skipped', () => {
  const leftOut = [left('README.md')];
  const suite = parse(renderJunitReport(reportOf([row('created', 'a'), row('rejected', 'b')], { leftOut })));
  expect(verdicts(suite).map(([name]) => name)).toEqual(['b: ORD100 *PGM', 'a: ORD100 *PGM', 'README.md']);
  expect(verdicts(suite).map(([, tag]) => tag)).toEqual(['failure', 'system-out', 'skipped']);
  expect(suite.suite).toMatchObject({ tests: '3', failures: '1', skipped: '1' });
});

test('under unmapped: error the files without a rule fail, the others that were left out do not', () => {
  const leftOut = [left('x', 'no rule matches', 'unmapped'), left('y')];
  const error = { code: 'unmapped' as const, message: '1 changed file has no rule', remedy: 'Add one.', exitCode: 1 };
  const suite = parse(renderJunitReport(reportOf([], { leftOut, error, nothingToFile: 'left out' })));
  expect(Object.fromEntries(verdicts(suite))).toEqual({ x: 'failure', y: 'skipped' });
  expect(verdicts(parse(renderJunitReport(reportOf([], { leftOut })))).map(([, tag]) => tag)).not.toContain('failure');
});

test('nothing to file is one case that passes, as an empty report is not shown', () => {
  const { suite, cases } = parse(renderJunitReport(reportOf([], { nothingToFile: 'a tag was pushed' })));
  expect(suite).toMatchObject({ tests: '1', failures: '0', errors: '0', skipped: '0' });
  expect(cases[0]?.children).toMatchObject([{ tag: 'system-out', text: 'a tag was pushed', attributes: {} }]);
});

test('a run that stopped is a case in error, before the requests that it had ended', () => {
  const error = { code: 'service', message: 'the service\nis gone', remedy: 'Look at it.', exitCode: 4 };
  const suite = parse(renderJunitReport(reportOf([row('created', path), row('notAttempted', 'b')], { error })));
  expect(verdicts(suite).map(([, tag]) => tag)).toEqual(['error', 'failure', 'system-out']);
  expect(suite.cases[0]?.children[0]?.text).toBe('the service\nis gone\nLook at it.');
  expect(suite.suite).toMatchObject({ tests: '3', errors: '1', failures: '1' });
});

test('a plan passes, also with a move', () => {
  const report = reportOf([]);
  const requests = reportOf([row('created', path)]).requests.map((one) => ({ ...one, outcome: 'planned' as const }));
  const plan = { ...report, command: 'plan' as const, requests };
  expect(verdicts(parse(renderJunitReport(plan)))).toEqual([[`${path}: ORD100 *PGM`, 'system-out']]);
});

test('no two cases share class and name: of such GitLab would keep the first only', () => {
  const withdrawn = row('withdrawn', path);
  const deleted = filed(planned(path, { reason: '*DELETE' }), 'created');
  const long = `${'x'.repeat(3000)}`;
  const rows = [withdrawn, deleted, row('collision', path), row('created', `${long}1`), row('created', `${long}2`)];
  const { cases } = parse(renderJunitReport(reportOf(rows)));
  const keys = cases.map(({ attributes }) => `${attributes.classname} ${attributes.name}`);
  expect(keys).toHaveLength(5);
  expect(new Set(keys).size).toBe(5);
  expect(keys).toContain(`ORD/50 ${path}: ORD100 *PGM *DELETE`);
});

const odd = [']]>', '\u0000\u0001\u000b\ufffe\uffff\u0085', '\udc00x\ud83d', '😀'.repeat(700), 'x'.repeat(20_000)];

const everywhere = (text: string) => {
  const request = planned(text, { identity: { appl: text, lvl: 1, type: text, objn: text, rpth: null } });
  return reportOf([filed(request, 'rejected', { msg: text, remedy: text, warnings: [text] })], {
    leftOut: [left(text, text)],
    error: { code: 'service', message: text, remedy: text, exitCode: 4 },
  });
};

test.each([...hostile, ...odd])('%j is characters that XML 1.0 has, none invisible, and no command', (text) => {
  const xml = renderJunitReport(everywhere(text));
  expect(xml).toMatch(/^[\n\u0020-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\u{10000}-\u{10ffff}]*$/u);
  expect(xml).not.toMatch(/\p{Cf}|\]\]>|^\s*(::|##\[)/mu);
});

test('hostile text is text everywhere and nothing else', () => {
  const texts = [...hostile, ...odd];
  const suites = parseAll(texts.map((text) => renderJunitReport(everywhere(text))));
  for (const [n, { cases }] of suites.entries()) {
    const tags = cases.map(({ children }) => children.map(({ tag }) => tag));
    expect(tags, texts[n]).toEqual([['error'], ['failure'], ['skipped']]);
    expect(cases.every(({ attributes }) => (attributes.name ?? '').length < 20_000)).toBe(true);
  }
});

test('1,000 requests with long words stay under 5 MB, the rest counted', () => {
  const msg = '<&>"'.repeat(500);
  const rows = times(1000, (n) =>
    row(n % 10 === 0 ? 'rejected' : 'created', `app/QRPGLESRC/ORD${n}.PGM.RPGLE`, { msg, warnings: [msg] }),
  );
  const xml = renderJunitReport(reportOf(rows));
  expect(Buffer.byteLength(xml)).toBeLessThan(5_001_000);
  const { suite, cases } = parse(xml);
  expect(suite.tests).toBe(String(cases.length));
  expect(suite.failures).toBe('100');
  const last = cases.at(-1)?.attributes.name ?? '';
  expect(Number(/^and (\d+) more, see the JSON report$/.exec(last)?.[1]) + cases.length - 1).toBe(1000);
});
