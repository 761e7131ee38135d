import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeText } from '../src/log.ts';
import { codePoint } from './code-point.ts';

test.each([
  ['a line break', 'x\n::stop-commands::t', 'x\\n::stop-commands::t'],
  ['a carriage return, which ends a line too', 'x\r::error::t', 'x\\r::error::t'],
  ['a tab', 'a\tb', 'a\\tb'],
  ['a command at the start', '::error::pwned', '\\::error::pwned'],
  ['a command behind blanks', ' \u00a0\u3000::add-mask::x', ' \u00a0\u3000\\::add-mask::x'],
  ['two colons in the middle stay', 'a::b', 'a::b'],
  ['an old command anywhere', 'x ##[add-mask]y', 'x ##\\[add-mask]y'],
  ['two of them', '##[a]##[b]', '##\\[a]##\\[b]'],
  ['colours', '\u001b[31mred', '\\u{1b}[31mred'],
  ['a C1 control sequence', '\u009b31m', '\\u{9b}31m'],
  ['a GitLab section', 'section_start:1:a\r\u001b[0K', 'section_start:1:a\\r\\u{1b}[0K'],
  ['a right-to-left override', 'a\u202egpj.exe', 'a\\u{202e}gpj.exe'],
  ['isolates and marks', '\u2066\u2069\u200e\u061c', '\\u{2066}\\u{2069}\\u{200e}\\u{61c}'],
  ['zero width', 'a\u200bb\ufeffc', 'a\\u{200b}b\\u{feff}c'],
  ['line and paragraph separators', 'a\u2028b\u2029c', 'a\\u{2028}b\\u{2029}c'],
  ['invisible tags', 'a\u{e0041}b', 'a\\u{e0041}b'],
  ['fillers and selectors', 'a\u3164b\ufe0fc\u034fd', 'a\\u{3164}b\\u{fe0f}c\\u{34f}d'],
  ['half of a pair', 'a\ud800b', 'a\\u{d800}b'],
  ['NUL', 'a\0b', 'a\\u{0}b'],
  ['what people write stays', 'Däöü @msgapi #1 $x "q" 😀 日本', 'Däöü @msgapi #1 $x "q" 😀 日本'],
])('%s', (_, text, escaped) => {
  expect(escapeText(text)).toBe(escaped);
});

test('no matter what comes in, one line comes out that no runner takes for a command', () => {
  const piece = fc.constantFrom('::', '##[', ':', '#', '[', '\n', '\r', ' ', '\u00a0', '\u001b[', 'error', '\u2028');
  const pieces = fc.array(piece).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: codePoint }), pieces), (text) => {
      const line = escapeText(text);
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
      expect(line.trimStart().startsWith('::')).toBe(false);
      expect(line).not.toContain('##[');
    }),
    { numRuns: 500 },
  );
});
