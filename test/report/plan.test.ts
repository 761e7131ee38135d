import { describe, expect, test } from 'vitest';
import { next } from '../../src/checkout/next.ts';
import { shortenMarkdown } from '../../src/comment/keep-comment.ts';
import { renderCommentBody } from '../../src/comment/on-pull-request.ts';
import { createRfpPredictor } from '../../src/filing/rfp.ts';
import type { CheckOut, Standing } from '../../src/ledger/record.ts';
import { buildRunAnnotations } from '../../src/report/annotations.ts';
import { renderHtmlReport } from '../../src/report/html.ts';
import { renderMarkdownReport } from '../../src/report/markdown.ts';
import type { HeldBy } from '../../src/report/report-json.ts';
import { formatTextReport } from '../../src/report/text.ts';
import { checkOut, standing } from '../checkout/support.ts';
import { readRunnerLog, unseenIn } from '../surfaces/runner-log.ts';
import { expectForm, formOf, links, plain } from './html-support.ts';
import { create, creates, holder, plannedEverywhere, planOf, planOfMany } from './plan-support.ts';
import { hostile, logged, times } from './support.ts';

const rowsOf = (markdown: string) => markdown.split('\n').filter((line) => line.startsWith('| '));
describe('who holds an object', () => {
  const said = (held: Partial<HeldBy>, request = create('ORD100')) => {
    const heldBy = new Map([[request, [{ ...holder, path: 'ORD100.RPGLE', ...held }]]]);
    return /^ +((?:held by|updates) .*)$/m.exec(formatTextReport(planOf(creates([request]), { heldBy })))?.[1];
  };

  const since = 'since 2026-11-20 10:00 UTC';
  const held = `held by #10003 of feature/x, bob, ${since}`;
  const merged = ', which is merged into this branch; it still belongs to that branch';
  test.each<[string, Partial<HeldBy>, string]>([
    ['another branch', {}, held],
    ['another repository', { repo: 'WEB' }, `held by #10003 of WEB feature/x, bob, ${since}`],
    ['a branch that is gone', { gone: true }, `held by #10003 of feature/x (a branch that is gone), bob, ${since}`],
    ['only the user', { account: null, user: 'BOB', at: null }, 'held by #10003 of feature/x, BOB, since c0ffeec0ffee'],
    ['its number is not known', { objectId: null }, `held by #? of feature/x, bob, ${since}`],
    ['nobody is known', { account: null }, `held by #10003 of feature/x, ${since}`],
    ['another file and reason', { path: 'B.RPGLE', reason: '*DELETE' }, `${held}, as *DELETE, for B.RPGLE`],
    ['not verified', { verified: false }, `${held}, not verified`],
    ['merged', { merged: true }, `${held.replace('held by', 'updates')}${merged}`],
    ['merged, for another reason', { merged: true, reason: '*DELETE' }, `${held}, as *DELETE`],
  ])('%s', (_, held, sentence) => {
    expect(said(held)).toBe(sentence);
  });

  test('many: three are named', () => {
    const request = create('ORD100');
    const heldBy = new Map([[request, times(5, () => holder)]]);
    expect(formatTextReport(planOf(creates([request]), { heldBy }))).toContain('and by 2 more, see the JSON report');
  });

  test('a warning stands at the file', () => {
    expect(buildRunAnnotations(planOfMany(2, (n) => n === 1))).toMatchObject([
      { level: 'warning', file: 'ORD0001.RPGLE', message: expect.stringContaining('held by #10003') },
    ]);
  });
});

