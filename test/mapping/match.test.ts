import { describe, expect, test } from 'vitest';
import { explainBranch, findBranchRule } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { explainMatch, findMatchingRules, matchFile } from '../../src/mapping/match.ts';
import { emptyMapping } from '../../src/mapping/schema.ts';

const text = `version: 1
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: "feat-{proj}-{task}.{stsk}", appl: ORD, lvl: 10, proj: "{proj}" }
  - { branch: [dev, "release/**"], appl: ORD, lvl: 20 }
  - { branch: "**", appl: ANY, lvl: 1 }
rules:
  - match: { gpath: "QRPGLESRC/**", gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE }
  - match: { gfile: ["*.SQLRPGLE", "*.SQLCBLLE"], repo: "ORD*" }
    request: { objt: "*MODULE" }
  - match: { path: shared/CUST.PF }
    requests: [{ objn: CUST }, { appl: WEB, objn: CUSTHIST }]
  - match: { path: "docs/**" }
    skip: documentation
  - match: { path: "tmp/**" }
    skip: true
  - match: { gpath: "web/{site}/**", gfile: "{page}.html", branch: main }
    request: { rpth: "/{site}" }
  - match: { gpath: "" }
    skip: at the root
`;
// Made anew for each test, so that it is known which tests each part of the program serves.
const compiled = () => compileMapping(loadMapping(text, 'm.yml'));

const match = (path: string, repo = 'ORDERS', branch = 'main') => matchFile(compiled(), { path, repo, branch });

describe('the branch rule that wins', () => {
  test.each([
    ['main', 'branches[0]', {}],
    ['feat-MY-APP-12.3', 'branches[1]', { proj: 'MY-APP', task: '12', stsk: '3' }],
    ['dev', 'branches[2]', {}],
    ['release/1/2', 'branches[2]', {}],
    ['Main', 'branches[3]', {}],
    ['feat-x-y.z', 'branches[3]', {}],
  ])('%s: %s', (branch, rule, captures) => {
    expect(findBranchRule(compiled(), branch)).toMatchObject({ rule, captures });
  });

  test('carries its fields, without the pattern, and its place', () => {
    expect(findBranchRule(compiled(), 'main')).toEqual({
      rule: 'branches[0]',
      fields: { appl: 'ORD', lvl: 50 },
      captures: {},
      dependents: null,
    });
  });

  test('no match: nothing is filed; no list: every branch is', () => {
    const none = compileMapping(loadMapping('version: 1\nbranches: [{ branch: main }]', 'm.yml'));
    expect(findBranchRule(none, 'dev')).toBeNull();
    expect(findBranchRule(compileMapping(loadMapping('version: 1\nbranches: []', 'm.yml')), 'dev')).toBeNull();
    expect(findBranchRule(compileMapping(emptyMapping), 'dev')).toEqual({
      rule: 'any branch',
      fields: {},
      captures: {},
      dependents: null,
    });
  });

  test('every rule is explained', () => {
    expect(explainBranch(compiled(), 'dev').map(({ matched }) => matched)).toEqual([false, false, true, true]);
    expect(explainBranch(compiled(), 'dev')[2]?.patterns).toEqual(['dev', 'release/**']);
    expect(explainBranch(compileMapping(emptyMapping), 'dev')).toEqual([]);
  });
});

