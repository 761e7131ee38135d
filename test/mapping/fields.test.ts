import { describe, expect, test } from 'vitest';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { createFieldRenderer, type RenderedFields } from '../../src/mapping/fields.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { matchFile } from '../../src/mapping/match.ts';
import { pickNamePart } from '../../src/mapping/names.ts';
import { emptyMapping, type Mapping } from '../../src/mapping/schema.ts';
import { parseSet, splitTarget } from '../../src/mapping/set.ts';
import { checkTemplate, listPlaceholders, parseTemplate } from '../../src/mapping/templates.ts';

const render = (template: string, values: Readonly<Record<string, string>>) =>
  parseTemplate(template)((name) => (Object.hasOwn(values, name) ? values[name] : undefined));

interface Given {
  readonly path?: string;
  readonly branch?: string;
  readonly set?: readonly string[];
  readonly user?: string | null;
}

/** All requests of one file, through branch rule, file rule and fields. */
function requestsOf(mapping: Mapping, given: Given = {}) {
  const { path = 'QRPGLESRC/ord100.pgm.rpgle', branch = 'main', user = null } = given;
  const compiled = compileMapping(mapping);
  const match = matchFile(compiled, { path, repo: 'ORDERS', branch });
  const branchMatch = findBranchRule(compiled, branch);
  if (match.kind !== 'requests' || branchMatch === null) throw new Error(match.kind);
  const { fields: set, problems } = parseSet(given.set ?? []);
  expect(problems).toEqual([]);
  return match.requests.map((requestFields) =>
    createFieldRenderer({
      ...{ compiled, branchMatch, requestFields, rule: match.rule },
      ...{ run: { repo: 'ORDERS', branch, sha: 'c0ffee', run: '4711-1', user }, set },
    }).render(path, match.captures),
  );
}

function renderedOf(yaml: string, given: Given = {}) {
  const [first] = requestsOf(loadMapping(`version: 1\n${yaml}`, 'm.yml'), given);
  if (first === undefined) throw new Error('no request');
  return first;
}

/** What `pick` finds of each given field, by the field; undefined: nothing. */
const givenOf = <Part>({ given }: RenderedFields, pick: (one: RenderedFields['given'][string]) => Part | undefined) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, one]) => (pick(one) === undefined ? [] : [[name, pick(one)]])),
  );
const originsOf = (rendered: RenderedFields) =>
  givenOf(rendered, ({ origin, leftOut }) => (leftOut === undefined ? origin : undefined));
const leftOutOf = (rendered: RenderedFields) =>
  givenOf(rendered, ({ origin, leftOut }) => leftOut && { origin, ...leftOut });
const templatesOf = (rendered: RenderedFields) => givenOf(rendered, ({ template }) => template);

const sentences = ({ problems }: RenderedFields) => problems.map(({ text }) => text);

const runFields = { repo: 'ORDERS', gpath: 'QRPGLESRC', gfile: 'ord100.pgm.rpgle', branch: 'main', proj: '*BRANCH' };

test('a place in the compile order is not known yet, and comes from nowhere', () => {
  const { fields, given, isOrdered } = renderedOf('request: { appl: ORD, lvl: 50, objt: "*PGM", csqo: "{order}" }');
  expect(isOrdered).toBe(true);
  expect(Object.keys(given)).toEqual(Object.keys(fields));
  expect(given).not.toHaveProperty('csqo');
});

