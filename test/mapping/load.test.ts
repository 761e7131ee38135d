import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/errors.ts';
import { loadMapping, loadMappingWithLines, longestMapping, MappingError } from '../../src/mapping/load.ts';
import { findMarks, isMark, requireTarget } from '../../src/mapping/marks.ts';
import { emptyMapping } from '../../src/mapping/schema.ts';

/** The example of the contract, shortened where it repeats itself. */
const example = `version: 1
repo: ORDERS                      # ID of this Git repository at the service
branches:
  - branch: main
    appl: ORD
    lvl: 50
  - branch: "feat-{proj}-{task}.{stsk}"
    appl: ORD
    lvl: "10"
    creq: "*NO"
    proj: "{proj}"
    task: "{task}"
    stsk: "{stsk}"
request:
  lock: "*YES"
rfp: per-push
rules:
  - match: { gpath: "QRPGLESRC/**", gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM", srca: RPGLE }
  - match: { gfile: ["*.SQLRPGLE", "*.SQLCBLLE"], repo: "ORD*" }
    request: { objt: "*MODULE", proj: null }
  - match: { path: "shared/CUST.PF" }
    requests:
      - { attr: PF, objn: CUST }
      - { appl: WEB, lvl: 10, attr: PFHIST, objn: CUSTHIST }
  - match: { path: "docs/**" }
    skip: documentation
unmapped: warn
deletes: request
skip-pushers: [mdgit-bot]
users: { jane-doe: JANE }
pipe: { pipe: JENKINS1, pipa: PIPE }
attach: { as: srcn }
`;

