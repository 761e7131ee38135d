import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startService } from '../../src/service/start.ts';
import { anyInstalled } from './helper.ts';
import { answers } from './rules/answers.ts';
import { attachments } from './rules/attachments.ts';
import { createFieldRules } from './rules/create-fields.ts';
import { createValues } from './rules/create-values.ts';
import { endpoints } from './rules/endpoints.ts';
import type { Rule } from './rules/rule.ts';
import { states } from './rules/states.ts';
import { updates } from './rules/updates.ts';
import { variants } from './rules/variants.ts';

/**
 * The interface sentence by sentence, asked by a client that shares nothing with ours: Python's standard library. Each
 * row has a service of its own, in memory, so that numbers are those of the first call.
 */
const groups = {
  '§2.1, §2.2 fields of a create': createFieldRules,
  '§2.1, §2.3 to §2.5 values': createValues,
  '§2.6 fields of an update': updates,
  '§2.7 answers': answers,
  '§3 states': states,
  '§1, §4, §5, §7 calls': endpoints,
  '§4.3 files': attachments,
  '§6, §9 pipelines and variants': variants,
};
const table = Object.values(groups).flat();
const numberOf = new Map(table.map((each, index) => [each, index + 1]));

/** What Python found against each rule, each at an address of its own. */
async function play(rules: readonly Rule[], urls: readonly string[]): Promise<string[][]> {
  const jobs = rules.map(({ steps }, index) => ({ url: urls[index], steps }));
  const python = spawn('python3', ['-I', 'test/service/rules/play.py'], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(JSON.stringify(jobs));
  return JSON.parse(await text(python.stdout)) as string[][];
}

async function playAtServices(rules: readonly Rule[]): Promise<string[][]> {
  const services = await Promise.all(
    rules.map(({ setting }) => startService({ ...anyInstalled, db: ':memory:', port: 0, ...setting })),
  );
  try {
    const urls = services.map(({ url }) => url);
    return await play(rules, urls);
  } finally {
    await Promise.all(services.map((service) => service.close()));
  }
}

describe.each(Object.entries(groups))('%s', (_, rules) => {
  const found = playAtServices(rules);
  const rows = rules.map((each, index) => ({ ...each, n: numberOf.get(each), index }));
  test.each(rows)('$n $section: $says', async ({ index }) => {
    expect((await found)[index]).toEqual([]);
  });
});

test('there are at least the 423 rules that were counted, each once', () => {
  expect(table.length).toBeGreaterThanOrEqual(423);
  const calls = table.map(({ steps, setting }) => JSON.stringify([steps, setting]));
  const names = table.map(({ section, says }) => `${section}: ${says}`);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  // Some sentences say the same in two sections, and some calls prove two.
  expect(new Set(calls).size).toBeGreaterThanOrEqual(423);
});

test('every rule can be broken: a server that says nothing of it keeps none', async () => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, { 'content-type': 'text/plain' }).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findings = await play(
    table,
    table.map(() => url),
  );
  const kept = table.filter((_, index) => findings[index]?.length === 0);
  expect(kept.map(({ section, says }) => `${section}: ${says}`)).toEqual([]);
  server.closeAllConnections();
  server.close();
});
