import { expect, test } from 'vitest';
import { renderMarkdownReport } from '../../src/report/markdown.ts';
import { escapeMarkdown, renderCode } from '../../src/report/markdown-parts.ts';
import { everywhere } from './html-support.ts';
import { hostile, reportOf, row } from './support.ts';

const links = 'https://github.example/octo/orders';

/** Undoes entities, as a browser does. */
const shown = (html: string) =>
  html.replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number))).replaceAll('\u200b', '');

test.each(hostile)('%j in a cell: no markup, no mention, no link, no line of its own', (text) => {
  const escaped = escapeMarkdown(text);
  expect(escaped.replace(/&#\d+;/g, '')).not.toMatch(/[\n\r\\`*_{}[\]()<>#+!|~$@:&"'=-]/);
  expect(escaped).not.toMatch(/(^\d+|www)\./);
  expect(escaped).not.toMatch(/&#(64|35|33);\w/);
  expect(escaped).not.toMatch(/GH&#45;\d/);
});

test.each(['a & b <c>', 'Däöü @msgapi #1 $x 100%', 'C:\\x', '&lt;', "it's"])('%j is shown as it is', (text) => {
  expect(shown(escapeMarkdown(text))).toBe(text);
  expect(shown(renderCode(text))).toBe(`<code>${text}</code>`);
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
  expect(shown(renderMarkdownReport({ ...everywhere('calm'), requests: [moved] }, links))).toMatch(
    /NEW\.RPGLE<\/code><\/a> – was a\/OLD\.RPGLE \|/,
  );
});

test.each(hostile)('%j leaves the form of the whole summary as it is', (text) => {
  const lines = renderMarkdownReport(everywhere(text), links).split('\n');
  expect(lines).toHaveLength(renderMarkdownReport(everywhere('calm'), links).split('\n').length);
  const tags = lines.flatMap((line) => line.match(/<[^>]*>/g) ?? []);
  expect(
    tags.filter(
      (tag) =>
        !/^<(\/?(code|details|summary|a)|details open|a href="https:\/\/(github|ci)\.example\/[^"<>]*")>$/.test(tag),
    ),
  ).toEqual([]);
  const rows = lines.filter((line) => line.startsWith('| '));
  expect(rows.map((line) => line.split('|').length)).toEqual([9, 9, 9, 9]);
  expect(lines.filter((line) => line.trimStart().startsWith('::') || line.includes('##['))).toEqual([]);
});

const mebibyte = 1024 * 1024;

test('10,000 requests stay under 1 MiB, and the rest is counted', () => {
  const rows = Array.from({ length: 10_000 }, (_, n) =>
    row(n % 3 === 0 ? 'conflict' : 'created', `app/QRPGLESRC/ORD${n}.PGM.RPGLE`, {
      objectId: n + 1,
      msg: 'held by @somebody',
    }),
  );
  const leftOut = Array.from({ length: 10_000 }, (_, n) => ({
    path: `docs/${n}.md`,
    code: 'stillMade' as const,
    why: `deleted, but ${n} still comes`,
  }));
  const text = renderMarkdownReport(reportOf(rows, { leftOut }), links);
  expect(Buffer.byteLength(text)).toBeLessThan(mebibyte);
  expect(text).toMatch(/and \d+ more, see the JSON report/);
  expect(text).toMatch(/and \d+ more reasons, see the JSON report/);
  const listed = text.match(/^\| (conflict|created) /gm)?.length ?? 0;
  const more = Number(/and (\d+) more, see/.exec(text)?.[1]);
  expect(listed + more).toBe(10_000);
});

test('of so many rows nobody reads more than the first thousand', () => {
  const rows = Array.from({ length: 1500 }, (_, n) => row(n === 1400 ? 'conflict' : 'created', `ORD${n}`));
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
