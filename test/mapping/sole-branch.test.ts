import { expect, test } from 'vitest';
import { isSoleBranch } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';

const rules = 'rules: [{ match: { path: "**" }, request: { objt: "*PGM" } }]';
const main50 = '{ branch: main, appl: ORD, lvl: 50 }';

const rows: [string, string, boolean][] = [
  ['one literal branch', `branches: [${main50}]`, true],
  ['another branch at another level', `branches: [${main50}, { branch: "feat/**", appl: ORD, lvl: 10 }]`, true],
  ['a second literal branch', `branches: [${main50}, { branch: hot, appl: ORD, lvl: 50 }]`, false],
  ['two names in one rule', 'branches: [{ branch: [main, hot], appl: ORD, lvl: 50 }]', false],
  ['a pattern', 'branches: [{ branch: "m*", appl: ORD, lvl: 50 }]', false],
  ['a level from the branch name', `branches: [${main50}, { branch: "lvl{lvl}", appl: ORD, lvl: "{lvl}" }]`, false],
  ['the level from the defaults', 'branches: [{ branch: main, appl: ORD }]\nrequest: { lvl: 50 }', true],
  ['the application is not said', 'branches: [{ branch: main, lvl: 50 }, { branch: x, appl: null, lvl: 50 }]', false],
  ['another takes it away', `branches: [${main50}, { branch: x, lvl: null }]\nrequest: { appl: ORD, lvl: 50 }`, true],
  ['another branch writes the level otherwise', `branches: [${main50}, { branch: x, appl: ORD, lvl: "050" }]`, false],
  ['no branch rules at all', 'request: { appl: ORD, lvl: 50 }', false],
];

const isSole = (text: string, branch = 'main') =>
  isSoleBranch(compileMapping(loadMapping(`version: 1\n${text}\n`, 'm.yml')), branch, { appl: 'ORD', lvl: 50 });

test.each(rows)('main alone reaches ORD/50: %s', (_, branches, sole) => {
  expect(isSole(`${branches}\n${rules}`)).toBe(sole);
});

const feature = '{ branch: "feat/**", appl: ORD, lvl: 10 }';
const led = (request: string) => `rules: [{ match: { path: "hot/**" }, request: ${request} }]`;
test.each([
  ['no file rules', main50, '', true],
  ['a rule that skips', main50, 'rules: [{ match: { path: "**" }, skip: true }]', true],
  ['a file rule may lead another branch there', `${main50}, ${feature}`, led('{ lvl: 50 }'), false],
  ['one that takes the application away does not', `${main50}, ${feature}`, led('{ appl: null, lvl: 50 }'), true],
])('main alone reaches ORD/50: %s', (_, branches, some, sole) => {
  expect(isSole(`branches: [${branches}]\n${some}`)).toBe(sole);
  expect(isSole(`branches: [${branches}]\n${some}`, 'hot')).toBe(false);
});
