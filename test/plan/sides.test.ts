import { expect, test } from 'vitest';
import { removesFile, sidesOf } from '../../src/plan/sides.ts';
import { becauseText } from '../../src/sentences/left-out.ts';
import { type Entry, executable, link, side, submodule } from './support.ts';

const at = (path: string, entry: Entry | null) => (entry === null ? null : side(path, entry));
const change = (before: Entry | null, after: Entry | null, from = 'a') => ({
  before: at(from, before),
  after: at('a', after),
});

/** What a change does to regular files, and whether it takes one away from its name. */
test.each<[string, ReturnType<typeof change>, { present: boolean; gone: boolean }]>([
  ['added', change(null, '1'), { present: true, gone: false }],
  ['edited', change('1', '2'), { present: true, gone: false }],
  ['as it was (a refile)', change('1', '1'), { present: true, gone: false }],
  ['edited, with another mode', change('1', executable('2')), { present: true, gone: false }],
  ['deleted', change('1', null), { present: false, gone: true }],
  ['moved', change('1', '1', 'b'), { present: true, gone: true }],
  ['moved, with another mode', change('1', executable('1'), 'b'), { present: true, gone: true }],
  ['a link that became a file', change(link('x'), '1'), { present: true, gone: false }],
  ['a link that became a file of its text', change(link('x'), 'x'), { present: true, gone: false }],
])('%s', (_, one, { present, gone }) => {
  expect(sidesOf(one)).toMatchObject({ present: present ? one.after : null, gone: gone ? one.before : null });
  expect(removesFile(one)).toBe(gone);
});

test.each<[string, ReturnType<typeof change>, string, string?]>([
  ['a new link', change(null, link('x')), 'symbolic link'],
  ['a file that became a link', change('1', link('x')), 'symbolic link'],
  ['a file that became a submodule', change('1', submodule('1')), 'submodule'],
  ['a removed submodule', change(submodule('1'), null), 'submodule'],
  ['a link that became a submodule', change(link('x'), submodule('1')), 'submodule'],
  [
    'an entry of a mode that Git does not write today',
    change(null, { mode: '130000', content: '' }),
    'entry of mode 130000',
  ],
  ['another mode alone', change('1', executable('1')), 'only the file mode changed', 'modeOnly'],
])('%s is left out', (_, one, why, code = 'noFile') => {
  const left = sidesOf(one);
  expect(left).toMatchObject({ path: { text: 'a' }, previousPath: null, because: { code } });
  expect('because' in left && becauseText(left.because)).toBe(why);
  expect(removesFile(one)).toBe(false);
});

test('a change has a side: anything else is a defect', () => {
  expect(() => sidesOf({ before: null, after: null })).toThrow('a change without sides');
});
