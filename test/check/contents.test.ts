/** `check` over a real repository: what it says of contents that do not fit the mapping. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCheckAnnotations } from '../../src/check/annotations.ts';
import { formatCheckText } from '../../src/check/check-text.ts';
import { guessEncoding } from '../../src/check/contents.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { checkIn } from './support.ts';

/** `**free dsply 'x';` in the code page 37 of the system. */
const ebcdic = Buffer.from('5c5c869985854084a2979393a8407da77d5e40404040', 'hex');
const latin1 = Buffer.from('**free\n// Käufer\n', 'latin1');

const mapping = `version: 1
repo: ORDERS
branches: [{ branch: main, appl: ORD, lvl: 50 }]
rules:
  - { match: { gfile: "*.PF" }, request: { objt: "*FILE" } }
  - { match: { path: "mod/*" }, request: { objt: "*MODULE" } }
  - { match: { path: "skip/*" }, skip: no source }
  - { match: { path: "src/*" }, request: { objt: "*PGM" } }
unmapped: ignore
`;
const repository = new TestRepository();

beforeAll(() => {
  const program = '**free\nctl-opt dftactgrp(*no);\n';
  repository.commit('Sources', {
    ...{ '.file-checkouts.yml': mapping, 'mod/A.RPGLE': program, 'mod/B.CLLE': 'PGM\nENDPGM\n' },
    ...{ 'mod/C.RPGLE': '**free\nctl-opt nomain;\n', 'mod/BOUND.RPGLE': program, 'src/PART.RPGLE': program },
    'skip/N.ILEPGM': 'CRTPGM PGM(&O/&N) MODULE(N BOUND PART)\n',
    ...{ 'mod/D.CBLLE': '       IDENTIFICATION DIVISION.\n', 'src/E.C': 'int f(void) { return 1; }\n' },
    ...{ 'src/F.C': 'int main(void) { return 1; }\n', 'src/G.RPGLE': program, 'src/H.RPGLE': '**free\n// Käufer\n' },
    ...{ 'skip/I.C': 'int f;\n', 'src/README.md': 'mapped, and no source\n' },
  });
  writeFileSync(join(repository.dir, 'src/K.RPGLE'), latin1);
  writeFileSync(join(repository.dir, 'src/L.RPGLE'), ebcdic);
  writeFileSync(join(repository.dir, 'skip/M.RPGLE'), ebcdic);
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--message', 'Encodings');
});
afterAll(() => repository[Symbol.dispose]());

test('programs that are modules to it, modules that are programs to it, and encodings', async () => {
  const report = await checkIn(repository.dir, { branch: 'main' });
  expect(report.contents).toEqual({
    unknown: null,
    asModules: [{ rule: 'rules[1]', line: 6, paths: ['mod/A.RPGLE', 'mod/B.CLLE'] }],
    asPrograms: [{ rule: 'rules[3]', line: 8, paths: ['src/E.C', 'src/PART.RPGLE'] }],
    encodings: [
      { encoding: 'EBCDIC', paths: ['src/L.RPGLE'] },
      { encoding: 'Latin-1', paths: ['src/K.RPGLE'] },
    ],
  });
  expect(report.exitCode).toBe(0);
  const text = formatCheckText(report);
  expect(text).toContain('2 sources look like programs, but the mapping makes a *MODULE of them');
  expect(text).toContain('  rules[1] (line 6): mod/A.RPGLE, mod/B.CLLE\n');
  expect(text).toContain('  Latin-1: src/K.RPGLE\n');
  expect(buildCheckAnnotations(report).map(({ level }) => level)).toEqual(Array(4).fill('warning'));
  expect(buildCheckAnnotations(report).map(({ line }) => line)).toEqual([6, 8, null, null]);
});

test.each([
  ['plain', Buffer.from('ctl-opt;\n'), null],
  ['UTF-8', Buffer.from('Käufer 漢'), null],
  ['empty', Buffer.alloc(0), null],
  ['Latin-1', latin1, 'Latin-1'],
  ['Latin-1 with signs that are blanks of EBCDIC', Buffer.from('a@ b@ \xfc c', 'latin1'), 'Latin-1'],
  ['EBCDIC', ebcdic, 'EBCDIC'],
  ['UTF-16', Buffer.from('Käufer', 'utf16le'), null],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), null],
])('the encoding of bytes: %s', (_, bytes, encoding) => {
  expect(guessEncoding(bytes)).toBe(encoding);
});
