/** `init` over real repositories, called in process. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInitCommand } from '../../src/commands/init.ts';
import type { Problem } from '../../src/errors.ts';
import { schemaUrl } from '../../src/init/render.ts';
import { makeStarter } from '../../src/init/starter.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { findMarks } from '../../src/mapping/marks.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import { checked } from '../check/support.ts';
import { initialize } from '../git/by-hand.ts';
import { folder, git, runEnv, writeFiles } from '../git/support.ts';
import { heard } from '../silent.ts';
import { activeLines, compiled, fieldsOf, filled, mapperOf, mappingFile } from './support.ts';

const program = '**free\nctl-opt dftactgrp(*no);\n';

const names = { 'QRPGLESRC/ORD100.RPGLE': 'x', 'QDDSSRC/CUST.PF': 'x', 'QCPYLESRC/CONST.RPGLE': 'x', 'README.md': 'x' };

function tree(files: Readonly<Record<string, string>> = names) {
  const at = folder();
  initialize(join(at.path, '.git'), false);
  writeFileSync(join(at.path, '.git/HEAD'), 'ref: refs/heads/trunk\n');
  writeFiles(at.path, files);
  git(at.path, 'add', '--all');
  const run = async (options: GivenOptions = {}, cwd = at.path) => {
    const { output, said } = heard();
    return {
      code: await runInitCommand({ options: withDefaults(options), env: runEnv, gitToken: undefined, cwd }, output),
      said: said(),
    };
  };
  return {
    ...{ dir: at.path, run },
    refusal: (options: GivenOptions = {}): Promise<Problem> =>
      run(options).then(
        () => expect.fail('init was not refused'),
        (error) => error,
      ),
    written: (name = mappingFile) => readFileSync(join(at.path, name), 'utf8'),
    [Symbol.dispose]: () => at[Symbol.dispose](),
  };
}

test('writes the file beside what Git tracks, with the marks that file refuses, and says what it did', async () => {
  using repository = tree();
  writeFileSync(join(repository.dir, 'LOCAL.SQLPRC'), 'not tracked');
  const { code, said } = await repository.run();
  expect(code).toBe(0);
  const text = repository.written();
  expect(text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${schemaUrl}`);
  expect(activeLines(text)).not.toContain('SQLPRC');
  const { mapping } = compiled(text);
  expect(mapping).toMatchObject({
    ...{ version: 1, rfp: 'none', unmapped: 'error', dependents: 'report', deletes: 'request' },
  });
  expect(mapping.branches).toEqual([{ branch: 'trunk', appl: '<APPL>', lvl: '<LVL>' }]);
  expect(findMarks(mapping).map(({ path }) => path)).toEqual(['repo', 'branches[0].appl', 'branches[0].lvl']);
  expect(said.split('\n')).toEqual([
    'wrote .file-checkouts.yml: 5 rules for 4 tracked files',
    'files that each rule matches:',
    '  rules[0]      1  skip: settings of tools  (**/.* ...)',
    '  rules[1]      1  skip: documentation  (*.md)',
    '  rules[2]      1  skip: include file  (**/QCPYLESRC/**, *.RPGLE ...)',
    '  rules[3]      1  *PGM  (*.RPGLE ...)',
    '  rules[4]      1  *FILE  (*.PF ...)',
    '  no rule       0',
    'not sure:',
    '  plain ILE RPG sources are taken for *PGM, a guess: ORD100.RPGLE; those of *MODULE need a rule above',
    '1 include is left out: under which attribute is it filed?',
    '  decide that in rules[2]: its comment says how',
    'next:',
    '  if branches are not linked to a project at the service, set proj: null in branches[0]',
    '  fill in repo (<REPO>), branches[0].appl (<APPL>), branches[0].lvl (<LVL>)',
    '  file-checkouts check',
    '    shows which files have no rule, and which make the same object',
    '  file-checkouts plan --base HEAD~1 --head HEAD',
    '    shows what a push of the last commit would file',
    '  file-checkouts rehearse --repo-dir . --last 10',
    '    files the last commits at a simulated service in memory; if trunk is linked to a project, add --linked trunk',
    '',
  ]);
});

