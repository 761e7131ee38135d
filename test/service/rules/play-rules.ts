import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../../src/service/start.ts';
import { type Rule, readRules } from './read-rules.ts';

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

/** Makes the tests of some tables, a row each: they share nothing with our own client, and each has a service of its own. */
export function describeRules(tables: readonly string[]): void {
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
}
