import { expect, test } from 'vitest';
import { renderHtmlStatus } from '../../src/status/html.ts';
import { renderMarkdownStatus } from '../../src/status/markdown.ts';
import { links } from '../report/html-support.ts';
import { failing, standing, statusOf, trying } from './support.ts';

test('a page of more requests than it may hold says how many it shows', () => {
  const checkOuts = Array.from({ length: 60_000 }, (_, n) =>
    standing(`P${n}`, n + 1, { path: `${'long/'.repeat(50)}${n}` }),
  );
  const status = statusOf([{ checkOuts }]);
  const html = renderHtmlStatus(status, links);
  expect(html.length).toBeLessThan(16_000_000);
  const [, shown] = /The first (\d+) of 60000 requests are on this page/.exec(html) ?? [];
  expect(Number(shown)).toBeGreaterThan(20_000);
});

test('Markdown stays under 1 MiB', () => {
  const checkOuts = [
    ...Array.from({ length: 20_000 }, (_, n) => standing(`P${n}`, n + 1)),
    ...Array.from({ length: 5000 }, (_, n) => trying(`T${n}`)),
  ];
  const many = Array.from({ length: 5000 }, (_, n) => ({ branch: `b${n}`, exceptions: { [`O${n}`]: failing() } }));
  const text = renderMarkdownStatus(statusOf([{ checkOuts }, ...many], { asked: { paths: ['**'] } }), links);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  expect(text.match(/and \d+ more, see/g)?.length).toBe(4);
});