describe('the RFP that a request will be in', () => {
  const entry = (more: Partial<Standing> & { readonly lvl?: number }): CheckOut => {
    const { lvl = 50, ...rest } = more;
    return checkOut({ objn: 'X', lvl, stands: standing({ rfp: 77, fields: {}, ...rest }) });
  };
  const text = (mode: Parameters<typeof createRfpPredictor>[0], known: CheckOut[], fields = {}) => {
    const report = planOf(creates([create('ORD100', fields)]), {
      rfpMode: mode,
      rfpOf: createRfpPredictor(mode, known),
    });
    return formatTextReport(report).split('\n')[1];
  };

  test.each([
    ['none', [entry({})], {}, 'no RFP'],
    ['per-push', [entry({})], {}, 'a new RFP'],
    [88, [], {}, 'RFP 88'],
    ['per-branch', [], {}, "the branch's RFP"],
    ['per-branch', [entry({ rfp: 70 }), entry({}), entry({ rfp: 0 })], {}, 'RFP 77, if it is open'],
    ['per-branch', [entry({ lvl: 10 }), entry({ fields: { user: 'BOB' } })], {}, "the branch's RFP"],
    ['per-branch', [entry({ fields: { user: 'BOB' } })], { user: 'BOB' }, 'RFP 77, if it is open'],
    ['per-branch', [entry({})], { rfpd: 'by hand' }, "the branch's RFP"],
  ] as const)('%s', (mode, filed, fields, words) => {
    expect(text(mode, [...filed], fields)).toBe(
      `ORD/50: 1 to create (project: the one linked to the branch; ${words})`,
    );
  });

  test.each([
    [{ proj: 'CUST', task: 12, stsk: 1 }, 'project: CUST task 12 subtask 1'],
    [{ proj: undefined }, 'no project'],
  ])('%j', (fields, words) => {
    expect(text('none', [], fields)).toContain(`(${words}; no RFP)`);
  });

  test('an update stays in its RFP, and a withdrawn request leaves it', () => {
    const known = entry({});
    const gone = { ...create('B'), reason: '*DELETE' as const };
    const withdrawn = next(known, { kind: 'nothing', request: gone, follows: true });
    const steps = [next(known, { kind: 'request', request: create('A') }), withdrawn];
    const report = planOf(steps, { rfpMode: 'per-push', rfpOf: createRfpPredictor('per-push', []) });
    expect(report.requests.map(({ joins }) => joins)).toEqual([77, 77]);
    expect(formatTextReport(report)).toContain(
      'ORD/50: 1 to withdraw (project: the one linked to the branch; out of RFP 77)',
    );
  });
});

describe('as a reviewer reads it', () => {
  test('3 rows: where they go in one line, then a row each, what is held first', () => {
    const report = planOfMany(3, (n) => n === 2);
    const lines = plain(renderCommentBody(report, links, null)).split('\n');
    expect(lines.slice(4, 15)).toEqual([
      expect.stringContaining('ORDERS main'),
      '',
      '3 to create',
      '',
      '- **ORD/50**: 3 to create; 1 object held by another branch (project: the one linked to the branch; a new RFP)',
      '',
      '| planned | reason | object | attribute | file | note |',
      '| --- | --- | --- | --- | --- | --- |',
      expect.stringMatching(
        /^\| \*\*to create, held\*\* \| \*MIGRATE \| <code>ORD0002 \*PGM<\/code> \| RPGLE \| .*<code>ORD0002.RPGLE<\/code><\/a> \| held by #10003 of feature\/x, bob, since .* \|$/,
      ),
      expect.stringMatching(/^\| to create \| .*ORD0000/),
      expect.stringMatching(/^\| to create \| .*ORD0001/),
    ]);
  });

  test('60 rows: what needs a reader is in sight, the others are folded', () => {
    const some = planOfMany(60, (n) => n % 20 === 7);
    const [open = '', folded = ''] = renderMarkdownReport(some, links).split('<details>');
    const [, , ...seen] = rowsOf(open).map((row) => /ORD\d+/.exec(row)?.[0]);
    expect(seen).toEqual(['ORD0007', 'ORD0027', 'ORD0047']);
    expect(folded).toContain('<summary>the other 57 requests</summary>');
    expect(rowsOf(folded).length).toBe(57 + 2);
    const none = planOfMany(60, () => false);
    expect(renderMarkdownReport(none, links)).toContain('<details><summary>60 requests</summary>');
  });

  test('2,000 rows: the comment fits, with what needs a reader whole, and says how many more there are', () => {
    const plan = planOfMany(2000, (n) => n % 100 === 50);
    const body = shortenMarkdown(renderCommentBody(plan, links, null), 65_000);
    expect(body.length).toBeLessThan(65_000);
    expect(body).toContain('2000 to create; 20 objects held by another branch');
    expect(rowsOf(body).filter((row) => row.includes(', held**'))).toHaveLength(20);
    expect(body).toMatch(/\*Shortened: \d+ more lines are in the job summary/);
    expect(body.match(/<details>/g)?.length).toBe(body.match(/<\/details>/g)?.length);
  });

  test('what differs from row to row has a column', () => {
    const requests = [create('A'), create('B', { lvl: 10, proj: 'CUST' })];
    const report = planOf(creates(requests), { rfpMode: 3, rfpOf: ({ should }) => should.request.fields.lvl ?? null });
    expect(rowsOf(renderMarkdownReport(report, links))[0]).toBe(
      '| planned | reason | object | attribute | project | RFP | file | note |',
    );
    expect(formatTextReport(report).split('\n').slice(1, 5)).toEqual([
      'ORD/50: 1 to create (project: the one linked to the branch; RFP 50)',
      expect.stringContaining(' A *PGM RPGLE '),
      'ORD/50: 1 to create (project: CUST; RFP 10)',
      expect.stringContaining(' B *PGM RPGLE '),
    ]);
  });
});

