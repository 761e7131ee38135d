import { expect, test } from 'vitest';
import { makePlan } from '../../src/plan/make-plan.ts';
import type { Because } from '../../src/sentences/left-out.ts';
import {
  changesOf,
  executable,
  leftOutTexts,
  link,
  mapperOf,
  type Planning,
  planOf,
  requestTexts,
  rules,
  submodule,
  type Tree,
} from './support.ts';

interface Row {
  readonly what: string;
  readonly before: Tree;
  readonly after: Tree;
  readonly options?: Planning;
  readonly requests?: readonly string[];
  readonly leftOut?: readonly string[];
}

const pgm = 'QRPGLESRC/ORD100.PGM.RPGLE';
const other = 'QRPGLESRC/ORD200.PGM.RPGLE';

const table: readonly Row[] = [
  { what: 'an added file', before: {}, after: { [pgm]: 'a' }, requests: [`*MIGRATE ORD/50 ORD100 *PGM <- ${pgm}`] },
  {
    what: 'an edited file',
    before: { [pgm]: 'a' },
    after: { [pgm]: 'b' },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- ${pgm}`],
  },
  {
    what: 'a move that keeps the object is one request',
    before: { [pgm]: 'a' },
    after: { [`app/${pgm}`]: 'a' },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- app/${pgm} (was ${pgm})`],
  },
  {
    what: 'a move with an edit is one request too: the file that went still makes the object elsewhere',
    before: { [pgm]: 'a' },
    after: { [`app/${pgm}`]: 'b' },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- app/${pgm}`],
    leftOut: [`${pgm}: deleted, but ORD/50 ORD100 *PGM is also built from app/${pgm}`],
  },
  {
    what: 'a rename to another object is a migration and a delete',
    before: { [pgm]: 'a' },
    after: { [other]: 'a' },
    requests: [`*MIGRATE ORD/50 ORD200 *PGM <- ${other}`, `*DELETE ORD/50 ORD100 *PGM <- ${pgm}`],
  },
  {
    what: 'an extension change that keeps the type keeps the object',
    before: { 'QSRVSRC/FCOUNTRY.ILESRVPGM': 'a' },
    after: { 'QSRVSRC/FCOUNTRY.BND': 'a' },
    requests: ['*MIGRATE ORD/50 FCOUNTRY *SRVPGM <- QSRVSRC/FCOUNTRY.BND (was QSRVSRC/FCOUNTRY.ILESRVPGM)'],
  },
  {
    what: 'an extension change to another type is another object',
    before: { [pgm]: 'a' },
    after: { 'QRPGLESRC/ORD100.BND': 'a' },
    requests: ['*MIGRATE ORD/50 ORD100 *SRVPGM <- QRPGLESRC/ORD100.BND', `*DELETE ORD/50 ORD100 *PGM <- ${pgm}`],
  },
  {
    what: 'an extension change to an open type compares names alone',
    before: { [pgm]: 'a' },
    after: { 'QRPGLESRC/ORD100.SQLRPGLE': 'a' },
    requests: [`*MIGRATE ORD/50 ORD100 open <- QRPGLESRC/ORD100.SQLRPGLE (was ${pgm})`],
  },
  {
    what: 'a rename of case only',
    before: { [pgm]: 'a' },
    after: { 'qrpglesrc/ord100.pgm.rpgle': 'a' },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- qrpglesrc/ord100.pgm.rpgle (was ${pgm})`],
  },
  {
    what: 'a file that became a link is left out: something stands there still',
    before: { [pgm]: 'a' },
    after: { [pgm]: link('x') },
    leftOut: [`${pgm}: symbolic link`],
  },
  {
    what: 'a link that became a file is there',
    before: { [pgm]: link('x') },
    after: { [pgm]: 'a' },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- ${pgm}`],
  },
  { what: 'a new link', before: {}, after: { [pgm]: link('x') }, leftOut: [`${pgm}: symbolic link`] },
  {
    what: 'a file that became a submodule',
    before: { [pgm]: 'a' },
    after: { [pgm]: submodule('1') },
    leftOut: [`${pgm}: submodule`],
  },
  {
    what: 'an entry of a mode that Git does not write today',
    before: {},
    after: { [pgm]: { mode: '130000', content: '' } },
    leftOut: [`${pgm}: entry of mode 130000`],
  },
  {
    what: 'a link that became a submodule',
    before: { [pgm]: link('x') },
    after: { [pgm]: submodule('1') },
    leftOut: [`${pgm}: submodule`],
  },
  { what: 'a removed link', before: { [pgm]: link('x') }, after: {}, leftOut: [`${pgm}: symbolic link`] },
  {
    what: 'a submodule, moved on',
    before: { lib: submodule('one') },
    after: { lib: submodule('two') },
    leftOut: ['lib: submodule'],
  },
  {
    what: 'a submodule that became a file',
    before: { [pgm]: submodule('one') },
    after: { [pgm]: 'a' },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- ${pgm}`],
  },
  {
    what: 'a mode change without another content',
    before: { [pgm]: 'a' },
    after: { [pgm]: executable('a') },
    leftOut: [`${pgm}: only the file mode changed`],
  },
  {
    what: 'a mode change with another content',
    before: { [pgm]: 'a' },
    after: { [pgm]: executable('b') },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- ${pgm}`],
  },
  { what: 'a deleted file', before: { [pgm]: 'a' }, after: {}, requests: [`*DELETE ORD/50 ORD100 *PGM <- ${pgm}`] },
  {
    what: 'a deleted file whose object another file makes stays out',
    before: { 'QSRVSRC/FCOUNTRY.ILESRVPGM': 'a', 'QSRVSRC/FCOUNTRY.BND': 'b' },
    after: { 'QSRVSRC/FCOUNTRY.BND': 'b' },
    leftOut: [
      'QSRVSRC/FCOUNTRY.ILESRVPGM: deleted, but ORD/50 FCOUNTRY *SRVPGM is also built from QSRVSRC/FCOUNTRY.BND',
    ],
  },
  {
    what: 'a link with the name of another source makes nothing',
    before: { 'QSRVSRC/FCOUNTRY.ILESRVPGM': 'a', 'QSRVSRC/FCOUNTRY.BND': link('x') },
    after: { 'QSRVSRC/FCOUNTRY.BND': link('x') },
    requests: ['*DELETE ORD/50 FCOUNTRY *SRVPGM <- QSRVSRC/FCOUNTRY.ILESRVPGM'],
  },
  {
    what: 'both sources of one object deleted: one delete',
    before: { 'QSRVSRC/FCOUNTRY.ILESRVPGM': 'a', 'QSRVSRC/FCOUNTRY.BND': 'b' },
    after: {},
    requests: ['*DELETE ORD/50 FCOUNTRY *SRVPGM <- QSRVSRC/FCOUNTRY.ILESRVPGM'],
    leftOut: [
      'QSRVSRC/FCOUNTRY.BND: deleted, and ORD/50 FCOUNTRY *SRVPGM is filed for deletion with QSRVSRC/FCOUNTRY.ILESRVPGM',
    ],
  },
  {
    what: 'one file to several requests, also in another application',
    before: {},
    after: { 'QDDSSRC/CUST.PF': 'a' },
    requests: ['*MIGRATE ORD/50 CUST *FILE <- QDDSSRC/CUST.PF', '*MIGRATE WEB/10 CUSTH *FILE <- QDDSSRC/CUST.PF'],
  },
  {
    what: 'each of several requests is deleted',
    before: { 'QDDSSRC/CUST.PF': 'a' },
    after: {},
    requests: ['*DELETE ORD/50 CUST *FILE <- QDDSSRC/CUST.PF', '*DELETE WEB/10 CUSTH *FILE <- QDDSSRC/CUST.PF'],
  },
  {
    what: 'a move into a skipped path deletes',
    before: { [pgm]: 'a' },
    after: { 'docs/ORD100.PGM.RPGLE': 'a' },
    requests: [`*DELETE ORD/50 ORD100 *PGM <- ${pgm}`],
    leftOut: [`docs/ORD100.PGM.RPGLE (was ${pgm}): skip: documentation`],
  },
  {
    what: 'a move into an unmapped path deletes',
    before: { [pgm]: 'a' },
    after: { 'old/ORD100.txt': 'a' },
    requests: [`*DELETE ORD/50 ORD100 *PGM <- ${pgm}`],
    leftOut: [`old/ORD100.txt (was ${pgm}): no rule matches it`],
  },
  {
    what: 'a move out of an unmapped path is new',
    before: { 'old/ORD100.txt': 'a' },
    after: { [pgm]: 'a' },
    requests: [`*MIGRATE ORD/50 ORD100 *PGM <- ${pgm} (was old/ORD100.txt)`],
  },
  { what: 'an unmapped file that goes', before: { 'x.txt': 'a' }, after: {}, leftOut: ['x.txt: no rule matches it'] },
  {
    what: 'an IFS tree: the relative path tells two index.html apart',
    before: {},
    after: { 'web/a/index.html': '1', 'web/b/index.html': '2' },
    requests: [
      '*MIGRATE ORD/50 index.html *IFS <- web/a/index.html',
      '*MIGRATE ORD/50 index.html *IFS <- web/b/index.html',
    ],
  },
  {
    what: 'a branch without a rule',
    before: {},
    after: { [pgm]: 'a', 'x.txt': 'a' },
    options: { branch: 'try-out' },
    leftOut: [`${pgm}: no rule for branch try-out`, 'x.txt: no rule for branch try-out'],
  },
  {
    what: 'deletes: report',
    before: { [pgm]: 'a' },
    after: {},
    options: { deletes: 'report' },
    leftOut: [`${pgm}: deleted (deletes: report): ORD/50 ORD100 *PGM is not filed for deletion`],
  },
  {
    what: 'deletes: ignore, for a rename to another object',
    before: { [pgm]: 'a' },
    after: { [other]: 'a' },
    options: { deletes: 'ignore' },
    requests: [`*MIGRATE ORD/50 ORD200 *PGM <- ${other}`],
    leftOut: [`${pgm}: deleted (deletes: ignore): ORD/50 ORD100 *PGM is not filed for deletion`],
  },
  {
    what: 'names with two dots, blanks, umlauts and text behind a dash',
    before: {},
    after: {
      'a b/QRPGLESRC/mag402.0.pgm.rpgle': '1',
      'QRPGLESRC/Däöü.PGM.RPGLE': '2',
      'QRPGLESRC/ART200-Work with Article.PGM.RPGLE': '3',
      'QRPGLESRC/@msgapi.pgm.rpgle': '4',
    },
    requests: [
      '*MIGRATE ORD/50 @MSGAPI *PGM <- QRPGLESRC/@msgapi.pgm.rpgle',
      '*MIGRATE ORD/50 ART200 *PGM <- QRPGLESRC/ART200-Work with Article.PGM.RPGLE',
      '*MIGRATE ORD/50 DÄÖÜ *PGM <- QRPGLESRC/Däöü.PGM.RPGLE',
      '*MIGRATE ORD/50 MAG402 *PGM <- a b/QRPGLESRC/mag402.0.pgm.rpgle',
    ],
  },
  { what: 'nothing', before: { [pgm]: 'a' }, after: { [pgm]: 'a' } },
];

test.each(table)('$what', ({ before, after, options, requests = [], leftOut = [] }) => {
  const plan = planOf(before, after, options);
  expect({ requests: requestTexts(plan), leftOut: leftOutTexts(plan) }).toEqual({ requests, leftOut });
});

test('a request carries the Git link, the content at head and the rule that made it', () => {
  const [request] = planOf({}, { [pgm]: 'a' }).requests;
  expect(request).toMatchObject({
    rule: 'rules[0]',
    blob: '2e65efe2a145dda7ee51d1741299f848e5bf752e',
    fields: {
      appl: 'ORD',
      lvl: 50,
      objn: 'ORD100',
      objt: '*PGM',
      attr: 'RPGLE',
      repo: 'ORDERS',
      branch: 'main',
      gpath: 'QRPGLESRC',
      gfile: 'ORD100.PGM.RPGLE',
      proj: '*BRANCH',
    },
  });
});

test('a delete carries the old path, its reason, no content and no copy', () => {
  const [request] = planOf({ [pgm]: 'a' }, {}, { set: ['copy=*YES'] }).requests;
  expect(request).toMatchObject({ reason: '*DELETE', blob: null, bytes: null });
  expect(request?.fields).toMatchObject({ rsn: '*DELETE', gpath: 'QRPGLESRC', gfile: 'ORD100.PGM.RPGLE' });
  expect(request?.fields).not.toHaveProperty('copy');
});

test('a mapped reason other than *MIGRATE is the reason of the request', () => {
  const plan = planOf({}, { [pgm]: 'a' }, { set: ['rsn=*RECOMPILE'] });
  expect(requestTexts(plan)).toEqual([`*RECOMPILE ORD/50 ORD100 *PGM <- ${pgm}`]);
});

const isError = (because: Because) => because.code === 'unmapped' && because.isError;

const docsOnly = 'rules:\n  - match: { path: "docs/**" }\n    skip: true\n';

test.each(['error', 'warn', 'ignore'])(
  'unmapped: %s marks the files that no rule reaches, and only those',
  (unmapped) => {
    const mapping = `version: 1\nunmapped: ${unmapped}\n${docsOnly}`;
    const { leftOut } = planOf({}, { 'docs/a.md': 'a', 'x.txt': 'b' }, { mapping });
    expect(leftOut.map(({ path, because }) => [path.text, isError(because)])).toEqual([
      ['docs/a.md', false],
      ['x.txt', unmapped === 'error'],
    ]);
  },
);

test('nothing else that is left out is an error: another branch, a delete that is not filed, a link', () => {
  const mapping = rules.replace('unmapped: warn', 'unmapped: error');
  const out = [
    planOf({}, { [pgm]: 'a' }, { mapping, branch: 'try-out' }),
    planOf({ [pgm]: 'a' }, {}, { mapping, deletes: 'report' }),
    planOf({}, { [pgm]: link('x') }, { mapping }),
  ].flatMap(({ leftOut }) => leftOut);
  expect(out.map(({ because }) => isError(because))).toEqual([false, false, false]);
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
