import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** A bundle and all that it loads before its first line runs. */
function eager(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const text = readFileSync(file, 'utf8');
  seen.set(file, text);
  for (const [, from = ''] of text.matchAll(/(?:^|;)(?:import|export)\b[^'"();]*?["'](\.[^"']+)["']/gm)) {
    eager(join(dirname(file), from), seen);
  }
  return seen;
}

const chunks = globSync('dist/chunks/*.mjs').map((file) => readFileSync(file, 'utf8'));

describe.each(['dist/cli.mjs', 'dist/action.mjs'])('%s, with what it loads at once', (bundle) => {
  const loaded = eager(bundle);

  test('stays under 250 kB', () => {
    expect([...loaded.keys()]).toContain('dist/chunks/start.mjs');
    const bytes = [...loaded.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThan(250_000);
  });

  test.each([
    ['undici', /UND_ERR_HEADERS_TIMEOUT/],
    ['@actions/github', /octokit/i],
    ['the YAML reader', /BAD_ALIAS/],
    ['the service', /node:sqlite/],
    ['the page', /<html/],
  ])('leaves %s for when it is used', (_, sign) => {
    const holders = [...loaded].filter(([, text]) => sign.test(text)).map(([file]) => file);
    expect(holders).toEqual([]);
    expect(chunks.some((text) => sign.test(text))).toBe(true);
  });
});