describe('what wins', () => {
  const levels = `
branches: [{ branch: main, appl: B, attr: B, objt: B, srca: B, lvl: 50 }]
request: { appl: Q, attr: Q, objt: Q, srca: Q, fsfl: Q }
rules: [{ match: { path: "**" }, request: { attr: F, objt: F } }]
`;
  test('run < request < branch rule < file rule < --set', () => {
    const rendered = renderedOf(levels, { set: ['objt=S'] });
    const { fields, problems } = rendered;
    expect(problems).toEqual([]);
    expect(fields).toEqual({
      ...{ ...runFields, appl: 'B', lvl: 50, objn: 'ORD100', objt: 'S', attr: 'F', srca: 'B', fsfl: 'Q' },
    });
    expect(originsOf(rendered)).toEqual({
      ...{ appl: 'branches[0]', lvl: 'branches[0]', objn: 'default', objt: '--set', attr: 'rules[0]' },
      ...{ srca: 'branches[0]', fsfl: 'request', repo: 'run', gpath: 'run', gfile: 'run', branch: 'run', proj: 'run' },
    });
  });

  test('the level that takes a field away is known', () => {
    expect(leftOutOf(renderedOf('branches: [{ branch: main, proj: null }]'))).toEqual({
      proj: { origin: 'branches[0]', code: 'null', why: 'null' },
    });
  });

  test('the user of the pusher is a field of the run', () => {
    expect(renderedOf('', { user: 'JANE' })).toMatchObject({
      fields: { user: 'JANE' },
      given: { user: { origin: 'run' } },
    });
    expect(renderedOf('request: { user: LEAD }', { user: 'JANE' }).fields.user).toBe('LEAD');
    expect(renderedOf('', { user: null }).fields).not.toHaveProperty('user');
    expect(leftOutOf(renderedOf('', { user: null }))).toEqual({});
  });

  test('what the run gives may be mapped', () => {
    const { fields } = renderedOf('request: { repo: R, branch: b, gpath: g, gfile: f, vref: "{run}.x" }');
    expect(fields).toMatchObject({ repo: 'R', branch: 'b', gpath: 'g', gfile: 'f', vref: '4711-1.x' });
  });

  test('without a mapping, with --set only', () => {
    const [rendered] = requestsOf(emptyMapping, { path: 'CUST.PF', set: ['appl=ORD', 'lvl=10'] });
    expect(rendered?.fields).toEqual({ ...runFields, gpath: '', gfile: 'CUST.PF', appl: 'ORD', lvl: 10, objn: 'CUST' });
    expect(rendered?.problems).toEqual([]);
  });
});

describe('project, task and subtask', () => {
  const yaml = 'branches: [{ branch: "feat-{proj}-{task}.{stsk}", task: "{task}", stsk: "{stsk}"$ }]';
  test('go as mapped', () => {
    const { fields } = renderedOf(yaml.replace('$', ', proj: "{proj}"'), { branch: 'feat-MY-APP-12.3' });
    expect(fields).toMatchObject({ proj: 'MY-APP', task: 12, stsk: 3 });
  });

  test('task and subtask do not go where the project comes from the branch', () => {
    const { fields, problems } = renderedOf(yaml.replace('$', ''), { branch: 'feat-MY-APP-12.3' });
    expect([fields.proj, fields.task, fields.stsk, problems]).toEqual(['*BRANCH', undefined, undefined, []]);
  });

  test('what does not go is named, with the level that gives it', () => {
    expect(leftOutOf(renderedOf('request: { task: 12, stsk: null }'))).toEqual({
      task: { origin: 'request', code: 'ofBranch', why: 'proj is *BRANCH' },
      stsk: { origin: 'request', code: 'null', why: 'null' },
    });
  });
});

