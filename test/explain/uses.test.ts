/** `explain` over real repositories: what files use and what uses them, in the sources that it lists. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runExplainCommand } from '../../src/commands/explain.ts';
import { readSurroundings } from '../../src/environment.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { git, runEnv } from '../git/support.ts';
import { heard } from '../silent.ts';

const mapping = `version: 1
repo: ORDERS
rules:
  - { match: { gpath: QCPYLESRC }, skip: an include }
  - { match: { gfile: "*.PF" }, request: { objt: "*FILE" } }
  - { match: { gfile: "*.RPGLE" }, request: { objt: "*PGM" } }
`;
const files = 'dcl-f cust;\ndcl-f qsysprt;\n';
const sources = {
  '.file-checkouts.yml': mapping,
  'QCPYLESRC/CUST.RPGLE': '**free\n/copy QCPYLESRC,BASE\n',
  'QCPYLESRC/BASE.RPGLE': '**free\n',
  'QDDSSRC/CUST.PF': '     A          R CUSTR\n',
  'QRPGLESRC/ORD100.RPGLE': Buffer.from(`**free\n// M\xfcller\n/copy qcpylesrc,cust\n${files}`, 'latin1'),
  'QRPGLESRC/TWO.RPGLE': '**free\n/copy TWIN\n',
  'a/TWIN.RPGLEINC': '\n',
  'b/TWIN.RPGLEINC': '\n',
  'iproj.json': '{ "includePath": ["QCPYLESRC"] }',
  'Rules.mk': 'ORD100.PGM: ord100.rpgle CUST.FILE GONE.FILE\n',
};

const repository = new TestRepository();

beforeAll(() => {
  repository.commit('Sources', sources);
  repository.push();
});
afterAll(() => repository[Symbol.dispose]());

/** What `explain` prints. */
async function said(paths: readonly string[], options: GivenOptions = {}, cwd = repository.dir): Promise<string> {
  const { output, said: saidThere } = heard();
  const input = { ...(await readSurroundings(runEnv, '.')), gitToken: undefined, env: runEnv, cwd };
  const given = withDefaults({ 'repo-dir': cwd, branch: 'main', ...options });
  await runExplainCommand({ ...input, options: given, words: paths }, output);
  return saidThere();
}

/** The keys about uses of the JSON form, for one path. */
async function usesOf(path: string, options: GivenOptions = {}, cwd = repository.dir) {
  const [{ uses, usedBy, usesUnknown }] = JSON.parse(await said([path], { ...options, format: 'json' }, cwd));
  return { uses, usedBy, usesUnknown };
}

const include = (path: string, ambiguous = false) => ({ path, kind: 'include', ambiguous });

test('a program: what it and Rules.mk name, each where it stands', async () => {
  const lines = (await said(['QRPGLESRC/ORD100.RPGLE'])).split('\n');
  expect(lines.slice(lines.indexOf('  uses'))).toEqual([
    '  uses',
    '    include QCPYLESRC,CUST (line 3): QCPYLESRC/CUST.RPGLE',
    '    file    CUST *FILE (line 4 and 1 more): QDDSSRC/CUST.PF',
    '    file    QSYSPRT *FILE (line 5): no file of the repository',
    '    file    GONE *FILE (Rules.mk line 1): no file of the repository',
    '  used by: nothing in the sources',
    '',
  ]);
});

test.each([
  ['QCPYLESRC/CUST.RPGLE', [include('QRPGLESRC/ORD100.RPGLE')]],
  ['QCPYLESRC/BASE.RPGLE', [include('QCPYLESRC/CUST.RPGLE')]],
  ['QDDSSRC/CUST.PF', [{ path: 'QRPGLESRC/ORD100.RPGLE', kind: 'file', ambiguous: false }]],
  ['a/TWIN.RPGLEINC', [include('QRPGLESRC/TWO.RPGLE', true)]],
  ['QRPGLESRC/TWO.RPGLE', []],
])('what uses %s', async (path, usedBy) => {
  expect(await usesOf(path)).toMatchObject({ usedBy, usesUnknown: null });
});

test('two files of one name: both are said', async () => {
  expect(await said(['QRPGLESRC/TWO.RPGLE'])).toContain(
    'include TWIN (line 2): a/TWIN.RPGLEINC or b/TWIN.RPGLEINC: the name does not tell which',
  );
});

test('the index counts, also for a file that is gone; --head counts instead', async () => {
  repository.commit('More', { 'QCPYLESRC/BASE.RPGLE': null, 'QRPGLESRC/NEW.RPGLE': '**free\n/copy BASE\n' });
  repository.git('reset', '--quiet', '--soft', 'HEAD~1');
  try {
    const usedBy = [include('QCPYLESRC/CUST.RPGLE'), include('QRPGLESRC/NEW.RPGLE')];
    expect(await usesOf('QCPYLESRC/BASE.RPGLE')).toMatchObject({ usedBy });
    expect(await usesOf('QCPYLESRC/BASE.RPGLE', { head: 'HEAD' })).toMatchObject({ usedBy: usedBy.slice(0, 1) });
  } finally {
    repository.git('reset', '--quiet', '--hard');
  }
});

test('a bare repository, and a clone without contents', async () => {
  const usedBy = [include('QRPGLESRC/ORD100.RPGLE')];
  const options = { mapping: `${repository.dir}/.file-checkouts.yml` };
  expect(await usesOf('QCPYLESRC/CUST.RPGLE', options, repository.remote)).toMatchObject({ usedBy });
  git(repository.remote, 'config', 'uploadpack.allowFilter', 'true');
  git(repository.remote, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const clone = `${repository.root}/blobless`;
  const from = `file://${repository.remote}`;
  git(repository.root, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', from, clone);
  git(clone, 'read-tree', 'HEAD');
  expect(await usesOf('QCPYLESRC/CUST.RPGLE', options, clone)).toMatchObject({ usedBy, usesUnknown: null });
  rmSync(repository.remote, { recursive: true });
  const unknown = { uses: [], usedBy: [], usesUnknown: expect.stringMatching(/\w/) };
  expect(await usesOf('QCPYLESRC/CUST.RPGLE', options, clone)).toEqual(unknown);
  expect(await said(['QCPYLESRC/CUST.RPGLE'], options, clone)).toContain('what uses it is not known: ');
});