test('options fill in what a repository cannot know; a number in a text field stays a text', async () => {
  using repository = tree();
  const set = ['appl=400', 'lvl=10', 'lock=*NO', 'proj=null', 'task=7', 'srcd=say "x": {branch}'];
  const { said } = await repository.run({ repo: 'ORDERS', branch: 'feat-{x}', set });
  expect(said).not.toContain('fill in');
  const text = repository.written();
  const { mapping } = compiled(text);
  expect(findMarks(mapping)).toEqual([]);
  expect(mapping).toMatchObject({
    repo: 'ORDERS',
    branches: [{ branch: 'feat-\\{x\\}', appl: '400', lvl: 10 }],
    request: { lock: '*NO', proj: null, task: 7 },
  });
});

test('a filled file makes requests that carry what the interface asks for (§2.1), and leaves attr to the service', async () => {
  using repository = tree();
  await repository.run({ repo: 'ORDERS', branch: 'main', set: ['appl=ORD', 'lvl=10'] });
  expect(fieldsOf(repository.written(), 'QRPGLESRC/ORD100.RPGLE')).toEqual({
    ...{ appl: 'ORD', lvl: 10, objn: 'ORD100', objt: '*PGM', srca: 'RPGLE', repo: 'ORDERS', gpath: 'QRPGLESRC' },
    ...{ gfile: 'ORD100.RPGLE', branch: 'main', proj: '*BRANCH' },
  });
});

test('a file that is there is never overwritten, wherever it is named', async () => {
  using repository = tree();
  writeFileSync(join(repository.dir, mappingFile), 'mine');
  writeFileSync(join(repository.dir, 'other.yml'), 'mine too');
  for (const options of [{}, { mapping: 'other.yml' }]) {
    const refused = await repository.refusal(options);
    expect([refused.code, refused.exitCode]).toEqual(['usage', 2]);
    expect(refused.message).toContain('is there already, and is not overwritten');
    expect(refused.remedy).toContain('--mapping');
  }
  expect([repository.written(), repository.written('other.yml')]).toEqual(['mine', 'mine too']);
});

test('--mapping names another place, from the current directory; the file itself gets a rule there', async () => {
  using repository = tree({ 'sub/QRPGLESRC/A.RPGLE': 'x' });
  const { said } = await repository.run({ mapping: 'checkouts.yml' }, join(repository.dir, 'sub'));
  expect(said).toContain('wrote checkouts.yml: 2 rules for 1 tracked file');
  expect(said).toContain('  file-checkouts check --mapping checkouts.yml\n');
  expect(existsSync(join(repository.dir, mappingFile))).toBe(false);
  expect(mapperOf(repository.written('sub/checkouts.yml'))('sub/checkouts.yml')).toBe('skip: build and settings');
});

test('--head lists the files of a commit instead of those of the index', async () => {
  using repository = tree();
  git(repository.dir, 'commit', '--quiet', '-m', 'one');
  git(repository.dir, 'rm', '--quiet', '-r', '.');
  writeFiles(repository.dir, { 'QSQLSRC/T.TABLE': 'x' });
  git(repository.dir, 'add', '--all');
  await repository.run({ head: 'HEAD', mapping: 'head.yml' });
  await repository.run({ mapping: 'index.yml' });
  const [ofHead, ofIndex] = ['head.yml', 'index.yml'].map((name) => activeLines(repository.written(name)));
  expect(ofHead).toContain('*.RPGLE');
  expect(ofHead).not.toContain('*.TABLE');
  expect(ofIndex).toContain('*.TABLE');
  expect(ofIndex).not.toContain('*.RPGLE');
});

test('without a source it says so, and writes a file that is valid and files nothing', async () => {
  using repository = tree({ 'docs/a.md': 'x', 'main.py': 'x' });
  const { code, said } = await repository.run();
  expect(code).toBe(0);
  expect(said).toContain('No rule makes a request yet: there are no sources except includes and tests.');
  const text = repository.written();
  expect(text).toContain('# No rule makes a request yet: there are no sources except includes and tests.');
  expect(mapperOf(text)('docs/a.md')).toBe('skip: documentation');
  expect(compiled(text).mapping.rules?.every(({ skip }) => skip !== undefined)).toBe(true);
});

test('an empty repository and a file outside of it: an empty list of rules, never "every file"', async () => {
  using repository = tree({});
  using elsewhere = folder();
  await repository.run({ mapping: join(elsewhere.path, 'map.yml') });
  const text = readFileSync(join(elsewhere.path, 'map.yml'), 'utf8');
  expect(compiled(text).mapping.rules).toEqual([]);
  expect(mapperOf(text)('A.RPGLE')).toBe('no rule matches');
});

