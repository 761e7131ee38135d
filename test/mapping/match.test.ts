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
// Made again for each test, so that it is known which tests each part of the program serves.
const compiled = (of = text) => compileMapping(loadMapping(of, 'm.yml'));

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

  test('no match: nothing is filed; no list: every branch is', () => {
    for (const branches of ['[{ branch: main }]', '[]']) {
      expect(findBranchRule(compiled(`version: 1\nbranches: ${branches}`), 'dev'), branches).toBeNull();
    }
    const any = { rule: 'any branch', fields: {}, captures: {}, dependents: null };
    expect(findBranchRule(compileMapping(emptyMapping), 'dev')).toEqual(any);
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
    ['SHARED/cust.pf', { rule: 'rules[2]', requests: [{ objn: 'CUST' }, { appl: 'WEB', objn: 'CUSTHIST' }] }],
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
    expect(match('web/shop/i.html', 'ORDERS', 'Main')).toEqual({ kind: 'unmapped' });
  });

  test.each<[string, object]>([
    ['[a.pf, "{n}.pf"]', {}],
    ['["{n}.pf", a.pf]', { n: 'A' }],
  ])('the first of several patterns that matches gives the captures: %s', (patterns, captures) => {
    const several = compiled(`version: 1\nrules: [{ match: { gfile: ${patterns} }, request: {} }]`);
    expect(matchFile(several, { path: 'A.PF', repo: 'R', branch: 'b' })).toHaveProperty('captures', captures);
  });

  test('without a list of rules every file is one request; with an empty one none is', () => {
    const file = { path: 'a/b', repo: 'R', branch: 'main' };
    const one = { kind: 'requests', rule: 'every file', requests: [{}], captures: {} };
    expect(matchFile(compileMapping(emptyMapping), file)).toEqual(one);
    expect(matchFile(compiled('version: 1\nrules: []'), file)).toEqual({ kind: 'unmapped' });
  });

  test('every rule is explained with the first part that failed, and against what', () => {
    const explained = explainMatch(compiled(), { path: 'QRPGLESRC/A.sqlrpgle', repo: 'WEB', branch: 'main' });
    expect(explained.map(({ matched }) => matched)).toEqual(Array(7).fill(false));
    const failed = { part: 'gfile', value: 'A.sqlrpgle', patterns: ['*.PGM.RPGLE'] };
    expect(explained[0]).toEqual({ rule: 'rules[0]', matched: false, failed });
    expect(explained[1]?.failed).toEqual({ part: 'repo', value: 'WEB', patterns: ['ORD*'] });
    const matching = explainMatch(compiled(), { path: 'docs/x', repo: 'WEB', branch: 'main' });
    const by = [{ part: 'path', value: 'docs/x', patterns: ['docs/**'] }];
    expect(matching[3]).toEqual({ rule: 'rules[3]', matched: true, by });
  });
});

describe('all rules that match a file', () => {
  const matches = ['gfile: "*.pf"', 'gpath: a, gfile: "*.pf"', 'path: "a/**"', 'path: "b/**", repo: OTHER'];
  const rules = matches.map((parts) => `{ match: { ${parts} }, skip: true }`);
  const all = (path: string, asked: (rule: string) => boolean = () => true) => {
    const mapping = compiled(`version: 1\nrules: [${rules.join(', ')}]`);
    return findMatchingRules(mapping, { path, repo: 'ORDERS', branch: 'main' }, asked);
  };

  test.each([
    ['a/x.pf', ['rules[0]', 'rules[1]', 'rules[2]']],
    ['a/b/x.pf', ['rules[0]', 'rules[2]']],
    ['b/x.pf', ['rules[0]']],
    ['b/x.lf', []],
  ])('%s', (path, expected) => {
    expect(all(path)).toEqual(expected);
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