describe('the file rule that wins', () => {
  test.each([
    ['QRPGLESRC/ORD100.PGM.RPGLE', { kind: 'requests', rule: 'rules[0]', requests: [{ attr: 'RPGLE' }], captures: {} }],
    ['qrpglesrc/sub/ord100.pgm.rpgle', { kind: 'requests', rule: 'rules[0]' }],
    ['other/ORD100.PGM.RPGLE', { kind: 'unmapped' }],
    ['x/A.SQLCBLLE', { kind: 'requests', rule: 'rules[1]' }],
    [
      'SHARED/cust.pf',
      { kind: 'requests', rule: 'rules[2]', requests: [{ objn: 'CUST' }, { appl: 'WEB', objn: 'CUSTHIST' }] },
    ],
    ['docs/a/b.md', { kind: 'skip', rule: 'rules[3]', why: 'documentation' }],
    ['tmp/a', { kind: 'skip', rule: 'rules[4]', why: 'by rule' }],
    ['web/Shop/css/Index.HTML', { kind: 'requests', rule: 'rules[5]', captures: { site: 'Shop', page: 'Index' } }],
    ['README.md', { kind: 'skip', rule: 'rules[6]', why: 'at the root' }],
    ['docs/with\nline/break', { kind: 'skip', rule: 'rules[3]' }],
  ])('%j', (path, expected) => {
    expect(match(path)).toMatchObject(expected);
  });

  test('repo and branch of a match count, with case', () => {
    expect(match('x/A.SQLRPGLE', 'WEB')).toEqual({ kind: 'unmapped' });
    expect(match('x/A.SQLRPGLE', 'ord1')).toEqual({ kind: 'unmapped' });
    expect(match('web/shop/i.html', 'ORDERS', 'dev')).toEqual({ kind: 'unmapped' });
  });

  test('without a list of rules every file is one request; with an empty one none is', () => {
    const file = { path: 'a/b', repo: 'R', branch: 'main' };
    expect(matchFile(compileMapping(emptyMapping), file)).toEqual({
      kind: 'requests',
      rule: 'every file',
      requests: [{}],
      captures: {},
    });
    const none = compileMapping(loadMapping('version: 1\nrules: []', 'm.yml'));
    expect(matchFile(none, file)).toEqual({ kind: 'unmapped' });
  });

  test('a rule whose request is empty makes one request', () => {
    const empty = compileMapping(loadMapping('version: 1\nrules: [{ match: { path: a }, request: {} }]', 'm.yml'));
    expect(matchFile(empty, { path: 'a', repo: 'R', branch: 'b' })).toMatchObject({ requests: [{}] });
  });

  test('every rule is explained with the first part that failed, and against what', () => {
    const explained = explainMatch(compiled(), { path: 'QRPGLESRC/A.sqlrpgle', repo: 'WEB', branch: 'main' });
    expect(explained.map(({ matched }) => matched)).toEqual(Array(7).fill(false));
    expect(explained[0]).toEqual({
      rule: 'rules[0]',
      matched: false,
      failed: { part: 'gfile', value: 'A.sqlrpgle', patterns: ['*.PGM.RPGLE'] },
    });
    expect(explained[1]?.failed).toEqual({ part: 'repo', value: 'WEB', patterns: ['ORD*'] });
    const matching = explainMatch(compiled(), { path: 'docs/x', repo: 'WEB', branch: 'main' });
    expect(matching[3]).toEqual({
      rule: 'rules[3]',
      matched: true,
      by: [{ part: 'path', value: 'docs/x', patterns: ['docs/**'] }],
    });
  });
});

describe('all rules that match a file', () => {
  const all = (path: string, asked: (rule: string) => boolean = () => true) =>
    findMatchingRules(
      compileMapping(
        loadMapping(
          `version: 1
rules:
  - { match: { gfile: "*.pf" }, skip: true }
  - { match: { gpath: a, gfile: "*.pf" }, skip: true }
  - { match: { path: "a/**" }, skip: true }
  - { match: { path: "b/**", repo: OTHER }, skip: true }
`,
          'm.yml',
        ),
      ),
      { path, repo: 'ORDERS', branch: 'main' },
      asked,
    );

  test.each([
    ['a/x.pf', ['rules[0]', 'rules[1]', 'rules[2]']],
    ['a/b/x.pf', ['rules[0]', 'rules[2]']],
    ['b/x.pf', ['rules[0]']],
    ['b/x.lf', []],
  ])('%s', (path, rules) => {
    expect(all(path)).toEqual(rules);
  });

  test('as far as they are asked for', () => {
    expect(all('a/x.pf', (rule) => rule === 'rules[2]')).toEqual(['rules[2]']);
  });

  test('none without a list of rules', () => {
    const file = { path: 'a', repo: 'R', branch: 'b' };
    expect(findMatchingRules(compileMapping(emptyMapping), file, () => true)).toEqual([]);
    expect(explainMatch(compileMapping(emptyMapping), file)).toEqual([]);
  });
});
