import { expect, test } from 'vitest';
import { htmlReport } from '../../src/report/html.ts';
import { markdownReport } from '../../src/report/markdown.ts';
import { textReport } from '../../src/report/text.ts';
import { links } from './html-support.ts';
import { create, creates, planOf } from './plan-support.ts';

test('the place in the compile order stands in every report of a plan, where there is one', () => {
  const ordered = planOf(creates([create('CUST', { csqo: 1 }), create('ORD100', { csqo: 2 })]));
  expect(textReport(ordered)).toMatch(/ORD100 \*PGM RPGLE order 2 {2}ORD100\.RPGLE/);
  expect(markdownReport(ordered, links)).toMatch(/\| order \|[\s\S]*ORD100.*\| RPGLE \| 2 \|/);
  expect(htmlReport(ordered, links)).toMatch(/>order<[\s\S]*ORD100 \*PGM<td>RPGLE<td>2</);
  const plain = planOf(creates([create('CUST')]));
  for (const text of [textReport(plain), markdownReport(plain, links), htmlReport(plain, links)]) {
    expect(text).not.toMatch(/\border(?: \d| \|)/);
  }
});