test('links and submodules are not counted, names that cannot be shown do no harm', async () => {
  using repository = tree({ 'QRPGLESRC/A.RPGLE': 'x', 'QRPGLESRC/B\u001b[31m.RPGLE': 'x' });
  symlinkSync('QRPGLESRC/A.RPGLE', join(repository.dir, 'LINK.CLLE'));
  git(repository.dir, 'add', '--all');
  git(repository.dir, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
  const { said } = await repository.run();
  expect(said).toContain('2 tracked files');
  expect(said).not.toContain('\u001b');
  expect(activeLines(repository.written())).not.toContain('CLLE');
});

test('a detached HEAD has no branch to take: main, and a word about it', async () => {
  using repository = tree();
  git(repository.dir, 'commit', '--quiet', '-m', 'one');
  git(repository.dir, 'checkout', '--quiet', '--detach');
  const { said } = await repository.run();
  expect(said).toContain('no branch is checked out: look at branches[0].branch');
  expect(compiled(repository.written()).mapping.branches?.[0]?.branch).toBe('main');
});

test('what cannot be done is a usage problem, and nothing is written', async () => {
  using repository = tree();
  const cases: [GivenOptions, string][] = [
    [{ mapping: 'origin/main:.file-checkouts.yml' }, 'names a file in a commit'],
    [{ mapping: 'nowhere/map.yml' }, 'nowhere/map.yml cannot be written'],
    [{ set: ['applx=ORD'] }, 'did you mean appl?'],
    [{ set: ['rfp=7'] }, 'rfp is not set as a field'],
    [{ set: ['srcd={nonsense}'] }, 'the options make no valid mapping: unknown placeholder `{nonsense}`'],
  ];
  for (const [options, said] of cases) {
    const refused = await repository.refusal(options);
    expect([refused.exitCode, refused.message]).toEqual([2, expect.stringContaining(said)]);
    expect(refused.remedy).toMatch(/\.$/);
  }
  expect(git(repository.dir, 'status', '--porcelain', '--untracked-files=all')).not.toContain('??');
});

test('a bare repository has no place for the file', async () => {
  using repository = tree();
  git(repository.dir, 'commit', '--quiet', '-m', 'one');
  using at = folder();
  git(at.path, 'clone', '--quiet', '--bare', repository.dir, 'bare.git');
  const bare = join(at.path, 'bare.git');
  expect((await repository.refusal({ 'repo-dir': bare })).message).toContain('a bare repository');
  await repository.run({ 'repo-dir': bare, mapping: join(at.path, 'map.yml') });
  expect(mapperOf(readFileSync(join(at.path, 'map.yml'), 'utf8'))('QDDSSRC/NEW.LF')).toBe('*FILE NEW LF');
});

test('names that are longer than a pattern may be are not listed; the file loads, and check shows them', () => {
  const deep = Array.from({ length: 5 }, () => 'd'.repeat(200)).join('/');
  const paths = [`${deep}/m.c`, `${deep}/web/index.html`, 'QRPGLESRC/A.PGM.RPGLE'];
  const { text } = makeStarter(paths, filled);
  expect(compiled(text).rules?.length).toBeGreaterThan(1);
});

test('the second level that is proposed in comments, once its comment signs are gone, is one that check lets pass', () => {
  const paths = ['QRPGLESRC/ORD100.RPGLE'];
  const { text } = makeStarter(paths, { ...filled, branchFields: { appl: '<APPL>', lvl: '50' } });
  const mapping = text
    .replace(
      /^ {2}# (- branch: "feat[\s\S]*?task: "\{task\}")$/m,
      (_, rule: string) => `  ${rule.replaceAll('\n  # ', '\n  ')}`,
    )
    .replace('"<LVL>"', '10')
    .replaceAll('<APPL>', 'ORD');
  const branches = ['main', 'feat-CUST-12'];
  const warned = (text: string) => checked({ mapping: text, files: paths, branches }).warnings;
  expect(warned(mapping.replace('rfp: none', 'rfp: per-push'))).toEqual([]);
  expect(warned(mapping)).toMatchObject([{ message: expect.stringContaining('opens no RFP') }]);
  const rule = findBranchRule(compiled(mapping), 'feat-CUST-12');
  expect(rule).toMatchObject({ captures: { proj: 'CUST', task: '12' } });
});

test('what names do not tell, the sources do, as Git has them', async () => {
  using repository = tree({
    ...Object.fromEntries(['A', 'B'].map((name) => [`src/${name}.PGM.RPGLE`, program])),
    ...Object.fromEntries(['C', 'D', 'E'].map((name) => [`src/${name}.RPGLE`, program])),
    'src/F.RPGLE': '**free\nctl-opt nomain;\n',
    'src/G.CLLE': 'PGM\nENDPGM\n',
  });
  // What only stands in the work tree does not count.
  writeFiles(repository.dir, { 'src/C.RPGLE': '**free\nctl-opt nomain;\n' });
  const { said } = await repository.run({ set: ['appl=ORD', 'lvl=50'], repo: 'ORDERS' });
  const map = mapperOf(repository.written());
  const types = ['C', 'D', 'F'].map((name) => map(`src/${name}.RPGLE`).split(' ')[0]);
  expect(types).toEqual(['*PGM', '*PGM', '*MODULE']);
  expect(map('src/G.CLLE')).toBe('*PGM G CLLE');
  expect(said).not.toContain('not sure');
});

test.each([
  ['commands', { 'QILESRC/A.ILEPGM': 'CRTPGM PGM(&O/&N) MODULE(A B) ENTMOD(A)\n' }, ['*MODULE', '*MODULE', '*PGM']],
  ['commands without modules', { 'QILESRC/A.ILEPGM': 'CRTPGM PGM(&O/&N)\n' }, ['*MODULE', '*PGM', '*PGM']],
  ['CL', { 'QCLSRC/MAKE.CLP': 'CRTSRVPGM SRVPGM(X) MODULE(L/B)\n' }, ['*PGM', '*MODULE', '*PGM']],
  // The program of a module's name has no other file.
  ['Rules.mk', { 'Rules.mk': 'A.PGM: A.MODULE B.MODULE\nA.MODULE: A.RPGLE\n' }, ['*PGM', '*MODULE', '*PGM']],
  ['a module that nothing binds', { 'Rules.mk': 'A.MODULE: A.RPGLE B.FILE\n' }, ['*MODULE', '*PGM', '*PGM']],
  ['a pattern', { makefile: '%.pgm:\n\tsystem "CRTPGM PGM(L/$*) MODULE(L/A L/B)"\n' }, ['*PGM', '*MODULE', '*PGM']],
  ['an option says nothing', { 'Rules.mk': 'B.PGM: private ACTGRP = QILE\n' }, ['*PGM', '*PGM', '*PGM']],
  ['another folder', { 'x/A.RPGLE': program, 'x/makefile': 's.srvpgm: a.module\n' }, ['*PGM', '*PGM', '*PGM']],
  ['both', { 'Rules.mk': 'A.PGM: A.RPGLE\nS.SRVPGM: S.BND A.MODULE\n' }, ['*PGM', '*PGM', '*PGM']],
  ['a makefile', { makefile: 's.srvpgm: a.module b.rpgle\nc.pgm: c.rpgle\n' }, ['*MODULE', '*MODULE', '*PGM']],
])('what is bound is a module, no matter what the source looks like: %s', async (_, build, types) => {
  const sources = ['A', 'B', 'C'].map((name) => `QRPGLESRC/${name}.RPGLE`);
  using repository = tree({ ...Object.fromEntries(sources.map((path) => [path, program])), ...build });
  const { said } = await repository.run({ set: ['appl=ORD', 'lvl=50'] });
  const map = mapperOf(repository.written());
  expect(sources.map((path) => map(path).split(' ')[0])).toEqual(types);
  expect(said).not.toContain('not sure');
});

test('says which programs of the mapping other sources include', async () => {
  using repository = tree({
    'QRPGLESRC/DIRECTIVES.RPGLE': '**free\n',
    'QRPGLESRC/ORD100.RPGLE': '**free\n/copy directives\n',
    'QRPGLESRC/ORD200.RPGLE': '**free\n/copy directives\n',
  });
  const { said } = await repository.run();
  expect(said).toContain('QRPGLESRC/DIRECTIVES.RPGLE: 2 sources include this, and the mapping makes it a program');
});