test('a log of CI shows of more than 50 rows those that need a reader, and where the rest is; a person sees all', () => {
  const created = (lines: readonly string[]) => lines.filter((line) => line.startsWith('to create'));
  const lines = logged(planOfMany(60, (n) => n === 9));
  expect(created(lines)).toEqual([expect.stringContaining('ORD0009')]);
  expect(lines).toContain('and 59 more requests: `--format json`, or `--report FILE`, has all');
  const many = logged(planOfMany(200, () => true));
  expect(created(many)).toHaveLength(50);
  expect(many).toContain(
    'and 150 more requests, 150 of them with something to read: `--format json`, or `--report FILE`, has all',
  );
  expect(created(logged(planOfMany(50, () => false)))).toHaveLength(50);
  expect(created(formatTextReport(planOfMany(200, () => true)).split('\n'))).toHaveLength(200);
});

test('nor is a request passed over that was withdrawn, and is still to be deleted', () => {
  const report = planOfMany(60, () => false);
  const remedy = 'delete request 4711 at the service';
  const requests = report.requests.map((row, n) => {
    return n === 30 ? { ...row, outcome: 'withdrawn' as const, remedy } : { ...row, outcome: 'created' as const };
  });
  expect(formatTextReport({ ...report, requests })).toContain(`-> ${remedy}`);
  expect(formatTextReport({ ...report, requests })).not.toContain('planned');
});

test('the place in the compile order stands in every report of a plan, where there is one', () => {
  const ordered = planOf(creates([create('CUST', { csqo: 1 }), create('ORD100', { csqo: 2 })]));
  expect(formatTextReport(ordered)).toMatch(/ORD100 \*PGM RPGLE order 2 {2}ORD100\.RPGLE/);
  expect(renderMarkdownReport(ordered, links)).toMatch(/\| order \|[\s\S]*ORD100.*\| RPGLE \| 2 \|/);
  expect(renderHtmlReport(ordered, links)).toMatch(/>order<[\s\S]*ORD100 \*PGM<td>RPGLE<td>2</);
  const plain = planOf(creates([create('CUST')]));
  for (const text of [formatTextReport(plain), renderMarkdownReport(plain, links), renderHtmlReport(plain, links)]) {
    expect(text).not.toMatch(/\border(?: \d| \|)/);
  }
});

test.each(hostile)('hostile texts in every place: %j', (text) => {
  const { commands, lines } = readRunnerLog(formatTextReport(plannedEverywhere(text)));
  expect([commands, unseenIn(lines)]).toEqual([[], []]);
  const calm = renderCommentBody(plannedEverywhere('calm'), links, null);
  expectForm(renderCommentBody(plannedEverywhere(text), links, null), calm);
  expect(new Set(formOf(calm).cells).size).toBe(1);
});
