import { expect, test } from 'vitest';
import { filed } from '../../src/ledger/outcome.ts';
import { mermaidPicture } from '../../src/report/mermaid.ts';
import { hostile, planned, reportOf, row } from './support.ts';

test('RFP, requests and files of a small run', () => {
  const report = reportOf([
    row('created', 'Q/ORD100.PGM.RPGLE', { objectId: 10001, rfp: 77 }),
    row('updated', 'Q/ORD200.PGM.RPGLE', { objectId: 10002, rfp: 77 }),
    row('conflict', 'Q/ORD300.PGM.RPGLE'),
  ]);
  expect(mermaidPicture(report).join('\n')).toMatchInlineSnapshot(`
    "\`\`\`mermaid
    flowchart LR
      p0(["RFP 77"])
      p1(["no RFP"])
      r0["created #35;10001 ORD/50 ORD100 *PGM"]
      f0[/"Q/ORD100.PGM.RPGLE"/]
      p0 --> r0
      r0 --> f0
      r1["updated #35;10002 ORD/50 ORD100 *PGM"]
      f1[/"Q/ORD200.PGM.RPGLE"/]
      p0 --> r1
      r1 --> f1
      r2["conflict ORD/50 ORD100 *PGM"]
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
