import { expect, test } from 'vitest';
import { htmlStatus } from '../../src/status/html.ts';
import { markdownStatus } from '../../src/status/markdown.ts';
import { pageData } from '../../src/status/page-data.ts';
import { links } from '../report/html-support.ts';
import { failing, standing, statusOf, trying } from './support.ts';

test('a page of more requests than it may hold says how many it shows', () => {
  const checkOuts = Array.from({ length: 30_000 }, (_, n) =>
    standing(`P${n}`, n + 1, { path: `${'long/'.repeat(50)}${n}` }),
  );
  const status = statusOf([{ checkOuts }]);
  const { rows } = pageData(status);
  expect(rows.length).toBeGreaterThan(10_000);
  expect(rows.length).toBeLessThan(30_000);
  const html = htmlStatus(status, links);
  expect(html.length).toBeLessThan(7_000_000);
  expect(html).toContain(`The first ${rows.length} of 30000 requests are on this page`);
});

test('Markdown stays under 1 MiB', () => {
  const checkOuts = [
    ...Array.from({ length: 20_000 }, (_, n) => standing(`P${n}`, n + 1)),
    ...Array.from({ length: 5000 }, (_, n) => trying(`T${n}`)),
  ];
  const many = Array.from({ length: 5000 }, (_, n) => ({ branch: `b${n}`, exceptions: { [`O${n}`]: failing() } }));
  const text = markdownStatus(statusOf([{ checkOuts }, ...many], { asked: { paths: ['**'] } }), links);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  expect(text.match(/and \d+ more, see/g)?.length).toBe(4);
});
