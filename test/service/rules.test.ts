import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import { type Rule, readRules } from './rules/read-rules.ts';

/**
 * The interface sentence by sentence, asked by a client that shares nothing with ours: Python's standard library. Each
 * row has a service of its own, in memory, so that numbers are those of the first call.
 */
const tables = ['create', 'update', 'calls', 'files', 'variants', 'choices'];

/** Plays rules at services of their own. Returns what Python found against each; empty: it is kept. */
async function play(rules: readonly Rule[]): Promise<string[][]> {
  const start = ({ setting }: Rule) => startService({ db: ':memory:', port: 0, ...setting });
  const services = await Promise.all(rules.map(start));
  try {
    const python = spawn('python3', ['-I', 'test/service/rules/play.py'], { stdio: ['pipe', 'pipe', 'inherit'] });
    python.stdin.end(JSON.stringify(rules.map(({ steps }, index) => ({ url: services[index]?.url, steps }))));
    return JSON.parse(await text(python.stdout)) as string[][];
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
}

describe.each(tables)('%s', (name) => {
  const rules = readRules(name);
  let found: string[][] = [];
  beforeAll(async () => {
    found = await play(rules);
  }, 600_000);
  test.each(rules.map((rule, index) => ({ ...rule, index })))('$section $says', ({ index }) => {
    expect(found[index]).toEqual([]);
  });
});

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
