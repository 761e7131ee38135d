/** What a push affects, in every form of the report. */
import { describe, expect, test } from 'vitest';
import { shortenMarkdown } from '../../src/comment/keep-comment.ts';
import { renderCommentBody } from '../../src/comment/on-pull-request.ts';
import { renderJunitReport } from '../../src/report/junit.ts';
import { renderMarkdownReport } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/report-json.ts';
import { formatTextReport } from '../../src/report/text.ts';
import { affecting, dependent, hostileDependents, many, someOfEach } from './affected-support.ts';
import { links, pageOf, plain } from './html-support.ts';
import { left, logged, noticed, reportOf, row, times } from './support.ts';

const formats = {
  textReport: formatTextReport,
  pageOf,
  markdownReport: (report: Report) => renderMarkdownReport(report, links),
};

test.each(Object.entries(formats))('%s of a push that affects nothing says nothing of it', (_, format) => {
  expect(format(reportOf([row('created', 'a')]))).not.toMatch(/affected(?![ ]tbody|[ ]td)/i);
});

/** What Markdown says of what is affected. */
const partOf = (markdown: string) => /<details( open)?><summary>affected[\s\S]*?<\/details>/.exec(markdown)?.[0] ?? '';

describe('text', () => {
  test('a line for each: what, what becomes of it, why', () => {
    expect(formatTextReport(someOfEach())).toContain(
      `affected: 3 objects, 1 file that the mapping leaves out
  ORD/50 ORD100 *PGM (*RECOMPILE, created): uses INC
  ORD/50 ORD200 *PGM (*RECOMPILE, conflict): uses CUSTL1, which uses CUST (more than one file has that name)
  ORD/50 ORD300 *PGM (*UPDATE, not requested): binds MOD, which was deleted
  test/T.RPGLE (*RECOMPILE, not requested): uses INC; the mapping leaves it out (skip: tests)
`,
    );
  });

  test('in a log it is folded, under its count', () => {
    expect(logged(affecting([dependent('ORD100')])).slice(2)).toEqual([
      '[ affected: 1 object',
      'affected: 1 object',
      '  ORD/50 ORD100 *PGM (*RECOMPILE, not requested): uses INC',
      ']',
    ]);
  });

  test('of 5,000 reasons a log of CI says the first fifty, and a person sees all', () => {
    const lines = logged(many(5000));
    expect(lines.filter((line) => line.startsWith('  ORD/50 PGM'))).toHaveLength(50);
    expect(lines).toContain('  and 4950 more reasons');
    expect(formatTextReport(many(5000)).match(/^ {2}ORD\/50 PGM/gm)).toHaveLength(5000);
  });

  test('what is true of many is said once, in Markdown too', () => {
    const all = affecting(times(50, (n) => dependent(`P${n}`)));
    const names = (most: number) => times(most, (n) => `ORD/50 P${n} *PGM`).join(', ');
    expect(logged(all)).toContain(`  ${names(10)} and 40 more (*RECOMPILE, not requested): each uses INC`);
    expect(formatTextReport(all)).toContain(
      `affected: 50 objects\n  ${names(50)} (*RECOMPILE, not requested): each uses INC\n`,
    );
    expect(partOf(renderMarkdownReport(all, links)).match(/uses INC/g)).toHaveLength(1);
  });
});

