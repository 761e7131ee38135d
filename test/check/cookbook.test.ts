/** The recipes of the cookbook over the files they show: nothing in them is worth a warning. */
import { expect, test } from 'vitest';
import { mappings, pageText, plain, sections, tables } from '../docs/markdown.ts';
import { checked } from './support.ts';

const recipes = sections(pageText('docs/cookbook.md')).flatMap(({ title, text }) =>
  mappings(text).map((mapping) => {
    const rows = tables(text).flatMap((table) => (table.head.includes('file') ? table.rows : []));
    const column = (name: string) => [...new Set(rows.flatMap((row) => (row[name] ? [plain(row[name])] : [])))];
    return { title, mapping, files: column('file'), branches: column('branch') };
  }),
);

test('there are recipes with files', () => {
  expect(recipes.filter(({ files }) => files.length > 1).length).toBeGreaterThan(3);
});

test.each(recipes)('$title', ({ mapping, files, branches }) => {
  const { warnings, collisions, shadowed } = checked({ mapping, files, branches, current: branches[0] ?? null });
  expect({ warnings, collisions, shadowed }).toEqual({ warnings: [], collisions: [], shadowed: [] });
});
