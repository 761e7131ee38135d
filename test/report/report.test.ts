import { expect, test } from 'vitest';
import { Problem } from '../../src/errors.ts';
import type { Action } from '../../src/filing/actions.ts';
import { gitPath, textPath } from '../../src/git/git-path.ts';
import { filed, outcomes, settledOutcomes } from '../../src/ledger/outcome.ts';
import { errorOf } from '../../src/report/make-report.ts';
import { planRows } from '../../src/report/plan-rows.ts';
import { isSettled, reportLeftOuts, reportRequest, worstFirst } from '../../src/report/report-json.ts';
import { foreseen, planned, reportOf, row } from './support.ts';

const path = 'QRPGLESRC/ORD100.PGM.RPGLE';

test('the JSON report has the shape of design §10', () => {
  const used = { objectId: '10001', objt: '*PGM', attr: 'RPGLE', rfp: '77' };
  const created = row('created', path, {
    objectId: 10001,
    rfp: 77,
    sev: 10,
    msg: 'Request created',
    vref: '4711-1.1',
    used,
  });
  const report = reportOf([created], {
    leftOut: [{ path: 'README.md', code: 'skip' as const, why: 'skip: documentation' }],
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual({
    version: 1,
    tool: '1.2.3',
    command: 'file',
    run: { id: null, attempt: 1, url: null, actor: null, at: '2026-11-21T10:00:00.000Z' },
    mapping: { path: '.file-checkouts.yml', blob: 'b'.repeat(40) },
    range: { repo: 'ORDERS', branch: 'main', base: '1'.repeat(40), head: '2'.repeat(40), rule: 'push' },
    nothingToFile: null,
    counts: {
      created: 1,
      updated: 0,
      unchanged: 0,
      conflict: 0,
      rejected: 0,
      collision: 0,
      withdrawn: 0,
      covered: 0,
      unknown: 0,
      unsendable: 0,
      notAttempted: 0,
      leftOut: 1,
    },
    requests: [
      {
        path,
        previousPath: null,
        reason: '*MIGRATE',
        rule: 'rules[0]',
        appl: 'ORD',
        lvl: 50,
        objn: 'ORD100',
        objt: '*PGM',
        attr: 'RPGLE',
        blob: 'a'.repeat(40),
        bytes: 1234,
        outcome: 'created',
        objectId: 10001,
        rfp: 77,
        sev: 10,
        msg: 'Request created',
        remedy: null,
        vref: '4711-1.1',
        warnings: [],
        used,
      },
    ],
    dependents: [],
    leftOut: [{ path: 'README.md', code: 'skip' as const, why: 'skip: documentation' }],
    notices: [],
    error: null,
    exitCode: 0,
  });
});

test.each(outcomes)('%s is counted, and decides the exit code', (outcome) => {
  const report = reportOf([row(outcome, path), row('created', 'other')]);
  expect(report.counts[outcome]).toBe(outcome === 'created' ? 2 : 1);
  expect(report.exitCode).toBe(['created', 'updated', 'unchanged', 'withdrawn', 'covered'].includes(outcome) ? 0 : 1);
});

test('left-out files leave the exit code alone', () => {
  const leftOut = [{ path: 'x', code: 'unmapped' as const, why: 'no rule matches it' }];
  expect(reportOf([], { leftOut }).exitCode).toBe(0);
});

test('the service lost makes 4, whatever the rows', () => {
  const error = { code: 'service', message: 'refused', remedy: 'Check the token.', exitCode: 4 };
  const report = reportOf([row('created', path), row('notAttempted', 'b')], { error });
  expect(report.exitCode).toBe(4);
  expect(report.error).toEqual({ code: 'service', message: 'refused', remedy: 'Check the token.' });
});

test('an error that is no Problem says that it is a defect', () => {
  expect(errorOf(new Problem('range', 'no base', 'Fetch it.'))).toMatchObject({ code: 'range', exitCode: 3 });
  expect(errorOf(new TypeError('x is undefined'))).toMatchObject({
    code: 'defect',
    exitCode: 1,
    message: 'x is undefined',
  });
  expect(errorOf('thrown text').message).toBe('thrown text');
});

test('a name that cannot be carried is there in base64, byte for byte, beside a readable form', () => {
  const bytes = Buffer.from('A/\xff.BND', 'latin1');
  const because = { code: 'skip', why: 'w' } as const;
  expect(reportLeftOuts([{ path: gitPath(bytes), previousPath: null, because }])).toEqual([
    { path: 'A/\ufffd.BND', pathBase64: bytes.toString('base64'), code: 'skip', why: 'skip: w' },
  ]);
  expect(reportRequest(row('unsendable', 'A/\n.BND')).pathBase64).toBe(Buffer.from('A/\n.BND').toString('base64'));
  expect(reportRequest(row('created', 'A/ü.BND'))).not.toHaveProperty('pathBase64');
});

test('a left-out rename carries its old name', () => {
  const because = { code: 'skip', why: 'documentation' } as const;
  expect(reportLeftOuts([{ path: textPath('docs/a'), previousPath: textPath('a'), because }])).toEqual([
    { path: 'docs/a', previousPath: 'a', code: 'skip', why: 'skip: documentation' },
  ]);
});

test('what the service derived is what the report names; what it did not answer is as it was sent', () => {
  const open = planned(path, { fields: { appl: 'ORD', lvl: 50, objn: 'ORD100', attr: 'RPGLE' } });
  const told = reportRequest(filed(open, 'created', { used: { objt: '*MODULE', attr: 7 } }));
  expect([told.objt, told.attr]).toEqual(['*MODULE', 'RPGLE']);
});

test('a plan has the fields and what would be done; nothing of it is red but what cannot be filed', () => {
  const request = planned(path);
  const known = {
    ...request.identity,
    objectId: 7,
    reason: '*MIGRATE' as const,
    path,
    blob: null,
    rfp: 3,
    commit: '1'.repeat(40),
    run: '1-1',
    added: false,
    sent: {},
  };
  const { objectId: _, rfp: _rfp, commit: _commit, run: _run, ...about } = known;
  const lost = { ...about, objectId: null, sent: {} };
  const actions: Action[] = [
    { kind: 'create', request, earlier: null },
    { kind: 'update', request, known, fields: {}, sendContent: true, uncertain: false },
    { kind: 'unchanged', request, known },
    { kind: 'nothing', request },
    { kind: 'withdraw', request, known },
    { kind: 'settle', request, lost },
    { kind: 'blocked', request, outcome: 'collision', why: 'also comes from B' },
  ];
  const rows = planRows(actions, foreseen());
  expect(rows.map(({ outcome, action, objectId, rfp }) => [outcome, action, objectId, rfp])).toEqual([
    ['planned', 'create', null, null],
    ['planned', 'update', 7, 3],
    ['planned', 'none', 7, 3],
    ['planned', 'none', null, null],
    ['planned', 'withdraw', 7, 3],
    ['planned', 'withdraw', null, null],
    ['collision', undefined, null, null],
  ]);
  expect(rows.every(({ fields }) => fields === request.fields)).toBe(true);
  expect(reportOf([], { requests: rows.slice(0, 6) })).toMatchObject({
    exitCode: 0,
    counts: { planned: 6, unchanged: 0 },
  });
  expect(reportOf([], { requests: rows }).exitCode).toBe(1);
});

test('a row that the push does not name says why it is there', () => {
  const [named, level] = [planned(path), planned('B')];
  const actions = [named, level].map((request): Action => ({ kind: 'create', request, earlier: null }));
  const rows = planRows(actions, foreseen({ because: new Map([[level, 'it stood at 1a2b3c4 since run 1-1']]) }));
  expect(rows.map(({ warnings }) => warnings)).toEqual([[], ['it stood at 1a2b3c4 since run 1-1']]);
});

test('how many objects stand as they should is told where somebody looked', () => {
  expect(reportOf([], { standing: 3 }).standing).toBe(3);
  expect(reportOf([], { standing: 0 }).standing).toBe(0);
  expect(reportOf([])).not.toHaveProperty('standing');
});

test('what is not settled comes first, whatever its outcome', () => {
  const rows = [...outcomes, ...outcomes].map((outcome, n) => row(outcome, `f${n}`));
  const sorted = worstFirst(reportOf(rows).requests).map(isSettled);
  expect(sorted.indexOf(true)).toBe(rows.filter(({ outcome }) => !settledOutcomes.includes(outcome)).length);
});
