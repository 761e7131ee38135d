import { expect, test } from 'vitest';
import { loadMapping, MappingError } from '../../src/mapping/load.ts';

/** What is said of each key when its value cannot be right: the place, what was found, and what would be right. */

const top = (text: string) => `version: 1\n${text}\n`;
const branch = (text: string) => top(`branches: [{ branch: ${text} }]`);
const request = (text: string, rest = '') => top(`request: { ${text} }\n${rest}`);
const rule = (text: string) => top(`rules: [{ ${text} }]`);
const match = (text: string) => rule(`match: { ${text} }, skip: x`);
const result = (text: string) => rule(`match: { path: a }, ${text}`);

const number = ' (text; in quotes, if it looks like a number)';
const pattern = 'a pattern (text; in quotes, if it begins with `*`, `{`, `@`, `!` or `&`) or a list of them';
const fields = 'a set of fields of a create request';
const list = 'a list with at least one set of fields; for one set, `request`';
const oneResult = 'one of `request`, `requests`, `skip`';
const whole = 'a whole number from 0 on, or text with a placeholder';
const rfp = '`none`, `per-push`, `per-branch` or an RFP number';
const aMode = '`rfp:` at the top of the file; it is a mode: none, per-push, per-branch or an RFP number';
const anRfp = '`rfp: per-push`, `per-branch` or a number: the pipeline is notified of an RFP';
const together = '`pipe`, `pipa` and `tkey` together (`tkey` comes from the run)';
const topKeys =
  'one of version, repo, branches, request, rfp, rules, unmapped, deletes, dependents, branch-deleted, skip-pushers, users, pipe, attach';
const anyText = 'expected text (in quotes, if it looks like a number or begins with `*`, `{`, `@`, `!` or `&`)';
const reasons = 'expected one of "*MIGRATE", "*DELETE", "*RECOMPILE", "*UPDATE"';
const placeholders =
  'one of {name}, {stem}, {ext}, {gfile}, {gpath}, {path}, {repo}, {branch}, {sha}, {run}, or a capture of the same rule or of a branch rule';
const forms = '`{word}`, `{word|upper}` or `{word|lower}`; `{{` for a plain brace';
const inARule = 'one of match, request, requests, skip';
const ofBranch = '`{branch}` in it, or `"*TASK"`';
const tkey = `expected key of the pipeline job${number}`;
const onlyMigrate = '`copy` only with `rsn: "*MIGRATE"`';
const noFile = 'one of them: a request that copies carries no file';
const aProject = 'a project, or a description in words';
const fromRun = (name: string) => `\`${name}\` left out: it comes from the run`;
const attached = 'attach: { as: objn }\nbranches: [{ branch: main }, { branch: b }]';
const never = (text: string) => `the pattern \`${text}\`, which matches nothing`;

