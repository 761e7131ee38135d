import { expect, test } from 'vitest';
import { renderMarkdownReport } from '../../src/report/markdown.ts';
import { escapeMarkdown, renderCode } from '../../src/report/markdown-parts.ts';
import { everywhere, expectForm, formOf, links, plain } from './html-support.ts';
import { hostile, left, reportOf, row, times } from './support.ts';

test.each(hostile)('%j in a cell: no markup, no mention, no link, no line of its own', (text) => {
  const escaped = escapeMarkdown(text);
  expect(escaped.replace(/&#\d+;/g, '')).not.toMatch(/[\n\r\\`*_{}[\]()<>#+!|~$@:&"'=-]/);
  expect(escaped).not.toMatch(/(^\d+|www)\./);
  expect(escaped).not.toMatch(/&#(64|35|33);\w/);
  expect(escaped).not.toMatch(/GH&#45;\d/);
});

test.each(['a & b <c>', 'Däöü @msgapi #1 $x 100%', 'C:\\x', '&lt;', "it's"])('%j is shown as it is', (text) => {
  expect(plain(escapeMarkdown(text))).toBe(text);
  expect(plain(renderCode(text))).toBe(`<code>${text}</code>`);
});

test('a name as code can be copied: nothing invisible is put into it', () => {
  expect(renderCode('@msgapi #1')).not.toContain('&#8203;');
});

test('a very long text is cut', () => {
  expect(escapeMarkdown('ä'.repeat(5000))).toBe(`${'ä'.repeat(597)}...`);
  expect(escapeMarkdown('😀'.repeat(5000))).toBe(`${'😀'.repeat(298)}...`);
});

test('a file that was moved is shown with its earlier path', () => {
  const [first] = everywhere('calm').requests;
  if (first === undefined) throw new Error('no request');
  const moved = { ...first, path: 'b/NEW.RPGLE', previousPath: 'a/OLD.RPGLE' };
  expect(plain(renderMarkdownReport({ ...everywhere('calm'), requests: [moved] }, links))).toMatch(
    /NEW\.RPGLE<\/code><\/a> – was a\/OLD\.RPGLE \|/,
  );
});

test.each(hostile)('%j leaves the form of the whole summary as it is', (text) => {
  const calm = renderMarkdownReport(everywhere('calm'), links);
  expectForm(renderMarkdownReport(everywhere(text), links), calm);
  expect(formOf(calm).cells).toEqual([9, 9, 9, 9]);
});

test('10,000 requests stay under 1 MiB, and the rest is counted', () => {
  const rows = times(10_000, (n) =>
    row(n % 3 === 0 ? 'conflict' : 'created', `app/QRPGLESRC/ORD${n}.PGM.RPGLE`, {
      objectId: n + 1,
      msg: 'held by @x',
    }),
  );
  const leftOut = times(10_000, (n) => left(`docs/${n}.md`, `deleted, but ${n} still comes`, 'stillMade'));
  const text = renderMarkdownReport(reportOf(rows, { leftOut }), links);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  expect(text).toMatch(/and \d+ more reasons, see the JSON report/);
  const listed = text.match(/^\| (conflict|created) /gm)?.length ?? 0;
  expect(Number(/and (\d+) more, see the JSON report/.exec(text)?.[1]) + listed).toBe(10_000);
});

test('of so many rows nobody reads more than the first thousand', () => {
  const rows = times(1500, (n) => row(n === 1400 ? 'conflict' : 'created', `ORD${n}`));
  const lines = renderMarkdownReport(reportOf(rows), links).split('\n');
  expect(lines.filter((line) => line.startsWith('| c'))).toHaveLength(1000);
  expect(lines).toContain('and 500 more, see the JSON report');
  expect(lines.find((line) => line.startsWith('| c'))).toContain('ORD1400');
});

test('an error of several lines, as of the mapping, keeps them', () => {
  const error = { code: 'mapping', message: 'm.yml:1:1: one\nm.yml:2:1: two', remedy: 'Fix it.', exitCode: 2 };
  const lines = renderMarkdownReport(reportOf([], { error }), links).split('\n');
  expect(lines.filter((line) => line.startsWith('**'))).toHaveLength(2);
});
