import { describe, expect, test } from 'vitest';
import { findRuleLine, formatRulePlace } from '../../src/check/remark.ts';
import { type ExplainedField, explainPath } from '../../src/explain/explain-path.ts';
import { type ExplainedUses, formatExplanation } from '../../src/explain/explain-text.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMappingWithLines } from '../../src/mapping/load.ts';
import type { Mapping, RfpMode } from '../../src/mapping/schema.ts';

const mapping = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: "feat-{proj}-{task}.{stsk}", appl: ORD, lvl: 10, proj: "{proj}", task: "{task}", stsk: null }
request: { lock: "*YES", srcd: "{branch|upper} {sha}" }
rules:
  - { match: { gfile: "*.CLLE" }, request: { objt: "*PGM" } }
  - { match: { gpath: "QRPGLESRC/**", gfile: ["*.PGM.RPGLE", "*.PGM.SQLRPGLE"] }, request: { attr: RPGLE, objt: "*PGM", lock: null } }
  - { match: { repo: "WEB*" }, request: {} }
  - { match: { path: "docs/**" }, skip: documentation }
  - match: { path: "shared/*.PF" }
    requests: [{ objt: "*FILE" }, { objt: "*FILE", appl: WEB, lvl: 10, objn: "{name}HIST" }]
  - { match: { gfile: "*.RPGLE" }, request: { objt: "*MODULE" } }
  - { match: { gfile: "*.X" }, request: { srca: "{proj}" } }