const table: readonly (readonly [text: string, place: string, found: string, right: string])[] = [
  ['', '1:1', 'an empty file', 'at least `version: 1`'],
  ['hello', '1:1', 'the text "hello"', 'expected a mapping: `version: 1` and what goes where'],
  ['repo: X', '1:1', 'no `version`', 'expected `version`: the number 1'],
  ['version: 2', '1:10', 'the number 2', 'expected the number 1'],
  ['version: "1"', '1:10', 'the text "1"', 'expected the number 1'],
  [top('repo: \ufffd'), '2:7', 'a byte that is not UTF-8', 'the file saved as UTF-8'],
  [top('zzzzzz: 1'), '2:1', 'unknown key `zzzzzz`', topKeys],
  [top('repo: 5'), '2:7', 'the number 5', `expected ID of the Git repository at the service${number}`],
  [top('repo: ""'), '2:7', 'an empty text', `expected ID of the Git repository at the service${number}`],
  [top('unmapped: 5'), '2:11', 'the number 5', 'expected one of `error`, `warn`, `ignore`'],
  [top('dependents: yes'), '2:13', 'the text "yes"', 'expected one of `request`, `report`, `ignore`'],
  [top('deletes: no'), '2:10', 'the text "no"', 'expected one of `request`, `report`, `ignore`'],
  [top('skip-pushers: jane'), '2:15', 'the text "jane"', 'expected a list of accounts at the host'],
  [top('skip-pushers: [5]'), '2:16', 'the number 5', `expected an account at the host${number}`],
  [top('users: jane'), '2:8', 'the text "jane"', 'expected accounts at the host with their service users'],
  [top('users: { jane: 5 }'), '2:16', 'the number 5', `expected a user of the service${number}`],
  // Branch rules.
  [top('branches: main'), '2:11', 'the text "main"', 'expected a list of branch rules'],
  [top('branches: [main]'), '2:12', 'the text "main"', 'expected a branch rule: `branch` and fields'],
  [top('branches: [{ lvl: 1 }]'), '2:12', 'no `branch`', `expected \`branch\`: ${pattern}`],
  [branch('5'), '2:22', 'the number 5', `expected ${pattern}`],
  [branch('[]'), '2:22', 'an empty list', `expected ${pattern}`],
  [branch('[a, b/]'), '2:26', never('b/'), '`b/**` for all below that directory'],
  [branch('m, apl: X'), '2:25', 'unknown key `apl`', 'did you mean `appl`?'],
  [branch('m, arfp: X'), '2:25', '`arfp` as a field', aMode],
  [branch('m, srcd: "{nam}"'), '2:31', 'unknown placeholder `{nam}`', 'did you mean `{name}`?'],
  // Fields.
  [top('request: 5'), '2:10', 'the number 5', `expected ${fields}`],
  [top('request:'), '2:9', 'nothing', `expected ${fields}`],
  [request('lvl: ten'), '2:17', 'the text "ten"', `expected ${whole}`],
  [request('lvl: -1'), '2:17', 'the number -1', `expected ${whole}`],
  [request('lvl: 1.5'), '2:17', 'the number 1.5', `expected ${whole}`],
  [request('appl: 5'), '2:18', 'the number 5', anyText],
  [request('rsn: UPDATE'), '2:17', 'the text "UPDATE"', reasons],
  [request('lock: 5'), '2:18', 'the number 5', 'expected one of "*YES", "*NO"'],
  [request('data: "*SOME"'), '2:18', 'the text "*SOME"', 'expected one of "*SAME", "*MIGRATE", "*NONE", or a name'],
  [request('dmbr: 5'), '2:18', 'the number 5', 'expected one of "*ALL", "*FIRST", or a name'],
  [request('rpth: www'), '2:18', 'the text "www"', 'expected text that starts with `/`'],
  [request('srcd: "{zzzzzzzz}"'), '2:18', 'unknown placeholder `{zzzzzzzz}`', placeholders],
  [request('srcd: "{order}"'), '2:18', 'unknown placeholder `{order}`', placeholders],
  [request('csqo: "{orders}"'), '2:18', 'unknown placeholder `{orders}`', placeholders],
  [request('srcd: "{x y}"'), '2:18', '`{x y}`, which is no placeholder', forms],
  [request('srcd: "{name|title}"'), '2:18', '`{name|title}`, which is no placeholder', forms],
  [request('srcd: "a {"'), '2:18', '`{`, which is no placeholder', forms],
  // File rules.
  [top('rules: 5'), '2:8', 'the number 5', 'expected a list of rules'],
  [top('rules: [5]'), '2:9', 'the number 5', `expected a rule: \`match\` and ${oneResult}`],
  [rule('match: 5, skip: x'), '2:18', 'the number 5', 'expected a set of path, gpath, gfile, repo and branch'],
  [rule('match: null, skip: x'), '2:18', 'nothing', 'expected a set of path, gpath, gfile, repo and branch'],
  [match(''), '2:18', 'a match without a part', 'at least one part; `path: "**"` for every file'],
  [match('path: 5'), '2:26', 'the number 5', `expected ${pattern}`],
  [match('path: [a, 5]'), '2:30', 'the number 5', `expected ${pattern}`],
  [match('path: []'), '2:26', 'an empty list', `expected ${pattern}`],
  [match('pth: a'), '2:20', 'unknown key `pth`', 'did you mean `path`?'],
  [match('gfile: ""'), '2:27', never(''), 'at least one character (only `gpath` is empty, at the root)'],
  [match('path: ""'), '2:26', never(''), 'at least one character (only `gpath` is empty, at the root)'],
  [match('path: /a'), '2:26', never('/a'), 'no slash at the beginning: paths start at the repository'],
  [match('path: ./a'), '2:26', never('./a'), 'no slash at the beginning: paths start at the repository'],
  [match('gpath: a/'), '2:27', never('a/'), '`a/**` for all below that directory'],
  [match('path: [a, b//c]'), '2:30', never('b//c'), 'one slash between directories'],
  [match('gfile: a/b'), '2:27', never('a/b'), 'a file name; directories go to `gpath`, or all of it to `path`'],
  [match('gfile: "{name}.x"'), '2:27', 'a capture `{name}`', 'another name: `{name}` has a meaning of its own'],
  [match('gpath: "{a}", gfile: "{a}"'), '2:41', '`{a}` also in `gpath`', 'a name of its own for each capture'],
  [rule('match: { path: a }'), '2:9', 'a rule without a result', oneResult],
  [result('request: {}, skip: x'), '2:44', '`skip` beside `request`', oneResult],
  [result('skip: false'), '2:37', 'the value false', 'expected a reason in words, or true'],
  [result('skip: ""'), '2:37', 'an empty text', 'expected a reason in words, or true'],
  [result('request: 5'), '2:40', 'the number 5', `expected ${fields}`],
  [result('request: { apl: X }'), '2:42', 'unknown key `apl`', 'did you mean `appl`?'],
  [result('request: { rfp: 5 }'), '2:42', '`rfp` as a field', aMode],
  [result('requests: 5'), '2:41', 'the number 5', `expected ${list}`],
  [result('requests: []'), '2:41', 'an empty list', `expected ${list}`],
  [result('requests: [{}, 5]'), '2:46', 'the number 5', `expected ${fields}`],
  [result('requests: [{}, { lvl: ten }]'), '2:53', 'the text "ten"', `expected ${whole}`],
  [result('requests: [{}, { srcd: "{nam}" }]'), '2:54', 'unknown placeholder `{nam}`', 'did you mean `{name}`?'],
  [rule('zzzzzz: 1, match: { path: a }, skip: x'), '2:11', 'unknown key `zzzzzz`', inARule],
  [match('zzzzzz: a, path: a'), '2:20', 'unknown key `zzzzzz`', 'one of path, gpath, gfile, repo, branch'],
  [rule('match: { path: a }, skip: x, skop: x'), '2:40', 'unknown key `skop`', 'did you mean `skip`?'],
  // RFP and pipeline.
  [top('rfp: weekly'), '2:6', 'the text "weekly"', `expected ${rfp}`],
  [top('rfp: 0'), '2:6', 'the number 0', `expected ${rfp}`],
  [top('rfp: 1.5'), '2:6', 'the number 1.5', `expected ${rfp}`],
  [top('rfp: "007"'), '2:6', 'the text "007"', `expected ${rfp}`],
  [request('rfpd: x', 'rfp: per-branch'), '2:18', '`rfpd` without `{branch}` under `rfp: per-branch`', ofBranch],
  [top('pipe: 5'), '2:7', 'the number 5', 'expected `pipe` and `pipa`'],
  [top('pipe:'), '2:6', 'nothing', 'expected `pipe` and `pipa`'],
  [top('rfp: 5\npipe: { pipe: 5, pipa: P }'), '3:15', 'the number 5', `expected ID of a pipeline server${number}`],
  [top('rfp: 5\npipe: { pipe: P, pipa: 5 }'), '3:24', 'the number 5', `expected attribute of a *PIPE object${number}`],
  [top('rfp: 5\npipe: { pipe: P, pipa: A, tkey: 5 }'), '3:33', 'the number 5', tkey],
  [top('rfp: 5\npipe: { pipe: P, pipa: A, tky: X }'), '3:27', 'unknown key `tky`', 'did you mean `tkey`?'],
  [top('rfp: 5\npipe: { pipe: P, pipa: A, zzzzzz: X }'), '3:27', 'unknown key `zzzzzz`', 'one of pipe, pipa, tkey'],
  [top('pipe: { pipe: P, pipa: A }'), '2:1', '`pipe` without an RFP', anRfp],
  [request('pipe: P, pipa: A'), '2:12', '`pipe` without an RFP', anRfp],
  [request('pipa: A', 'rfp: 5'), '2:12', '`pipa` without `pipe`', together],
  // Fields against each other (interface §2.1, §4.3).
  [top('attach: 5'), '2:9', 'the number 5', 'expected `as` and `disposition`'],
  [top('attach: { as: name }'), '2:15', 'the text "name"', 'expected one of `gfile`, `srcn`, `objn`'],
  [top('attach: { disposition: inline }'), '2:24', 'the text "inline"', 'expected one of `form-data`, `attachment`'],
  [top('attach: { is: gfile }'), '2:11', 'unknown key `is`', 'did you mean `as`?'],
  [request('copy: "*YES"', 'attach: 5'), '3:9', 'the number 5', 'expected `as` and `disposition`'],
  [request('copy: "*YES", rsn: "*DELETE"'), '2:18', '`copy: "*YES"` with `rsn: "*DELETE"`', onlyMigrate],
  [request('copy: "*YES"', attached), '2:18', '`copy: "*YES"` for every request beside `attach`', noFile],
  [request('proj: null, rfpd: "*TASK"'), '2:30', '`rfpd: "*TASK"` with `proj: null`', aProject],
  [request('proj: "*BRANCH", branch: null'), '2:37', '`branch: null` with `proj: "*BRANCH"`', fromRun('branch')],
  [request('proj: "*BRANCH", repo: null'), '2:35', '`repo: null` with `proj: "*BRANCH"`', fromRun('repo')],
];

