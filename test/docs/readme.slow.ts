import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { componentInputs } from '../../scripts/gitlab-component.ts';
import { parseCommandLine } from '../../src/arguments.ts';
import { loadMapping, MappingError } from '../../src/mapping/load.ts';
import { readGivenOptions } from '../../src/read-options.ts';
import { readFaults } from '../../src/service/faults.ts';
import { readSite } from '../../src/service/load-site.ts';
import { parserErrors, runLint } from '../workflows/github-parser.ts';
import { type Block, blocksOf, codesOf, pages } from './pages.ts';
import { Template, Workplace } from './workplace.ts';

/** Issue 7 point 7: every command and YAML block of the documents is run or parsed, and what they name is there. */

const blocks = pages.flatMap(blocksOf);
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Blocks that are not run here, and why; what they call is parsed all the same. */
const elsewhere: readonly [pattern: RegExp, why: string][] = [
  [/^npm ci && npm (run )?\w+$/, 'fetches packages: CI begins with it; the script is in package.json'],
  [/^gh release download/, 'asks the host about a release'],
  [/file-checkouts serve|--open/, 'runs until it is stopped: test/e2e/serve.test.ts'],
  [/^file-checkouts rehearse$/, 'test/surfaces/package.slow.ts runs it'],
  [/^file-checkouts init --repo|\/path\/to\/the\/clone|^#!/, 'newcomer.slow.ts runs it'],
];
const isElsewhere = (script: string) => elsewhere.some(([pattern]) => pattern.test(script.trim()));

let template: Template;
beforeAll(async () => {
  template = await Template.make();
});
afterAll(() => template[Symbol.dispose]());

/** A command without what differs between two that go the same way: a path, a folder, an address, a number of commits. */
const outline = (command: string) =>
  command.replaceAll(/ (QRPGLESRC\/\S+|PATH)$|(?<=--(repo-dir|url|last) )\S+|(?<= HEAD)~\d+/g, '');

/** A branch begins where the ledger does not know it yet, and a mapping where there is none. */
async function beforeBegin(place: Workplace, command: string): Promise<void> {
  if (/file-checkouts init\b/.test(command)) await place.run('rm .file-checkouts.yml');
  if (command.includes('ledger begin')) await place.run('file-checkouts ledger forget --branch main');
}

/** Throws when the program would not understand the words. */
function expectUnderstood(words: readonly string[]): void {
  const line = parseCommandLine(words);
  if (line.kind === 'run') readGivenOptions(line.command, { values: line.raw, nameOf: (name) => `--${name}` }, {});
}

test('every block is of a kind that is tried here or where its page is tested', () => {
  const kinds = new Set(blocks.map(({ language }) => language));
  expect([...kinds].filter((kind) => !['sh', 'yaml', 'json', 'text', 'mermaid'].includes(kind))).toEqual([]);
  // Texts are what the program prints: the pages' own tests compare them.
  expect(new Set(of('text').map(({ page }) => page))).toEqual(new Set(['docs/cookbook.md', 'docs/mapping.md']));
});

describe('shell', () => {
  const here = of('sh').filter(({ text }) => !isElsewhere(text));
  const outlines = here.map(({ text }) => outline(text));
  const isIn = (own: string, n: number) => (other: string, m: number) =>
    other.includes(own) && (other.length > own.length || m < n);
  const run = here.filter((_, n) => !outlines.some(isIn(outlines[n] ?? '', n)));
  const curls = Map.groupBy(run, ({ page, text }) => (text.includes('curl') ? page : ''));

  test.concurrent.each(curls.get('') ?? [])('$page:$line is run', async ({ text }) => {
    await using place = await Workplace.open(template);
    await beforeBegin(place, text);
    const { code, stderr } = await place.run(text);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringMatching(/error/i) });
  });

  test.concurrent.each([...curls].filter(([page]) => page !== ''))(
    '%s: its calls of the service, one after the other',
    async (_, calls) => {
      await using place = await Workplace.open(template);
      for (const { text, line } of calls) {
        // The file that is attached.
        for (const [, file = ''] of text.matchAll(/=@([\w.]+)/g)) await place.run(`echo x > ${file}`);
        const { code, stdout } = await place.run(text);
        expect({ code, line, stdout }).toMatchObject({ code: 0, stdout: expect.stringMatching(/"sev":\s*"[12]0"/) });
      }
    },
  );

  test('what is run elsewhere is there, and understood', async () => {
    await using place = await Workplace.open(template);
    for (const { text } of of('sh').filter((block) => !run.includes(block))) {
      const script = /^npm ci && npm (?:run )?(\w+)$/.exec(text.trim())?.[1];
      if (script !== undefined) expect(scripts).toHaveProperty(script);
      else if (!text.startsWith('gh ')) for (const words of await place.wordsOf(text)) expectUnderstood(words);
    }
  });
});