function refused(text: string): MappingError {
  try {
    loadMapping(text, 'm.yml');
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
  throw new Error(`not refused: ${text.slice(0, 200)}`);
}

const heads = (text: string) => refused(text).problems.map(({ line, column, found }) => `${line}:${column} ${found}`);
const rule = (text: string) => `version: 1\nrules:\n  - ${text}\n`;
const request = (text: string) => `version: 1\nrequest: { ${text} }\n`;

describe('what is read', () => {
  test('the example', () => {
    const mapping = loadMapping(example, 'm.yml');
    expect(mapping.branches?.[1]).toMatchObject({ branch: 'feat-{proj}-{task}.{stsk}', lvl: '10' });
    expect(mapping.rules).toHaveLength(4);
    expect(mapping.rules?.[1]?.request).toEqual({ objt: '*MODULE', proj: null });
    expect(mapping).toMatchObject({
      ...{ repo: 'ORDERS', rfp: 'per-push', 'skip-pushers': ['mdgit-bot'], users: { 'jane-doe': 'JANE' } },
      attach: { as: 'srcn', disposition: 'form-data' },
    });
  });

  test('only the version is needed; the rest has defaults', () => {
    expect(loadMapping('version: 1', 'm.yml')).toEqual(emptyMapping);
  });

  test('line ends, a byte order mark, JSON and comments do not matter', () => {
    const mapping = loadMapping(example, 'm.yml');
    expect(loadMapping(`\uFEFF${example.replaceAll('\n', '\r\n')}`, 'm.yml')).toEqual(mapping);
    expect(loadMapping(JSON.stringify(mapping), 'm.yml')).toEqual(mapping);
  });

  test('a byte order mark inside of the file is text', () => {
    expect(loadMapping(request('srcd: "a\uFEFFb"'), 'm.yml').request.srcd).toBe('a\uFEFFb');
  });

  test.each(['77', '"77"', 'none', 'per-branch'])('rfp: %s', (text) => {
    expect(loadMapping(`version: 1\nrfp: ${text}`, 'm.yml').rfp).toBe(text.includes('77') ? 77 : text);
  });

  test('anchors, aliases and merge keys', () => {
    const text = `version: 1
request: &base { appl: ORD, lock: "*NO" }
rules:
  - match: { path: a }
    request: { <<: *base, lock: "*YES" }
  - match: { path: b }
    request: *base
  - match: { path: c }
    request: { <<: [{ attr: X }, *base], objn: C }
`;
    expect(loadMapping(text, 'm.yml').rules?.map((one) => one.request)).toEqual([
      { appl: 'ORD', lock: '*YES' },
      { appl: 'ORD', lock: '*NO' },
      { attr: 'X', appl: 'ORD', lock: '*NO', objn: 'C' },
    ]);
  });

  test('a key that comes by `<<` is checked at the place of the `<<`', () => {
    const text = 'version: 1\nrequest: &b { appl: 1 }\nrules:\n  - match: { path: a }\n    request: { <<: *b }\n';
    expect(heads(text)).toEqual(['2:21 the number 1', '5:16 the number 1']);
  });

  test.each([
    ...['lvl: "{lvl}"', 'lvl: 50', 'lvl: "50"', 'lvl: <LVL>', 'lvl: null', 'lock: null'],
    ...['lock: "{ext|upper}"', 'rpth: "/{gpath}"'],
    ...['rpth: "{gpath}"', 'srcd: "{{x}"'],
    ...['srcd: "{name|upper} {stem} {ext} {gfile} {gpath} {path} {branch} {sha} {run|lower} {repo}"'],
    ...['rsn: "*RECOMPILE"', 'dmbr: ANYTHING', 'dmbr: "*FIRST"', 'data: "*{ext|upper}"', 'vref: x', 'gpath: ""'],
  ])('takes %s', (text) => {
    const [name = ''] = text.split(':');
    const branches = 'branches: [{ branch: "r{lvl}" }]\n';
    expect(loadMapping(request(text) + branches, 'm.yml').request).toHaveProperty(name);
  });
});

describe('an error', () => {
  test('names file, line, column, what was found and what would be right, with the line and a caret', () => {
    const error = refused('version: 1\nrequest:\n  lokc: "*NO"\n');
    expect(error).toBeInstanceOf(Problem);
    expect(error.exitCode).toBe(2);
    expect(error.message).toBe('m.yml:3:3: unknown key `lokc`; did you mean `lock`?\n      lokc: "*NO"\n      ^^^^');
  });

  test('all are listed, in the order of the file, also from different checks', () => {
    const fields = 'request:\n  lvl: ten\n  lvel: 5\n  srcd: "{nmae}"\n  lock: *YES\n';
    const error = refused(`version: 2\n${fields}rules:\n  - match: { gfile: "**.x" }\n    skip: x\n    request: {}\n`);
    const places = error.problems.map(({ line, column }) => `${line}:${column}`);
    expect(places).toEqual(['1:10', '3:8', '4:3', '5:9', '6:9', '8:21', '9:5']);
    expect(error.message.split('\n').filter((line) => line.startsWith('m.yml:'))).toHaveLength(7);
  });

  test('the caret stays under the value behind tabs, umlauts and wide characters, and lines end where they end', () => {
    const problem = refused('version: 1\r\nrequest: { srcd: "\u00e4\u{1F600}",\tlvl: x }\r\n').problems[0];
    expect(problem).toMatchObject({ line: 2, column: 29 });
    const [line, caret] = problem?.caret?.split('\n') ?? [];
    expect(line).toBe('    request: { srcd: "\u00e4\u{1F600}",\tlvl: x }');
    expect(caret).toBe(`    ${' '.repeat(22)}\t     ^`);
  });

  test('a very long line is cut around the place', () => {
    const problem = refused(request(`srcd: "${'x'.repeat(50_000)}", lvl: x`)).problems[0];
    expect(problem?.caret?.length).toBeLessThan(250);
    expect(problem?.caret).toContain('lvl: x');
  });

  test.each([
    ['a key', '"a\\nb": 1', '2:1 unknown key `a\\nb`'],
    ['a pattern', 'rules: [{ match: { path: "{a\\n}" }, skip: x }]', '2:26 `{a\\n}`'],
    ['a value', 'request: { objn: "{a\\rb}" }', '2:18 `{a\\u000db}`, which is no placeholder'],
  ])('a line break in %s stays an escape: a finding is one line', (_, line, head) => {
    expect(heads(`version: 1\n${line}\n`)).toEqual([head]);
  });

  test('a message does not pass on control characters of the file', () => {
    expect(refused('version: 1\nrequest: { lvl: x } # \u001b[31m\u0007\n').message).not.toMatch(/[\u001b\u0007]/);
  });
});

describe('what is refused', () => {
  const ofTask = 'rules: [{ match: { path: a }, request: { rfpd: "*TASK" } }]';
  const cases: [string, string, string | RegExp][] = [
    ['comments only', '# nothing\n', '1:1 an empty file'],
    ['a tab as indentation', 'version: 1\nrequest:\n\tlvl: 5\n', /^3:1 tab in the indentation/],
    ['two documents', 'version: 1\n---\nversion: 1\n', /^2:1 a second document/],
    ['a duplicate key', 'version: 1\nversion: 1', '2:1 the key `version` a second time'],
    ['a duplicate key below', request('lvl: 1, lvl: 2'), '2:20 the key `lvl` a second time'],
    ['no dash', `${rule('skip: x\n    match: { gfile: a }')}    match: { gfile: b }`, /^5:5 the key `match` a second/],
    ['an own tag', 'version: !foo 1', '1:15 the tag `!foo`'],
    ['a tag of another type', 'version: 1\nrepo: !!binary aGk=\n', /^2:16 the tag `tag:yaml.org,2002:binary`/],
    ['an unquoted *YES', request('lock: *YES'), /^2:18 `\*YES` without quotes/],
    ['an unquoted @', request('attr: @x'), /^2:18 a value that begins with a character/],
    ['an alias of itself', 'version: 1\nrequest: &a { <<: *a }', /^2:19 `\*a` inside of what it names/],
    ['<< of no map', 'version: 1\nrequest: { <<: 5 }', /^2:12 `<<` with something/],
    ['a list that is empty in YAML', 'version: 1\nrules:\n', '2:7 nothing'],
    ['__proto__', 'version: 1\n__proto__: 1\n', '2:1 the key `__proto__`'],
    ['a map as key', 'version: 1\n? { a: 1 }\n: 2\n', '2:3 a key that is not plain text'],
    ['a rule without a match', rule('skip: x'), '3:5 no `match`'],
    ['a capture of another rule', 'version: 1\nbranches: [{ branch: "a{x}" }, { branch: b, proj: "{x}" }]', /`\{x\}`/],
    ['pipe without pipa', 'version: 1\nrfp: per-push\npipe: { pipe: A }', '3:7 no `pipa`'],
    ['the field pipe without pipa', `${request('pipe: A')}rfp: per-push`, '2:12 `pipe` without `pipa`'],
    ['the field tkey alone', `${request('tkey: A')}rfp: per-push`, '2:12 `tkey` without `pipe`'],
    ['*TASK where no level has a project', request('proj: null') + ofTask, /^3:48 `rfpd: "\*TASK"` with `proj: null`/],
    ['Latin-1', `version: 1\nrepo: A\nrules: [] # \ufffd and \ufffd`, '3:13 a byte that is not UTF-8'],
    ['UTF-16', '\ufffd\ufffdv\0e\0r\0', '1:4 a NUL, as UTF-16 holds them'],
  ];
  test.each(cases)('%s', (_, text, expected) => {
    const found = heads(text);
    expect(found).toHaveLength(1);
    if (typeof expected === 'string') expect(found[0]).toBe(expected);
    else expect(found[0]).toMatch(expected);
  });

  test.each([
    `${request('rfpd: "{repo} {branch|upper}"')}rfp: per-branch`,
    `${request('rfpd: null')}rfp: per-branch`,
    `${request('rfpd: "*TASK"')}rfp: per-branch`,
    `${request('proj: null, rfpd: "*TASK"')}branches: [{ branch: main, proj: P }]`,
    `${request('rfpd: fixed')}rfp: per-push`,
    `${request('pipe: A')}rfp: per-push\nbranches: [{ branch: main, pipa: P }]`,
    'version: 1\nbranches: [{ branch: "a{x}" }]\nrequest: { proj: "{x}" }',
    'version: 1\nbranches: [{ branch: "a{x}" }]\nrules: [{ match: { path: "{y}" }, request: { objn: "{x}{y}" } }]',
    rule('{ match: { gpath: "" }, skip: true }'),
    rule('{ match: { gfile: ["{a}.x", "{a}.y"] }, request: { objn: "{a}" } }'),
  ])('not refused: %s', (text) => {
    expect(loadMapping(text, 'm.yml').version).toBe(1);
  });
});

const within = (text: string) => `version: 1\nrules:\n  - match:\n      ${text}\n    skip: x\n`;
const quotes = /^quotes around the whole of a value/;
test.each<[string, string, RegExp, RegExp]>([
  ['a placeholder at the beginning', request('objn: {name}A'), /^2:24 text that does not belong/, quotes],
  ['a placeholder within', request('rpth: /{gpath}'), /^2:19 text that does not belong/, quotes],
  ['a choice within', rule('match: { gfile: A*.{PF,LF} }'), /^3:24 text that does not belong/, quotes],
  ['a class at the beginning', within('gfile: [a-z]*.PF'), /^4:19 text that does not belong/, quotes],
  ['two texts for a list', within('gfile: "*.PF", "*.LF"'), /^4:20 text that does not belong/, quotes],
  ['a quote within quotes', within("gfile: 'it's'"), /^4:18 text behind a closing quote/, /written `''`$/],
  ['a backslash in double quotes', within('gfile: "\\{x\\}"'), /^4:15 a backslash within double/, /^single quotes/],
  ['a colon in a value', rule('skip: reason: it is'), /^3:17 a colon and a blank/, /^write `skip: "reason: it is"`$/],
  ['a line too far to the right', 'version: 1\nrequest:\n  appl: A\n   lvl: 5\n', /^4:1 3 spaces/, /^2 before it/],
  ['no blank behind the colon', 'version: 1\nrepo:ORDERS\nrules: []\n', /^2:5 no blank/, /`repo: ORDERS`/],
  ['a placeholder alone', request('proj: {x}'), /^2:18 a map/, /^quotes around it: "\{x\}"$/],
  ['a # in brackets', request('objn: #X'), /`\{` or `\[` above that is not closed/, /begins with `#`$/],
])('slips of somebody who is new to YAML: %s', (_, text, head, right) => {
  const { problems } = refused(text);
  const [first] = problems;
  expect(`${first?.line}:${first?.column} ${first?.found}`).toMatch(head);
  expect(first?.right).toMatch(right);
  expect(problems.map(({ found }) => found).join()).not.toContain('no valid YAML: Unexpected scalar at');
});

test('the longest file that is read', () => {
  expect(loadMapping('version: 1 '.padEnd(longestMapping), 'm.yml')).toEqual(emptyMapping);
  expect(heads('version: 1 '.padEnd(longestMapping + 1))).toEqual([`1:1 a file of ${longestMapping + 1} characters`]);
});

describe('marks of init', () => {
  test('are found wherever they stand, with their lines', () => {
    const text =
      'version: 1\nrepo: <REPO>\nbranches:\n  - branch: main\n    appl: <APPL>\n    lvl: <LVL>\nusers: { a: "<a>" }\n';
    const { mapping, lineOf } = loadMappingWithLines(text, 'm.yml');
    expect(findMarks(mapping, lineOf)).toEqual([
      { line: 2, path: 'repo', value: '<REPO>' },
      { line: 5, path: 'branches[0].appl', value: '<APPL>' },
      { line: 6, path: 'branches[0].lvl', value: '<LVL>' },
    ]);
    expect(findMarks(mapping)[0]).toStrictEqual({ path: 'repo', value: '<REPO>' });
    expect(lineOf(['users', 'b'])).toBeUndefined();
  });

  test('stand alone: a list of one is a list, and what stands beside a mark makes it text', () => {
    expect(findMarks({ a: ['<A>', null], b: '<A> x', c: null })).toStrictEqual([{ path: 'a[0]', value: '<A>' }]);
  });

  test('are words in capitals between < and >, alone', () => {
    const values = ['<APPL>', '<GIT-REPO_2>', '<appl>', 'x <APPL>', '<>', '<APPL> x', ['<APPL>'], 5];
    expect(values.filter(isMark)).toEqual(['<APPL>', '<GIT-REPO_2>']);
  });

  test.each<[object, object, string | null]>([
    [{ appl: 'ORD', lvl: 0 }, {}, null],
    [{ lvl: 50 }, {}, 'no appl is set for b.pf'],
    [{ appl: 'ORD' }, {}, 'no lvl is set for b.pf'],
    [{}, { branches: [{ appl: '<APPL>', objn: '<OBJN>' }], repo: '<lvl>' }, 'no lvl is set for b.pf'],
    [{}, { request: { appl: '<APPL>', lvl: '<LVL>' } }, null],
  ])('a request needs a target, or a mark in place of it: %j, %j', (fields, mapping, message) => {
    const before = { fields: { appl: 'ORD', lvl: 50 }, path: { text: 'a.pf' } };
    const need = () => requireTarget([before, { fields, path: { text: 'b.pf' } }], mapping);
    const remedy = expect.stringMatching(/^Set appl and lvl in a branch rule .*`--set`\. file-checkouts init/);
    if (message === null) need();
    else expect(need).toThrow(expect.objectContaining({ code: 'mapping', message, remedy }));
  });
});
