/** Sources that somebody crafted: reading them takes time in proportion to their size, no matter what stands in them. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { findAffected } from '../../src/uses/affected.ts';
import type { ObjectsOf } from '../../src/uses/made-objects.ts';
import { createResolver } from '../../src/uses/resolve.ts';
import { createUserSearch, type FoundLines, type ReadSource } from '../../src/uses/seek-users.ts';
import {
  detectLanguage,
  listCreatedFiles,
  listEmbeddedTables,
  listStatedUses,
  mostUses,
} from '../../src/uses/source-uses.ts';
import { plainSubject } from './subject.ts';

/** Of this process, so that others do not count. */
const mostMsPerMb = 2000;
const mb = 1_000_000;

const paths = [
  ...['a.rpgle', 'a.rpg', 'a.clle', 'a.cbl', 'a.cpy', 'a.pf', 'a.sql', 'a.c', 'a.ilepgm', 'Rules.mk', 'makefile'],
];

/** Beginnings of what a reader looks for, and what ends it, or does not. */
const pieces = [
  ...['\n', '\r\n', '\n     A          ', '\n     D', '\n     FCUST  IF', '\n\t', '\\\n', '+\n', '-\n', ' ', '\t'],
  ...['\u00e4', '\u0001', "'", '"', '(', ')', '<', '>', '/*', '*/', '//', '--', '*>', '\\', '#', '$(', '$(a)', '${'],
  ...['$*', '$@', '|', ':', '::', '=', '+=', ';', ',', '.', '&', '%', 'a', 'a(', 'CUST', 'A.SRVPGM', 'B.MODULE '],
  ...['c.c ', 'X=', 'X+=$(X)$(X)\n', 'X:=$(X)b\n', '/copy a', '/include ', 'copy a of b.', '#include <a'],
  ...['#include "a', 'exec sql ', 'exec sql include ', 'end-exec', 'dcl-f a ', 'dcl-ds a ext', "extname('b"],
  ...['ctl-opt bnddir(a:', 'PFILE(A ', 'REFFLD(A B', 'DCLF ', 'INCLUDE SRCMBR(A)', 'CRTPGM PGM(A) MODULE('],
  ...['CRTSRVPGM SRVPGM(A) ', 'ADDBNDDIRE BNDDIR(A) OBJ((A *MODULE) ', '$(addprefix a/,', '$(basename '],
  ...['create table a ', 'create view v as select * from ', 'for system name b ', 'with a as (', 'alter table a '],
  ...['case when ', 'begin ', 'end ', '%.MODULE: %.rpgle', '**free', '**ctdata', '$(strip ', '\\"', '\u2028'],
];

const crafted = fc.record({
  path: fc.constantFrom(...paths),
  start: fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
  repeated: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }),
  megabytes: fc.constantFrom(0.25, 0.25, 1, 4),
});

/** CPU time in milliseconds; a bound that is met counts as an answer. */
export function spent(work: () => unknown): number {
  const start = process.cpuUsage();
  try {
    work();
  } catch (error) {
    if (!/hold too much|more than \d+ uses/.test(String(error))) throw error;
  }
  const { user } = process.cpuUsage(start);
  return user / 1000;
}

const readInTime = fc.property(crafted, ({ path, start, repeated, megabytes }) => {
  const piece = repeated.join('');
  const text = start.join('') + piece.repeat(Math.ceil((megabytes * mb) / piece.length));
  const ms = spent(() => [listStatedUses(path, text), listEmbeddedTables(path, text), listCreatedFiles(path, text)]);
  assert.ok(ms < mostMsPerMb * Math.max(0.5, megabytes), `${path}: ${Math.round(ms)} ms for ${megabytes} MB`);
});

/** What a push of one file affects in a tree of these sources, held in memory. */
async function affected(sources: Readonly<Record<string, string>>, changed: string, objectsOf: ObjectsOf) {
  const all = Object.keys(sources);
  const resolve = createResolver({
    ...{ paths: all, deleted: [], objectsOf, mayMake: () => null, includePaths: [], others: () => [] },
  });
  const read = async (path: string): Promise<ReadSource> => ({
    path,
    said: listStatedUses(path, sources[path] ?? ''),
    creates: [],
  });
  const everywhere: FoundLines = new Map(all.map((path) => [path, []]));
  const binding = async () => all.filter((path) => /mk$|makefile$/.test(path));
  const seek = createUserSearch({
    ...{
      objectsOf,
      languageOf: detectLanguage,
      resolver: async () => resolve,
      search: async () => everywhere,
      binding,
      read,
    },
    bring: async () => {},
  });
  return findAffected([{ path: changed, deleted: false }], objectsOf, seek);
}

const typeOf = (path: string) => (path.endsWith('.bnd') ? '*SRVPGM' : path.endsWith('.pgm.rpgle') ? '*PGM' : '*MODULE');
const madeBy: ObjectsOf = (path) =>
  /makefile$|mk$/.test(path) ? [] : [{ objn: path.replace(/\..*/, '').toUpperCase(), objt: typeOf(path) }];

