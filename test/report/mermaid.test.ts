import { describe, expect, test } from 'vitest';
import { buildAffectedPicture, buildRequestPicture, renderMermaid } from '../../src/report/picture.ts';
import type { Report } from '../../src/report/report-json.ts';
import { affecting, dependent, hostileDependents, many } from './affected-support.ts';
import { hostile, reportOf, row, times } from './support.ts';

const mermaidPicture = (report: Report) => renderMermaid(buildRequestPicture(report));
const mermaidAffected = (report: Report) => renderMermaid(buildAffectedPicture(report));

test('RFP, requests and files of a small run', () => {
  const report = reportOf([
    row('created', 'Q/ORD100.PGM.RPGLE', { objectId: 10001, rfp: 77 }),
    row('updated', 'Q/ORD200.PGM.RPGLE', { objectId: 10002, rfp: 77 }),
    row('conflict', 'Q/ORD300.PGM.RPGLE', { objectId: 9 }),
  ]);
  expect(mermaidPicture(report).join('\n')).toMatchInlineSnapshot(`
    "\`\`\`mermaid
    flowchart LR
      n0(["no RFP"])
      n1["conflict *MIGRATE held by #35;9 ORD/50 ORD100 *PGM"]
      n2[/"Q/ORD300.PGM.RPGLE"/]
      n3(["RFP 77"])
      n4["created *MIGRATE #35;10001 ORD/50 ORD100 *PGM"]
      n5[/"Q/ORD100.PGM.RPGLE"/]
      n6["updated *MIGRATE #35;10002 ORD/50 ORD100 *PGM"]
      n7[/"Q/ORD200.PGM.RPGLE"/]
      n0 --> n1
      n1 --> n2
      n3 --> n4
      n4 --> n5
      n3 --> n6
      n6 --> n7
    \`\`\`"
  `);
});

test('a large run, and one without requests, have none', () => {
  expect(mermaidPicture(reportOf([]))).toEqual([]);
  const rows = (count: number) => times(count, (n) => row('created', `A${n}`));
  expect(mermaidPicture(reportOf(rows(20)))).not.toEqual([]);
  expect(mermaidPicture(reportOf(rows(21)))).toEqual([]);
});

describe('what is affected', () => {
  test('from the changed files to what they affect; what is both stands once', () => {
    const cust = 'QDDSSRC/CUST.PF';
    const view = 'QDDSSRC/CUSTL1.LF';
    const byInclude = { path: 'INC', use: 'include', via: ['I1', 'I2'] } as const;
    const lines = mermaidAffected(
      affecting([
        dependent('CUSTL1', { path: view, objt: '*FILE', because: [{ path: cust, use: 'file', via: [] }] }),
        dependent('ORD100', { because: [{ path: cust, use: 'file', via: [view] }, byInclude] }),
      ]),
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "\`\`\`mermaid
      flowchart LR
        n0[/"QDDSSRC/CUST.PF"/]
        n1["not requested *RECOMPILE ORD/50 CUSTL1 *FILE"]
        n2["not requested *RECOMPILE ORD/50 ORD100 *PGM"]
        n3[/"INC"/]
        n4[/"I2"/]
        n5[/"I1"/]
        n0 --> n1
        n1 --> n2
        n3 --> n4
        n4 --> n5
        n5 --> n2
      \`\`\`"
    `);
  });

  test('a large one is none, nor is one with a long way between', () => {
    const via = Array.from({ length: 20 }, (_, n) => `I${n}`);
    expect(mermaidAffected(many(20))).not.toEqual([]);
    expect(mermaidAffected(many(21))).toEqual([]);
    expect(mermaidAffected(affecting([dependent('A', { because: [{ path: 'Z', use: 'include', via }] })]))).toEqual([]);
    expect(mermaidAffected(affecting([]))).toEqual([]);
  });

  const line = /^(```mermaid|flowchart LR|```| {2}n\d+(\["[\w #;./*-]*"\]|\[\/"[\w #;./*-]*"\/\]| --> n\d+))$/;

  test.each(hostile)('%j breaks no label', (text) => {
    const lines = mermaidAffected(affecting(hostileDependents(text)));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((one) => !line.test(one))).toEqual([]);
  });
});
