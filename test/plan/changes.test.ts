import { expect, test } from 'vitest';
import { listObjectsOfChanges, makePlan, matchObjectsOf } from '../../src/plan/make-plan.ts';
import { splitChange } from '../../src/plan/planned.ts';
import type { Because } from '../../src/sentences/left-out.ts';
import { changesOf, link, mapperOf, type Planning, planOf, planTexts, rules, submodule, type Tree } from './support.ts';

const pgm = 'QRPGLESRC/ORD100.PGM.RPGLE';
const other = 'QRPGLESRC/ORD200.PGM.RPGLE';
const executable = { mode: '100755', content: 'a' };
const lower = pgm.toLowerCase();
const [ile, bnd, open] = ['QSRVSRC/FCOUNTRY.ILESRVPGM', 'QSRVSRC/FCOUNTRY.BND', 'QSRVSRC/FCOUNTRY.SQLRPGLE'];
const pf = 'QDDSSRC/CUST.PF';
const notFiled = 'ORD/50 ORD100 *PGM is not filed for deletion';
const [program, service] = ['ORD/50 ORD100 *PGM', 'ORD/50 FCOUNTRY *SRVPGM'];
const migratedOther = `*MIGRATE ORD/50 ORD200 *PGM <- ${other}`;
const deletedWith = `deleted, and ${service} is filed for deletion with ${ile}`;
const [migrated, deleted] = [`*MIGRATE ${program} <- ${pgm}`, `*DELETE ${program} <- ${pgm}`];

/** Requests of one file, for objects of two applications. */
const both = (reason: string) => [`${reason} ORD/50 CUST *FILE <- ${pf}`, `${reason} WEB/10 CUSTH *FILE <- ${pf}`];

/** The requests that follow, as `*REASON object <- file`, and then what is left out. */
const table: [what: string, trees: [before: Tree, after: Tree], comes: string[], options?: Planning][] = [
  ['an added file', [{}, { [pgm]: 'a' }], [migrated]],
  ['an edited file', [{ [pgm]: 'a' }, { [pgm]: 'b' }], [migrated]],
  ['a deleted file', [{ [pgm]: 'a' }, {}], [deleted]],
  ['nothing', [{ [pgm]: 'a' }, { [pgm]: 'a' }], []],
  ['a move', [{ [pgm]: 'a' }, { [`app/${pgm}`]: 'a' }], [`*MIGRATE ${program} <- app/${pgm} (was ${pgm})`]],
  [
    'a move with an edit is one request too: the file that went still makes the object elsewhere',
    [{ [pgm]: 'a' }, { [`app/${pgm}`]: 'b' }],
    [`*MIGRATE ${program} <- app/${pgm}`, `${pgm}: deleted, but ${program} is also built from app/${pgm}`],
  ],
  [
    'a move beside another file that makes the object: both collide',
    [
      { [ile]: 'a', [bnd]: 'b' },
      { [`app/${ile}`]: 'a', [bnd]: 'c' },
    ],
    [`*MIGRATE ${service} <- ${bnd} ! collision`, `*MIGRATE ${service} <- app/${ile} (was ${ile}) ! collision`],
  ],
  ['a rename to another object', [{ [pgm]: 'a' }, { [other]: 'a' }], [migratedOther, deleted]],
  ['another extension of one type', [{ [ile]: 'a' }, { [bnd]: 'a' }], [`*MIGRATE ${service} <- ${bnd} (was ${ile})`]],
  [
    'another extension and type: another object',
    [{ [pgm]: 'a' }, { 'QRPGLESRC/ORD100.BND': 'a' }],
    ['*MIGRATE ORD/50 ORD100 *SRVPGM <- QRPGLESRC/ORD100.BND', deleted],
  ],
  [
    'another extension, of an open type: the names are compared alone',
    [{ [pgm]: 'a' }, { 'QRPGLESRC/ORD100.SQLRPGLE': 'a' }],
    [`*MIGRATE ORD/50 ORD100 open <- QRPGLESRC/ORD100.SQLRPGLE (was ${pgm})`],
  ],
  ['a rename of case', [{ [pgm]: 'a' }, { [lower]: 'a' }], [`*MIGRATE ${program} <- ${lower} (was ${pgm})`]],
  ['a file that became a link', [{ [pgm]: 'a' }, { [pgm]: link('x') }], [`${pgm}: symbolic link`]],
  ['a link that became a file is there', [{ [pgm]: link('x') }, { [pgm]: 'a' }], [migrated]],
  ['a removed link', [{ [pgm]: link('x') }, {}], [`${pgm}: symbolic link`]],
  ['a file that became a submodule', [{ [pgm]: 'a' }, { [pgm]: submodule('1') }], [`${pgm}: submodule`]],
  ['a submodule, moved on', [{ lib: submodule('one') }, { lib: submodule('two') }], ['lib: submodule']],
  ['an entry of an old mode', [{}, { [pgm]: { mode: '130000', content: '' } }], [`${pgm}: entry of mode 130000`]],
  ['another mode', [{ [pgm]: 'a' }, { [pgm]: executable }], [`${pgm}: only the file mode changed`]],
  ['another mode and content', [{ [pgm]: 'b' }, { [pgm]: executable }], [migrated]],
  [
    'a deleted file whose object another file makes stays out',
    [{ [ile]: 'a', [bnd]: 'b' }, { [bnd]: 'b' }],
    [`${ile}: deleted, but ${service} is also built from ${bnd}`],
  ],
  ['a link beside it', [{ [ile]: 'a', [bnd]: link('x') }, { [bnd]: link('x') }], [`*DELETE ${service} <- ${ile}`]],
  [
    'a deleted file whose name another file of an open type shares: its delete waits',
    [{ [bnd]: 'a', [open]: 'b' }, { [open]: 'b' }],
    [`${bnd}: deleted, but ${service} is also built from ${open}`],
  ],
  [
    'all sources of one object deleted: one delete',
    [{ [ile]: 'a', [bnd]: 'b', [`x/${bnd}`]: 'c' }, {}],
    [`*DELETE ${service} <- ${ile}`, ...[bnd, `x/${bnd}`].map((path) => `${path}: ${deletedWith}`)],
  ],
  ['one file to several requests', [{}, { [pf]: 'a' }], both('*MIGRATE')],
  ['each is deleted', [{ [pf]: 'a' }, {}], both('*DELETE')],
  ['a move to be skipped', [{ [pgm]: 'a' }, { 'docs/A': 'a' }], [deleted, `docs/A (was ${pgm}): skip: documentation`]],
  ['a move out of an unmapped path is new', [{ 'old.txt': 'a' }, { [pgm]: 'a' }], [`${migrated} (was old.txt)`]],
  ['an unmapped file that goes', [{ 'x.txt': 'a' }, {}], ['x.txt: no rule matches']],
  [
    'a branch without a rule',
    [{}, { [pgm]: 'a', 'x.txt': 'a' }],
    [`${pgm}: no rule for branch try-out`, 'x.txt: no rule for branch try-out'],
    { branch: 'try-out' },
  ],
  ['deletes: report', [{ [pgm]: 'a' }, {}], [`${pgm}: deleted (deletes: report): ${notFiled}`], { deletes: 'report' }],
  [
    'deletes: ignore, for a rename to another object',
    [{ [pgm]: 'a' }, { [other]: 'a' }],
    [`*MIGRATE ORD/50 ORD200 *PGM <- ${other}`, `${pgm}: deleted (deletes: ignore): ${notFiled}`],
    { deletes: 'ignore' },
  ],
];