describe('values', () => {
  const path = 'web/Shop/Ord-Header.View.html';
  test.each([
    ['{name}', 'Ord'],
    ['{name|upper}', 'ORD'],
    ['{stem}', 'Ord-Header.View'],
    ['{ext}', 'html'],
    ['{gfile|lower}', 'ord-header.view.html'],
    ['{gpath}', 'web/Shop'],
    ['{path}', path],
    ['{branch}/{sha}/{run}/{repo}', 'feat-x/c0ffee/4711-1/ORDERS'],
    ['{site} {kind}', 'Shop View'],
    ['{topic|upper}', 'X'],
    ['{{name} {name}', '{name} Ord'],
    ['plain }', 'plain }'],
  ])('%s', (template, expected) => {
    const yaml = `branches: [{ branch: "feat-{topic}" }]
rules: [{ match: { gpath: "web/{site}", gfile: "*.{kind}.html" }, request: { srcd: ${JSON.stringify(template)} } }]`;
    expect(renderedOf(yaml, { path, branch: 'feat-x' }).fields.srcd).toBe(expected);
  });

  test('the name of the object hangs on the type, also where that has placeholders', () => {
    expect(templatesOf(renderedOf('request: { objt: "*{ext}" }'))).toEqual({ objt: '*{ext}', objn: '{name|upper}' });
    const ifs = renderedOf('request: { objt: "*{ext}" }', { path: 'web/Page.ifs' });
    const objn = { origin: 'default', template: '{gfile}' };
    expect(ifs).toMatchObject({ fields: { objn: 'Page.ifs' }, given: { objn } });
    expect(templatesOf(renderedOf('request: { objt: "*IFS" }'))).toEqual({ objn: '{gfile}' });
  });

  test('text stays text, also in digits', () => {
    const { fields } = renderedOf('request: { srcd: "012" }', { path: '0100.pf' });
    expect(fields).toMatchObject({ objn: '0100', srcd: '012' });
  });

  test("a file rule's capture goes before the branch rule's", () => {
    const yaml = `branches: [{ branch: "feat-{x}" }]
rules: [{ match: { gfile: "{x}.pf" }, request: { srcd: "{x}" } }]`;
    expect(renderedOf(yaml, { path: 'CUST.PF', branch: 'feat-1' }).fields.srcd).toBe('CUST');
  });

  test('braces in names of files and branches are data', () => {
    const given = { path: '{name}/{x}{{.pf', branch: 'b{x}' };
    const rendered = renderedOf('request: { srcd: "{gfile}" }', given);
    expect(rendered.problems).toEqual([]);
    expect(rendered.fields).toMatchObject({ gpath: '{name}', gfile: '{x}{{.pf', srcd: '{x}{{.pf', branch: 'b{x}' });
    expect(templatesOf(rendered)).toEqual({ srcd: '{gfile}', objn: '{name|upper}' });
  });

  test.each([
    ['request: { objt: "*IFS" }', 'ord100.pgm.rpgle'],
    ['request: { objt: "*REMOTE" }', 'ord100.pgm.rpgle'],
    ['request: { objt: "*IFS", objn: X }', 'X'],
    ['request: { objt: "*IFS2" }', 'ORD100'],
    ['request: { objt: "X*IFS" }', 'ORD100'],
  ])('objn by default: %s', (yaml, expected) => {
    expect(renderedOf(yaml).fields.objn).toBe(expected);
  });

  test.each([
    ['request: { csqo: "{stem}" }', 'csqo is "ord100.pgm"; it must be a whole number from 0 on'],
    ['request: { repo: null }', 'proj is *BRANCH, which needs repo and branch'],
    ['branches: [{ branch: main, proj: null }]\nrequest: { rfpd: "*TASK" }', 'rfpd is *TASK, which needs proj'],
    ['request: { objn: "" }', 'objn is blank; a request must name it'],
    ['request: { objn: null }', 'objn is not given; every request needs it'],
  ])('what cannot be sent is said: %s', (yaml, sentence) => {
    expect(sentences(renderedOf(yaml))).toEqual([sentence]);
  });

  test('marks of init are told apart from values', () => {
    const yaml = 'branches: [{ branch: main, appl: <APPL>, lvl: <LVL>, lock: <LOCK> }]';
    const { fields, marks, problems } = renderedOf(yaml);
    expect(problems).toEqual([]);
    expect(marks).toEqual({ appl: '<APPL>', lvl: '<LVL>', lock: '<LOCK>' });
    expect(fields.appl).toBe('<APPL>');
    expect(fields).not.toHaveProperty('lvl');
  });

  test('every name without a value is told, and the field is left out', () => {
    const branches = 'branches: [{ branch: main }, { branch: "feat-{x}-{y}" }]';
    const rendered = renderedOf(`${branches}\nrequest: { srcd: "{x}{y}" }`);
    const { problems, fields, given } = rendered;
    const why = '{x}, {y} has no value for this file on this branch';
    expect(sentences(rendered)).toEqual([`srcd is "{x}{y}" (request), but ${why}`]);
    expect(problems).toMatchObject([{ code: 'noValue', field: 'srcd', detail: '{x}, {y}' }]);
    expect(leftOutOf(rendered)).toEqual({ srcd: { origin: 'request', code: 'noValue', why } });
    expect(fields).not.toHaveProperty('srcd');
    expect(Object.keys(given).sort()).toEqual([...Object.keys(fields), 'srcd'].sort());
  });
});

