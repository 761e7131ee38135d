import { describe, expect, test } from 'vitest';
import { formatTextReport } from '../../src/report/text.ts';
import { blocks, mappings, pageText, section, sections, tables } from './markdown.ts';
import { tellStory } from './story.ts';

/** The stories of the cookbook, played step by step: over real Git, with a real service. */

const page = pageText('docs/cookbook.md');

describe('stories', () => {
  const stories = sections(page).flatMap(({ title, text }) =>
    tables(text, 'step', 'outcome').map((table, index) => ({ title, index, text, table })),
  );

  test('there are some of both ways up, and of what a push affects', () => {
    expect(new Set(stories.map(({ title }) => title)).size).toBe(4);
  });

  test.concurrent.each(stories)('$title, story $index', async ({ text, table }) => {
    const says = tables(text, 'source', 'says')[0]?.rows;
    const { told, reports } = await tellStory(mappings(text)[0] ?? '', table.rows, {}, says);
    expect(told).toEqual(table.rows);
    const failed = reports.find(({ exitCode }) => exitCode === 1);
    if (failed === undefined) return;
    const [rows = ''] = formatTextReport(failed).split(/^(?=\d+ \w+.*; \d+ left out$)/m);
    expect(blocks(text, 'text')).toEqual([rows.replace(/^.*\n/, '')]);
  });

  const ofGit = section(page, 'Three levels, promoted by Git');
  test.concurrent.each([
    ['with a pattern for the branch', 'branch: "test*",', 'prove'],
    ['told to fail', 'branch: test,', 'fail'],
  ] as const)('%s, a request that the service made is a conflict', async (_, branch, onConflict) => {
    const mapping = mappings(ofGit)[0]?.replace('branch: test,', branch) ?? '';
    expect(mapping).toContain(branch);
    const rows = tables(ofGit, 'step', 'outcome').at(-1)?.rows ?? [];
    const { told } = await tellStory(mapping, rows, { 'on-conflict': onConflict });
    expect(told.at(-1)?.outcome).toBe('`ORD/50 ORD100 conflict`');
  });

  test('of those that are told, one ends in a conflict', () => {
    expect(JSON.stringify(stories)).toContain('conflict`');
  });
});
