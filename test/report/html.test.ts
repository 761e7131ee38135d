import { expect, test } from 'vitest';
import { type FiledRequest, filed } from '../../src/checkout/outcome.ts';
import { emptyTree } from '../../src/git/object-ids.ts';
import { escapeText } from '../../src/log.ts';
import { renderHtmlReport } from '../../src/report/html.ts';
import type { PageLinks } from '../../src/report/links.ts';
import { renderMarkdownReport } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/report-json.ts';
import { everywhere, links, type Part, pageOf, parsed } from './html-support.ts';
import { hostile, left, noticed, planned, reportOf, row, times } from './support.ts';

const text = (html: string) => html.replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Tags with their attributes, without links: a name that is not text has none. */
const form = (parts: readonly Part[]) =>
  parts.flatMap((part) =>
    'tag' in part && !/^\/?a$/.test(part.tag) ? [`${part.tag} ${Object.entries(part.attrs)}`] : [],
  );

test('hostile texts in every place leave the form of the page as it is, and are shown', () => {
  const [calm = [], ...pages] = parsed([everywhere('calm'), ...hostile.map(everywhere)].map(pageOf));
  expect(form(calm).length).toBeGreaterThan(100);
  const fixed = (lines: readonly string[]) =>
    lines.map((line) => line.replace(/^(time|svg|section|div|meta) .*/, '$1'));
  for (const [n, parts] of pages.entries()) {
    expect(fixed(form(parts))).toEqual(fixed(form(calm)));
    const shown = escapeText(hostile[n] ?? '');
    const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
    expect(texts.filter((one) => one.includes(shown)).length).toBeGreaterThanOrEqual(15);
    const addresses = parts.flatMap((part) => ('tag' in part ? Object.entries(part.attrs) : []));
    for (const [name, value] of addresses.filter(([one]) => /^(href|src|style|on.*)$/.test(one))) {
      expect(`${name}=${value}`).toMatch(/^href=https:\/\/(github|ci)\.example\//);
    }
  }
});

test('it needs nothing but itself: no script, no image, no other file', () => {
  const html = pageOf(everywhere('x'));
  expect(html).not.toMatch(/<(script|img|link|iframe|object|form|base)\b/);
  expect(html).toContain(`content="default-src 'none'; style-src 'sha256-`);
});

test('an address that is not of the web is no link', () => {
  const report = reportOf([]);
  const html = pageOf({ ...report, run: { ...report.run, id: '7', url: 'javascript:alert(1)' } });
  expect(html).not.toContain('javascript');
  expect(html).toContain('<dd>7, attempt');
});

test('what, when, who, range, mapping and tool are said', () => {
  const report = reportOf([row('created', 'A.RPGLE')]);
  const run = { ...report.run, id: '4711', actor: 'jane-doe', url: 'https://ci.example/4711' };
  const html = pageOf({ ...report, run });
  for (const said of [
    ...['Check-outs ORDERS main', 'Everything was filed.', '2026-11-21 10:00:00 UTC', 'who jane-doe', 'exit code 0'],
    ...['range base: the commit before the push', 'mapping .file-checkouts.yml', 'file-checkouts 1.2.3, file'],
  ]) {
    expect(text(html)).toContain(said);
  }
  expect(html).toContain(`<a href="https://github.example/octo/orders/commit/${'2'.repeat(40)}">222222222222</a>`);
  expect(html).toContain(`/compare/${'1'.repeat(40)}...${'2'.repeat(40)}"`);
  expect(html).toContain('<a href="https://ci.example/4711">');
});

test('worst first, with what was said of those that are not settled, and warnings', () => {
  const html = pageOf(
    reportOf([
      row('created', 'a', { msg: 'Request created', warnings: ['stored attr differs'] }),
      row('unchanged', 'b'),
      row('notAttempted', 'c'),
      row('conflict', 'd', { msg: 'held by #7', remedy: 'ask' }),
    ]),
  );
  const rows = [...html.matchAll(/<th scope=row>([\w ]+)/g)].map(([, outcome]) => outcome);
  expect(rows).toEqual(['conflict', 'not filed', 'created', 'unchanged']);
  expect(html).toContain('held by #7<br>ask');
  expect(html).toContain('stored attr differs');
  expect(html).not.toContain('Request created');
  expect(text(html)).toContain('2 of 4 need attention.');
});

const forms = [
  ['HTML', (report: Report, where: PageLinks = links) => renderHtmlReport(report, where)],
  ['Markdown', (report: Report, where: PageLinks = links) => renderMarkdownReport(report, where)],
] as const;

test.each(forms)('%s: a file links to itself at head; a deleted one and one without a text name do not', (_, form) => {
  const one = (request: FiledRequest) => form(reportOf([request]));
  expect(one(row('created', 'a b/#1 (ü)\'".RPGLE'))).toContain(
    `<a href="https://github.example/octo/orders/blob/${'2'.repeat(40)}/a%20b/%231%20(%C3%BC)%27%22.RPGLE">`,
  );
  expect(one(filed(planned('gone', { reason: '*DELETE' }), 'created'))).not.toContain('/blob/');
  expect(one(row('unsendable', 'a\nb'))).not.toContain('/blob/');
  expect(form(reportOf([row('created', 'a')]), null)).not.toContain('<a ');
});

test('left out, by reason, a long list closed; notes; nothing to file; an error with a line each', () => {
  const moved = { ...left('NEW.RPGLE', 'unmapped', 'unmapped'), previousPath: 'OLD.RPGLE' };
  const leftOut = [...times(30, (n) => left(`docs/${n}.md`)), moved];
  const html = pageOf(reportOf([], { leftOut, notices: [noticed('no ledger')], nothingToFile: 'a tag was pushed' }));
  expect(html).toContain('<details><summary>skip: documentation (30)</summary>');
  expect(html).toContain('<details open><summary>unmapped (1)</summary><ul><li>NEW.RPGLE (was OLD.RPGLE)</li>');
  expect(html.match(/<li>docs/g)).toHaveLength(30);
  expect(text(html)).toMatch(/Nothing to file: a tag was pushed.*no ledger/);
  const error = { code: 'mapping', message: 'm.yml:1:1: one\nm.yml:2:1: two', remedy: 'Fix it.', exitCode: 2 };
  const failed = pageOf(reportOf([], { error, range: null, mapping: null }));
  expect(failed).toContain('<pre>m.yml:1:1: one\nm.yml:2:1: two</pre><p>Fix it.</p>');
  expect(text(failed)).toContain('The run was stopped.');
});

test('a plan says so', () => {
  const report = reportOf([row('unchanged', 'a')]);
  const planned = { outcome: 'planned', action: 'update' } as const;
  const requests = report.requests.map((request) => ({ ...request, ...planned }));
  const said = text(pageOf({ ...report, command: 'plan', requests, exitCode: 0 }));
  expect(said).toContain('A plan: nothing was filed.');
  expect(said).toContain(' to update *MIGRATE ORD/50 ORD100 *PGM');
  expect(said).toContain('What would become of the one request');
});

test('the picture: each RFP, request and file of a small run once; none of a large one', () => {
  const rows = [
    row('created', 'Q/ORD100.PGM.RPGLE', { objectId: 10_001, rfp: 77 }),
    row('updated', 'Q/ORD200.PGM.RPGLE', { objectId: 10_002, rfp: 77 }),
    row('conflict', 'Q/ORD300.PGM.RPGLE', { objectId: 9 }),
    filed(planned(`${'long/'.repeat(20)}ORD400.PGM.RPGLE`, { reason: '*DELETE' }), 'created', { rfp: 78 }),
  ];
  const picture = pageOf(reportOf(rows)).match(/<figure>[\s\S]*<\/figure>/)?.[0] ?? '';
  const texts = [...picture.matchAll(/<text[^>]*>([^<]*)/g)].map(([, label]) => label);
  expect(texts.filter((label) => /RFP/.test(label ?? '')).sort()).toEqual(['RFP 77', 'RFP 78', 'no RFP']);
  const requests = ['created *MIGRATE #10001', 'updated *MIGRATE #10002', 'conflict *MIGRATE held by #9'];
  expect(texts).toEqual(expect.arrayContaining([...requests, 'Q/ORD300.PGM.RPGLE']));
  expect(texts.filter((label) => label?.startsWith('...') && label.endsWith('ORD400.PGM.RPGLE'))).toHaveLength(1);
  expect(picture.match(/<path /g)).toHaveLength(8);
  expect(picture.match(/class="box gone"/g)).toHaveLength(1);
  const many = (count: number) => pageOf(reportOf(times(count, (n) => row('created', `A${n}`))));
  expect(many(20)).toContain('<figure>');
  expect(many(21)).not.toContain('<figure>');
  expect(many(0)).not.toContain('<figure>');
});

const most = 2_000_000;

test('10,000 requests and as many left-out files: under 2 MB, no request is left out', () => {
  const more = { rfp: 7, msg: 'held by #7' };
  const rows = times(10_000, (n) =>
    row(n % 3 === 0 ? 'conflict' : 'created', `app/QRPGLESRC/ORD${n}.PGM.RPGLE`, { objectId: n + 1, ...more }),
  );
  const leftOut = times(10_000, (n) => left(`docs/${n}.md`, `reason ${n % 20}`));
  const html = pageOf(reportOf(rows, { leftOut }));
  expect(Buffer.byteLength(html)).toBeLessThan(most);
  expect(html.match(/<th scope=row>/g)).toHaveLength(10_000);
  expect(html).toContain('ORD9999.PGM.RPGLE');
});

test('names and messages of any length: under 2 MB, the rest is counted', () => {
  const long = '<|😀\u202e'.repeat(300);
  const rows = times(1000, (n) => row('rejected', `${n}${long}`, { msg: long, remedy: long }));
  const leftOut = times(1000, (n) => left(long, `${n}${long}`));
  const error = { code: 'mapping', message: `${long}\n`.repeat(500), remedy: long, exitCode: 2 };
  const html = pageOf(reportOf(rows, { leftOut, notices: times(200, () => noticed(long)), error }));
  expect(Buffer.byteLength(html)).toBeLessThan(most);
  const shown = html.match(/<th scope=row>/g)?.length ?? 0;
  expect(Number(/and (\d+) more requests, see/.exec(html)?.[1]) + shown).toBe(1000);
  for (const cut of ['reasons', 'notes', 'lines']) expect(html).toMatch(new RegExp(`and \\d+ more ${cut}`));
});

test.each(forms)('%s: the empty tree, from which a first import is compared, has no page', (_, form) => {
  for (const base of Object.values(emptyTree)) {
    const range = { repo: 'ORDERS', branch: 'main', base, head: '2'.repeat(base.length), rule: 'push' };
    expect(form(reportOf([row('created', 'a')], { range }))).toMatch(/compared with nothing: all files are new/);
    expect(form(reportOf([row('created', 'a')], { range }))).not.toContain('/compare/');
  }
});
