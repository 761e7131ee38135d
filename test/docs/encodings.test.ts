import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundles, runBundle } from '../e2e/support/bundle.ts';
import { demoMapping } from '../e2e/support/mapping.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { type Demo, demo } from '../service/helper.ts';
import { pageText, plain, section, tables } from './markdown.ts';

/** What the page of encodings says is sent, from the editor to the service: real Git, the bundle, real HTTP. */

const page = pageText('docs/encodings.md');
const found = tables(section(page, 'What `.gitattributes` does to it'), '.gitattributes', 'saved', 'sent');
const rows = found.flatMap((table) => table.rows);
const bytesOf = (cell: string | undefined) => Buffer.from(plain(cell).replaceAll(' ', ''), 'hex');

const repository = new TestRepository();
let service: Demo;
const sent = new Map<string, Buffer>();
beforeAll(async () => {
  service = await demo();
  const mapping = `${demoMapping}request: { proj: null }\n`;
  repository.commit('Mapping', { '.file-checkouts.yml': mapping, '.gitattributes': '' });
  const git = (...args: string[]) => repository.git('-c', 'core.autocrlf=false', ...args);
  // Each row has a program and a line of its own, as one push.
  const attributes = rows.map((row, n) => plain(row['.gitattributes']).replace('*', `ORD${n}.PGM`));
  writeFileSync(join(repository.dir, '.gitattributes'), `${attributes.join('\n')}\n`);
  for (const [n, row] of rows.entries()) writeFileSync(join(repository.dir, `ORD${n}.PGM.RPGLE`), bytesOf(row.saved));
  git('add', '.');
  git('commit', '--quiet', '-m', 'Sources');
  repository.push();
  const range = ['--branch', 'main', '--base', 'HEAD~1', '--head', 'HEAD', '--ledger', 'off'];
  const ended = await runBundle(bundles.cli, ['file', '--url', service.url, ...range], {
    cwd: repository.dir,
    env: { FILE_CHECKOUTS_TOKEN: 'demo-token' },
  });
  expect(ended.stdout + ended.stderr).toContain(`${rows.length} created`);
  for (const { objectId, objn } of service.inspect().requests) {
    const [attached] = service.inspectContent(objectId);
    sent.set(objn, Buffer.from(attached?.bytes ?? []));
  }
});
afterAll(async () => {
  await service.close();
  repository[Symbol.dispose]();
});

test('the table has rows with and without attributes', () => {
  expect(rows.length).toBeGreaterThan(6);
  expect(new Set(rows.map((row) => row['.gitattributes'])).size).toBeGreaterThan(4);
});

test.each([...rows.entries()])('row %i: what is sent', (n, row) => {
  expect(sent.get(`ORD${n}`)?.toString('hex')).toBe(bytesOf(row.sent).toString('hex'));
});
