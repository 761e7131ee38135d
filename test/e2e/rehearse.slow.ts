import { expect, test } from 'vitest';
import { bundles, runBundle } from './support/bundle.ts';
import { TestRepository } from './support/repository.ts';

test('rehearse replays the last commits of a repository and leaves it as it was', async () => {
  using repository = new TestRepository();
  const mapping = `version: 1
branches: [{ branch: main, appl: APP, lvl: 10 }]
rules:
  - match: { gfile: "*.RPGLE" }
    request: { objt: "*PGM", attr: RPGLE }
  - match: { path: "**" }
    skip: other
`;
  repository.commit('one', { '.file-checkouts.yml': mapping, 'A.RPGLE': 'a\n' });
  repository.commit('two', { 'B.RPGLE': 'b\n', 'A.RPGLE': 'a2\n' });
  repository.commit('three', { 'A.RPGLE': null });
  const refs = repository.git('for-each-ref');
  const status = repository.git('status', '--porcelain');
  const args = ['rehearse', '--repo-dir', repository.dir, '--last', '5', '--linked', 'main'];
  const { code, stdout } = await runBundle(bundles.cli, args);
  expect(stdout).toMatch(
    /^\n=== rehearsal: 3 pushes to main of work, at a site that is made from the mapping\nassumptions \(your service may differ\)/,
  );
  expect(stdout).toMatch(/push 1 of 3[\s\S]*1 created[\s\S]*push 2 of 3[\s\S]*1 created, 1 updated[\s\S]*push 3 of 3/);
  expect(stdout).toMatch(/push 3 of 3[\s\S]*withdrawn +\*MIGRATE +APP\/10 A/);
  expect(code).toBe(0);
  expect([repository.git('for-each-ref'), repository.git('status', '--porcelain')]).toEqual([refs, status]);
});

const oneRule = `version: 1
repo: APPS
branches: [{ branch: main, appl: APP, lvl: 10 }]
rules:
  - match: { gfile: "*.RPGLE" }
    request: { objt: "*PGM", attr: RPGLE }
`;

test('a branch that nobody says is linked is refused, and it is said before and after what to do', async () => {
  using repository = new TestRepository();
  repository.commit('one', { 'map.yml': oneRule, 'A.RPGLE': 'a\n', 'TOOLONGNAME.RPGLE': 'b\n' });
  const at = ['rehearse', '--repo-dir', repository.dir, '--mapping', `${repository.dir}/map.yml`];
  const unlinked = await runBundle(bundles.cli, at);
  expect(unlinked.code).toBe(1);
  expect(unlinked.stdout).toMatch(/assumptions[\s\S]*NOT linked to a project: main\.[\s\S]*=== push 1 of 1/);
  expect(unlinked.stdout).toContain('Branch main of repository APPS is not linked to a project');
  expect(unlinked.stdout).toMatch(/requests were refused\n {2}NOT linked[\s\S]*--linked main\n.*proj: null.*\n$/);
  const linked = await runBundle(bundles.cli, [...at, '--linked', 'm*']);
  expect(linked.stdout).toMatch(/1 created, 1 rejected/);
  expect(linked.stdout).toContain('objn is TOOLONGNAME; the name of a *PGM has 10 characters at most');
});

test('a commit that is checked out without a branch: no defect, but what to do', async () => {
  using repository = new TestRepository();
  repository.commit('one', { '.file-checkouts.yml': oneRule, 'A.RPGLE': 'a\n' });
  repository.commit('two', { 'A.RPGLE': 'a2\n' });
  repository.git('checkout', '-q', '--detach', 'HEAD~1');
  const { code, stderr } = await runBundle(bundles.cli, ['rehearse', '--repo-dir', repository.dir]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/has no branch checked out\n.*Check a branch out first/)]);
});

test('rehearse --site: at the installation of that file, as the user whose token is given', async () => {
  using repository = new TestRepository();
  const site = `users:
  - { user: JANE, token: jane-token, addRequest: true }
  - { user: LEAD, token: lead-token, addRequest: true, codes: [37] }
applications:
  - appl: APP
    levels: [{ lvl: 10 }, { lvl: 90, checkOuts: false }]
    attributes: [{ attr: RPGLE, objt: "*PGM", source: member, fsfl: QRPGLESRC }]
repositories: [{ repo: APPS, branches: [{ branch: main, proj: CUST }] }]
projects: [{ proj: CUST, text: Customers, authorized: [APP] }]
`;
  repository.commit('one', { '.file-checkouts.yml': oneRule, 'site.yml': site, 'A.RPGLE': 'a\n' });
  repository.commit('two', { 'A.RPGLE': 'b\n' });
  const at = ['rehearse', '--repo-dir', repository.dir, '--site', `${repository.dir}/site.yml`];
  const jane = await runBundle(bundles.cli, at);
  expect(jane.stdout).toMatch(/^\n=== rehearsal: 2 pushes to main of APPS, at the site of \S+\nfiled as user JANE \(/);
  expect(jane.stdout).toContain('1 created');
  expect(jane.stdout).toContain('User not authorized to update Request');
  expect(jane.code).toBe(1);
  const lead = await runBundle(bundles.cli, at, { env: { FILE_CHECKOUTS_TOKEN: 'lead-token' } });
  expect(lead.stdout).toContain('filed as user LEAD (');
  expect([lead.code, lead.stdout.includes('1 updated')]).toEqual([0, true]);
  expect(lead.stdout).not.toContain('lead-token');
});
