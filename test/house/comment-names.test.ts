import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Comments, or texts and templates (which may hold two slashes). */
const commentOrText = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const isComment = (piece: string) => /^\/[/*]/.test(piece);
/** A name in the manner of functions: small first, at least one capital later. */
const names = /(?<![\w.$/*-])[a-z]+(?:[A-Z][a-z0-9]+)+\b(?![/:]\/)/g;

test('comments name only what is there', () => {
  const texts = globSync('src/**/*.{ts,js}').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const code = texts.map(({ text }) => text.replace(commentOrText, (piece) => (isComment(piece) ? ' ' : piece)));
  const known = new Set(code.join('\n').match(/[A-Za-z_$][\w$]*/g));
  const wrong = texts.flatMap(({ file, text }) =>
    (text.match(commentOrText) ?? [])
      .filter(isComment)
      .flatMap((comment) => comment.match(names) ?? [])
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(wrong).toEqual([]);
});