describe('commands between the words', () => {
  const named = pages.flatMap(codesOf).filter((code) => /^file-checkouts [a-z-]/.test(code));
  const all = [...new Map(named.map((code) => [outline(code), code])).values()];
  // What a block of the pages runs is not run again.
  const inBlocks = new Set(of('sh').flatMap(({ text }) => text.split('\n').map((line) => outline(line.trim()))));

  test.concurrent.each(all.filter((command) => !isElsewhere(command) && !inBlocks.has(outline(command))))(
    '%s',
    async (command) => {
      await using place = await Workplace.open(template);
      await beforeBegin(place, command);
      const [words = []] = await place.wordsOf(command);
      expectUnderstood(words);
      const { code, stdout, stderr } = await place.run(command);
      // What is a command's name only, as `file-checkouts plan`, wants its range.
      const bare =
        /^file-checkouts (plan|file)$/.test(command) || (!command.includes('--base') && command.includes('plan'));
      expect({ code: bare && code === 3 ? 0 : code, stderr }).toMatchObject({ code: 0 });
      expect(stdout.length).toBeGreaterThan(5);
    },
  );

  test('those that run until they are stopped are understood', async () => {
    await using place = await Workplace.open(template);
    for (const command of all.filter(isElsewhere)) {
      for (const words of await place.wordsOf(command)) expectUnderstood(words);
    }
  });

  test('npm scripts and files of the project', () => {
    for (const code of pages.flatMap(codesOf)) {
      for (const [, script = ''] of code.matchAll(/\bnpm (?:run )?([\w:]+)/g)) {
        if (!['ci', 'install'].includes(script)) expect(scripts, code).toHaveProperty(script);
      }
    }
    for (const code of ['CONTRIBUTING.md', 'SECURITY.md'].flatMap(codesOf)) {
      if (/^[\w.]+\/[\w./-]*$/.test(code) && !/^(refs|origin|node_modules)\//.test(code))
        expect(existsSync(code) || existsSync(`src/${code}`), code).toBe(true);
    }
  });
});

describe('YAML', () => {
  async function expectWorkflow(text: string): Promise<void> {
    expect([await parserErrors('workflow.yml', text), await runLint(text, 'workflow.yml')]).toEqual([[], []]);
  }

  async function load({ page, text }: Block): Promise<string> {
    const value = parse(text);
    if (Array.isArray(value)) {
      readFaults(text, page);
      return 'faults';
    }
    if (value.version === 1) {
      // The one that shows errors: test/docs/mapping.test.ts compares them.
      if (text.includes('aplp')) expect(() => loadMapping(text, page)).toThrow(MappingError);
      else loadMapping(text, page);
      return 'mapping';
    }
    if (value.on !== undefined) {
      await expectWorkflow(text);
      return 'workflow';
    }
    if (value.applications !== undefined) {
      readSite(text, page);
      return 'site';
    }
    if (value.permissions !== undefined) return loadJob(value);
    const inputs = componentInputs();
    for (const { inputs: given } of value.include ?? []) for (const name in given) expect(inputs).toHaveProperty(name);
    const jobs = Object.entries(value).filter(([name]) => name !== 'include');
    for (const [name, job] of jobs) {
      expect(name === 'file-checkouts' || Array.isArray((job as { script?: unknown }).script), name).toBe(true);
    }
    return 'GitLab';
  }

  /** A part of a job of GitHub: in its place in a workflow it is one. */
  async function loadJob(job: object): Promise<string> {
    const text = stringify({ name: 'Part', on: 'push', jobs: { part: { 'runs-on': 'ubuntu-latest', ...job } } });
    await expectWorkflow(text);
    return 'job';
  }

  test('every block is what it is for', async () => {
    const kinds = await Promise.all(of('yaml').map(load));
    const readme = of('yaml').flatMap(({ page }, n) => (page === 'README.md' ? [kinds[n]] : []));
    expect(readme).toEqual(['mapping', 'workflow', 'GitLab']);
    expect(new Set(kinds)).toEqual(new Set(['mapping', 'workflow', 'job', 'site', 'faults', 'GitLab']));
  });

  test('the workflow of the README gives inputs that the action has', () => {
    const action = parse(readFileSync('action.yml', 'utf8'));
    const { jobs } = parse(of('yaml').find(({ text }) => text.includes('\non:'))?.text ?? '');
    const step = jobs.file.steps.find(({ uses }: { uses: string }) => uses.startsWith('file-checkouts/'));
    expect(Object.keys(step.with).filter((name) => !(name in action.inputs))).toEqual([]);
  });
});

test('JSON blocks are JSON', () => {
  expect(of('json').length).toBeGreaterThan(0);
  for (const { text } of of('json')) expect(JSON.parse(text)).toBeTypeOf('object');
});
