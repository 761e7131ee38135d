import { expect, test } from 'vitest';
import { mappingText, Stage } from './support.ts';

/** A field that no update can carry stays as it was filed, and its row says so (design §7 "Update"). */

const mapped = (fields: string) => ({ '.file-checkouts.yml': mappingText.replace('proj: null', fields) });

test('proj and data are mapped otherwise: a warning of each row that the push touches, and none for the rest', async () => {
  await using stage = await Stage.open();
  const first = mapped('proj: CUST, folb: "L{sha}", fslb: "DEVLIB"');
  await stage.push('Import', { ...first, 'A.RPGLE': 'a1', 'B.RPGLE': 'b1' });
  const same = await stage.push('Change', { 'A.RPGLE': 'a2' });
  expect(same.requests.map(({ warnings }) => warnings)).toEqual([[]]);
  const other = mapped('proj: null, folb: "L{sha}", fslb: "DEVLIB", data: "*NONE"');
  const report = await stage.push('Mapping', { ...other, 'A.RPGLE': 'a3' });
  expect([report.exitCode, report.requests[0]?.outcome]).toEqual([0, 'updated']);
  const told = ['proj stays as it was filed (CUST)', 'data stays as it was filed (not set)'];
  expect(report.requests[0]?.warnings).toEqual(told);
});
