/** `check` over real repositories: what it says of the uses in their sources. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCheckText, renderCheckMarkdown } from '../../src/check/check-text.ts';
import type { GivenOptions } from '../../src/options.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { git } from '../git/support.ts';
import { checkIn } from './support.ts';

const mapping = (...lines: readonly string[]) => `version: 1
repo: ORDERS
${lines.join('\n')}
rules:
  - { match: { gpath: QCPYLESRC, branch: main }, skip: an include }
  - { match: { gpath: QCPYLESRC }, request: { attr: CPY, objt: "*SRC" } }
  - { match: { gfile: "*.PF" }, request: { objt: "*FILE" } }
  - { match: { gfile: "*.RPGLE" }, request: { objt: "*PGM" } }
  - { match: { path: "**" }, skip: no source }
`;
const branches = (of: string) =>
  `branches: [{ branch: main, appl: ORD, lvl: 50${of} }, { branch: "dev*", appl: ORD, lvl: 10, creq: "*NO" }]\nrfp: per-push`;
const sources = {
  '.file-checkouts.yml': mapping(branches('')),
  'QCPYLESRC/CUST.RPGLE': '**free\n/copy QCPYLESRC,BASE\n',
  'QCPYLESRC/BASE.RPGLE': '**free\n',
  'QCPYLESRC/LONELY.RPGLE': '**free\n',
  'QDDSSRC/CUST.PF': '     A          R CUSTR\n',
  'QRPGLESRC/ORD100.RPGLE': '**free\n/copy cust\ndcl-f cust;\ndcl-f qsysprt;\n',
  'QRPGLESRC/ORD200.RPGLE': '**free\n/copy cust\ndcl-f gone;\n',
  'Rules.mk': 'ORD100.PGM: ord100.rpgle QCPYLESRC/CUST.RPGLE\n',
  'docs/a.md': 'gone\n',
  'iproj.json': '{ "includePath": ["QCPYLESRC"] }',
};

const repository = new TestRepository();

beforeAll(() => {
  repository.commit('Sources', sources);
  repository.push();
  repository.git('branch', 'dev1');
  repository.commit('Ignored', { 'ignore.yml': mapping('dependents: ignore', branches('')) });
  const back = mapping('dependents: ignore', branches(', dependents: report'));
  const branch = mapping(branches(', dependents: ignore'));
  repository.commit('Ignored here', { 'branch.yml': branch, 'back.yml': back });
});
afterAll(() => repository[Symbol.dispose]());

const checked = (options: GivenOptions = {}, cwd = repository.dir) => checkIn(cwd, { branch: 'main', ...options });

const leftOut = [
  { path: 'QCPYLESRC/BASE.RPGLE', sources: 1 },
  { path: 'QCPYLESRC/CUST.RPGLE', sources: 2 },
];
const none = { leftOut: [], sources: 0 };
const ends = {
  unused: ['QCPYLESRC/LONELY.RPGLE'],
  ...{ unanswered: [{ path: 'QRPGLESRC/ORD200.RPGLE', line: 3, kind: 'file', name: 'GONE *FILE' }], noMain: [] },
  ...{ onlyBound: [], programs: [], unreadable: [] },
};

test('includes that are left out though used, includes that nobody uses, and names that nothing answers', async () => {
  const report = await checked();
  expect(report.uses).toEqual({ unknown: null, leftOut, sources: 3, asked: none, ...ends });
  expect(report).toMatchObject({ warnings: [], exitCode: 0 });
  expect(formatCheckText(report).split('\n').slice(1)).toEqual([
    '2 includes are left out, and 3 sources use them: under which attribute are they filed?',
    '  QCPYLESRC/*.RPGLE  2 files: QCPYLESRC/BASE.RPGLE, QCPYLESRC/CUST.RPGLE',
    '1 include that no source uses',
    '  QCPYLESRC/*.RPGLE  1 file: QCPYLESRC/LONELY.RPGLE',
    '1 reference not found in this repository',
    '  file GONE *FILE: QRPGLESRC/ORD200.RPGLE line 3',
    '',
  ]);
  expect(renderCheckMarkdown(report)).toContain('### 2 includes are left out, and 3 sources use them');
});

test('sources that say NOMAIN, which the mapping makes programs of', async () => {
  const modules = {
    'QRPGLESRC/TAX.RPGLE': '     H NOMAIN\n',
    'QRPGLESRC/VAT.RPGLE': "**free\nctl-opt bnddir('QC2LE')\n  nomain;\n",
    'QMODSRC/DUTY.RPGLE': '**free\nctl-opt nomain;\n',
  };
  const isModule = '  - { match: { gpath: QMODSRC }, request: { objt: "*MODULE" } }\n';
  const text = mapping(branches('')).replace('rules:\n', `rules:\n${isModule}`);
  repository.commit('Modules', { ...modules, 'modules.yml': text });
  try {
    const report = await checked({ mapping: `${repository.dir}/modules.yml` });
    const paths = ['QRPGLESRC/TAX.RPGLE', 'QRPGLESRC/VAT.RPGLE'];
    expect(report.uses?.noMain).toEqual([{ rule: 'rules[4]', line: 10, paths }]);
    expect(report.exitCode).toBe(0);
    const title =
      '2 sources say NOMAIN, but the mapping makes a *PGM of them: they need another rule, for *MODULE or *SRVPGM';
    expect(formatCheckText(report)).toContain(`\n${title}\n  rules[4] (line 10): ${paths.join(', ')}\n`);
    expect(renderCheckMarkdown(report)).toContain('### 2 sources say NOMAIN');
  } finally {
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
  }
});

test('on a branch that delivers them they are not left out', async () => {
  expect((await checked({ branch: 'dev1' })).uses).toEqual({ unknown: null, ...none, asked: none, ...ends });
});

test.each([
  ['ignore.yml', null],
  ['branch.yml', null],
  ['back.yml', leftOut],
])('dependents: ignore: nobody looks (%s)', async (file, uses) => {
  const report = await checked({ mapping: `${repository.dir}/${file}` });
  expect(report.uses?.leftOut ?? null).toEqual(uses);
});

test('contents that a clone lacks are fetched; where they cannot be had, the uses are unknown', async () => {
  git(repository.remote, 'config', 'uploadpack.allowFilter', 'true');
  git(repository.remote, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
  const clone = `${repository.root}/blobless`;
  const from = `file://${repository.remote}`;
  git(repository.root, 'clone', '--quiet', '--filter=blob:none', '--no-checkout', from, clone);
  const options = { head: 'HEAD', mapping: `${repository.dir}/.file-checkouts.yml` };
  expect((await checked(options, clone)).uses).toMatchObject({ unknown: null, leftOut });
  rmSync(repository.remote, { recursive: true });
  const report = await checked(options, clone);
  expect(report).toMatchObject({ uses: { unknown: expect.stringMatching(/\w/), leftOut: [] }, exitCode: 0 });
  expect(formatCheckText(report)).toContain('what sources use is not known\n  ');
});

test('programs that are included, and sources that cannot be read, are said; what those may use is not called unused', async () => {
  using other = new TestRepository();
  other.commit('Sources', {
    '.file-checkouts.yml': mapping(branches('')),
    'QCPYLESRC/LONELY.RPGLE': '**free\n',
    'QRPGLESRC/DIRECTIVES.RPGLE': '**free\n',
    'QRPGLESRC/ORD100.RPGLE': '**free\n/copy directives\n',
    'QRPGLESRC/ORD200.RPGLE': '**free\n/copy directives\n',
    'QRPGLESRC/WIDE.RPGLE': Buffer.from('\ufeff**free\n/copy QCPYLESRC,LONELY\n', 'utf16le'),
  });
  const report = await checked({}, other.dir);
  expect(report.uses).toMatchObject({
    unused: [],
    programs: [{ path: 'QRPGLESRC/DIRECTIVES.RPGLE', sources: 2 }],
    unreadable: [{ path: 'QRPGLESRC/WIDE.RPGLE', why: 'it is UTF-16' }],
  });
  const text = formatCheckText(report);
  expect(text).toContain('QRPGLESRC/DIRECTIVES.RPGLE: 2 sources include this, and the mapping makes it a program');
});
