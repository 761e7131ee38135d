import { describe, expect, test } from 'vitest';
import { checked, file, withRules } from './support.ts';

const pgm = 'match: { gfile: "*.PGM.RPGLE" }\n    request: { objt: "*PGM" }';
const module = 'match: { gfile: "*.RPGLE" }\n    request: { objt: "*MODULE" }';

test('a mapping that reaches all has nothing to say', () => {
  const found = checked({ mapping: withRules(pgm), files: ['Q/A.PGM.RPGLE', 'Q/B.PGM.RPGLE'] });
  expect(found).toEqual({ tracked: 2, unmapped: [], unreached: [], shadowed: [], collisions: [], warnings: [] });
});

test('links and submodules are no files to map', () => {
  const sides = [file('Q/A.PGM.RPGLE'), file('link', '120000'), file('module', '160000')];
  expect(checked({ mapping: withRules(pgm), sides })).toMatchObject({ tracked: 1, unmapped: [] });
});

describe('tracked files without a rule', () => {
  test('are listed; a skipped one has a rule', () => {
    const mapping = withRules(pgm, 'match: { path: "docs/**" }\n    skip: documentation');
    const files = ['docs/a.md', 'Q/A.PGM.RPGLE', 'Q/B.CLLE', 'README.md'];
    expect(checked({ mapping, files }).unmapped).toEqual(['Q/B.CLLE', 'README.md']);
  });

  test('one that only some branch files is a warning that names the branch', () => {
    const mapping = [
      'version: 1',
      'branches: [{ branch: main, appl: ORD, lvl: 50 }, { branch: "feat-*", appl: ORD, lvl: 10, creq: "*NO" }]',
      'rfp: per-push',
      'rules: [{ match: { gfile: "*.RPGLE", branch: main }, request: { objt: "*PGM" } }]',
    ].join('\n');
    const found = checked({ mapping, files: ['Q/A.RPGLE'], branches: ['main', 'feat-1'] });
    expect(found.unmapped).toEqual([]);
    expect(found.warnings).toEqual([
      { line: null, message: 'on branch feat-1 no rule reaches 1 file that other branches file: Q/A.RPGLE' },
    ]);
  });

  test('without a list of rules there are none', () => {
    const mapping = 'version: 1\nbranches: [{ branch: main, appl: ORD, lvl: 50 }]';
    expect(checked({ mapping, files: ['A.RPGLE', 'x/y.z'] }).unmapped).toEqual([]);
  });
});

describe('rules that do nothing', () => {
  test('no tracked file matches', () => {
    const found = checked({ mapping: withRules(pgm, module), files: ['Q/A.PGM.RPGLE', 'x'] });
    expect(found.unreached).toEqual([]);
    const other = withRules(pgm, 'match: { gfile: "*.CLLE" }\n    request: {}');
    expect(checked({ mapping: other, files: ['Q/A.PGM.RPGLE'] }).unreached).toEqual([
      { rule: 'rules[1]', line: 6, message: 'no tracked file matches it' },
    ]);
  });

  test('an earlier rule takes every file', () => {
    const found = checked({ mapping: withRules(module, pgm), files: ['Q/A.PGM.RPGLE', 'Q/B.RPGLE'] });
    expect(found.unreached).toEqual([]);
    expect(found.shadowed).toEqual([
      { rule: 'rules[1]', line: 6, by: ['rules[0]'], message: 'rules[0] before it takes Q/A.PGM.RPGLE' },
    ]);
  });

  test.each([
    ['the same pattern in other case', '{ gfile: "*.clle" }', '{ gfile: "*.CLLE" }'],
    ['one of its patterns', '{ gfile: ["*.X", "*.CLLE"] }', '{ gfile: "*.CLLE", gpath: Q }'],
    ['every path', '{ path: "**" }', '{ gfile: "*.CLLE" }'],
  ])('an earlier rule would take all that could come: %s', (_, first, second) => {
    const mapping = withRules(`match: ${first}\n    request: {}`, `match: ${second}\n    request: {}`);
    expect(checked({ mapping, files: [] }).shadowed).toMatchObject([{ rule: 'rules[1]', by: ['rules[0]'] }]);
  });

  test('a narrower earlier rule takes not all', () => {
    const rule = (parts: string) => `match: { ${parts} }\n    request: {}`;
    const mapping = withRules(rule('gfile: "*.CLLE", gpath: Q'), rule('gfile: "*.CLLE"'));
    const found = checked({ mapping, files: [] });
    expect(found.shadowed).toEqual([]);
    expect(found.unreached.map(({ rule }) => rule)).toEqual(['rules[0]', 'rules[1]']);
  });

  test('a rule for another repository is not idle', () => {
    const mapping = withRules(pgm, 'match: { repo: "WEB*", path: "www/**" }\n    request: { objt: "*IFS" }');
    expect(checked({ mapping, files: ['Q/A.PGM.RPGLE'] }).unreached).toEqual([]);
    const { unreached } = checked({ mapping, files: ['Q/A.PGM.RPGLE'], repo: 'WEBSHOP' });
    expect(unreached).toMatchObject([{ rule: 'rules[1]' }]);
  });
});