`;

const read = loadMappingWithLines(mapping, 'm.yml');
const noUses: ExplainedUses = { uses: [], usedBy: [], usesUnknown: null };
/** What stands at a path: a file. */
const ordinary = { placeOf: String, what: null, isNeverFiled: false, uses: noUses };
/** What the mapping says of RFPs beside its rules, and `--rfp` (`option`). */
type Modes = Partial<Pick<Mapping, 'rfp' | 'pipe'>> & { readonly option?: RfpMode };
type Sets = Readonly<Record<string, string | null>>;
const noRfp: Modes = {};
const explained = (path: string, branch = 'main', set: Sets = {}, { option, ...modes } = noRfp) => {
  const compiled = compileMapping({ ...read.mapping, ...modes });
  return explainPath({ compiled, repo: 'ORDERS', branch, set, rfp: option, actor: null }, path);
};
const placeOfRule = (rule: string) => formatRulePlace({ rule, line: findRuleLine(rule, read.lineOf) });
const text = (path: string, branch = 'main', set: Sets = {}, modes = noRfp) =>
  formatExplanation(explained(path, branch, set, modes), { ...ordinary, placeOf: placeOfRule });

/** The fields of the only request, by name. */
function fieldsOf(path: string, branch = 'main', set: Readonly<Record<string, string | null>> = {}) {
  const { result } = explained(path, branch, set);
  if (result.kind !== 'requests') throw new Error(result.kind);
  return Object.fromEntries((result.requests[0]?.fields ?? []).map((field) => [field.name, field]));
}

test('an empty list files nothing, and is told apart from no list', () => {
  const told = (yaml: string) => {
    const compiled = compileMapping(loadMappingWithLines(`version: 1\n${yaml}`, 'm.yml').mapping);
    const explanation = explainPath({ compiled, repo: 'ORDERS', branch: 'main', set: {}, actor: null }, 'A.CLLE');
    return formatExplanation(explanation, ordinary);
  };
  expect(told('branches: []')).toContain('branch main: an empty list of branch rules\n  left out: no rule for branch');
  expect(told('rules: []')).toContain('every branch is filed\n  rules: an empty list of rules\n  left out: no rule');
  expect(told('')).toContain('every branch is filed\n  rules: no list of rules, every file is one request');
});

describe('which rules win and why', () => {
  /** The lines about the branch rules, and those about the file rules. */
  const told = (path: string, branch = 'main') => {
    const lines = text(path, branch).split('\n');
    const [branches, rules] = [lines.indexOf(`  branch ${branch}`), lines.indexOf('  rules')];
    const end = lines.findIndex((line, n) => n > rules && /^ {2}\S/.test(line));
    return { branches: lines.slice(branches + 1, rules), rules: lines.slice(rules + 1, end) };
  };

  test('the branch rule that wins, then those before it with what they were held against', () => {
    expect(told('QRPGLESRC/A.PGM.RPGLE', 'feat-APP-12.3').branches).toEqual([
      '    branches[1] (line 5) wins: "feat-{proj}-{task}.{stsk}"',
      '    1 before it does not match',
      '      branches[0] (line 4): "feat-APP-12.3" does not match "main"',
    ]);
  });

  test('the file rule that wins and by what; then those before it, the nearest first: which part failed, and the patterns', () => {
    expect(told('QRPGLESRC/A.RPGLE').rules).toEqual([
      '    rules[5] (line 14) wins: gfile "A.RPGLE" matches "*.RPGLE"',
      '    5 before it do not match',
      '      rules[1] (line 9): gfile "A.RPGLE" matches none of "*.PGM.RPGLE", "*.PGM.SQLRPGLE"',
      '      rules[0] (line 8): gfile "A.RPGLE" does not match "*.CLLE"',
      '      rules[2] (line 10): repo "ORDERS" does not match "WEB*"',
      '      and 2 more; --format json has all',
    ]);
  });

  test('a part that fails before another is the one that is told', () => {
    expect(text('other/A.PGM.RPGLE')).toContain('rules[1] (line 9): gpath "other" does not match "QRPGLESRC/**"');
  });

  test('rules behind the winner that would match too', () => {
    expect(told('QRPGLESRC/A.PGM.RPGLE').rules.slice(0, 2)).toEqual([
      '    rules[1] (line 9) wins: gpath "QRPGLESRC" matches "QRPGLESRC/**", gfile "A.PGM.RPGLE" matches one of "*.PGM.RPGLE", "*.PGM.SQLRPGLE"',
      '    also match, but come later: rules[5] (line 14)',
    ]);
  });

  test('where none matches, ten are shown', () => {
    expect(told('a.txt').rules[0]).toBe('    none of 7 matches');
    expect(told('a.txt').rules).toHaveLength(8);
    const many = loadMappingWithLines(
      `version: 1\nrules:\n${'  - { match: { gfile: "*.CLLE" }, skip: x }\n'.repeat(30)}`,
      'm',
    );
    const compiled = compileMapping(many.mapping);
    const explanation = explainPath({ compiled, repo: 'R', branch: 'main', set: {}, actor: null }, 'a.txt');
    const lines = formatExplanation(explanation, ordinary).split('\n');
    expect(lines.filter((line) => line.includes('does not match'))).toHaveLength(10);
    expect(lines).toContain('      and 20 more; --format json has all');
  });

  test.each([
    ['docs/a.md', 'main', '  left out: skip: documentation'],
    ['a.txt', 'main', '  left out: no rule matches (unmapped: warn)'],
    ['QRPGLESRC/A.RPGLE', 'topic', '  left out: no rule for branch topic'],
  ])('%s on %s', (path, branch, line) => {
    expect(text(path, branch).split('\n')).toContain(line);
  });
});

describe('where each value comes from', () => {
  const from = (field: ExplainedField | undefined) => [field?.value, field?.from, field?.template];

  test('the run, the defaults, the branch rule, the file rule, --set, and what is left to the service', () => {
    const fields = fieldsOf('QRPGLESRC/ord100.PGM.RPGLE', 'main', { csqo: '7' });
    expect(from(fields.appl)).toEqual(['ORD', 'branches[0]', null]);
    expect(from(fields.attr)).toEqual(['RPGLE', 'rules[1]', null]);
    expect(from(fields.gfile)).toEqual(['ord100.PGM.RPGLE', 'run', null]);
    expect(from(fields.csqo)).toEqual([7, '--set', null]);
    expect(from(fields.objn)).toEqual(['ORD100', 'default', '{name|upper}']);
    expect(from(fields.srcd)).toEqual(['MAIN {sha}', 'request', '{branch|upper} {sha}']);
    expect(from(fields.srcn)).toEqual([null, 'service', null]);
    expect(fields.srcn?.serviceDefault).toBe('objn');
  });

  test('a null in a rule takes a field away and is told with the rule', () => {
    const fields = fieldsOf('QRPGLESRC/A.PGM.RPGLE');
    expect(from(fields.lock)).toEqual([null, 'rules[1]', null]);
    expect(text('QRPGLESRC/A.PGM.RPGLE')).toMatch(/lock +- +not sent: null in rules\[1\]/);
  });

  test('captures of the branch', () => {
    const fields = fieldsOf('A.CLLE', 'feat-MY-APP-12.3');
    expect(from(fields.proj)).toEqual(['MY-APP', 'branches[1]', '{proj}']);
    expect(from(fields.task)).toEqual([12, 'branches[1]', '{task}']);
    expect(from(fields.stsk)).toEqual([null, 'branches[1]', null]);
  });

  test('each request of a file that makes several', () => {
    const lines = text('shared/CUST.PF');
    expect(lines).toMatch(/request 1 of 2\n +appl +ORD +branches\[0\]/);
    expect(lines).toMatch(/request 2 of 2\n +appl +WEB +rules\[4\]/);
    expect(lines).toMatch(/CUSTHIST +rules\[4\]: "\{name\}HIST"/);
  });

  test('what keeps a request from being sent', () => {
    expect(text('a.X')).toContain('cannot be sent: srca is "{proj}" (rules[6]), but {proj} has no value');
    expect(text('a.X')).toMatch(/srca +- +not sent: \{proj\} has no value .* \(rules\[6\]: "\{proj\}"\)/);
  });

  test('every create field is told once', () => {
    const { result } = explained('A.CLLE');
    const names = result.kind === 'requests' ? result.requests[0]?.fields.map(({ name }) => name) : [];
    expect(names).toEqual([...new Set(names)]);
    expect(names).toHaveLength(42);
  });

  test('a task that the mapping gives is not sent under proj *BRANCH (interface §2.2), and explain says so', () => {
    const set = { task: '7' };
    expect(from(fieldsOf('A.CLLE', 'main', set).task)).toEqual([null, '--set', null]);
    expect(text('A.CLLE', 'main', set)).toMatch(/task +- +not sent: proj is \*BRANCH \(--set\)/);
    expect(text('A.CLLE', 'main', { ...set, proj: 'P' })).toMatch(/task +7 +--set/);
  });
});

describe('what the run adds (interface §2.4, §6)', () => {
  const push: Modes = { rfp: 'per-push', pipe: { pipe: 'JENKINS1', pipa: 'PIPE' } };

  test.each<[string, Modes, Readonly<Record<string, string | null>>, string[]]>([
    ['none', noRfp, {}, ['arfp *NO rfp: none']],
    ['a description that no RFP needs', noRfp, { rfpd: 'x' }, ['rfpd - not sent: used only where an RFP']],
    ['per-push with a project', push, {}, ['arfp *NEW rfp: per-push, on the first create', 'rfpd *TASK rfp: per-push']],
    ['per-push without one', push, { proj: null }, ['rfpd ORDERS main {sha} rfp: per-push']],
    ['a description of the mapping', push, { rfpd: 'x {branch}' }, ['rfpd x main --set: "x {branch}"']],
    ['per-branch by option', { ...push, option: 'per-branch' }, {}, ['arfp *AUTO --rfp per-branch,']],
    ['a number', { rfp: 77 }, {}, ['arfp *YES rfp: 77', 'rfp 77 rfp: 77']],
    ['pipeline keys', push, {}, ['pipe JENKINS1 pipe, on the first', 'pipa PIPE pipe', 'tkey by the run pipe']],
    ['a mark of init for a number', noRfp, { lvl: '<LVL>' }, ['lvl <LVL> --set']],
    ['vref', noRfp, {}, ['vref <run>.<n> the run, another value for each request']],
    ['creq (§2.1) that opens no RFP', noRfp, { creq: '*NO' }, ['creq *NO --set, without effect: counts only on']],
    ['creq (§2.1) on an open RFP', { rfp: 77 }, { creq: '*NO' }, ['creq *NO --set, without effect']],
    ['creq (§2.1) that counts', push, { creq: '*NO' }, ['creq *NO --set\n']],
  ])('%s', (_, modes, set, lines) => {
    const said = text('A.CLLE', 'main', set, modes).replace(/ +/g, ' ');
    for (const line of lines) expect(said).toContain(`\n ${line}`);
  });

  test('the user of who pushed, or that the pusher decides', () => {
    const { mapping: withUsers } = loadMappingWithLines(`${mapping}users: { jane-doe: JANE }\n`, 'm.yml');
    const userOf = (actor: string | null) => {
      const around = { compiled: compileMapping(withUsers), repo: 'ORDERS', branch: 'main', set: {} };
      const { result } = explainPath({ ...around, actor }, 'A.CLLE');
      const fields = result.kind === 'requests' ? result.requests[0]?.fields : [];
      const { value, from, note } = fields?.find(({ name }) => name === 'user') ?? {};
      return [value, from, note];
    };
    expect(userOf('jane-doe')).toEqual(['JANE', 'users', 'pushed by jane-doe']);
    expect(userOf(null)).toEqual([null, 'users', 'by who pushes; unlisted: the owner of the token']);
    expect(userOf('constructor')).toEqual([null, 'service', null]);
  });
});

test('a path cannot steer the terminal', () => {
  expect(text('a\u001b[31m.CLLE\n::error::x')).not.toMatch(/\u001b|\n::error/);
});

test('what stands at the path is said where it is no ordinary file', () => {
  expect(formatExplanation(explained('A.CLLE'), ordinary)).toMatch(/^A\.CLLE\n/);
  const what = 'a symbolic link, which is never filed';
  const link = formatExplanation(explained('A.CLLE'), { ...ordinary, what, isNeverFiled: true });
  expect(link).toMatch(/^A\.CLLE \(a symbolic link, which is never filed\)\n/);
  expect(link).not.toMatch(/rules|left out/);
});
