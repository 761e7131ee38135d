import { describe, expect, test } from 'vitest';
import { compile, indexed, plainly, type Rules } from './indexed.ts';

describe('the indexed rules', () => {
  test('an extension in letters that only ignoring case makes equal is found too', () => {
    const mapping = compile([{ match: { gfile: '*.ks' }, skip: true }]);
    expect(indexed(mapping, 'x.\u212a\u017f')).toBe('rules[0]');
    expect(indexed(mapping, 'x.ks2')).toBeUndefined();
  });

  test('a directory is no extension, and a name may begin with its dot', () => {
    expect(indexed(compile([{ match: { gpath: 'x.pf' }, skip: true }]), 'x.pf/any.c')).toBe('rules[0]');
    expect(indexed(compile([{ match: { gfile: '*.pf' }, skip: true }]), 'a/.pf')).toBe('rules[0]');
  });

  test('a long list of names says the same as trying each', () => {
    const names = Array.from({ length: 50 }, (_, n) => `N${n}.RPGLE`);
    const lists: Rules = [
      { match: { gfile: [...names, 'Kä.rpgle', '\u212aELVIN.rpgle', 'X*.rpgle'] }, skip: true },
      { match: { path: [...names.map((name) => `D${name}/m.c`), 'a/{b}.c', 'top.c'] }, skip: true },
      { match: { gpath: ['', ...names.map((name) => `G${name}`)] }, skip: true },
    ];
    const mapping = compile(lists);
    const wins = (path: string) => [indexed(mapping, path), plainly(mapping, path)];
    for (const [path, rule] of [
      ['q/n49.rpgle', 'rules[0]'],
      ['q/n50.rpgle', undefined],
      ['q/kÄ.RPGLE', 'rules[0]'],
      ['q/kelvin.rpgle', 'rules[0]'],
      ['q/x1.rpgle', 'rules[0]'],
      ['dn7.rpgle/M.C', 'rules[1]'],
      ['dn7.rpgle/n.c', undefined],
      ['A/z.c', 'rules[1]'],
      ['top.c', 'rules[1]'],
      ['gn5.rpgle/any', 'rules[2]'],
      ['any', 'rules[2]'],
    ] as const) {
      expect([path, ...wins(path)]).toEqual([path, rule, rule]);
    }
  });
});