describe('branch rules that do nothing', () => {
  const branches = (...rules: string[]) =>
    ['version: 1', 'branches:', ...rules.map((rule) => `  - { branch: ${rule} }`)].join('\n');

  test('no branch of the clone matches', () => {
    const mapping = branches('main, appl: ORD, lvl: 50', '"release/*", appl: ORD, lvl: 50');
    expect(checked({ mapping }).unreached).toEqual([
      { rule: 'branches[1]', line: 4, message: 'no branch that this clone knows matches release/*' },
    ]);
    expect(checked({ mapping, branches: ['main', 'release/1'] }).unreached).toEqual([]);
  });

  test.each([
    ['a literal behind a star', '"**", appl: A, lvl: 1', 'main, appl: B, lvl: 1'],
    ['captures behind stars', '"feat-*", appl: A, lvl: 1', '"feat-{proj}-{task}.{stsk}", appl: B, lvl: 1'],
    ['the same twice', 'main, appl: A, lvl: 1', 'main, appl: B, lvl: 1'],
  ])('an earlier rule takes every branch: %s', (_, first, second) => {
    const { shadowed, unreached } = checked({ mapping: branches(first, second), branches: ['main', 'feat-X-1.2'] });
    expect(shadowed).toMatchObject([{ rule: 'branches[1]', line: 4, by: ['branches[0]'] }]);
    expect(unreached).toEqual([]);
  });

  test('an earlier rule that takes some of its branches shadows nothing', () => {
    const mapping = branches('feat-special, appl: A, lvl: 1', '"feat-*", appl: B, lvl: 1');
    expect(checked({ mapping, branches: ['feat-special'] }).shadowed).toEqual([]);
  });
});

describe('files that collide on one object', () => {
  test('each group once, with the object, its files and rules', () => {
    const files = ['Q/FCOUNTRY.ILESRVPGM', 'Q/FCOUNTRY.BND', 'Q/OTHER.BND'];
    const mapping = withRules('match: { gfile: ["*.ILESRVPGM", "*.BND"] }\n    request: { objt: "*SRVPGM" }');
    expect(checked({ mapping, files }).collisions).toEqual([
      { object: 'ORD/50 FCOUNTRY *SRVPGM', paths: ['Q/FCOUNTRY.ILESRVPGM', 'Q/FCOUNTRY.BND'], rules: ['rules[0]'] },
    ]);
  });

  test('told once, also when several branches are filed', () => {
    const mapping = [
      'version: 1',
      'branches: [{ branch: main, appl: ORD, lvl: 50 }, { branch: dev, appl: ORD, lvl: 10, creq: "*NO" }]',
      'request: { objt: "*PGM" }',
    ].join('\n');
    const { collisions } = checked({ mapping, files: ['a/X.RPGLE', 'b/X.CLLE'], branches: ['main', 'dev'] });
    expect(collisions).toHaveLength(1);
  });

  test('index.html in every folder: not with rpth from the folder', () => {
    const files = ['web/index.html', 'web/shop/index.html'];
    const rule = (rpth: string) => withRules(`match: { gpath: "web/**" }\n    request: { objt: "*IFS"${rpth} }`);
    expect(checked({ mapping: rule(''), files }).collisions).toHaveLength(1);
    expect(checked({ mapping: rule(', rpth: "/{gpath}"'), files }).collisions).toEqual([]);
  });

  test('one file with two requests for one object collides with itself', () => {
    const mapping = withRules('match: { gfile: "*.PF" }\n    requests: [{ objt: "*FILE" }, { objt: "*FILE" }]');
    expect(checked({ mapping, files: ['Q/A.PF'] }).collisions).toMatchObject([{ paths: ['Q/A.PF'] }]);
  });
});

