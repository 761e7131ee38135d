import { expect, test } from 'vitest';
import { type BranchMatch, findBranchRule } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { prepareMakerFilter } from '../../src/mapping/makers.ts';

const every = ['a/CUST_x.PF', 'a/xCUSTy.PF', 'b/Cust.PF', 'b/ORDER.PF'];
const named = ['b/Cust.PF'];

/** The files of which, by their names, one may make the object. */
function makersOf(yaml: string, objn: string, set = {}): string[] {
  const compiled = compileMapping(loadMapping(`version: 1\n${yaml}`, 'm.yml'));
  const branchMatch = findBranchRule(compiled, 'ord/main') as BranchMatch;
  const mayMake = prepareMakerFilter(compiled, branchMatch, set)(['ELSE', objn]);
  return every.filter((path) => {
    const at = path.lastIndexOf('/') + 1;
    return mayMake?.(path.slice(at), path.slice(0, at)) ?? true;
  });
}

const rule = (objn: string, part = 'gfile: "{part}_{end}.*"') =>
  `branches: [{ branch: "{team}/main" }]\nrules: [{ match: { ${part} }, request: { objn: "${objn}" } }]`;

type Row = [objn: string, name: string, says: string, expected: string[]];
test.each<Row>([
  ['{name|upper}', 'CUST', 'made of the name', named],
  ['X{part}', 'XCUST', 'with a piece in front', every.slice(0, 3)],
  ['X{part}', 'YCUST', 'not with another piece in front', []],
  ['{part}X', 'CUSTY', 'not with another piece behind', []],
  ['AB{part}BA', 'ABA', 'not with pieces that overlap', []],
  ['X{part}', 'X', 'of any: only the pieces are known', every],
  ['FIXED', 'CUST', 'of no other name', []],
  ['FIXED', 'FIXEDX', 'not if longer', []],
  ...['FIXED', '{repo}', '{branch}', '{sha}', '{run}', '{team}'].map((objn): Row => [objn, 'FIXED', 'of any', every]),
])('objn %s: %s, %s', (objn, name, _, expected) => {
  expect(makersOf(rule(objn), name)).toEqual(expected);
});

test.each(['repo: "{part}S"', 'branch: "{part}/main"'])('a capture need not stand in the path: %s', (part) => {
  expect(makersOf(rule('{part}', part), 'ORDER')).toEqual(every);
});

test.each<[string, object, string, string[]]>([
  ['', {}, 'CUST', named],
  ['rules: [{ match: { path: "**" }, request: {} }]', {}, 'CUST', named],
  ['rules: [{ match: { path: "**" }, skip: true }]', {}, 'CUST', []],
  ['rules: [{ match: { path: "a" }, request: { objn: Y } }, { match: { path: "b" }, request: {} }]', {}, 'CUST', named],
  ['request: { objn: "Y{name}" }', {}, 'YCUST', named],
  ['request: { objn: "Y{name}" }', {}, 'CUST', []],
  ['branches: [{ branch: "**", objn: "Y{name}" }]', {}, 'YCUST', named],
  ['', { objn: 'Y{name}' }, 'YCUST', named],
  ['request: { objn: null }', {}, 'NULL', []],
])('the name comes from any level: %s %j', (yaml, set, name, expected) => {
  expect(makersOf(yaml, name, set)).toEqual(expected);
});