test.each(table)('%j', (text, place, found, right) => {
  expect(problemsOf(text)).toEqual([`${place} ${found}; ${right}`]);
});

function problemsOf(text: string): string[] {
  try {
    loadMapping(text, 'm.yml');
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return error.problems.map(({ line, column, found, right }) => `${line}:${column} ${found}; ${right}`);
  }
  return [];
}

test.each([
  match('repo: /x'),
  request('pipe: null, rfpd: null'),
  request('copy: "*YES", rsn: "*MIGRATE"'),
  request('copy: "*YES", rsn: "*{ext}"'),
  request('copy: "*YES"', 'attach: { as: gfile, disposition: form-data }'),
  request('copy: "*YES"', 'attach: { as: objn }\nrules: [{ match: { path: a }, request: { copy: null } }]'),
  request('copy: "*NO", rsn: "*UPDATE"', 'attach: { as: srcn }'),
  request('lock: "*YES"', 'attach: { as: srcn }\nbranches: [{ branch: m, copy: "*YES" }]'),
  request('proj: P, rfpd: "*TASK"'),
  request('pipa: A', 'rfp: 5\npipe: { pipe: P, pipa: A }'),
])('nothing is said of %j', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

test('a file that cannot be used is a problem of the mapping, to be corrected there', () => {
  expect(() => loadMapping('', 'm.yml')).toThrow(
    expect.objectContaining({ name: 'MappingError', code: 'mapping', remedy: 'Correct m.yml.' }),
  );
});