describe('--set', () => {
  test('reads fields; the value is all after the first =', () => {
    expect(parseSet(['appl=ORD', 'srcd=a=b', 'lvl=10', 'appl=WEB', 'user=', 'objn={stem}', 'attr=<ATTR>'])).toEqual({
      fields: { appl: 'WEB', srcd: 'a=b', lvl: '10', user: null, objn: '{stem}', attr: '<ATTR>' },
      problems: [],
    });
  });

  test('blanks around the name do not matter; digits are text where text is meant', () => {
    expect(parseSet([' appl =100', 'lock=null', 'lock={ext}', 'rsn=<REASON>', 'lvl='])).toEqual({
      fields: { appl: '100', lock: '{ext}', rsn: '<REASON>', lvl: null },
      problems: [],
    });
  });

  test('a record that is filed by hand names its mapping, then the target', () => {
    const items = ['appl=ORD', 'lvl=50', 'rpth=/a b=c'];
    expect(splitTarget(['maps/m 1.yml', ...items].join(' '))).toEqual({ file: 'maps/m 1.yml', items });
  });

  test('a name that is like none is told what there is', () => {
    expect(parseSet(['zzzzzz=1']).problems).toEqual([
      expect.stringMatching(/^zzzzzz is not a field of a create request; one of appl, lvl, objn, /),
    ]);
  });

  test.each([
    ['appl', /^appl has no =; FIELD=VALUE is expected$/],
    ['aplp=X', /did you mean appl\?/],
    ['=X', /not a field/],
    ['arfp=*NEW', /use `--rfp`/],
    ['rfp=5', /use `--rfp`/],
    ['lvl=ten', /lvl is "ten"; it must be a whole number/],
    ['lock=*yes', /one of \*YES, \*NO/],
    ['rpth=www', /must start with \//],
  ])('%s', (item, message) => {
    const { fields, problems } = parseSet([item]);
    expect(fields).toEqual({});
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
  });
});

test.each([
  ['ART200D-Work with Article.DSPF', 'ART200D', 'ART200D-Work with Article', 'DSPF'],
  ['CUST - Customers.PF', 'CUST', 'CUST - Customers', 'PF'],
  ['multi1.pgm..clle', 'multi1', 'multi1.pgm.', 'clle'],
  ['.profile', '.profile', '.profile', ''],
  ['.a.b', '.a', '.a', 'b'],
  ['-x.b', '-x', '-x', 'b'],
  ['x.', 'x', 'x', ''],
])('the parts of the name %s', (gfile, name, stem, ext) => {
  expect((['name', 'stem', 'ext'] as const).map((part) => pickNamePart(gfile, part))).toEqual([name, stem, ext]);
});

describe('templates', () => {
  test('name what they use', () => {
    expect(listPlaceholders('{a}{b|upper}{{c}{a}')).toEqual(['a', 'b']);
  });

  test('a brace that is no placeholder stays, and nothing is missing', () => {
    expect(render('a { b', {})).toEqual({ text: 'a { b', missing: [] });
  });

  test('ten problems of one value are enough', () => {
    const value = Array.from({ length: 15 }, (_, n) => `{x${n}}`).join('');
    const found = Array.from({ length: 10 }, (_, n) => `unknown placeholder \`{x${n}}\``);
    expect(checkTemplate(value, []).map((problem) => problem.found)).toEqual(found);
  });

  test('each problem once', () => {
    const found = ['unknown placeholder `{b}`', '`{ `, which is no placeholder', '`{`, which is no placeholder'];
    expect(checkTemplate('{b} {b} {a} { {', ['a']).map((problem) => problem.found)).toEqual(found);
  });
});