/** One rule of n targets and n uses. */
const rulesInTime = fc.asyncProperty(
  fc.constantFrom('Rules.mk', 'makefile'),
  fc.integer({ min: 2, max: 24_000 }),
  fc.constantFrom('SRVPGM', 'PGM', 'MODULE', 'FILE'),
  fc.boolean(),
  async (file, count, suffix, isSame) => {
    const names = Array.from({ length: count }, (_, n) => n);
    const targets = names.map((n) => `T${n}.${suffix}`).join(' ');
    const uses = names.map((n) => `M${isSame ? 0 : n}.MODULE`).join(' ');
    const sources = { [file]: `${targets}: ${uses}\n`, 'M0.rpgle': '', 'M1.rpgle': '', 'T1.bnd': '' };
    const start = process.cpuUsage();
    await affected(sources, 'M0.rpgle', madeBy);
    const ms = process.cpuUsage(start).user / 1000;
    const size = (sources[file]?.length ?? 0) / mb;
    assert.ok(ms < mostMsPerMb * Math.max(0.5, size), `${count} targets: ${Math.round(ms)} ms for ${size} MB`);
  },
);

/** Includes one in the other, in a line or a circle: what lies beyond the bound is unknown. */
const chainsInTime = fc.asyncProperty(fc.integer({ min: 1, max: 3000 }), fc.boolean(), async (count, isCircle) => {
  const next = (n: number) => (n + 1 < count ? n + 1 : isCircle ? 0 : null);
  const sources = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`C${n}.rpgleinc`, next(n) === null ? '' : `**free\n/copy C${next(n)}\n`]),
  );
  const start = process.cpuUsage();
  const found = await affected({ ...sources, 'P.pgm.rpgle': '**free\n/copy C0\n' }, `C${count - 1}.rpgleinc`, (path) =>
    path.startsWith('P') ? madeBy(path) : [],
  );
  const ms = process.cpuUsage(start).user / 1000;
  assert.ok(ms < mostMsPerMb, `${count} levels: ${Math.round(ms)} ms`);
  if ('unknown' in found) assert.ok(count > 90, found.unknown);
  else assert.equal(found.map(({ path }) => path).join(), 'P.pgm.rpgle');
});

/** Sources that say other uses in each piece: what comes before, the piece, what comes behind. */
type Naming = readonly [path: string, start: string, piece: (name: string) => string, end?: string];
export const namings: readonly Naming[] = [
  ['a.rpgle', '', (name) => `      /copy QRPGLESRC,${name}\n`],
  ['a.rpgle', '**free\n', (name) => `/copy 'x/${name}.rpgle'\n`],
  ['a.rpgle', '**free\n', (name) => `dcl-f ${name};\n`],
  ['a.rpgle', '**free\nexec sql select 1 from ', (name) => `${name}, `, ';\n'],
  ['a.clle', '', (name) => `INCLUDE SRCMBR(${name})\n`],
  ['a.clle', 'CRTPGM PGM(A) MODULE(', (name) => `${name} `, ')\n'],
  ['a.clle', '', (name) => `CRTSRVPGM SRVPGM(${name}) MODULE(${name})\n`],
  ['a.ilesrvpgm', 'CRTSRVPGM SRVPGM(A) MODULE(', (name) => `${name} `, ')\n'],
  ['a.bnddir', 'ADDBNDDIRE BNDDIR(A) OBJ(', (name) => `(${name} *MODULE) `, ')\n'],
  ['a.cbl', '', (name) => `       COPY ${name} OF QCPY.\n`],
  ['a.c', '', (name) => `#include "${name}.h"\n`],
  ['a.c', '', (name) => `#include <${name}>\n`],
  ['a.pf', '', (name) => `     A            F         R               REFFLD(X ${name})\n`],
  ['a.lf', '', (name) => `     A          R R                         PFILE(${name})\n`],
  ['a.sql', 'create view v as select * from ', (name) => `${name}, `, ';\n'],
  ['Rules.mk', '', (name) => `${name}.PGM: a.rpgle ${name}.MODULE\n`],
  ['makefile', 'A.pgm: a.rpgle\n\tsystem "CRTPGM PGM(A) MODULE(', (name) => `${name} `, ')"\n'],
];

/** So many names, each said so often. */
export function naming(kind: Naming, count: number, times: number): string {
  const [, start, piece, end = ''] = kind;
  const pieces = Array.from({ length: count * times }, (_, n) => piece(`N${Math.floor(n / times).toString(36)}`));
  return start + pieces.join('') + end;
}

const namesInTime = fc.property(
  fc.constantFrom(...namings),
  fc.integer({ min: 1, max: 80_000 }),
  fc.integer({ min: 1, max: 3 }),
  (kind, count, times) => {
    const [path] = kind;
    const text = naming(kind, count, times);
    let distinct = 0;
    const ms = spent(() => {
      const said = [...listStatedUses(path, text).flatMap(({ uses }) => uses), ...listEmbeddedTables(path, text)];
      distinct = said.length;
    });
    const most = mostMsPerMb * Math.max(0.5, text.length / mb);
    assert.ok(ms < most, `${path}: ${Math.round(ms)} ms for ${text.length} bytes`);
    // Each name once, or the bound is met: never a part of them.
    const isAll = distinct === 0 ? 2 * count * times > mostUses : distinct >= count;
    assert.ok(isAll, `${path}: ${distinct} of ${count} names`);
    assert.ok(distinct <= count + 1 || /clle$|Rules/.test(path), `${path}: ${distinct} uses of ${count} names`);
  },
);

export const craftedSources = plainSubject('crafted', [
  { name: 'sources', holds: readInTime },
  { name: 'rules', holds: rulesInTime },
  { name: 'chains', holds: chainsInTime },
  { name: 'names', holds: namesInTime },
]);