describe('branches to try', () => {
  test.each([
    ...['[!a]x', '{a,{b,c}}-{x}', 'a\\*b', '[a-c][!0-9]z', 'release/[0-9].?', 'v{lvl}.{task}', '**/hotfix/*'],
  ])('one is made up for %s, so that files without a rule are found', (pattern) => {
    const mapping = `version: 1\nbranches: [{ branch: '${pattern}', appl: A, lvl: 1 }]\nrules: []\n`;
    const { unmapped, warnings, shadowed } = checked({ mapping, files: ['A.PF'], branches: ['main'] });
    expect({ unmapped, warnings, shadowed }).toEqual({ unmapped: ['A.PF'], warnings: [], shadowed: [] });
  });

  test('none can be tried: rules are held against the files all the same', () => {
    const mapping = 'version: 1\nbranches: []\nrules: [{ match: { gfile: "*.PF" }, request: {} }]\n';
    const { unmapped, unreached, warnings } = checked({ mapping, files: ['A.PF', 'B.LF'] });
    expect({ unmapped, unreached }).toEqual({ unmapped: ['B.LF'], unreached: [] });
    expect(warnings).toEqual([{ line: 2, message: expect.stringMatching(/^`branches` is an empty list: nothing is/) }]);
  });

  test('each pattern of a list that captures other words is tried', () => {
    const mapping =
      'version: 1\nbranches: [{ branch: [main, "feat-{proj}-{task}"], appl: A, lvl: 1, proj: "{proj}", task: "{task}" }]';
    const messages = checked({ mapping, files: ['A.PF'] }).warnings.map(({ message }) => message);
    expect(messages).toHaveLength(2);
    expect(messages[0]).toContain('proj is "{proj}" (branches[0]), but {proj} has no value');
  });

  test('the branch of the run is known, also in a clone that has no branches', () => {
    const mapping = 'version: 1\nbranches: [{ branch: main, appl: A, lvl: 1 }]';
    expect(checked({ mapping, branches: [], current: 'main' }).unreached).toEqual([]);
    expect(checked({ mapping, branches: [], current: null }).unreached).toHaveLength(1);
  });
});

test('a task that the service takes from the branch instead (interface §2.2) is a warning at each level that gives it', () => {
  const tasks = (proj: string) =>
    `version: 1\nrequest: { task: 5${proj} }\nbranches: [{ branch: main, appl: A, lvl: 1 }]\nrules:\n  - { match: { path: "**" }, request: { stsk: 3 } }`;
  expect(checked({ mapping: tasks(''), files: ['A.PF'], set: { csqo: '1' } }).warnings).toEqual([
    { line: 2, message: expect.stringMatching(/^request: task is given, and proj is \*BRANCH/) },
    { line: 5, message: expect.stringMatching(/^rules\[0\]: stsk is given, and proj is \*BRANCH/) },
  ]);
  expect(checked({ mapping: tasks(', proj: P'), files: ['A.PF'] }).warnings).toEqual([]);
});

