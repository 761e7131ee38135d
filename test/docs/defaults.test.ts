import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withDefaults } from '../../src/options.ts';

const defaults = withDefaults({});

/** What the pages say of defaults by hand; their tables are made from the table of options. */

test.each<[string, string]>([
  ['docs/troubleshooting.md', `requests, and the limit is ${defaults['max-requests']}\``],
  ['docs/networks.md', `to the end of its answer: ${defaults.timeout} seconds if nothing is`],
  ['docs/networks.md', `\`--concurrency\` (${defaults.concurrency}) is the number of calls`],
  ['docs/administrator.md', `${defaults.concurrency} at a time`],
  ['docs/administrator.md', `more than ${defaults['max-requests']} requests`],
  ['docs/administrator.md', `more than ${defaults['max-deletes']} deletes`],
  ['docs/service.md', `built-in site, in memory, port ${defaults.port}`],
])('%s: %s', (file, said) => {
  expect(readFileSync(file, 'utf8')).toContain(said);
});

test('every address of the service in a page has the port of the table', () => {
  const pages = ['README.md', ...globSync('docs/*.md')].map((file) => readFileSync(file, 'utf8'));
  const ports = pages.flatMap((text) => [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port)));
  expect(new Set(ports)).toEqual(new Set([defaults.port]));
});
