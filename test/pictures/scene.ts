/**
 * What the pictures of the README show: a team's repository, pushes that the bundles file at a real service, the comment
 * that the action writes to a pull request, and the HTML report of the push that merges it.
 */

import { demoSite } from '../../src/service/demo.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { type GitHub, startGitHub } from '../comment/github.ts';
import { bundles, Runner, runBundle } from '../e2e/support/bundle.ts';
import { TestRepository } from '../e2e/support/repository.ts';
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

/** One team, its service and its Git host. */
class Scene implements AsyncDisposable {
  readonly #repository = new TestRepository();
  readonly #runner = new Runner();
  readonly #service: RunningService;
  readonly #github: GitHub;

  private constructor(service: RunningService, github: GitHub) {
    this.#service = service;
    this.#github = github;
  }

  static async open(): Promise<Scene> {
    const service = await startService({ site, db: ':memory:', port: 0 });
    return new Scene(service, await startGitHub([], { repository: 'acme/ORDERS' }));
  }

  async play(): Promise<Shown> {
    const base = this.#commit('Import', imported, 'main');
    await this.#begin();
    const hotfix = this.#commit('Tax', ofHotfix, 'hotfix/tax');
    await this.#act(this.#runner.push({ branch: 'hotfix/tax', before: null, after: hotfix, actor: 'bob' }), 'file');
    this.#repository.git('checkout', '--quiet', 'main');
    const feature = this.#commit('Search by city', ofFeature, 'feature/city');
    const apiUrl = this.#github.apiUrl;
    await this.#act(pullRequestJob(this.#runner, { target: 'main', base, head: feature, apiUrl }), 'plan');
    this.#repository.git('checkout', '--quiet', 'main');
    this.#repository.git('merge', '--quiet', '--no-ff', '-m', 'Merge feature/city', 'feature/city');
    this.#repository.push('main');
    const after = this.#repository.git('rev-parse', 'HEAD');
    await this.#act(this.#runner.push({ branch: 'main', before: base, after }), 'file');
    const [comment] = this.#github.comments;
    if (comment === undefined) throw new Error('no comment was written');
    return { comment: comment.body, report: this.#runner.read('report.html') };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service.close();
    await this.#github[Symbol.asyncDispose]();
    this.#repository[Symbol.dispose]();
    this.#runner[Symbol.dispose]();
  }

  /** What the import brought is filed already, as far as the ledger knows. */
  async #begin(): Promise<void> {
    const args = ['ledger', 'begin', '--branch', 'main', '--head', 'HEAD', '--url', this.#service.url];
    const ended = await runBundle(bundles.cli, [...args, '--ledger-key', 'orders'], {
      cwd: this.#repository.dir,
      env: { FILE_CHECKOUTS_TOKEN: 'demo-token' },
    });
    if (ended.code !== 0) throw new Error(ended.stdout + ended.stderr);
  }

  #commit(message: string, files: Readonly<Record<string, string | null>>, branch: string): string {
    if (branch !== 'main') this.#repository.git('checkout', '--quiet', '-b', branch);
    const oid = this.#repository.commit(message, files);
    this.#repository.push(branch);
    return oid;
  }

  /** Runs the action as a job; that a conflict makes it red is part of the picture. */
  async #act(job: Readonly<Record<string, string>>, command: 'file' | 'plan'): Promise<void> {
    const ended = await runBundle(bundles.action, [], {
      cwd: this.#repository.dir,
      env: {
        ...{ ...job, ...this.#runner.actionFiles(), GITHUB_WORKSPACE: this.#repository.dir, INPUT_COMMAND: command },
        ...{ INPUT_URL: this.#service.url, INPUT_TOKEN: 'demo-token', 'INPUT_GITHUB-TOKEN': 'job-token' },
        'INPUT_LEDGER-KEY': 'orders',
        ...(command === 'file' ? { INPUT_HTML: this.#runner.file('report.html') } : {}),
      },
    });
    if ((ended.code ?? 9) > 1) throw new Error(ended.stdout + ended.stderr);
  }
}

/** Plays it all. */
export async function playScene(): Promise<Shown> {
  await using scene = await Scene.open();
  return await scene.play();
}
