import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePoint } from '../code-point.ts';
import { at, briefly } from './brief.ts';

/** Sources in parts between which lines may stand that say nothing, and such lines. */
const sources: readonly { path: string; parts: readonly string[]; neutral: readonly string[] }[] = [
  {
    path: 'free.rpgle',
    parts: [
      ...['**free', '/copy A', 'dcl-f b', 'keyed;', "dcl-ds c extname('D'", ': fmt)', 'end-ds;', 'exec sql'],
      'include e;',
    ],
    neutral: ['', '   ', '// dcl-f x;', "  // don't /copy x", '/title x'],
  },
  {
    path: 'fixed.rpgle',
    parts: [
      ...[at(6, 'H', 8, "BNDDIR('A' :"), at(6, 'H', 8, "'B')"), at(6, 'F', 7, 'C', 17, 'IF', 36, 'DISK')],
      ...[at(6, 'F', 44, "EXTDESC('D')"), at(6, 'D', 8, 'E', 22, 'E', 24, 'DS'), at(6, 'D', 44, 'EXTNAME(F)')],
      ...[at(6, 'D', 7, '/COPY G,H'), at(7, '/EXEC SQL'), at(7, '+ INCLUDE I'), at(7, '/END-EXEC'), at(8, 'dcl-f j')],
      at(8, 'keyed;'),
    ],
    neutral: ['', at(7, '* F x'), at(6, 'F', 7, '* /copy x'), at(9, '// dcl-f x;'), at(1, 'AB'), at(81, 'dcl-f x;')],
  },
  {
    path: 'a.clle',
    parts: ['PGM', 'DCLF A', 'DCLF +\n  FILE(B)', 'INCLUDE SRCMBR(C) -\nSRCFILE(D)', 'ENDPGM'],
    neutral: ['', '  ', '/* DCLF X */', '/* DCLF\nX */'],
  },
  {
    path: 'a.cbl',
    parts: [
      ...['01 R.', 'COPY DDS-ALL-FORMATS', 'OF A.', 'COPY B', 'OF', 'C', 'REPLACING', 'X BY Y.', 'EXEC SQL'],
      'INCLUDE D',
    ].map((line) => at(8, line)),
    neutral: ['', at(7, '* COPY X.'), at(7, '/'), at(8, '*> COPY X.'), at(1, '000100'), at(73, 'COPY X.')],
  },
  {
    path: 'a.lf',
    parts: [at(6, 'A', 45, 'REF(A)'), at(6, 'A', 45, 'JFILE(B +'), at(6, 'A', 45, '  C-'), at(6, 'A', 45, 'D)')],
    neutral: ['', at(6, 'A*', 45, 'REF(X)'), at(7, '* x +'), at(81, 'REF(X)')],
  },
  {
    path: 'a.view',
    parts: [
      ...['create', 'view v as', 'with x as (select a from', 'b)', 'select * from x, c', 'join', 'd on 1 = 1;'],
      ...['create index i', 'on e'],
    ],
    neutral: ['', '-- from x1', "/* don't\njoin x1 */", '  '],
  },
  {
    path: 'a.c',
    parts: ['#include "a.h"', '#include "B/C"', 'char *d = "/*";', 'exec sql', 'include e;', '#include "f.h"'],
    neutral: ['', '  ', ' \t'],
  },
  {
    path: 'b.c',
    parts: ['#include "a.h"', 'char *d = "/*";', '#include "f.h"'],
    neutral: ['// #include "x.h"', '/* "\n#include "x.h"\n */', "// don't"],
  },
  {
    path: 'Rules.mk',
    parts: ['A.PGM: a B.MODULE \\\n  C.SRVPGM', 'D.FILE: d.pf E.FILE', '\tcl "X.FILE: Y.FILE"', 'F.PGM: BNDDIR := G'],
    neutral: ['', '# X.FILE: Y.FILE', '#'],
  },
];

test.each(sources)('comments and blank lines change no use: $path', ({ path, parts, neutral }) => {
  const plain = briefly(path, parts.join('\n'));
  expect(plain.length).toBeGreaterThan(1);
  const count = { minLength: parts.length, maxLength: parts.length };
  const between = fc.array(fc.array(fc.constantFrom(...neutral), { maxLength: 3 }), count);
  fc.assert(
    fc.property(between, fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const text = parts.flatMap((part, index) => [part, ...(lines[index] ?? [])]).join('\n');
      expect(briefly(path, text.replaceAll('\n', end))).toEqual(plain);
    }),
  );
});

test('no matter what a source holds, it can be read', () => {
  const words = [
    ...['**free', '/copy ', 'dcl-f ', 'COPY ', 'create view ', ' from ', '#include "', "'", '"', '(', ')', '+\n', ';'],
    '/*',
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: codePoint, maxLength: 8 })), {
    maxLength: 30,
  });
  const path = fc.constantFrom('a.rpgle', 'a.rpg', 'a.clle', 'a.cbl', 'a.pf', 'a.sql', 'a.c', 'a.ilepgm', 'Rules.mk');
  fc.assert(
    fc.property(path, text, (name, pieces) => {
      for (const use of briefly(name, pieces.join(''))) expect(use).toMatch(/^(include|file|bind) ./);
    }),
  );
});
