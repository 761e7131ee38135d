import { expect, test } from 'vitest';
import { next, type Should } from '../../src/checkout/next.ts';
import { filed, outcomes, settles } from '../../src/checkout/outcome.ts';
import { Problem, toProblem } from '../../src/errors.ts';
import { decodePath, toGitPath } from '../../src/git/git-path.ts';
import { buildPlanRows } from '../../src/report/plan-rows.ts';
import { isSettled, sortWorstFirst, toReportLeftOuts, toReportRequest } from '../../src/report/report-json.ts';
import { checkOut, standing, tried } from '../checkout/support.ts';
import { foreseen, left, planned, reportOf, row } from './support.ts';

const path = 'QRPGLESRC/ORD100.PGM.RPGLE';

test('the JSON report has the shape of design §10', () => {
  const used = { objectId: '10001', objt: '*PGM', attr: 'RPGLE', rfp: '77' };
  const created = row('created', path, {
    ...{ objectId: 10001, rfp: 77, sev: 10, msg: 'Request created', vref: '4711-1.1', used },
  });
  const leftOut = [left('README.md')];
  const report = reportOf([created], { leftOut });
  expect(JSON.parse(JSON.stringify(report))).toEqual({
    version: 1,
    tool: '1.2.3',
    command: 'file',
    run: { id: null, attempt: 1, url: null, actor: null, at: '2026-11-21T10:00:00.000Z' },
    mapping: { path: '.file-checkouts.yml', blob: 'b'.repeat(40) },
    range: { repo: 'ORDERS', branch: 'main', base: '1'.repeat(40), head: '2'.repeat(40), rule: 'push' },
    nothingToFile: null,
    counts: { ...Object.fromEntries(outcomes.map((outcome) => [outcome, 0])), created: 1, leftOut: 1 },
    requests: [
      {
        ...{ path, previousPath: null, reason: '*MIGRATE', rule: 'rules[0]', appl: 'ORD', lvl: 50, objn: 'ORD100' },
        ...{ objt: '*PGM', attr: 'RPGLE', blob: 'a'.repeat(40), bytes: 1234, outcome: 'created', objectId: 10001 },
        ...{ rfp: 77, sev: 10, msg: 'Request created', remedy: null, vref: '4711-1.1', warnings: [], used },
      },
    ],
    dependents: [],
    ...{ leftOut, notices: [], error: null, exitCode: 0 },
  });
});

test.each(outcomes)('%s is counted, and decides the exit code', (outcome) => {
  const report = reportOf([row(outcome, path), row('created', 'other')]);
  expect(report.counts[outcome]).toBe(outcome === 'created' ? 2 : 1);
  expect(report.exitCode).toBe(['created', 'updated', 'unchanged', 'withdrawn', 'covered'].includes(outcome) ? 0 : 1);
});

test('left-out files leave the exit code alone', () => {
  expect(reportOf([], { leftOut: [left('x', 'no rule matches', 'unmapped')] }).exitCode).toBe(0);
});

test('the service lost makes 4, no matter the rows', () => {
  const error = { code: 'service', message: 'refused', remedy: 'Check the token.', exitCode: 4 };
  const report = reportOf([row('created', path), row('notAttempted', 'b')], { error });
  expect(report.exitCode).toBe(4);
  expect(report.error).toEqual({ code: 'service', message: 'refused', remedy: 'Check the token.' });
});

test('an error that is no Problem says that it is a defect', () => {
  expect(toProblem(new Problem('range', 'no base', 'Fetch it.'))).toMatchObject({ code: 'range', exitCode: 3 });
  const defect = { code: 'defect', exitCode: 1, message: 'x is undefined' };
  expect(toProblem(new TypeError('x is undefined'))).toMatchObject(defect);
  expect(toProblem('thrown text').message).toBe('thrown text');
});

