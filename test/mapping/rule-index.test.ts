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

  test('the first rule counts, no matter in which folders the others look; a folder may be a file', () => {
    const rules = compile(['a/**', '*.c', 'a/b/*.c', '**'].map((path) => ({ match: { path }, skip: true as const })));
    const found = ['a/b/x.c', 'x.c', 'a', 'b'].map((path) => [indexed(rules, path), plainly(rules, path)]);
    expect(found).toEqual([0, 1, 0, 3].map((n) => Array(2).fill(`rules[${n}]`)));
    const last = compile([
      { match: { gfile: '*.c' }, skip: true },
      { match: { path: 'a/**' }, skip: true },
    ]);
    expect([indexed(last, 'a/x.c'), indexed(last, 'a')]).toEqual(['rules[0]', 'rules[1]']);
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
    const found: Readonly<Record<string, string>> = {
      'rules[0]': 'q/n49.rpgle q/kÄ.RPGLE q/kelvin.rpgle q/x1.rpgle',
      none: 'q/n50.rpgle dn7.rpgle/n.c',
      'rules[1]': 'dn7.rpgle/M.C A/z.c top.c',
      'rules[2]': 'gn5.rpgle/any any',
    };
    for (const [rule, paths] of Object.entries(found)) {
      const wanted = rule === 'none' ? undefined : rule;
      for (const path of paths.split(' ')) expect([path, ...wins(path)]).toEqual([path, wanted, wanted]);
    }
  });
});
