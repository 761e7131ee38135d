import { describe, expect, test } from 'vitest';
import { planOf, requestTexts } from './support.ts';

test('two files of one push that make one object both collide, and each names the other; the rest is filed', () => {
  const { requests } = planOf({}, { 'A/X.BND': '1', 'B/X.ILESRVPGM': '2', 'A/Y.BND': '3' });
  expect(requests.map(({ path, obstacle }) => [path.text, obstacle?.outcome, obstacle?.why])).toEqual([
    ['A/X.BND', 'collision', 'ORD/50 X *SRVPGM is also built from B/X.ILESRVPGM'],
    ['B/X.ILESRVPGM', 'collision', 'ORD/50 X *SRVPGM is also built from A/X.BND'],
    ['A/Y.BND', undefined, undefined],
  ]);
});

test('of many files the first three are named, and the rest counted', () => {
  const files = ['A', 'B', 'C', 'D', 'E'].map((folder) => [`${folder}/X.BND`, folder]);
  const { requests } = planOf({}, Object.fromEntries(files));
  expect(requests.map(({ obstacle }) => obstacle?.why)).toEqual(
    [
      'B/X.BND, C/X.BND, D/X.BND and 1 more',
      'A/X.BND, C/X.BND, D/X.BND and 1 more',
      'A/X.BND, B/X.BND, D/X.BND and 1 more',
      'A/X.BND, B/X.BND, C/X.BND and 1 more',
      'A/X.BND, B/X.BND, C/X.BND and 1 more',
    ].map((others) => `ORD/50 X *SRVPGM is also built from ${others}`),
  );
});

test('a whole tree that makes one object is told in short, in no time', () => {
  const files = Array.from({ length: 3000 }, (_, n) => [`${n}/X.BND`, `${n}`]);
  const { requests } = planOf({}, Object.fromEntries(files));
  expect(requests.every(({ obstacle }) => obstacle?.outcome === 'collision')).toBe(true);
  expect(Math.max(...requests.map(({ obstacle }) => obstacle?.why.length ?? 0))).toBeLessThan(120);
});

test('names that differ in case only are one object', () => {
  const plan = planOf({}, { 'A/x.bnd': '1', 'B/X.BND': '2' });
  expect(plan.requests.every(({ obstacle }) => obstacle?.outcome === 'collision')).toBe(true);
});

test.each([
  ['another type', { 'A/X.BND': '1', 'A/X.PF': '2' }],
  ['an open type beside a mapped one', { 'A/X.BND': '1', 'A/X.SQLRPGLE': '2' }],
  ['another relative path', { 'web/a/i.html': '1', 'web/b/i.html': '2' }],
])('%s does not collide', (_, after) => {
  expect(planOf({}, after).requests.filter(({ obstacle }) => obstacle !== null)).toEqual([]);
});

describe('one name in four files', () => {
  const mapping = `version: 1
branches: [{ branch: main, appl: ORD, lvl: 50 }]
rules:
  - { match: { gfile: "*.rpgleinc" }, skip: include }
  - { match: { gfile: "*.pgm.{rpgle,clle}" }, request: { objt: "*PGM" } }
  - { match: { gfile: "*.sqlrpgle" }, request: { objt: "*MODULE" } }
  - { match: { gfile: "*.bnd" }, request: { objt: "*SRVPGM" } }
`;
  const all = { 'EMPDET.bnd': '1', 'EMPDET.sqlrpgle': '2', 'EMPDET.rpgleinc': '3', 'empdet.pgm.rpgle': '4' };
  const without = (name: string) => Object.fromEntries(Object.entries(all).filter(([path]) => path !== name));

  test('makes three objects, and none of them collides', () => {
    expect(requestTexts(planOf({}, all, { mapping }))).toEqual([
      '*MIGRATE ORD/50 EMPDET *MODULE <- EMPDET.sqlrpgle',
      '*MIGRATE ORD/50 EMPDET *PGM <- empdet.pgm.rpgle',
      '*MIGRATE ORD/50 EMPDET *SRVPGM <- EMPDET.bnd',
    ]);
  });

  test.each([
    ['EMPDET.bnd', ['*DELETE ORD/50 EMPDET *SRVPGM <- EMPDET.bnd']],
    ['EMPDET.sqlrpgle', ['*DELETE ORD/50 EMPDET *MODULE <- EMPDET.sqlrpgle']],
    ['EMPDET.rpgleinc', []],
    ['empdet.pgm.rpgle', ['*DELETE ORD/50 EMPDET *PGM <- empdet.pgm.rpgle']],
  ])('%s deleted: only its own object goes', (path, requests) => {
    expect(requestTexts(planOf(all, without(path), { mapping }))).toEqual(requests);
  });

  test('while a type is left to the service, a delete of that name waits for the last file', () => {
    const open = mapping.replace('request: { objt: "*MODULE" }', 'request: {}');
    expect(requestTexts(planOf(all, without('EMPDET.bnd'), { mapping: open }))).toEqual([]);
    expect(requestTexts(planOf(all, without('EMPDET.sqlrpgle'), { mapping: open }))).toEqual([]);
  });

  test('names with two dots: up to the first', () => {
    const tree = { 'mag402.0.pgm.clle': '1', 'multi1.pgm..clle': '2' };
    const dots = mapping.replace('"*.pgm.{rpgle,clle}"', '["*.pgm.clle", "*.pgm..clle"]');
    expect(requestTexts(planOf({}, tree, { mapping: dots }))).toEqual([
      '*MIGRATE ORD/50 MAG402 *PGM <- mag402.0.pgm.clle',
      '*MIGRATE ORD/50 MULTI1 *PGM <- multi1.pgm..clle',
    ]);
    expect(requestTexts(planOf(tree, { 'multi1.pgm..clle': '2', 'mag402.pgm.clle': '1' }, { mapping: dots }))).toEqual([
      '*MIGRATE ORD/50 MAG402 *PGM <- mag402.pgm.clle (was mag402.0.pgm.clle)',
    ]);
  });
});

