import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pageText, sections } from './markdown.ts';
import { linksOf, pages } from './pages.ts';

/** Issue 24: the README is read in one sitting, and what it leaves out has a page. */

const readme = pageText('README.md');
const titles = (page: string) => sections(pageText(page)).map(({ title }) => title);

describe('the README', () => {
  test('has at most 180 lines, of 200 characters at most beside those of an example', () => {
    const lines = readme.split('\n').slice(0, -1);
    expect(lines.length).toBeLessThanOrEqual(180);
    expect(lines.filter((line) => line.length > 200)).toEqual([]);
  });

  test('has the sections of a newcomer, in their order: no table for administrators before the quick start', () => {
    expect(titles('README.md')).toEqual([
      ...['See it work', 'The command', 'First plan: three minutes', 'First check-out: two minutes more'],
      ...['Quick start: GitHub', 'Quick start: GitLab', 'What happens to a push', 'Where the rest is', 'Security'],
    ]);
    const opening = readme.slice(0, readme.indexOf('\n## '));
    expect(opening.match(/^\d\. \*\*/gm)).toHaveLength(5);
  });

  test('names every page', () => {
    const linked = linksOf('README.md').map(({ file }) => file);
    const missing = pages.filter((page) => !linked.includes(page) && !['README.md', 'CHANGELOG.md'].includes(page));
    expect(missing).toEqual([]);
  });
});

test.each<[string, string[]]>([
  ['docs/options.md', ['Permissions and secrets', 'Commands', 'Options', 'Outputs', 'Exit codes']],
  ['docs/administrator.md', ['What to set up', 'What calls come', 'What you see']],
  ['docs/push.md', ['Outcomes', 'Status']],
  ['docs/troubleshooting.md', ['Messages']],
])('%s has what the README had', (page, expected) => {
  expect(titles(page)).toEqual(expected);
});

test('what ledger and permissions cost, and what an auditor sees, is said', () => {
  expect(pageText('docs/options.md')).toMatch(/^\| \| with ledger \| without/m);
  expect(pageText('docs/recipes.md')).toContain('**What to show an auditor.**');
});

test('adoption has ten steps', () => {
  expect(titles('docs/adopt.md').map((title) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('before the first release no page calls the program in a way that needs one', () => {
  const old = /node_modules\/\.bin\/node dist\/cli\.mjs|node \S*dist\/cli\.mjs|npx (?:--yes )?file-checkouts [a-z-]/;
  for (const page of pages.filter((name) => name !== 'CHANGELOG.md')) expect(pageText(page), page).not.toMatch(old);
});

describe('pictures', () => {
  const shown = [...readme.matchAll(/(?:srcset|src)="([^"]+)"/g)].map(([, file = '']) => file);

  test('each is there, light and dark, is a PNG, and is small', () => {
    expect(shown.toSorted()).toEqual(
      ['plan', 'report'].flatMap((name) => [`docs/pictures/${name}-dark.png`, `docs/pictures/${name}-light.png`]),
    );
    for (const file of shown) {
      expect(existsSync(file), file).toBe(true);
      expect(readFileSync(file).subarray(1, 4).toString(), file).toBe('PNG');
      expect(statSync(file).size, file).toBeLessThan(150_000);
    }
  });

  test('each says in words what it shows', () => {
    const texts = [...readme.matchAll(/<img alt="([^"]+)"/g)].map(([, text = '']) => text);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text.length).toBeGreaterThan(40);
  });
});