test('a name that cannot be carried is there in base64, byte for byte, beside a readable form', () => {
  const bytes = Buffer.from('A/\xff.BND', 'latin1');
  const because = { code: 'skip', why: 'w' } as const;
  expect(toReportLeftOuts([{ path: decodePath(bytes.toString('latin1')), previousPath: null, because }])).toEqual([
    { path: 'A/\ufffd.BND', pathBase64: bytes.toString('base64'), code: 'skip', why: 'skip: w' },
  ]);
  expect(toReportRequest(row('unsendable', 'A/\n.BND')).pathBase64).toBe(Buffer.from('A/\n.BND').toString('base64'));
  expect(toReportRequest(row('created', 'A/ü.BND'))).not.toHaveProperty('pathBase64');
});

test('a left-out rename carries its old name', () => {
  const because = { code: 'skip', why: 'documentation' } as const;
  expect(toReportLeftOuts([{ path: toGitPath('docs/a'), previousPath: toGitPath('a'), because }])).toEqual([
    { path: 'docs/a', previousPath: 'a', code: 'skip', why: 'skip: documentation' },
  ]);
});

test('what the service derived is what the report names; what it did not answer is as it was sent', () => {
  const open = planned(path, { fields: { appl: 'ORD', lvl: 50, objn: 'ORD100', attr: 'RPGLE' } });
  const told = toReportRequest(filed(open, 'created', { used: { objt: '*MODULE', attr: 7 } }));
  expect([told.objt, told.attr]).toEqual(['*MODULE', 'RPGLE']);
});

test('a plan has the fields and what would be done; nothing of it is red but what cannot be filed', () => {
  const request = planned(path);
  const known = checkOut({ stands: standing({ rfp: 3, path, blob: request.blob, fields: request.fields }) });
  const changed = checkOut({ stands: standing({ rfp: 3, path, fields: request.fields }) });
  const nothing: Should = { kind: 'nothing', request, follows: true };
  const rows = [
    next(null, { kind: 'request', request }),
    next(changed, { kind: 'request', request }),
    next(known, { kind: 'request', request }),
    next(known, nothing),
    next(checkOut({ tried: [tried()] }), nothing),
    next({ ...known, tried: [tried()] }, nothing),
    next(known, { kind: 'request', request: { ...request, reason: '*DELETE' } }),
    next(known, { kind: 'compiled', request }),
    next(null, { kind: 'blocked', request, outcome: 'collision', why: 'is also built from B' }),
    next(checkOut({ tried: [tried({ fields: { lock: '*NO' } })] }), { kind: 'request', request }),
  ].flatMap((step) => buildPlanRows(step, foreseen()));
  expect(rows.map(({ outcome, action, objectId, rfp }) => [outcome, action, objectId, rfp])).toEqual([
    ['planned', 'create', null, null],
    ['planned', 'update', 7, 3],
    ['planned', 'none', 7, 3],
    ['planned', 'withdraw', 7, 3],
    ['planned', 'withdraw', null, null],
    ['planned', 'withdraw', 7, 3],
    ['planned', 'withdraw', 7, 3],
    ['planned', 'create', null, null],
    ['planned', 'none', 7, 3],
    ['collision', undefined, null, null],
    ['unknown', undefined, null, null],
  ]);
  expect(rows.every(({ fields }) => fields === request.fields)).toBe(true);
  const counts = { planned: 9, unchanged: 0 };
  expect(reportOf([], { requests: rows.slice(0, 9) })).toMatchObject({ exitCode: 0, counts });
  expect(reportOf([], { requests: rows }).exitCode).toBe(1);
});

test('a row says what an ended run tried and did not report, and which other file makes the object', () => {
  const request = { ...planned(path), twin: 'X/B.RPGLE' };
  const [row] = buildPlanRows(next(checkOut({ tried: [tried()] }), { kind: 'request', request }), foreseen());
  expect(row?.warnings).toEqual([
    'run 1-1 tried to file it and did not say what came of it',
    'X/B.RPGLE makes ORD/50 ORD100 *PGM too',
  ]);
});

test('what is not settled comes first, no matter the outcome', () => {
  const rows = [...outcomes, ...outcomes].map((outcome, n) => row(outcome, `f${n}`));
  const sorted = sortWorstFirst(reportOf(rows).requests).map(isSettled);
  expect(sorted.indexOf(true)).toBe(rows.filter(({ outcome }) => !settles(outcome)).length);
});