test('a request that can only be refused is rejected before any call: objn null (interface §2.1)', () => {
  const mapping = 'version: 1\nbranches: [{ branch: main, appl: ORD, lvl: 50 }]\nrequest: { objn: null, objt: "*PGM" }';
  const { requests } = planOf({}, { 'A.PF': '1' }, { mapping });
  expect(requests.map(({ obstacle }) => obstacle)).toEqual([
    { outcome: 'rejected', why: 'objn is not given; every request needs it' },
  ]);
});

test('a request that can only be refused names no object, so it collides with nothing', () => {
  const mapping = `version: 1
branches: [{ branch: main, appl: ORD, lvl: 50 }]
rules:
  - { match: { gfile: "*.pf" }, request: { objt: "*FILE" } }
  - { match: { gfile: "*.lf" }, request: { objt: "*FILE", rsn: "*{ext}" } }
`;
  const { requests } = planOf({}, { 'A.lf': '1', 'B/A.lf': '2', 'A.pf': '3' }, { mapping });
  const came = requests.map(({ path, obstacle }) => `${path.text} ${obstacle?.outcome}`);
  expect(came).toEqual(['A.lf rejected', 'A.pf undefined', 'B/A.lf rejected']);
});

test('a file whose name cannot be sent still is one of two, and keeps its own reason', () => {
  const { requests } = planOf({}, { 'A/X.BND': '1', 'A\n/X.BND': '2' });
  expect(requests.map(({ obstacle }) => obstacle)).toEqual([
    { outcome: 'unsendable', why: 'its name holds control characters' },
    { outcome: 'collision', why: 'ORD/50 X *SRVPGM is also built from A\n/X.BND' },
  ]);
});

test('two requests of one file for one object collide too', () => {
  const mapping = 'version: 1\nrules: [{ match: { path: "**" }, requests: [{ attr: A }, { attr: A }] }]\n';
  const set = ['appl=ORD', 'lvl=10'];
  const { requests } = planOf({}, { 'X.BND': '1' }, { mapping, set });
  expect(requests.map(({ obstacle }) => obstacle?.why)).toEqual(Array(2).fill('ORD/10 X A is also built from X.BND'));
});

test('one of two files deleted is no collision', () => {
  const plan = planOf({ 'A/X.BND': '1', 'B/X.ILESRVPGM': '2' }, { 'A/X.BND': 'edited' });
  expect(requestTexts(plan)).toEqual(['*MIGRATE ORD/50 X *SRVPGM <- A/X.BND']);
});

test('a file that stays untouched collides with nothing: the row names it', () => {
  const plan = planOf({ 'A/X.BND': '1', 'B/X.ILESRVPGM': '2' }, { 'A/X.BND': 'edited', 'B/X.ILESRVPGM': '2' });
  expect(requestTexts(plan)).toEqual(['*MIGRATE ORD/50 X *SRVPGM <- A/X.BND']);
  expect(plan.requests[0]?.twin).toBe('B/X.ILESRVPGM');
});
