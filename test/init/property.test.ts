import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob } from '../../src/glob/compile-glob.ts';
import { matchGlob } from '../../src/glob/match.ts';
import { findSourceType, sourceTypes } from '../../src/init/source-types.ts';
import { makeStarter } from '../../src/init/starter.ts';
import { asPattern } from '../../src/init/tracked-file.ts';
import { matchFile } from '../../src/mapping/match.ts';
import { compiled, filled } from './support.ts';

const extensions = sourceTypes.flatMap((row) => [...row.extensions, ...(row.rare ?? [])]);

/** Any name that Git can hold in a tree, also with the characters that patterns and YAML give a meaning. */
const anyName = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .map((name) => name.replace(/[/\0]/g, '_'))
  .filter((name) => name !== '.' && name !== '..');
const odd = fc.constantFrom(
  ...['a{b}', 'x*', 'y?.z', '[c]', 'e,f', '!g', '@h', '&i', '- j', 'k: l', 'm #n', '"o"', "'p'", 'q\\r', 'q\nr'],
  ...[' s ', '\u0085t', '\u202eu', '\ufffdv'],
);
const usual = fc.constantFrom('QRPGLESRC', 'qddssrc', 'copy', 'web', 'src', 'test', 'QTESTSRC', '.github');
const folder = fc.oneof(usual, anyName, odd);
const suffix = fc.constantFrom('', '.pgm', '.MODULE', '.srvpgm', '_H', '_P', '.test', '-Some text');
const extension = fc.oneof(
  fc.constantFrom(...extensions, 'md', 'json', 'html', 'sh'),
  fc.constantFrom(...extensions).map((one) => one.toLowerCase()),
  anyName,
);
const file = fc
  .tuple(fc.oneof(fc.constantFrom('ORD', 'CUST', 'index'), anyName, odd), suffix, fc.option(extension))
  .map(([name, end, ext]) => `${name}${end}${ext === null ? '' : `.${ext}`}`);
const path = fc.tuple(fc.array(folder, { maxLength: 3 }), file).map(([folders, name]) => [...folders, name].join('/'));
const tree = fc.uniqueArray(path, { maxLength: 40 });

test('any tree of names gives a file that loads, in which every rule reaches something and none reaches all', () => {
  fc.assert(
    fc.property(tree, (paths) => {
      const starter = makeStarter(paths, filled);
      const mapping = compiled(starter.text);
      expect(mapping.mapping.unmapped).toBe('error');
      expect(mapping.rules?.length).toBe(starter.rules.length);
      const reached = new Set<string>();
      const unmapped: string[] = [];
      for (const one of paths) {
        const match = matchFile(mapping, { path: one, repo: 'ORDERS', branch: 'main' });
        if (match.kind === 'unmapped') unmapped.push(one);
        else reached.add(match.rule);
      }
      expect([...reached].length).toBe(starter.rules.length);
      expect(unmapped).toEqual([...starter.unmapped]);
      for (const stranger of ['zz/never seen.n0such', 'N0SUCH']) {
        expect(matchFile(mapping, { path: stranger, repo: 'ORDERS', branch: 'main' }).kind).toBe('unmapped');
      }
    }),
    { numRuns: 40 },
  );
});

test('every file of a known source type finds a rule, wherever it stands and no matter what it is called', () => {
  fc.assert(
    fc.property(tree, (paths) => {
      const { unmapped } = makeStarter(paths, filled);
      const sources = unmapped.filter((one) => findSourceType(one.slice(one.lastIndexOf('.') + 1)) !== null);
      expect(sources.filter((one) => one.lastIndexOf('.') > one.lastIndexOf('/') + 1)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

test('any branch, repository ID and field value comes out of the file as it went in', () => {
  fc.assert(
    fc.property(anyName, fc.oneof(anyName, odd), anyName, (branch, repo, value) => {
      const head = { ...filled, branch, repo, request: { srcd: value.replaceAll('{', '') } };
      const { mapping } = compiled(makeStarter(['A.RPGLE'], head).text);
      expect(mapping.repo).toBe(repo);
      expect(matchGlob(compileGlob([mapping.branches?.[0]?.branch].flat()[0] ?? '', false), branch)).toEqual({});
      expect(String(mapping.request.srcd)).toBe(head.request.srcd);
    }),
    { numRuns: 40 },
  );
});

test('a name as a pattern matches that name and no other', () => {
  fc.assert(
    fc.property(fc.oneof(anyName, odd), anyName, (name, other) => {
      const glob = compileGlob(asPattern(name), false);
      expect(matchGlob(glob, name)).toEqual({});
      if (other !== name) expect(matchGlob(glob, other)).toBeNull();
    }),
  );
});