test.each(table)('%s', (_, trees, comes, options) => {
  const plan = planOf(...trees, options);
  expect(planTexts(plan)).toEqual(comes);
});

test('a request carries the Git link, the content at head and the rule that made it', () => {
  const [request] = planOf({}, { [pgm]: 'a' }).requests;
  expect(request).toMatchObject({
    rule: 'rules[0]',
    blob: '2e65efe2a145dda7ee51d1741299f848e5bf752e',
    fields: {
      ...{ appl: 'ORD', lvl: 50, objn: 'ORD100', objt: '*PGM', attr: 'RPGLE', proj: '*BRANCH' },
      ...{ repo: 'ORDERS', branch: 'main', gpath: 'QRPGLESRC', gfile: 'ORD100.PGM.RPGLE' },
    },
  });
});

test('a delete carries the old path, its reason, no content and no copy, which a migration has', () => {
  const set = ['copy=*YES'];
  expect(planOf({}, { [pgm]: 'a' }, { set }).requests[0]?.fields.copy).toBe('*YES');
  const [request] = planOf({ [pgm]: 'a' }, {}, { set }).requests;
  expect(request).toMatchObject({ reason: '*DELETE', blob: null, bytes: null });
  expect(request?.fields).toMatchObject({ rsn: '*DELETE', gpath: 'QRPGLESRC', gfile: 'ORD100.PGM.RPGLE' });
  expect(request?.fields).not.toHaveProperty('copy');
});

const isError = (because: Because) => because.code === 'unmapped' && because.isError;

const docsOnly = 'rules:\n  - match: { path: "docs/**" }\n    skip: true\n';

test.each(['error', 'warn', 'ignore'])('unmapped: %s marks files that no rule reaches, and only those', (unmapped) => {
  const mapping = `version: 1\nunmapped: ${unmapped}\n${docsOnly}`;
  const { leftOut } = planOf({}, { 'docs/a.md': 'a', 'x.txt': 'b' }, { mapping });
  const marked = leftOut.filter(({ because }) => isError(because)).map(({ path }) => path.text);
  expect([leftOut.length, marked]).toEqual([2, unmapped === 'error' ? ['x.txt'] : []]);
});

test('the objects of changes are those of old and new paths; any other path that makes one of them is told', () => {
  const mapping = rules.replace('{name|upper}H', 'ALL');
  const changes = changesOf({ [bnd]: 'a', 'A.PF': 'p' }, { 'B.PF': 'p' });
  const listed = listObjectsOfChanges(changes, mapperOf(mapping));
  const texts = listed.map(({ path, identity }) => `${path.text} ${identity.objn}`).toSorted();
  expect(texts).toEqual(['A.PF A', 'A.PF ALL', 'B.PF ALL', 'B.PF B', `${bnd} FCOUNTRY`]);
  const others = [ile, 'C.PF', 'C.BND', 'docs/a'];
  const told = ['main', 'try-out'].map((branch) => others.filter(matchObjectsOf(changes, mapperOf(mapping, branch))));
  expect(told).toEqual([[ile, 'C.PF'], []]);
});

test('a change without sides is no change', () => {
  expect(() => splitChange({ before: null, after: null })).toThrow('a change without sides');
});

test("the head's tree is asked for only when an object is made or goes", () => {
  const headFiles = () => {
    throw new Error('asked');
  };
  const input = { headFiles, mapper: mapperOf(rules), deletes: 'request', known: [] } as const;
  const of = (before: Tree, after: Tree) => makePlan({ ...input, changes: changesOf(before, after) });
  expect(of({ 'docs/a.md': 'a' }, { 'docs/a.md': 'b', 'x.txt': 'c' }).leftOut).toHaveLength(2);
  expect(() => of({}, { [pgm]: 'b' })).toThrow('asked');
  expect(() => of({ [pgm]: 'a' }, {})).toThrow('asked');
});
