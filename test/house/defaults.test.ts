import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withDefaults } from '../../src/options.ts';

/** Options that are always filled in. */
const filled = Object.keys(withDefaults({}));

/** `options.timeout ?? 120`, `options['dry-run'] === undefined`: a second home of a default, or a question in vain. */
const second = new RegExp(
  `\\boptions(?:\\.(?:${filled.join('|')})|\\['(?:${filled.join('|')})'\\]) *(?:\\?\\?|\\|\\||[!=]== undefined)`,
  'g',
);

test('no default of an option stands beside the table', () => {
  // The options of the client and of the service are their own, in other words.
  const files = globSync('src/**/*.ts').filter((file) => !/^src\/(client|service)\//.test(file));
  const found = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(second)].map(([is]) => `${file}: ${is}`),
  );
  expect(found).toEqual([]);
});

test('a second home is found', () => {
  const text =
    "options.timeout ?? 120; input.options['max-requests'] ?? 200; options.format === undefined; options.url ?? 1";
  expect(text.match(second)).toEqual([
    'options.timeout ??',
    "options['max-requests'] ??",
    'options.format === undefined',
  ]);
});
