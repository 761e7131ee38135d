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
  const inFile = (file: string) => [...readFileSync(file, 'utf8').matchAll(second)].map(([is]) => `${file}: ${is}`);
  expect(files.flatMap(inFile)).toEqual([]);
});

test('a second home is found', () => {
  const found = ['options.timeout ??', "options['max-requests'] ??", 'options.format === undefined'];
  expect(`${found[0]} 120; input.${found[1]} 200; ${found[2]}; options.url ?? 1`.match(second)).toEqual(found);
});
