import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mappingJsonSchema } from '../../scripts/mapping-json-schema.ts';
import { createFields } from '../../src/interface/fields.ts';
import { modeFields } from '../../src/mapping/schema.ts';
import { mappings, pageText } from '../docs/markdown.ts';
import { keys } from './keys.ts';
import { LanguageServer } from './language-server.ts';

/** What somebody who writes a mapping in an editor is offered and told; `|` in a text is where the cursor stands. */

const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-editor-'));
const schema = join(dir, 'mapping.schema.json');
let server: LanguageServer;

beforeAll(async () => {
  writeFileSync(schema, JSON.stringify(mappingJsonSchema()));
  server = await LanguageServer.start();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

const modeline = `# yaml-language-server: $schema=${schema}\n`;
const modes: readonly string[] = modeFields;
const fieldNames = createFields.map(({ name }) => name).filter((name) => !modes.includes(name));

async function open(marked: string) {
  const text = `${modeline}version: 1\n${marked}`;
  const before = text.slice(0, text.indexOf('|')).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { position, ...(await server.open(text.replace('|', ''))) };
}

async function offered(marked: string): Promise<Map<string, string>> {
  const { uri, position } = await open(marked);
  return server.complete(uri, position);
}

async function shown(marked: string): Promise<string> {
  const { uri, position } = await open(marked);
  return server.hover(uri, position);
}

const inRule = 'rules:\n  - match: { path: "**" }\n    ';

describe.concurrent('completion', () => {
  test('of a field in the request of a rule: every field, with what it means (interface §2.1)', async () => {
    const found = await offered(`${inRule}request:\n      |`);
    expect([...found.keys()]).toEqual(fieldNames);
    expect(found.get('lvl')).toContain('Level number of the application');
  });

  test.each([
    ['at the top', 'repo: X\n|', keys.top.filter((key) => key !== 'version' && key !== 'repo')],
    ['in a branch rule', 'branches:\n  - branch: main\n    |', fieldNames.filter((name) => name !== 'branch')],
    ['in a rule', `${inRule}|`, ['request', 'requests', 'skip']],
    ['in a match', 'rules:\n  - skip: x\n    match:\n      |', keys.match],
    ['in attach', 'attach:\n  |', keys.attach],
    ['of lock, within quotes', `${inRule}request:\n      lock: "|"`, ['"*YES"', '"*NO"']],
    ['of objt, for example', 'request:\n  objt: |', ['"*PGM"', '"*FILE"', '"*IFS"']],
    ['of proj', 'request:\n  proj: |', ['"*BRANCH"', '"{proj}"']],
    ['of rfp', 'rfp: |', ['none', 'per-push', 'per-branch']],
    ['of unmapped', 'unmapped: |', ['error', 'warn', 'ignore']],
  ])('%s', async (_, marked, wanted) => {
    expect([...(await offered(marked)).keys()]).toEqual(expect.arrayContaining([...wanted]));
  });
});

describe.concurrent('hover', () => {
  test.each([
    ['lvl', 'request:\n  l|vl: 10', [/lvl/, /Level number of the application that permits check-outs/]],
    ['lock', `${inRule}request: { l|ock: "*YES" }`, [/Put the request in locked status/, /"\*YES"/, /"\*NO"/]],
    ['task with a capture', 'request:\n  t|ask: "{task}"', [/Active task number/]],
    ['gfile', 'rules:\n  - match: { gf|ile: ["*.PF", "*.LF"] }\n    skip: x', [/file name/, /Case is ignored/]],
    ['skip', `${inRule}sk|ip: no source`, [/files are left out/]],
    ['rfp', 'r|fp: per-push', [/a new one for each push/, /per-branch/]],
    ['unmapped', 'unm|apped: error', [/exit code 1/, /Allowed Values/]],
  ])('%s', async (_, marked, wanted) => {
    const text = await shown(marked);
    for (const part of wanted) expect(text).toMatch(part);
    // Alternatives that nothing tells apart are shown in one heap.
    expect(text).not.toContain('||');
  });
});

describe.concurrent('diagnostics', () => {
  const said = async (text: string) => {
    const { diagnostics } = await server.open(`${modeline}version: 1\n${text}`);
    return diagnostics.map(({ message, range }) => `${range.start.line + 1}: ${message}`);
  };

  test.each([
    ['an unknown key', 'request:\n  aplp: ORD', [/^4: Property aplp is not allowed/]],
    ['a value outside the list', 'request:\n  lock: maybe', [/^4: Value is not accepted. Valid values: "\*YES"/]],
    ['a text for a number', 'request:\n  lvl: ten', [/^4: .*integer/]],
    ['a rule without a result', 'rules:\n  - match: { path: a }', [/^4: Missing property/]],
    ['a rule with two', `${inRule}skip: x\n    request: {}`, [/^4: Matches multiple schemas/]],
    ['a branch rule without a branch', 'branches:\n  - appl: ORD', [/^4: Missing property "branch"/]],
  ])('%s', async (_, text, wanted) => {
    const found = await said(text);
    expect(found).toHaveLength(wanted.length);
    for (const [index, part] of wanted.entries()) expect(found[index]).toMatch(part);
  });

  test.each([
    ['placeholders in every kind of field', 'request: { lvl: "{lvl}", lock: "{x}", rpth: "{gpath}", proj: null }'],
    ['marks of init', 'repo: <REPO>\nbranches: [{ branch: main, appl: <APPL>, lvl: <LVL> }]'],
    ['numbers in quotes', 'rfp: "77"\nrequest: { lvl: "050" }'],
    ['anchors', 'request: &all { attr: PF }\nbranches: [{ <<: *all, branch: main }]'],
  ])('nothing is said of %s', async (_, text) => {
    expect(await said(text)).toEqual([]);
  });

  test('nothing is said of any valid example of the documentation', async () => {
    const pages = ['docs/mapping.md', 'docs/cookbook.md', 'README.md'].map((file) => mappings(pageText(file)));
    const [reference = [], ...others] = pages;
    // The last one of the reference is the one that shows errors.
    const examples = [...reference.slice(0, -1), ...others.flat()].map((text) => text.replace(/^#.*\n/, ''));
    expect(examples.length).toBeGreaterThan(9);
    const all = await Promise.all(examples.map((text) => server.open(modeline + text)));
    expect(all.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  test('the example with errors is marked at each error that a schema can see', async () => {
    const [wrong = ''] = mappings(pageText('docs/mapping.md')).slice(-1);
    const { diagnostics } = await server.open(modeline + wrong);
    const lines = new Set(diagnostics.map(({ range }) => range.start.line));
    expect([...lines].sort((a, b) => a - b)).toEqual([3, 6]);
  });
});
