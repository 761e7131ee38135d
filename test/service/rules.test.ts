import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeRules } from './rules/play-rules.ts';
import { readRules } from './rules/read-rules.ts';

/** A sample of the interface, sentence by sentence: the other tables are played by the slow tests. */
describeRules(['update']);

test('docs/service.md: a table of choices in sentences, each with a row in choices.txt', () => {
  const table =
    readFileSync('docs/service.md', 'utf8').split('| open in the interface | our choice | why |\n')[1] ?? '';
  const rows = table.trimEnd().split('\n').slice(1);
  const topics = rows.map((row) => {
    expect(row.match(/(?<!\\)[*<_]/)).toBeNull();
    const [, topic, choice, why] = /^\| (.*?) \| (.*?) \| (.*) \|$/.exec(row.replace(/\\([*<|_])/g, '$1')) ?? [];
    for (const said of [choice, why]) expect(said).toMatch(/^\S.* .*\.$/);
    return topic;
  });
  // Another process has to hold the database: durability.test.ts.
  const proven = new Set([...readRules('choices').map(({ section }) => section), 'Request record is locked']);
  expect([...proven].sort()).toEqual(topics.sort());
});