describe('two ways to move up', () => {
  const levels = (low: string, extra = '') =>
    `version: 1\nbranches:\n  - { branch: main, appl: ORD, lvl: 50 }\n  - { branch: dev, appl: ORD, lvl: 10${low} }\n${extra}`;

  test('a lower level without creq is a warning at its rule', () => {
    const { warnings } = checked({ mapping: levels(''), branches: ['main', 'dev'] });
    expect(warnings).toMatchObject([{ line: 4 }]);
    expect(warnings[0]?.message).toMatch(/^branches\[1\] files ORD level 10 without `creq`.*level 50.*creq: "\*NO"/);
  });

  test.each([
    ['the rule says *NO', levels(', creq: "*NO"', 'rfp: per-push')],
    ['the branch says it', levels(', creq: "*{x}"', 'rfp: per-push').replace('branch: dev', 'branch: "d{x}"')],
    ['the rule says *NO, for one RFP a branch', levels(', creq: "*NO"', 'rfp: per-branch')],
    ['the rule says *YES', levels(', creq: "*YES"')],
    ['all requests say it', levels('', 'rfp: per-push\nrequest: { creq: "*NO" }')],
    ['another application', levels('').replace('lvl: 10', 'lvl: 10').replace('dev, appl: ORD', 'dev, appl: WEB')],
    ['one level only', levels('').replace('lvl: 10', 'lvl: 50')],
  ])('no warning: %s', (_, mapping) => {
    expect(checked({ mapping, branches: ['main', 'dev'] }).warnings).toEqual([]);
  });

  test('a level that every file rule replaces is not filed, and --set is over all', () => {
    const rules = 'rules: [{ match: { gfile: "*.PF" }, request: { lvl: 50 } }]';
    expect(checked({ mapping: levels('', rules) }).warnings).toEqual([]);
    expect(checked({ mapping: levels(''), set: { lvl: '50' } }).warnings).toEqual([]);
    expect(checked({ mapping: levels('', 'rfp: per-push'), set: { creq: '*NO' } }).warnings).toEqual([]);
  });

  test.each([
    ['no RFP', ''],
    ['an RFP that is open', 'rfp: 77'],
  ])('interface §2.1 creq, only for an RFP that the request makes: *NO with %s is a warning', (_, rfp) => {
    const { warnings } = checked({ mapping: levels(', creq: "*NO"', rfp), branches: ['main', 'dev'] });
    expect(warnings).toMatchObject([{ line: 4 }]);
    const said = /^branches\[1\] files ORD level 10 with `creq`, but opens no RFP.*per-branch`/;
    expect(warnings[0]?.message).toMatch(said);
  });

  test('a file rule that files a lower level of the application counts', () => {
    const mapping = withRules('match: { gfile: "*.PF" }\n    requests: [{}, { lvl: 10 }]');
    expect(checked({ mapping, files: ['Q/A.PF'] }).warnings).toMatchObject([{ line: 2 }]);
  });
});

describe('values that the service is not likely to take', () => {
  const all = (fields: string) => withRules(`match: { path: "**" }\n    request: { ${fields} }`);
  const messages = (mapping: string, files: readonly string[]) =>
    checked({ mapping, files }).warnings.map(({ line, message }) => `${line}: ${message}`);

  test.each([
    ['too long', 'Q/CUSTOMERORDERS.RPGLE', 'objn CUSTOMERORDERS has 14 characters; a native object has at most 10'],
    ['umlauts', 'Q/Däöü.RPGLE', 'objn DÄÖÜ holds characters that no native object has; A-Z 0-9 $ # @ _ . are allowed'],
    ['a blank', 'Q/A B.RPGLE', 'objn A B holds characters that no native object has; A-Z 0-9 $ # @ _ . are allowed'],
  ])('a name that no native object has: %s', (_, path, sentence) => {
    expect(messages(all('objt: "*PGM"'), [path])).toEqual([`4: rules[0]: ${sentence}; ${path}`]);
    expect(messages(all('objt: "*IFS"'), [path])).toEqual([]);
  });

  test('a relative path is one of the IFS, also where the service derives the type', () => {
    expect(messages(all('attr: WEBF, objn: "{gfile}"'), ['web/index.html'])).toHaveLength(1);
    expect(messages(all('attr: WEBF, objn: "{gfile}", rpth: "/{gpath}"'), ['web/index.html'])).toEqual([]);
    expect(messages(all('objt: "*PGM", objn: "{gfile}", rpth: "/{gpath}"'), ['web/index.html'])).toHaveLength(1);
  });

  test('good names', () => {
    const files = ['Q/@MSGAPI.RPGLE', 'Q/A#B$C_9.RPGLE', 'Q/TENCHARSXX.RPGLE', 'Q/mag402.0.pgm.clle'];
    expect(messages(all('objt: "*PGM"'), files)).toEqual([]);
  });

  test('a type that is nearly one of the system', () => {
    const [near] = messages(all('objt: "*PMG"'), ['Q/A.RPGLE']);
    expect(near).toMatch(/objt is \*PMG, which is no type.*did you mean \*PGM\?/);
    expect(messages(all('objt: "*CLD"'), ['Q/A.RPGLE'])).toEqual([]);
    expect(messages(all('objt: "*OURTYPE"'), ['Q/A.RPGLE'])).toEqual([]);
  });

  test('files of one rule and kind are one warning', () => {
    const found = messages(all('objt: "*PGM"'), ['AAAAAAAAAAA.X', 'BBBBBBBBBBBB.X', 'CCCCCCCCCCC.X', 'DDDDDDDDDDD.X']);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('4 files (AAAAAAAAAAA.X, BBBBBBBBBBBB.X, CCCCCCCCCCC.X and 1 more)');
  });

  test.each(['“*PGM”', '*pgm', '* PGM'])('a type that is not written as types are: %s', (objt) => {
    const [written] = messages(all(`objt: "${objt}"`), ['A.RPGLE']);
    expect(written).toContain(`objt is ${objt}; a type is written in capitals`);
  });

  test('a system type without its star', () => {
    expect(messages(all('objt: PGM'), ['A.RPGLE'])[0]).toContain('objt is PGM; the system object type is *PGM');
  });

  test('nothing says the level', () => {
    const mapping = 'version: 1\nbranches: [{ branch: main, appl: ORD }]';
    const said = '2: branches[0]: lvl is not given; every request needs it; A.RPGLE';
    expect(messages(mapping, ['A.RPGLE'])).toEqual([said]);
    expect(checked({ mapping, files: ['A.RPGLE'], set: { lvl: '10' } }).warnings).toEqual([]);
  });

  test('a name that cannot be carried', () => {
    const sides = [{ ...file('Q/x'), path: { text: 'Q/x\ufffd.RPGLE', raw: Buffer.from('Q/x\xff.RPGLE', 'latin1') } }];
    expect(checked({ mapping: all('objt: "*IFS"'), sides }).warnings[0]?.message).toMatch(/UTF-8/);
  });

  test('what init left open is told once, and not as a missing value', () => {
    const mapping = 'version: 1\nbranches: [{ branch: main, appl: <APPL>, lvl: <LVL> }]';
    expect(checked({ mapping, files: ['A.RPGLE', 'B.RPGLE'] }).warnings).toEqual([
      { line: 2, message: 'branches[0].appl is still the placeholder <APPL>: replace it, or nothing is filed' },
      { line: 2, message: 'branches[0].lvl is still the placeholder <LVL>: replace it, or nothing is filed' },
    ]);
  });
});

test('a rule that reaches the mapping file alone is not idle before Git tracks that file', () => {
  const settings = '{ match: { path: ".*" }, skip: settings }';
  const mapping = withRules(settings, '{ match: { path: "**" }, request: { attr: A } }');
  const given = { mapping, files: ['A.RPGLE'] };
  expect(checked(given).unreached).toMatchObject([{ rule: 'rules[0]' }]);
  expect(checked({ ...given, untracked: file('.file-checkouts.yml') })).toMatchObject({ unreached: [], tracked: 1 });
});
