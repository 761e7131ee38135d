/** Sites that are made from a mapping: they take what it makes, refuse what a real one would, and say what is made up. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SampleBranch } from '../../src/check/sample-branches.ts';
import { formatMadeUp, madeUser, makeSite } from '../../src/commands/made-site/make-site.ts';
import { buildSiteOfMapping, selectLinkedBranches } from '../../src/commands/made-site/site-of-mapping.ts';
import { formatSite, runServeCommand } from '../../src/commands/serve.ts';
import { readSurroundings } from '../../src/environment.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import { readSite } from '../../src/service/load-site.ts';
import { folder, git, runEnv, writeFiles } from '../git/support.ts';
import { demo } from '../service/helper.ts';
import { heard } from '../silent.ts';

const mapping = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: "feat-{proj}-{task}", appl: ORD, lvl: 10, creq: "*NO", proj: "{proj}", task: "{task}" }
rfp: per-push
users: { jane: JANE }
pipe: { pipe: JENKINS1, pipa: PIPE }
rules:
  - match: { gfile: "*.PGM.RPGLE" }
    request: { objt: "*PGM", attr: RPGLE }
  - match: { gfile: "*.PF" }
    request: { objt: "*FILE" }
  - match: { gfile: ["*.CLLE", "Makefile"] }
    request: {}
`;
const paths = ['Q/A.PGM.RPGLE', 'Q/CUST.PF', 'Q/NIGHT.CLLE', 'Makefile'];

function made(linked: readonly string[] = [], text = mapping) {
  const compiled = compileMapping(loadMapping(text, 'm.yml'));
  const branches = ['main', 'feat-CUST-12'].flatMap((name) => {
    const match = findBranchRule(compiled, name);
    return match === null ? [] : [{ name, match }];
  });
  return buildSiteOfMapping({ mapping: compiled, repo: 'ORDERS', branches, examples: [], paths, linked });
}

test('what is made up is said in a few lines', () => {
  expect(formatMadeUp(made().madeUp)).toEqual([
    'assumptions (your service may differ):',
    '  user REHEARSE may add requests, update all requests (codes 37 and 31) and authorize projects',
    '  levels that permit check-outs: ORD/10, ORD/50',
    '  attributes that the mapping names: RPGLE',
    '  attributes that the service derives from the file name: *.PF *FILE, *.CLLE *PGM (a guess), * *PGM (a guess)',
    '  sources are in QSOURCE, files of the IFS below /rehearsal, libraries are called <user><level>',
    '  NOT linked to a project: main. Requests with proj *BRANCH (the default) are refused there',
    '    if it is linked at your service: --linked main',
    '    if not: write proj: null into the branch rule, or proj: NAME',
    '  projects that are open: CUST, CUST task 12',
    '  users: JANE',
    '  pipeline servers: JENKINS1',
    '  any object may be recompiled, as it is not known what is installed; nobody else has requests',
  ]);
  const linked = formatMadeUp(made(['main']).madeUp).join('\n');
  expect(linked).toContain('  branches linked to a project (--linked): main\n');
  expect(linked).not.toContain('NOT');
});

const onMain = { appl: 'ORD', lvl: 50, repo: 'ORDERS', branch: 'main', gpath: 'Q', proj: '*BRANCH' };

test('it takes what the mapping makes: attributes by extension, users, projects and tasks', async () => {
  const { site } = made(['main']);
  await using service = await demo({ site });
  const create = (fields: object) => service.create({ ...onMain, ...fields }, madeUser.token);
  expect((await create({ objn: 'CUST', gfile: 'CUST.PF', objt: '*FILE' })).request).toMatchObject({ attr: 'PF' });
  expect((await create({ objn: 'NIGHT', gfile: 'NIGHT.CLLE' })).request).toMatchObject({ attr: 'CLLE', objt: '*PGM' });
  expect((await create({ objn: 'MAKEFILE', gfile: 'Makefile' })).request).toMatchObject({ attr: 'FILE' });
  const ofTask = { lvl: 10, branch: 'feat-CUST-12', proj: 'CUST', task: 12, user: 'JANE' };
  expect((await create({ objn: 'A', objt: '*PGM', attr: 'RPGLE', ...ofTask })).sev).toBe('10');
});

test.each([
  [{ objn: 'A', branch: 'dev' }, /^Branch dev of repository ORDERS is not linked to a project/],
  [{ objn: 'CREATEORDERS' }, /^objn is CREATEORDERS; the name of a \*PGM has 10 characters at most/],
  [{ objn: 'EMPLOYEES_TABLE', objt: '*FILE' }, /^objn is EMPLOYEES_TABLE; a name on IBM i has 10 characters/],
  [{ objn: 'ORD ENTRY' }, /^objn is ORD ENTRY; a name on IBM i has only the characters A-Z 0-9 \$ # @ _ \./],
  [{ objn: 'DÄÖÜ' }, /^objn is DÄÖÜ; a name on IBM i has only/],
  [{ objn: 'A', srcn: 'MEMBERTOOLONG' }, /^srcn is MEMBERTOOLONG; a name on IBM i has 10/],
  [{ objn: 'A', folb: 'LIBRARYTOOLONG' }, /^folb is LIBRARYTOOLONG;/],
  [{ objn: 'A', lvl: 20 }, /^Level 20 of application ORD is not known/],
])('it refuses what a real one would: %j', async (fields, says) => {
  await using service = await demo({ site: made(['main']).site });
  const { sev, msg } = await service.create({ ...onMain, objt: '*PGM', attr: 'RPGLE', ...fields }, madeUser.token);
  expect([sev, msg]).toEqual(['30', expect.stringMatching(says)]);
});

test('an update cannot bring in another name either; names in lower case and in the IFS are no matter', async () => {
  await using service = await demo({ site: made(['main']).site });
  const token = madeUser.token;
  expect((await service.create({ ...onMain, objn: 'lower', objt: '*PGM', attr: 'RPGLE' }, token)).sev).toBe('10');
  expect((await service.update({ objectId: 10001, srcn: 'a b' }, token)).msg).toMatch(/^srcn is a b; a name on IBM i/);
  const page = { ...onMain, objn: 'a page that is long.html', objt: '*IFS', attr: 'RPGLE' };
  expect((await service.create({ ...page, srcn: 'X' }, token)).sev).toBe('10');
});

test('branches are linked by name or pattern; one that matches nothing is an error', () => {
  const known = ['main', 'feat-a', 'feat-b'];
  expect(selectLinkedBranches(['feat-*', 'main', 'main'], known)).toEqual(['feat-a', 'feat-b', 'main']);
  expect(selectLinkedBranches(['later'], known)).toEqual(['later']);
  expect(() => selectLinkedBranches(['x*'], known)).toThrow('--linked x* matches no branch');
  expect(() => selectLinkedBranches(['{a'], known)).toThrow('--linked {a: ');
});

test('without a request there is no site; what init left open is named', () => {
  expect(() => made([], mapping.replaceAll('gfile: ', 'path: x, gfile: '))).toThrow('makes no request');
  expect(() => made([], mapping.replace('appl: ORD', 'appl: "<APPL>"'))).toThrow('branches[0].appl (<APPL>)');
});

test('its text is a site file that says the same, no matter what the names are', () => {
  const { site } = made(['main']);
  const text = formatSite(site, ['one', 'two']);
  expect(text).toMatch(/^# yaml-language-server: \S+\n# one\n# two\nusers:\n/);
  expect(readSite(text, 'site.yml')).toEqual(site);
  const name = fc
    .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    .filter((one) => one.trim() === one && !/[/\uFFFD]/.test(one));
  fc.assert(
    fc.property(name, name, fc.array(name, { maxLength: 2 }), (appl, branch, projects) => {
      const one = { appl, lvl: 1, objn: 'X' };
      const ofProjects = projects.map((proj) => ({ ...one, gfile: `x.${appl}`, proj, task: 2, stsk: 3 }));
      const requests = [{ ...one, gfile: 'y', branch, proj: '*BRANCH' }, ...ofProjects];
      const odd = makeSite({ repo: appl, requests, linked: [branch], users: [branch] }).site;
      const stored = JSON.parse(JSON.stringify(odd));
      expect(readSite(formatSite(odd, []), 'site.yml')).toEqual(stored);
    }),
    { numRuns: 50 },
  );
});

test('an example of a branch brings in its level, and neither project nor branch', () => {
  const compiled = compileMapping(loadMapping(mapping, 'm.yml'));
  const [main, feature] = ['main', 'feat-1-2'].map((name) => ({ name, match: findBranchRule(compiled, name) }));
  if (!main?.match || !feature?.match) throw new Error('both have a branch rule');
  const [branches, examples] = [[main], [feature]] as [SampleBranch[], SampleBranch[]];
  const { madeUp } = buildSiteOfMapping({ mapping: compiled, repo: 'ORDERS', branches, examples, paths, linked: [] });
  expect(madeUp).toMatchObject({ targets: ['ORD/10', 'ORD/50'], projects: [], unlinked: ['main'] });
});

async function served(options: GivenOptions, cwd: string): Promise<{ said: string; code: number }> {
  const { output, said } = heard();
  const surrounding = { ...(await readSurroundings(runEnv, '.')), env: runEnv, cwd };
  const around = { ...surrounding, gitToken: undefined, signal: AbortSignal.abort() };
  const input = { ...around, options: withDefaults({ port: 0, ...options }) };
  return { code: await runServeCommand(input, output), said: said() };
}

test('serve --from-mapping says what it made; --write-site writes that site, to be served with --site', async () => {
  using at = folder();
  git(at.path, 'init', '--quiet', '--initial-branch=main');
  writeFiles(at.path, { '.file-checkouts.yml': mapping, ...Object.fromEntries(paths.map((path) => [path, 'x'])) });
  git(at.path, 'add', '--all');
  const fromMapping = { 'from-mapping': '.file-checkouts.yml', 'repo-dir': at.path };
  const { said } = await served({ ...fromMapping, linked: ['main'] }, '/');
  expect(said).toMatch(
    /^object-request service listening on \S+\nsite made from .file-checkouts.yml and 5 tracked fil/,
  );
  expect(said).toContain('  branches linked to a project (--linked): main\n');
  expect(said).toContain('ORD/10, ORD/50\n');
  expect(said).not.toMatch(/90351|projects that are open/);
  expect(said).toMatch(/\ntoken: rehearsal-token\n$/);

  const file = join(at.path, 'site.yml');
  const written = await served({ ...fromMapping, 'write-site': file }, at.path);
  expect(written.said).toContain(`wrote ${file}: site made from`);
  expect(written.said).not.toContain('listening');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('#   NOT linked to a project: main.');
  expect(readSite(text, file).repositories).toMatchObject([{ repo: 'ORDERS', branches: [] }]);
  await expect(served({ ...fromMapping, 'write-site': file }, at.path)).rejects.toThrow('is not overwritten');
  writeFileSync(file, text.replace('addRequest: true', 'addRequest: 1'));
  const wrong = { exitCode: 2, message: expect.stringContaining('`true` or `false`') };
  await expect(served({ site: file }, at.path)).rejects.toMatchObject(wrong);
});

test.each<[GivenOptions, RegExp]>([
  [{}, /^serve needs a site/],
  [{ demo: true, 'from-mapping': 'm.yml' }, /^--demo and --from-mapping exclude each other/],
  [{ demo: true, linked: ['main'] }, /^--linked is for a site that is made/],
  [{ site: 's.yml', 'write-site': 'x.yml' }, /^--write-site is for a site that is made/],
])('serve %j is refused', async (options, says) => {
  await expect(served(options, '/')).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(says) });
});
