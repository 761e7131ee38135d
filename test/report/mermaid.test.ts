import { describe, expect, test } from 'vitest';
import { filed } from '../../src/checkout/outcome.ts';
import { mermaidAffected, mermaidPicture } from '../../src/report/mermaid.ts';
import { affecting, dependent, hostileDependents, many } from './affected-support.ts';
import { hostile, planned, reportOf, row } from './support.ts';

test('RFP, requests and files of a small run', () => {
  const report = reportOf([
    row('created', 'Q/ORD100.PGM.RPGLE', { objectId: 10001, rfp: 77 }),
    row('updated', 'Q/ORD200.PGM.RPGLE', { objectId: 10002, rfp: 77 }),
    row('conflict', 'Q/ORD300.PGM.RPGLE', { objectId: 9 }),
  ]);
  expect(mermaidPicture(report).join('\n')).toMatchInlineSnapshot(`
    "\`\`\`mermaid
    flowchart LR
      p0(["RFP 77"])
      p1(["no RFP"])
      r0["created *MIGRATE #35;10001 ORD/50 ORD100 *PGM"]
      f0[/"Q/ORD100.PGM.RPGLE"/]
      p0 --> r0
      r0 --> f0
      r1["updated *MIGRATE #35;10002 ORD/50 ORD100 *PGM"]
      f1[/"Q/ORD200.PGM.RPGLE"/]
      p0 --> r1
      r1 --> f1
      r2["conflict *MIGRATE held by #35;9 ORD/50 ORD100 *PGM"]
      f2[/"Q/ORD300.PGM.RPGLE"/]
      p1 --> r2
      r2 --> f2
    \`\`\`"
  `);
});

test('a large run, and one without requests, have none', () => {
  expect(mermaidPicture(reportOf([]))).toEqual([]);
  const rows = (count: number) => Array.from({ length: count }, (_, n) => row('created', `A${n}`));
  expect(mermaidPicture(reportOf(rows(20)))).not.toEqual([]);
  expect(mermaidPicture(reportOf(rows(21)))).toEqual([]);
});

const line =
  /^(```mermaid|flowchart LR|```| {2}[prf]\d+(\(\["[\w #;./*-]*"\]\)|\["[\w #;./*-]*"\]|\[\/"[\w #;./*-]*"\/\]| --> [rf]\d+))$/;

test.each(hostile)('%j breaks no label', (text) => {
  const request = filed(
    planned(text, { identity: { appl: text, lvl: 50, type: text, objn: text, rpth: null } }),
    'rejected',
  );
  const lines = mermaidPicture(reportOf([request]));
  expect(lines).toHaveLength(8);
  expect(lines.filter((one) => !line.test(one))).toEqual([]);
});

describe('what is affected', () => {
  test('from the changed files to what they affect; what is both stands once', () => {
    const cust = 'QDDSSRC/CUST.PF';
    const view = 'QDDSSRC/CUSTL1.LF';
    const lines = mermaidAffected(
      affecting([
        dependent('CUSTL1', { path: view, objt: '*FILE', because: [{ path: cust, use: 'file', via: [] }] }),
        dependent('ORD100', {
          because: [
            { path: cust, use: 'file', via: [view] },
            { path: 'INC', use: 'include', via: ['I1', 'I2'] },
          ],
        }),
      ]),
    );
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "\`\`\`mermaid
      flowchart LR
        c0[/"QDDSSRC/CUST.PF"/]
        c1[/"INC"/]
        c2[/"I1"/]
        c3[/"I2"/]
        a0["*RECOMPILE ORD/50 CUSTL1 *FILE"]
        a1["*RECOMPILE ORD/50 ORD100 *PGM"]
        c0 --> a0
        a0 --> a1
        c1 --> c3
        c3 --> c2
        c2 --> a1
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

  const line =
    /^(```mermaid|flowchart LR|```| {2}c\d+\[\/"[\w #;./*-]*"\/\]| {2}a\d+\["[\w #;./*-]*"\]| {2}[ac]\d+ --> [ac]\d+)$/;

  test.each(hostile)('%j breaks no label', (text) => {
    const lines = mermaidAffected({ dependents: hostileDependents(text) });
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((one) => !line.test(one))).toEqual([]);
  });
});
