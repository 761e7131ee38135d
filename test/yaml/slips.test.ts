import { describe, expect, test } from 'vitest';
import { indexLines } from '../../src/yaml/lines.ts';
import { readYaml } from '../../src/yaml/read-yaml.ts';
import { spent } from '../spent.ts';

/** The words and the place of each problem with the YAML of a text. */
const problemsOf = (text: string) => readYaml(text, indexLines(text), 1000).problems;

/** The first of them as `words line:column`. */
function firstOf(text: string): string {
  const [problem] = problemsOf(text);
  return problem === undefined ? 'nothing' : `${problem.found} ${problem.line}:${problem.column}`;
}

const head = 'version: 1\nbranches:\n';
const entry = `${head}  - branch: main\n`;

test.each([
  ['version 1\nbranches: []\n', 'no colon behind `version` 1:1'],
  ['version: 1\nbranches\n  - branch: main\n', 'no colon behind `branches` 2:1'],
  [`${head}  - branch main\n    appl: ORD\n`, 'no colon behind `branch` 3:5'],
  [`${entry}    appl ORD\n    lvl: 10\n`, 'no colon behind `appl` 4:5'],
  [`${entry}    appl: ORD\n    lvl 10\n`, 'no colon behind `lvl` 5:5'],
  [`${entry}    appl ${'x'.repeat(1100)}\n    lvl: 10\n`, 'no colon behind `appl` 4:5'],
  [`${head}  - branch:main\n    appl: ORD\n`, 'no blank behind the colon 3:11'],
  [`${entry}    appl:ORD\n    lvl: 10\n`, 'no blank behind the colon 4:9'],
  [`${head}  - branch: main: x\n`, 'a colon and a blank inside of a value 3:17'],
  [`${head}\t- branch: main\n`, 'tab in the indentation 3:1'],
  [`${entry}\tappl: ORD\n`, 'tab in the indentation 4:1'],
  [`${entry}  \tappl: ORD\n`, 'tab in the indentation 4:3'],
  [`${head}  -\tbranch: main\n    appl: ORD\n`, 'tab in the indentation 3:4'],
  [`${head}  - branch: "main\n    appl: ORD\n`, 'a quote (") that is not closed 3:13'],
  [`${head}  - branch: 'main\n    appl: ORD\n`, "a quote (') that is not closed 3:13"],
  [`${head}  - branch: "main\n    appl: "ORD"\n`, 'a quote (") that is not closed 3:13'],
  [`${head}  - branch: "ma\\"in\n`, 'a quote (") that is not closed 3:13'],
  [`${head}  - branch: 'it's'\n`, 'text behind a closing quote 3:17'],
  [`${head}  - branch: "main"x\n`, 'text behind a closing quote 3:19'],
  [`${entry}     appl: ORD\n`, '5 spaces before `appl`, too many 4:1'],
  [' version: 1\nbranches: []\n', 'no spaces before `branches`, as before no line above 2:1'],
  ['version: 1\n branches: []\n', 'a space before `branches`, too many 2:1'],
  [`${entry}   appl: ORD\n    lvl: 10\n`, '3 spaces before `appl`, as before no line above 4:1'],
  [`${head}  -branch: main\n    appl: ORD\n`, 'no blank behind the dash 3:3'],
  [`${entry}  branch: dev\n`, 'no dash before `branch`, in a list 4:3'],
  [`${head}    branch: main\n    appl: ORD\n  - branch: dev\n`, 'no dash before `branch`, in a list 3:5'],
  [`${entry}  - x\n  "dev"\n`, 'no dash before `"dev"`, in a list 5:3'],
  ['rules:\n    match: { gfile: "*" }\n  - match: { gfile: "*" }\n', 'no dash before `match`, in a list 2:5'],
  [`${head}  other: 1\n  - branch: main\n`, 'an entry of a list among keys 4:3'],
  [`${head}  - branch: @main\n`, 'a value that begins with a character that YAML keeps for itself 3:13'],
  [`${entry}    appl: ORD\n`, 'nothing'],
])('%j', (text, slip) => {
  expect(firstOf(text)).toBe(slip);
  expect(firstOf(text.replaceAll('\n', '\r\n'))).toBe(slip);
});

describe('as it is shown', () => {
  const shown = (text: string) => {
    return problemsOf(text).map(
      ({ line, column, found, right, caret }) => `${line}:${column}: ${found}; ${right}\n${caret}`,
    );
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

  test('nothing is longer than a person reads, no matter what the line holds', () => {
    const [one = ''] = shown(`${entry}    appl ${'x'.repeat(5000)}\n    lvl: 10\n`);
    expect(one.length).toBeLessThan(500);
  });
});

test('a file of nothing but slips is read in a moment', async () => {
  const text = `${entry}${'   appl: X\n'.repeat(20_000)}`;
  const took = await spent(() => expect(problemsOf(text)).not.toEqual([]));
  expect(took).toBeLessThan(2000);
});
