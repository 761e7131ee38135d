import { describe, expect, test } from 'vitest';
import { shortenMarkdown } from '../../src/comment/keep-comment.ts';
import { buildCommentMarker, renderCommentBody } from '../../src/comment/on-pull-request.ts';
import { everywhere, expectForm, links, outsideCode } from '../report/html-support.ts';
import { hostile, reportOf, row } from '../report/support.ts';

const runUrl = 'https://github.example/octo/orders/actions/runs/4711';

test('one heading, what it is, where the rest is, and the report', () => {
  const lines = renderCommentBody(reportOf([row('created', 'A.RPGLE')]), links, runUrl).split('\n');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual(['### file-checkouts: what merging would file']);
  expect(lines[2]).toBe(`Planned only: a pull request files nothing. [Run and job summary](${runUrl})`);
  expect(lines[4]).toContain('ORDERS main');
  expect(lines.join('\n')).toContain('<code>A.RPGLE</code>');
});

test.each([null, 'javascript:alert(1)', 'https://x/a) [b](c', 'https://x/\n# heading'])('%j is no link', (url) => {
  expect(renderCommentBody(reportOf([]), links, url).split('\n')[2]).toBe(
    'Planned only: a pull request files nothing.',
  );
});

test.each([
  ...hostile,
  ...['@everyone', '@octo/team', 'x @everyone', '--> <b>out</b>', '```\n@everyone\n```', '</code>@everyone'],
  '<!-- file-checkouts plan 0123456789abcdef -->',
])('%j as name and message: nobody is mentioned, nothing is markup, the form stays', (text) => {
  const body = renderCommentBody(everywhere(text), links, runUrl);
  expectForm(body, renderCommentBody(everywhere('calm'), links, runUrl));
  expect(outsideCode(body)).not.toMatch(/#\w/);
});

describe('the marker', () => {
  test('tells one workflow and mapping from another, and is the same for the same', () => {
    const marker = buildCommentMarker(['Checks', 'plan', 'a.yml', undefined]);
    expect(marker).toMatch(/^<!-- file-checkouts plan [0-9a-f]{16} -->$/);
    expect(buildCommentMarker(['Checks', 'plan', 'a.yml', null])).toBe(marker);
    expect(buildCommentMarker(['Checks', 'plan', 'b.yml', null])).not.toBe(marker);
    expect(buildCommentMarker(['Checks', 'plan', 'a.yml', ''])).not.toBe(marker);
    expect(buildCommentMarker(['Checksplan', 'a.yml', null])).not.toBe(marker);
  });

  test('no name ends it', () => {
    expect(buildCommentMarker(['--> @everyone\n'])).toMatch(/^<!-- [\w -]+ -->$/);
  });
});

describe('shortening', () => {
  const long = (n: number) => Array.from({ length: n }, (_, line) => `line ${line} ${'x'.repeat(90)}`);

  test('what fits stays as it is', () => {
    expect(shortenMarkdown('a\nb\n', 4)).toBe('a\nb\n');
    expect(shortenMarkdown('a\nb\n\n\n', 4)).toBe('a\nb\n');
  });

  test('whole lines, never more than allowed, and the number that is missing is true', () => {
    const text = long(100).join('\n');
    const lines = shortenMarkdown(text, 2000).trimEnd().split('\n');
    expect(lines.join('\n').length).toBeLessThanOrEqual(2000);
    const kept = lines.slice(0, -2);
    expect(text.startsWith(`${kept.join('\n')}\n`)).toBe(true);
    expect(lines.at(-1)).toBe(`*Shortened: ${100 - kept.length} more lines are in the job summary of the run.*`);
  });

  test('an open block is closed before the pointer', () => {
    const text = ['<details><summary>9 left out</summary>', '', ...long(100), '', '</details>'].join('\n');
    expect(shortenMarkdown(text, 2000)).toMatch(/x\n\n<\/details>\n\n\*Shortened: /);
  });

  test('half a picture is left out whole', () => {
    const text = ['before', '', '```mermaid', ...long(100), '```'].join('\n');
    expect(shortenMarkdown(text, 2000)).toMatch(/^before\n\n\n\*Shortened: 102 more lines/);
  });

  test('one line that is too long alone leaves the pointer', () => {
    expect(shortenMarkdown('x'.repeat(5000), 2000)).toMatch(/^\n?\*Shortened: 1 more/);
  });
});