describe('Markdown', () => {
  test('a folded list and a graph', () => {
    expect(partOf(renderMarkdownReport(someOfEach(), links)).replaceAll(/&#42;/g, '*')).toMatchInlineSnapshot(`
      "<details open><summary>affected: 3 objects, 1 file that the mapping leaves out</summary>

      - <code>ORD/50 ORD100 *PGM</code> (*RECOMPILE, created): uses INC
      - <code>ORD/50 ORD200 *PGM</code> (*RECOMPILE, conflict): uses CUSTL1, which uses CUST &#40;more than one file has that name&#41;
      - <code>ORD/50 ORD300 *PGM</code> (*UPDATE, not requested): binds MOD, which was deleted
      - <code>test/T.RPGLE</code> (*RECOMPILE, not requested): uses INC; the mapping leaves it out &#40;skip&#58; tests&#41;

      \`\`\`mermaid
      flowchart LR
        n0[/"QCPYLESRC/INC.RPGLEINC"/]
        n1["created *RECOMPILE ORD/50 ORD100 *PGM"]
        n2[/"QDDSSRC/CUST.PF"/]
        n3[/"QDDSSRC/CUSTL1.LF"/]
        n4["conflict *RECOMPILE ORD/50 ORD200 *PGM"]
        n5[/"QRPGLESRC/MOD.MODULE.RPGLE"/]
        n6["not requested *UPDATE ORD/50 ORD300 *PGM"]
        n7["not requested *RECOMPILE test/T.RPGLE"]
        n0 --> n1
        n2 --> n3
        n3 --> n4
        n5 --> n6
        n0 --> n7
      \`\`\`

      </details>"
    `);
  });

  test('more than twenty are closed, and have no graph', () => {
    const [some, more] = [20, 21].map((count) => partOf(renderMarkdownReport(many(count), links)));
    expect([some?.startsWith('<details open>'), some?.includes('```mermaid')]).toEqual([true, true]);
    expect([more?.startsWith('<details>'), more?.includes('```mermaid')]).toEqual([true, false]);
  });

  test('5,000 stay under 1 MiB, and the rest is counted', () => {
    const markdown = renderMarkdownReport(many(5000), links);
    expect(Buffer.byteLength(markdown)).toBeLessThan(1024 * 1024);
    const part = partOf(markdown);
    expect(Buffer.byteLength(part)).toBeLessThan(65_000);
    const listed = part.match(/^- <code>/gm)?.length ?? 0;
    expect(Number(/and (\d+) more reasons, see/.exec(part)?.[1]) + listed).toBe(5000);
  });

  test('nor can names of any length break the limit', () => {
    const long = '<|😀\u202e'.repeat(1000);
    const rows = times(300, (n) => row('rejected', `${n}${long}`, { msg: long, remedy: long }));
    const report = reportOf(rows, {
      dependents: times(10, (n) => hostileDependents(`${n}${long}`)).flat(),
      leftOut: times(1000, (n) => left(long, `${n}${long}`)),
      notices: times(200, () => noticed(long)),
      error: { code: 'mapping', message: `${long}\n`.repeat(500), remedy: long, exitCode: 2 },
    });
    expect(Buffer.byteLength(renderMarkdownReport(report, links))).toBeLessThan(1024 * 1024);
    expect(Buffer.byteLength(pageOf(report))).toBeLessThan(2_000_000);
  });
});

describe('HTML', () => {
  const partOf = (html: string) => /<section id="affected"[^>]*>[\s\S]*?<\/section>/.exec(html)?.[0] ?? '';

  test('a graph, and the same as a table', () => {
    const part = plain(partOf(pageOf(someOfEach())));
    expect(part).toContain(
      '<tr><th scope=row>ORD/50 ORD200 *PGM<td>*RECOMPILE<td>conflict<td>uses CUSTL1, which uses CUST (more than one file has that name)<td>QRPGLESRC/ORD200.PGM.RPGLE',
    );
    expect(part.match(/<tr><th scope=row>/g)).toHaveLength(4);
    const textsOf = (box: string) => [...box.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);
    const boxes = [...part.matchAll(/<g class="box ([a-z]+)">.*?<\/g>/g)];
    expect(boxes.map(([box, look]) => [look, ...textsOf(box)])).toEqual([
      ['plain', 'QCPYLESRC/INC.RPGLEINC'],
      ['plain', 'QDDSSRC/CUST.PF'],
      ['plain', 'QRPGLESRC/MOD.MODULE.RPGLE'],
      ['good', 'created *RECOMPILE', 'ORD/50 ORD100 *PGM'],
      ['bad', 'conflict *RECOMPILE', 'ORD/50 ORD200 *PGM'],
      ['open', 'not requested *UPDATE', 'ORD/50 ORD300 *PGM'],
      ['open', 'not requested *RECOMPILE', 'test/T.RPGLE'],
    ]);
    expect(part.match(/<path /g)).toHaveLength(4);
  });

  test('a large one has no graph; 5,000 stay small, and the rest is counted', () => {
    expect(partOf(pageOf(many(20)))).toContain('<figure>');
    expect(partOf(pageOf(many(21)))).not.toContain('<figure>');
    const part = partOf(pageOf(many(5000)));
    expect(Buffer.byteLength(part)).toBeLessThan(125_000);
    const listed = part.match(/<tr><th scope=row>/g)?.length ?? 0;
    expect(Number(/and (\d+) more, see/.exec(part)?.[1]) + listed).toBe(5000);
  });
});

test('the comment on a pull request has the list and the graph, and stays within what the host takes', () => {
  expect(renderCommentBody(someOfEach(), links, null)).toMatch(/<summary>affected: 3 objects[\s\S]*flowchart LR/);
  // Reported only: no table of requests stands before the list.
  const long = shortenMarkdown(renderCommentBody(affecting(many(5000).dependents), links, null), 10_000);
  expect(long.length).toBeLessThanOrEqual(10_000);
  expect(long).toMatch(/\n<\/details>\n\n\*Shortened: \d+ more lines/);
});

test('JUnit says why beside what became of it; what is not requested is no test', () => {
  const xml = renderJunitReport(someOfEach());
  expect(xml.match(/<testcase /g)).toHaveLength(2);
  expect(xml).toContain('created, #10001, RFP 77\nuses INC</system-out>');
  expect(xml).toContain('held\nuses CUSTL1, which uses CUST (more than one file has that name)</failure>');
});
