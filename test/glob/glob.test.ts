import { describe, expect, test } from 'vitest';
import { compileGlob, GlobError } from '../../src/glob/compile-glob.ts';
import { matchGlob } from '../../src/glob/match.ts';

const match = (glob: string, text: string, ignoreCase = true) => matchGlob(compileGlob(glob, ignoreCase), text);

describe('what a pattern matches', () => {
  test.each<[glob: string, matches: string[], not?: string[]]>([
    ['*.PGM.RPGLE', ['ORD100.PGM.RPGLE', 'ord100.pgm.rpgle'], ['ORD100.PGM.RPGLE.txt']],
    ['*', ['line\nbreak'], ['']],
    ['**', ['', 'a/b/c', 'line\nbreak/x\r\ny']],
    ['QRPGLESRC/**', ['QRPGLESRC', 'qrpglesrc/sub/dir']],
    ['a/**/**', ['a/x']],
    ['a/**/', [], ['a']],
    ['**/*.pf', ['.pf', '.hidden/CUST.PF']],
    ['a(b|c)', [], ['ab']],
    ['!a', ['!a']],
    ['@msgapi*', ['@msgapi.pgm.rpgle']],
    ['+(a)', [], ['aa']],
    ['$x#y^z', ['$X#Y^Z']],
    ['a?c', ['a\u{1F600}c']],
    ['[a-c]x', ['Bx']],
    ['[!a-c]x', ['dx']],
    ['[!a]', [], ['/']],
    ['[abc', ['[abc']],
    ['[]x]', [']']],
    ['[a-]', ['-']],
    ['[ -~]x', ['-x'], ['/x']],
    ['[!]]', ['a'], [']']],
    ['[!]', ['[!]']],
    ['[\\]', ['\\']],
    ['[\\\\-a]x', ['^x']],
    ['[[:alpha:]]', ['a]'], ['b']],
    ['[\u{1F600}-\u{1F602}]', ['\u{1F601}']],
    ['{a,b}.pf', ['b.pf']],
    ['{a,b{c,d}}', ['bd']],
    ['{src/**,lib}/x', ['src/deep/er/x', 'lib/x']],
    ['x{,y}', ['x']],
    ['*.{rpgle,{sql,}clle}', ['a.sqlclle']],
    ['a}', ['a}']],
    ['\\*\\?\\{a\\}\\[', ['*?{a}[']],
    ['\\\\', ['\\']],
    ['\\\\\\\\\\\\x', ['\\\\\\x']],
    ['\\\\\\*', ['\\*']],
    ['./a', [], ['a']],
    ['^a$', ['^a$']],
    [`~'<>;:,%&=`, [`~'<>;:,%&=`]],
    ['\u{10000}*', ['\u{10000}a']],
    ['{a\\,b,c}', ['a,b']],
    ['D\u00c4\u00d6\u00dc.RPGLE', ['d\u00e4\u00f6\u00fc.rpgle']],
    ['*\u00e4*', ['X\u00c4X']],
    ['[\u00e0-\u00ff]', ['\u00c4']],
    ['ΟΔΟΣ', ['οδος']],
    ['stra\u00dfe', [], ['STRASSE']],
  ])('%j on %j, and not on %j', (glob, matches, not = []) => {
    expect([...matches, ...not].filter((text) => match(glob, text) !== null)).toEqual(matches);
  });

  test('case counts where it is to count', () => {
    expect(match('main', 'Main', false)).toBeNull();
    expect(match('[a-z]*', 'Main', false)).toBeNull();
    expect(match('Main', 'Main', false)).toEqual({});
  });
});

test.each([
  ['feat-{proj}-{task}.{stsk}', 'feat-MY-APP-12.3', { proj: 'MY-APP', task: '12', stsk: '3' }],
  ['feat-{proj}-{task}.{stsk}', 'feat-CUST-a.3', null],
  ['web/{app}/**', 'web/shop/css/x.css', { app: 'shop' }],
  ['{mod}.{kind}.rpgle', 'Ord.PGM.RPGLE', { mod: 'Ord', kind: 'PGM' }],
  ['{x}.{pf,lf}', 'CUST.LF', { x: 'CUST' }],
  ['{a-b}.{a_b}', '1.2', { 'a-b': '1', a_b: '2' }],
  ['{x}{y,}', 'a', { x: 'a' }],
  ['{constructor}', 'x', { constructor: 'x' }],
  ['\ud83d\ude00{a}{lvl}', '\ud83d\ude00x1', { a: 'x', lvl: '1' }],
  ['{a{x},b}', 'a1', { x: '1' }],
  ['{v{x},b}', 'v1', { x: '1' }],
  ['R{lvl}', 'R050', { lvl: '050' }],
  ['{csqo}{-,_}{rfp}', '1_2', { csqo: '1', rfp: '2' }],
  ['{csqo}*{rfp}', '12a3', { csqo: '1', rfp: '3' }],
  ['R{lvl}', `R${'1'.repeat(20)}`, { lvl: '1'.repeat(20) }],
  ['R{lvl}', `R${'1'.repeat(21)}`, null],
  ['\u0130{x}b', '\u0130\u0130ab', { x: '\u0130a' }],
  ['{a}{b}', '\u{1F600}\u{1F601}', { a: '\u{1F600}', b: '\u{1F601}' }],
])('captures: %j on %j', (glob, text, expected) => {
  expect(match(glob, text)).toEqual(expected);
});

test.each([
  ['**.RPGLE', /`\*\*` beside/],
  ['a**', /`\*\*` beside/],
  ['***', /beside/],
  ['{a', /never closed/],
  ['{}', /`\{\}`/],
  ['{1..3}', /`\{1\.\.3\}`/],
  ['{a b}', /`\{a b\}`/],
  ['a\\b', /`\\b`/],
  ['a\\', /`\\`/],
  ['{a}/{a}', /twice/],
  ['{a{x},b}{x}', /twice/],
  ['{lvl}{task}', /two numbers/],
  ['{lvl}?[0-9]1{task}', /two numbers/],
  ['{lvl}[^-]{task}', /two numbers/],
  ['{a,{lvl}}{task}', /two numbers/],
  ['[z-a]', /`\[z-a\]`; a range/],
  ['a\0b', /NUL/],
  ['a\ud800', /half a character/],
  ['\udc00{x}', /half a character/],
  ['x'.repeat(1001), /1001 characters/],
  ['{a,b}'.repeat(9), /more than 256/],
  ['{a,b}'.repeat(190), /more than 256/],
  [`${'{a,b}'.repeat(8)}${'x'.repeat(32)}`, /10240 characters when written out/],
])('patterns that cannot be read: %j', (glob, message) => {
  expect(() => compileGlob(glob, true)).toThrow(GlobError);
  expect(() => compileGlob(glob, true)).toThrow(message);
});
