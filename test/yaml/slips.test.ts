import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { Lines } from '../../src/yaml/lines.ts';
import { readYaml } from '../../src/yaml/read-yaml.ts';
import { slipFinder } from '../../src/yaml/slips.ts';
import { spent } from '../spent.ts';

/** The first slip of a text as `code line:column`, or what the parser calls its first error. */
function firstOf(text: string): string {
  const lines = new Lines(text);
  const [error] = parseDocument(text, { uniqueKeys: false, prettyErrors: false }).errors;
  if (error === undefined) return 'nothing';
  const slip = slipFinder(text)(
    { code: error.code, message: error.message, at: error.pos[0] },
    lines.lineAt(error.pos[0]),
  );
  if (slip === null) return error.code;
  const { line, column } = lines.problemAt(slip.at, slip.length, '', '');
  return `${slip.code} ${line}:${column}`;
}

const head = 'version: 1\nbranches:\n';
const entry = `${head}  - branch: main\n`;

test.each([
  ['version 1\nbranches: []\n', 'colon 1:1'],
  ['version: 1\nbranches\n  - branch: main\n', 'colon 2:1'],
  [`${head}  - branch main\n    appl: ORD\n`, 'colon 3:5'],
  [`${entry}    appl ORD\n    lvl: 10\n`, 'colon 4:5'],
  [`${entry}    appl: ORD\n    lvl 10\n`, 'colon 5:5'],
  [`${entry}    appl ${'x'.repeat(1100)}\n    lvl: 10\n`, 'colon 4:5'],
  [`${head}  - branch:main\n    appl: ORD\n`, 'blank 3:11'],
  [`${entry}    appl:ORD\n    lvl: 10\n`, 'blank 4:9'],
  [`${head}  - branch: main: x\n`, 'inner-colon 3:17'],
  [`${head}\t- branch: main\n`, 'tab 3:1'],
  [`${entry}\tappl: ORD\n`, 'tab 4:1'],
  [`${entry}  \tappl: ORD\n`, 'tab 4:3'],
  [`${head}  -\tbranch: main\n    appl: ORD\n`, 'tab 3:4'],
  [`${head}  - branch: "main\n    appl: ORD\n`, 'open-quote 3:13'],
  [`${head}  - branch: 'main\n    appl: ORD\n`, 'open-quote 3:13'],
  [`${head}  - branch: "main\n    appl: "ORD"\n`, 'open-quote 3:13'],
  [`${head}  - branch: "ma\\"in\n`, 'open-quote 3:13'],
  [`${head}  - branch: 'it's'\n`, 'inner-quote 3:17'],
  [`${head}  - branch: "main"x\n`, 'inner-quote 3:19'],
  [`${entry}     appl: ORD\n`, 'too-far 4:1'],
  [' version: 1\nbranches: []\n', 'indentation 2:1'],
  ['version: 1\n branches: []\n', 'too-far 2:1'],
  [`${entry}   appl: ORD\n    lvl: 10\n`, 'indentation 4:1'],
  [`${head}  -branch: main\n    appl: ORD\n`, 'dash 3:3'],
  [`${entry}  branch: dev\n`, 'no-dash 4:3'],
  [`${head}    branch: main\n    appl: ORD\n  - branch: dev\n`, 'no-dash 3:5'],
  [`${entry}  - x\n  "dev"\n`, 'no-dash 5:3'],
  ['rules:\n    match: { gfile: "*" }\n  - match: { gfile: "*" }\n', 'no-dash 2:5'],
  [`${head}  other: 1\n  - branch: main\n`, 'entry 4:3'],
  [`${head}  - branch: @main\n`, 'BAD_SCALAR_START'],
  [`${entry}    appl: ORD\n`, 'nothing'],
])('%j', (text, slip) => {
  expect(firstOf(text)).toBe(slip);
  expect(firstOf(text.replaceAll('\n', '\r\n'))).toBe(slip);
});

describe('as it is shown', () => {
  const shown = (text: string) => {
    const { problems } = readYaml(text, new Lines(text), 1000);
    return problems.map(({ line, column, found, right, caret }) => `${line}:${column}: ${found}; ${right}\n${caret}`);
  };

  test('a missing colon is said in a line, with the right one, and what follows from it is not', () => {
    const rules = Array.from({ length: 60 }, (_, n) => `  - files: QRPGLESRC/ORD${n}.RPGLE\n    attr: RPGLE\n`).join(
      '',
    );
    expect(shown(`version: 1\nrules\n${rules}`)).toEqual([
      '2:1: no colon behind `rules`; write `rules:`\n    rules\n    ^^^^^',
    ]);
  });

  test('two slips of a file are both said', () => {
    expect(shown(`${entry}    appl ORD\n    lvl: 10\n  - branch: dev\n    appl WEB\n    lvl: 10\n`)).toEqual([
      '4:5: no colon behind `appl`; write `appl: ORD`\n        appl ORD\n        ^^^^',
      '7:5: no colon behind `appl`; write `appl: WEB`\n        appl WEB\n        ^^^^',
    ]);
  });

  test('nothing is longer than a person reads, whatever the line holds', () => {
    const [one = ''] = shown(`${entry}    appl ${'x'.repeat(5000)}\n    lvl: 10\n`);
    expect(one.length).toBeLessThan(500);
  });
});

test('a file of nothing but slips is read in a moment', async () => {
  const text = `${entry}${'   appl: X\n'.repeat(20_000)}`;
  const took = await spent(() => expect(readYaml(text, new Lines(text), 1000).problems).not.toEqual([]));
  expect(took).toBeLessThan(2000);
});
