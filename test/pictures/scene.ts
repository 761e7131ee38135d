/**
 * What the pictures of the README show: a team's repository, pushes that the bundles file at a real service, the comment
 * that the action writes to a pull request, and the HTML report of the push that merges it.
 */

import { demoSite } from '../../src/service/demo.ts';
import { startGitHub } from '../comment/github.ts';
import { bundles, type Ended, Runner, runBundle } from '../e2e/support/bundle.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { demo } from '../service/helper.ts';
import { pullRequestJob } from '../surfaces/pull-request.ts';

/** The two texts, as the host and a browser get them. */
export interface Shown {
  /** Markdown. */
  readonly comment: string;
  /** HTML. */
  readonly report: string;
}

const mapping = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: "hotfix/**", appl: ORD, lvl: 50 }
request: { proj: CUST }
rfp: per-push
dependents: request
rules:
  - match: { gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { gfile: "*.PF" }
    request: { attr: PF, objt: "*FILE" }
  - match: { gpath: QCPYLESRC }
    skip: copy member
  - match: { path: ["*.md", ".file-checkouts.yml"] }
    skip: no source
`;

/** The programs of the import are installed. */
const site = { ...demoSite, allInstalled: false };

const field = (name: string, length: string) => `     A            ${name.padEnd(14)}${length}\n`;
const customers = `     A          R CUSTR\n${field('CUSTNO', '7P 0')}${field('CUSTNAME', '40A')}`;
const program = (...lines: readonly string[]) => `**free\n${lines.join('\n')}\n*inlr = *on;\n`;

const imported = {
  '.file-checkouts.yml': mapping,
  'README.md': '# Orders\n',
  'QCPYLESRC/ORDTEXTS.RPGLEINC': "dcl-c title 'Order entry';\n",
  'QDDSSRC/CUST.PF': customers,
  'QRPGLESRC/ORD100.PGM.RPGLE': program('/copy QCPYLESRC,ORDTEXTS', 'dsply title;'),
  'QRPGLESRC/ORD200.PGM.RPGLE': program('dcl-f CUST;', 'read CUST;'),
  'QRPGLESRC/ORD300.PGM.RPGLE': program("dsply 'Invoices';"),
  'QRPGLESRC/ORD900.PGM.RPGLE': program("dsply 'Old order list';"),
};

const ofHotfix = { 'QRPGLESRC/ORD300.PGM.RPGLE': program("dsply 'Invoices with tax';") };

const ofFeature = {
  'README.md': '# Orders\n\nSearch by city.\n',
  'QCPYLESRC/ORDTEXTS.RPGLEINC': "dcl-c title 'Order entry by customer';\n",
  'QDDSSRC/CUST.PF': `${customers}${field('CUSTCITY', '30A')}`,
  'QRPGLESRC/ORD150.PGM.RPGLE': program("dsply 'Search';"),
  'QRPGLESRC/ORD300.PGM.RPGLE': program("dsply 'Invoices by city';"),
  'QRPGLESRC/ORD900.PGM.RPGLE': null,
};

/** Plays it all: one team, its service and its Git host. */
export async function playScene(): Promise<Shown> {
  using repository = new TestRepository();
  using runner = new Runner();
  await using github = await startGitHub([], { repository: 'acme/ORDERS' });
  await using service = await demo({ site });
  const inputs = { url: service.url, token: 'demo-token', 'github-token': 'job-token', 'ledger-key': 'orders' };
  const commit = (message: string, files: Readonly<Record<string, string | null>>, branch: string) => {
    if (branch !== 'main') repository.git('checkout', '--quiet', '-b', branch);
    const oid = repository.commit(message, files);
    repository.push(branch);
    return oid;
  };
  // That a conflict makes a job red is part of the picture.
  const ran = ({ code, stdout, stderr }: Ended, most = 1) => {
    if ((code ?? 9) > most) throw new Error(stdout + stderr);
  };
  const file = async (push: Parameters<Runner['push']>[0]) =>
    ran(await runner.act(repository.dir, runner.push(push), { ...inputs, html: runner.file('report.html') }));

  const base = commit('Import', imported, 'main');
  // What the import brought is filed already, as far as the ledger knows.
  const args = [
    'ledger',
    'begin',
    '--branch',
    'main',
    '--head',
    'HEAD',
    '--url',
    service.url,
    '--ledger-key',
    'orders',
  ];
  ran(await runBundle(bundles.cli, args, { cwd: repository.dir, env: { FILE_CHECKOUTS_TOKEN: 'demo-token' } }), 0);
  const hotfix = commit('Tax', ofHotfix, 'hotfix/tax');
  await file({ branch: 'hotfix/tax', before: null, after: hotfix, actor: 'bob' });
  repository.git('checkout', '--quiet', 'main');
  const head = commit('Search by city', ofFeature, 'feature/city');
  const pull = pullRequestJob(runner, { target: 'main', base, head, apiUrl: github.apiUrl });
  ran(await runner.act(repository.dir, pull, { ...inputs, command: 'plan' }));
  repository.git('checkout', '--quiet', 'main');
  repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge feature/city', 'feature/city');
  repository.push('main');
  await file({ branch: 'main', before: base, after: repository.git('rev-parse', 'HEAD') });
  const [comment] = github.comments;
  if (comment === undefined) throw new Error('no comment was written');
  return { comment: comment.body, report: runner.read('report.html') };
}
