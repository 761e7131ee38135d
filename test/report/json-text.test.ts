import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatJson } from '../../src/report/json-text.ts';
import { readRunnerLog, unseenIn } from '../surfaces/runner-log.ts';
import { hostile } from './support.ts';

const odd = ['\u009b31m', '\u3164', '\u{e0041}', 'ä 😀', '##[a]##[b]##vso[c]'];
const value = { list: hostile, deep: { [hostile[0] ?? '']: odd } };

test('what is parsed is what was given', () => {
  expect(JSON.parse(formatJson(value))).toEqual(value);
  expect(formatJson({ a: 1 })).toBe('{\n  "a": 1\n}\n');
});

test('nothing unseen stands in it, and no command of a runner', () => {
  const lines = formatJson(value).trimEnd().split('\n');
  const seen = readRunnerLog(lines.join('\n'));
  expect([seen.commands, unseenIn(seen.lines)]).toEqual([[], []]);
  expect(lines.join('')).toContain('"ä 😀"');
});

test.each([0, 1])('of a long list, at depth %i, each element has a line of its own', (depth) => {
  const others = [{ path: 'a', note: hostile.join('') }, 7, null];
  const list = Array.from({ length: 1200 }, (_, n) => others[n] ?? { path: `p${n}`, empty: {} });
  const text = formatJson(depth === 0 ? list : { list });
  expect(JSON.parse(text)).toEqual(depth === 0 ? list : { list });
  expect(text.split('\n').filter((line) => /^ *\{"path":"p\d+","empty":\{\}\},?$/.test(line))).toHaveLength(1200 - 2);
  expect(text.trimEnd().split('\n')).toHaveLength(1200 + (depth === 0 ? 2 : 4));
  expect(text).not.toMatch(/##\[|\u202e/);
});

test('it is what JSON.stringify writes with two blanks, no matter the pieces', () => {
  const plain = fc.jsonValue({ maxDepth: 3 }).filter((value) => typeof value === 'object' && value !== null);
  fc.assert(
    fc.property(plain, (value) => {
      const written = JSON.stringify(value, null, 2);
      const parsed = JSON.parse(formatJson(value as object));
      expect(parsed).toEqual(JSON.parse(written));
      if (/^[\x20-\x7e\n]*$/.test(written) && !/##[a-z]*\[/i.test(written)) {
        expect(formatJson(value as object)).toBe(`${written}\n`);
      }
    }),
  );
});
