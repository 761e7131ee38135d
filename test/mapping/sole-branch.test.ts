import { expect, test } from 'vitest';
import { isSoleBranch } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';

const rules = 'rules: [{ match: { path: "**" }, request: { objt: "*PGM" } }]';
const main50 = '{ branch: main, appl: ORD, lvl: 50 }';

const rows: [string, string, boolean][] = [
  ['one literal branch', `branches: [${main50}]`, true],
  ['another branch at another level', `branches: [${main50}, { branch: "feat/**", appl: ORD, lvl: 10 }]`, true],
  ['another application at the same level', `branches: [${main50}, { branch: "x/**", appl: WEB, lvl: 50 }]`, true],
  ['a second literal branch', `branches: [${main50}, { branch: hot, appl: ORD, lvl: 50 }]`, false],
  ['two names in one rule', 'branches: [{ branch: [main, hot], appl: ORD, lvl: 50 }]', false],
  ['a pattern', 'branches: [{ branch: "m*", appl: ORD, lvl: 50 }]', false],
  ['a level from the branch name', `branches: [${main50}, { branch: "lvl{lvl}", appl: ORD, lvl: "{lvl}" }]`, false],
  ['the level from the defaults', 'branches: [{ branch: main, appl: ORD }]\nrequest: { lvl: 50 }', true],
  ['the application is not said', 'branches: [{ branch: main, lvl: 50 }, { branch: x, appl: null, lvl: 50 }]', false],
  [
    'another branch takes the level away',
    `branches: [${main50}, { branch: x, lvl: null }]\nrequest: { appl: ORD, lvl: 50 }`,
    true,
  ],
  ['another branch writes the level otherwise', `branches: [${main50}, { branch: x, appl: ORD, lvl: "050" }]`, false],
  ['no branch rules at all', 'request: { appl: ORD, lvl: 50 }', false],
  ['no branch reaches it', 'branches: [{ branch: main, appl: ORD, lvl: 10 }]', false],
];

test.each(rows)('main alone reaches ORD/50: %s', (_, branches, sole) => {
  const compiled = compileMapping(loadMapping(`version: 1\n${branches}\n${rules}\n`, 'm.yml'));
  expect(isSoleBranch(compiled, 'main', { appl: 'ORD', lvl: 50 })).toBe(sole);
});

test.each([
  ['no file rules', '', true],
  ['a rule that skips', 'rules: [{ match: { path: "**" }, skip: true }]', true],
  ['rules that lead away', 'rules: [{ match: { path: a }, request: { lvl: 10 } }]', true],
])('main alone reaches ORD/50: %s', (_, some, sole) => {
  const compiled = compileMapping(loadMapping(`version: 1\nbranches: [${main50}]\n${some}\n`, 'm.yml'));
  expect(isSoleBranch(compiled, 'main', { appl: 'ORD', lvl: 50 })).toBe(sole);
  expect(isSoleBranch(compiled, 'hot', { appl: 'ORD', lvl: 50 })).toBe(false);
});

test.each([
  ['a file rule may lead', '{ lvl: 50 }', false],
  ['a file rule that takes the application away does not lead', '{ appl: null, lvl: 50 }', true],
])('%s another branch to the target', (_, request, sole) => {
  const text = `version: 1
branches: [${main50}, { branch: "feat/**", appl: ORD, lvl: 10 }]
rules: [{ match: { path: "hot/**" }, request: ${request} }]
`;
  expect(isSoleBranch(compileMapping(loadMapping(text, 'm.yml')), 'main', { appl: 'ORD', lvl: 50 })).toBe(sole);
});
