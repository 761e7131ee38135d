import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineFinder } from '../../src/uses/search.ts';
import { collectSoughtWords } from '../../src/uses/sought-words.ts';
import { listUses } from '../../src/uses/source-uses.ts';
import { at } from './brief.ts';

/** No source that uses a file is passed over by the search for it. */

const name = fc.stringMatching(/^[A-Z$#@][A-Z0-9$#@_]{0,9}$/);
const end = fc.constantFrom('\n', '\r\n', '  \n');

/** How the search looks for a file of that name. */
const none = () => [];
const findsUsersOf = (file: string) =>
  createLineFinder(collectSoughtWords([`QDDSSRC/${file}.PF`], none, none, () => true));

const cuts = fc.array(fc.nat(40), { maxLength: 3 });

test('DDS is found that breaks the name anywhere, with + or -', () => {
  fc.assert(
    fc.property(name, cuts, fc.constantFrom('+', '-'), end, (file, broken, mark, eol) => {
      const words = `REFFLD(NAME ${file.toLowerCase()}) TEXT('x')`;
      const places = [0, ...broken.filter((cut) => cut < words.length), words.length].toSorted((a, b) => a - b);
      const parts = places.slice(1).map((place, n) => words.slice(places[n], place));
      const lines = parts.map((part, n) => at(6, 'A', 45, n < parts.length - 1 ? part + mark : part));
      const text = lines.join(eol);
      const isUser = listUses('a.dspf', text).some(({ name: used }) => used.as === 'object' && used.name === file);
      expect(findsUsersOf(file)(text) !== null || !isUser).toBe(true);
      // Behind + the blanks of the next line do not count: only there a break may glue two words together.
      if (mark === '-') expect(isUser).toBe(true);
    }),
  );
});
