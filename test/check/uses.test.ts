import { expect, test } from 'vitest';
import {
  describeLeftOutIncludes,
  findUseProblems,
  listUseParts,
  type MappedAs,
  type UseFindings,
} from '../../src/check/uses.ts';
import type { LooseEnds } from '../../src/uses/loose-ends.ts';

const includers = new Map([
  ['Q/B.RPGLE', new Set(['Q/P2.RPGLE', 'Q/P1.RPGLE'])],
  ['Q/DELIVERED.RPGLE', new Set(['Q/P3.RPGLE'])],
  ['Q/A.RPGLE', new Set(['Q/P1.RPGLE'])],
  ['Q/ASKED.RPGLE', new Set(['Q/P1.RPGLE', 'Q/P4.RPGLE'])],
]);
const found: LooseEnds = {
  ...{ unused: ['Q/C.RPGLE'], unanswered: [], includers, noPrograms: [], onlyBound: [], unreadable: [] },
};
const leftOutAs = (path: string) => (path === 'Q/DELIVERED.RPGLE' ? null : path === 'Q/ASKED.RPGLE' ? 'asked' : 'open');
const mappedAs = (path: string): MappedAs => ({ leftOut: leftOutAs(path), programBy: null });
const lineOf = () => 7;
const none = { leftOut: [], sources: 0 };
const nothing: UseFindings = {
  ...{ unknown: null, ...none, asked: none, unused: [], unanswered: [], programs: [], noMain: [], onlyBound: [] },
  unreadable: [],
};

test('what the mapping leaves out though it is included; a source that uses two counts once', () => {
  expect(findUseProblems(found, mappedAs, lineOf)).toEqual({
    ...nothing,
    leftOut: [
      { path: 'Q/A.RPGLE', sources: 1 },
      { path: 'Q/B.RPGLE', sources: 2 },
    ],
    sources: 2,
    asked: { leftOut: [{ path: 'Q/ASKED.RPGLE', sources: 2 }], sources: 2 },
    unused: ['Q/C.RPGLE'],
  });
  expect(findUseProblems({ unknown: 'no network' }, mappedAs, lineOf)).toEqual({ ...nothing, unknown: 'no network' });
});

test.each([
  [0, 0, null],
  [1, 1, '1 include is left out, and 1 source uses it: under which attribute is it filed?'],
  [12, 31, '12 includes are left out, and 31 sources use them: under which attribute are they filed?'],
])('%i includes, %i sources', (includes, sources, sentence) => {
  const leftOut = Array.from({ length: includes }, (_, n) => ({ path: `Q/C${n}.RPGLE`, sources: 1 }));
  expect(describeLeftOutIncludes({ ...nothing, leftOut, sources })).toBe(sentence);
});

test('each part names a few, the most used names first, and counts the rest', () => {
  const reference = (n: number, at: number) =>
    ({ path: `Q/P${at}.RPGLE`, line: n, kind: 'file', name: `F${n}` }) as const;
  const unanswered = [3, 1, 2, 1, 1, 1, 1].flatMap((count, n) =>
    Array.from({ length: count }, (_, at) => reference(n, at)),
  );
  const parts = listUseParts({ ...nothing, unused: ['Q/C.RPGLE', 'Q/D.RPGLE'], unanswered });
  expect(parts.filter(({ lines }) => lines.length > 0)).toEqual([
    { title: '2 includes that no source uses', lines: ['Q/*.RPGLE  2 files: Q/C.RPGLE, Q/D.RPGLE'] },
    {
      title: '10 references not found in this repository',
      lines: [
        'file F0: Q/P0.RPGLE line 0, Q/P1.RPGLE line 0, Q/P2.RPGLE line 0',
        'file F2: Q/P0.RPGLE line 2, Q/P1.RPGLE line 2',
        'file F1: Q/P0.RPGLE line 1',
        'file F3: Q/P0.RPGLE line 3',
        'file F4: Q/P0.RPGLE line 4',
        'and 2 more lines; `--format json` has all',
      ],
    },
  ]);
  expect(listUseParts(null)).toEqual([]);
});

test('what is not known is said', () => {
  const [part] = listUseParts({ ...nothing, unknown: 'no network' });
  expect(part).toEqual({ title: 'what sources use is not known', lines: ['no network'] });
});

test('about what the mapping asks already, one line says that it does', () => {
  const asked = { leftOut: [{ path: 'Q/A.RPGLE', sources: 2 }], sources: 2 };
  const parts = listUseParts({ ...nothing, asked }).filter(({ lines, isWhole }) => isWhole || lines.length > 0);
  const title = '1 include is left out, and 2 sources use it: a comment in the mapping says how to file it';
  expect(parts).toEqual([{ title, lines: [], isWhole: true }]);
  expect(describeLeftOutIncludes({ ...nothing, asked })).toBeNull();
});

test('what says NOMAIN and is a program to the mapping, by the rule that makes it one, the largest first', () => {
  const noPrograms = ['Q/A.RPGLE', 'Q/M.RPGLE', 'Q/X.RPGLE', 'Q/Y.RPGLE'];
  const x = { 'Q/X.RPGLE': 'rules[4]', 'Q/Y.RPGLE': 'rules[4]' };
  const rules: Readonly<Record<string, string>> = { ...x, 'Q/A.RPGLE': 'rules[1]' };
  const programBy = (path: string) => ({ leftOut: null, programBy: rules[path] ?? null });
  const findings = findUseProblems({ ...found, unused: [], noPrograms }, programBy, lineOf);
  expect(findings.noMain).toEqual([
    { rule: 'rules[4]', line: 7, paths: ['Q/X.RPGLE', 'Q/Y.RPGLE'] },
    { rule: 'rules[1]', line: 7, paths: ['Q/A.RPGLE'] },
  ]);
  const shown = (noMain: UseFindings['noMain']) =>
    listUseParts({ ...nothing, noMain }).filter(({ lines }) => lines.length > 0);
  const many = '3 sources say NOMAIN, but the mapping makes a *PGM of them: they need another rule';
  const lines = ['rules[4] (line 7): Q/X.RPGLE, Q/Y.RPGLE', 'rules[1] (line 7): Q/A.RPGLE'];
  expect(shown(findings.noMain)).toEqual([{ title: `${many}, for *MODULE or *SRVPGM`, lines }]);
  const one = '1 source says NOMAIN, but the mapping makes a *PGM of it: it needs another rule';
  expect(shown(findings.noMain.slice(1))).toMatchObject([{ title: `${one}, for *MODULE or *SRVPGM` }]);
});

test('objects that only Rules.mk makes, by the file that says so', () => {
  const onlyBound = [
    { path: 'A/Rules.mk', name: 'ORD', type: '*PGM' },
    { path: 'A/Rules.mk', name: 'CUST', type: '*SRVPGM' },
    { path: 'B/Rules.mk', name: 'X', type: '*PGM' },
  ];
  const findings = findUseProblems({ ...found, includers: new Map(), unused: [], onlyBound }, mappedAs, lineOf);
  expect(findings.onlyBound).toEqual(onlyBound);
  const title = '3 objects that only Rules.mk makes: no file does, so none is filed or seen as affected';
  const lines = ['A/Rules.mk: ORD *PGM, CUST *SRVPGM', 'B/Rules.mk: X *PGM'];
  expect(listUseParts(findings).filter((part) => part.lines.length > 0)).toEqual([{ title, lines }]);
});
