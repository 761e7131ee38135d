import { expect, test } from 'vitest';
import { buildCheckAnnotations } from '../../src/check/annotations.ts';
import { type CheckReport, notChecked } from '../../src/check/check-report.ts';

const report: CheckReport = {
  ...{ ...notChecked, valid: true, mapping: { path: 'm.yml', blob: 'b', inWorkspace: 'm.yml' }, repo: 'ORDERS' },
  ...{ unmappedIs: 'warn', rules: { branches: 1, files: 1 }, exitCode: 0 },
};
const none = { leftOut: [], sources: 0 };
const ends = { unused: [], unanswered: [], programs: [], noMain: [], onlyBound: [], unreadable: [] };
const nothing = { unknown: null, ...none, asked: none, ...ends };
const paths = Array.from({ length: 5000 }, (_, n) => `web/${n}/index.html`);

test('an annotation about thousands of files names the first', () => {
  const collisions = [{ object: 'ORD/10 index.html *IFS', paths, rules: [] }];
  expect(buildCheckAnnotations({ ...report, collisions, unmapped: paths }).map(({ message }) => message)).toEqual([
    `ORD/10 index.html *IFS is made by ${paths.slice(0, 3).join(', ')} and 4997 more`,
    `5000 tracked files without a rule: ${paths.slice(0, 10).join(', ')} and 4990 more`,
  ]);
});

test('includes that are left out though sources use them are one annotation; loose ends are none', () => {
  const leftOut = ['A', 'B'].map((name, n) => ({ path: `QCPYLESRC/${name}.RPGLE`, sources: 2 - n }));
  const asked = { leftOut: [{ path: 'QCPYLESRC/D.RPGLE', sources: 9 }], sources: 9 };
  const unanswered = [{ path: 'Q/A.RPGLE', line: 1, kind: 'file' as const, name: 'GONE *FILE' }];
  const uses = { ...nothing, leftOut, sources: 2, asked, unused: ['QCPYLESRC/C.RPGLE'], unanswered };
  const message = '2 includes are left out, and 2 sources use them: under which attribute are they filed?';
  expect(buildCheckAnnotations({ ...report, uses })).toEqual([
    { level: 'warning', file: 'm.yml', line: null, column: null, message },
  ]);
  expect(buildCheckAnnotations({ ...report, uses: { ...uses, leftOut: [], sources: 0 } })).toEqual([]);
});

test('sources that say NOMAIN are one annotation a rule, beside the rule', () => {
  const noMain = [{ rule: 'rules[3]', line: 12, paths: ['A.RPGLE', 'B.RPGLE', 'C.RPGLE', 'D.RPGLE'] }];
  const uses = { ...nothing, noMain };
  const message =
    'rules[3]: 4 sources say NOMAIN, but the mapping makes a *PGM of them: they need another rule, for *MODULE or *SRVPGM (A.RPGLE, B.RPGLE, C.RPGLE and 1 more)';
  expect(buildCheckAnnotations({ ...report, uses })).toEqual([
    { level: 'warning', file: 'm.yml', line: 12, column: null, message },
  ]);
});
