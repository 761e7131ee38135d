import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { bundles, type Ended, Runner, runBundle } from '../e2e/support/bundle.ts';
import { demoMapping } from '../e2e/support/mapping.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { initialize } from '../git/by-hand.ts';
import { type HttpRemote, serveGit } from '../git/http-remote.ts';
import { type Folder, folder, git } from '../git/support.ts';
import { watchGit } from '../git/watched-git.ts';

/** The ledger in a repository of its own (design §14): two Git servers, each with a credential of its own. */

const [sourceToken, ledgerToken] = ['ghs_TheSourceToken0815', 'glpat-TheLedgerToken0815'];
const basic = (token: string) => `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;

/** Sources at one server, the ledger at another. */
class Apart implements AsyncDisposable {
  readonly repository: TestRepository;
  readonly runner = new Runner();
  readonly place: Folder = folder();
  readonly sources: HttpRemote;
  readonly ledger: HttpRemote;
  readonly service: RunningService;
  /** The commit of the mapping. */
  readonly base: string;
  readonly #watch = watchGit(this.place.path);

  private constructor(repository: TestRepository, sources: HttpRemote, ledger: HttpRemote, service: RunningService) {
    [this.repository, this.sources, this.ledger, this.service] = [repository, sources, ledger, service];
    this.base = this.push('Base', { '.file-checkouts.yml': demoMapping });
  }

  static async open(): Promise<Apart> {
    const repository = new TestRepository();
    const ledgers = join(repository.root, 'ledgers');
    mkdirSync(ledgers);
    initialize(join(ledgers, 'ledger.git'), true, '[http]\n\treceivepack = true\n');
    const sources = await serveGit(repository.root, `x-access-token:${sourceToken}`);
    const at = `http://${sources.host}`;
    // The remote is the server, with its credential as actions/checkout has it; the other header is sent to every host.
    const config = `[remote "origin"]\n\turl = ${at}/remote.git\n[http "${at}/"]\n\textraheader = AUTHORIZATION: ${basic(sourceToken)}\n[http]\n\textraheader = X-Source: ${sourceToken}\n`;
    const file = join(repository.dir, '.git', 'config');
    writeFileSync(file, `${readFileSync(file, 'utf8').replace(/^\turl = .*\n/m, '')}${config}`);
    const ledger = await serveGit(ledgers, `x-access-token:${ledgerToken}`);
    return new Apart(repository, sources, ledger, await startService({ site: demoSite, db: ':memory:', port: 0 }));
  }

  get ledgerDir(): string {
    return join(this.repository.root, 'ledgers', 'ledger.git');
  }

  get url(): string {
    return `http://${this.ledger.host}/ledger.git`;
  }

  push(message: string, files: Record<string, string>): string {
    const head = this.repository.commit(message, files);
    this.repository.push();
    return head;
  }

  /** Pushes a new program. @returns the commits before and after it. */
  pushed(objn: string): [base: string, head: string] {
    return [this.base, this.push('One', { [`QRPGLESRC/${objn}.PGM.RPGLE`]: 'x\n' })];
  }

  cli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const at = { FILE_CHECKOUTS_LEDGER_REMOTE: this.url, FILE_CHECKOUTS_URL: this.service.url };
    const given = { ...this.#watch.env, HOME: '/nonexistent', FILE_CHECKOUTS_TOKEN: 'demo-token', ...at, ...env };
    return runBundle(bundles.cli, args, { cwd: this.repository.dir, env: given });
  }

  file(base: string, head: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const range = ['--base', base, '--head', head, '--branch', 'main'];
    return this.cli(['file', ...range], { FILE_CHECKOUTS_LEDGER_TOKEN: ledgerToken, ...env });
  }

  act(base: string, head: string, env: Readonly<Record<string, string>>): Promise<Ended> {
    return runBundle(bundles.action, [], {
      cwd: this.repository.dir,
      env: {
        ...this.#watch.env,
        ...this.runner.push({ branch: 'main', before: base, after: head }),
        ...this.runner.actionFiles(),
        HOME: '/nonexistent',
        GITHUB_SERVER_URL: `http://${this.sources.host}`,
        GITHUB_WORKSPACE: this.repository.dir,
        INPUT_URL: this.service.url,
        INPUT_TOKEN: 'demo-token',
        'INPUT_GITHUB-TOKEN': sourceToken,
        'INPUT_LEDGER-REMOTE': this.url,
        ...env,
      },
    });
  }

  /** Nobody has seen the other's credential, and no process has had one as an argument. */
  expectApart(): void {
    const seen = (remote: HttpRemote) => new Set(remote.requests.map(({ authorization }) => authorization));
    expect(this.ledger.requests.length).toBeGreaterThan(0);
    expect([...seen(this.ledger)].filter((one) => one !== null)).toEqual([basic(ledgerToken)]);
    expect([...seen(this.sources)].filter((one) => one !== null && one !== basic(sourceToken))).toEqual([]);
    expect(JSON.stringify(this.ledger.requests)).not.toContain(sourceToken);
    const words = this.#watch.arguments();
    for (const token of [sourceToken, ledgerToken]) {
      expect(words).not.toContain(token);
      expect(words).not.toContain(basic(token).slice(6));
    }
  }

  git(...args: string[]): string {
    return git(this.ledgerDir, ...args);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sources[Symbol.asyncDispose]();
    await this.ledger[Symbol.asyncDispose]();
    await this.service.close();
    this.runner[Symbol.dispose]();
    this.place[Symbol.dispose]();
    this.repository[Symbol.dispose]();
  }
}

describe('filed with the ledger elsewhere', () => {
  test('the command line: remembered there alone; the next push goes on from it; status and notes read it', async () => {
    await using apart = await Apart.open();
    const { base } = apart;
    const one = apart.push('One', { 'QRPGLESRC/A.PGM.RPGLE': 'a\n' });
    const filed = await apart.file(base, one);
    expect([filed.code, filed.stdout]).toEqual([0, expect.stringContaining('created')]);
    expect(apart.git('rev-parse', 'refs/notes/check-outs')).toMatch(/^[0-9a-f]{40}$/);
    expect(git(apart.repository.remote, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    const two = apart.push('Two', { 'QRPGLESRC/A.PGM.RPGLE': 'aa\n' });
    const again = await apart.file(one, two);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('updated')]);
    const status = await apart.cli(['status', '--branch', 'main'], { FILE_CHECKOUTS_LEDGER_TOKEN: ledgerToken });
    expect([status.code, status.stdout]).toEqual([0, expect.stringContaining('A *PGM')]);
    const shown = await apart.cli(['ledger', 'show'], { FILE_CHECKOUTS_LEDGER_TOKEN: ledgerToken });
    expect(shown.stdout).toContain(two.slice(0, 12));
    apart.expectApart();
    // As the README says.
    apart.repository.git('fetch', '-q', apart.ledgerDir, '+refs/notes/check-outs:refs/notes/check-outs');
    expect(apart.repository.git('log', '-1', '--notes=check-outs', '--format=%N', two)).toContain('updated');
  });

  test('the action: the job’s token stays with the sources', async () => {
    await using apart = await Apart.open();
    const [base, head] = apart.pushed('B');
    const ended = await apart.act(base, head, { 'INPUT_LEDGER-TOKEN': ledgerToken });
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('created')]);
    expect(ended.stdout).toContain(`::add-mask::${ledgerToken}`);
    expect(ended.stdout.replaceAll(`::add-mask::${ledgerToken}`, '')).not.toContain(ledgerToken);
    apart.expectApart();
    expect(apart.git('ls-tree', '-r', '--name-only', 'refs/notes/check-outs')).toContain('check-outs/');
  });

  test('one Git token alone is the ledger’s', async () => {
    await using apart = await Apart.open();
    const [base, head] = apart.pushed('C');
    const ended = await apart.file(base, head, {
      FILE_CHECKOUTS_LEDGER_TOKEN: '',
      FILE_CHECKOUTS_GIT_TOKEN: ledgerToken,
      GITHUB_SERVER_URL: `http://${apart.sources.host}`,
    });
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('created')]);
    apart.expectApart();
  });

  test('an address that is rewritten on this machine keeps its own credential', async () => {
    await using apart = await Apart.open();
    const [base, head] = apart.pushed('D');
    const global = join(apart.place.path, 'gitconfig');
    const at = `http://${apart.ledger.host}/`;
    writeFileSync(
      global,
      `[url "http://x-access-token:${sourceToken}@${apart.ledger.host}/"]\n\tinsteadOf = ${at}\n[http "${at}"]\n\textraheader = AUTHORIZATION: ${basic(sourceToken)}\n`,
    );
    const ended = await apart.file(base, head, { GIT_CONFIG_GLOBAL: global });
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('created')]);
    apart.expectApart();
  });

  test('what is set on this machine for a part of its path gives way to its token', async () => {
    await using apart = await Apart.open();
    const [base, head] = apart.pushed('E');
    const global = join(apart.place.path, 'gitconfig');
    writeFileSync(global, `[http "${apart.url}"]\n\textraheader = AUTHORIZATION: ${basic(sourceToken)}\n`);
    const ended = await apart.file(base, head, { GIT_CONFIG_GLOBAL: global, FILE_CHECKOUTS_LEDGER: 'require' });
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('created')]);
    apart.expectApart();
  });

  test('where its token is refused nobody else is asked for one', async () => {
    await using apart = await Apart.open();
    const { base } = apart;
    const asked = join(apart.place.path, 'asked');
    const askpass = join(apart.place.path, 'askpass');
    writeFileSync(askpass, `#!/bin/sh\necho "$1" >> ${asked}\necho ${sourceToken}\n`, { mode: 0o755 });
    const global = join(apart.place.path, 'gitconfig');
    const helper = `!f() { echo helper >> ${asked}; }; f`;
    const ofHost = `[credential "http://${apart.ledger.host}"]\n\thelper = "${helper}"\n`;
    writeFileSync(global, `[core]\n\taskpass = ${askpass}\n${ofHost}`);
    const more = { GIT_CONFIG_GLOBAL: global, GIT_ASKPASS: askpass, FILE_CHECKOUTS_LEDGER_TOKEN: 'another-token' };
    const ended = await apart.file(base, base, { ...more, FILE_CHECKOUTS_LEDGER: 'require' });
    expect(ended.code).toBe(3);
    expect(existsSync(asked)).toBe(false);
    expect(apart.ledger.requests.map(({ authorization }) => authorization)).not.toContain(basic(sourceToken));
  });

  test('two repositories share one ledger, no matter what their mappings say', async () => {
    await using apart = await Apart.open();
    await using other = await Apart.open();
    const shared = { FILE_CHECKOUTS_LEDGER_REMOTE: apart.url, FILE_CHECKOUTS_URL: apart.service.url };
    for (const [n, one] of [apart, other].entries()) {
      const ended = await one.file(...one.pushed(`S${n}`), shared);
      expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('created')]);
    }
    const records = apart.git('ls-tree', '-r', '--name-only', 'refs/notes/check-outs', 'check-outs/').split('\n');
    expect(records).toHaveLength(2);
    const shown = await apart.cli(['ledger', 'show'], { FILE_CHECKOUTS_LEDGER_TOKEN: ledgerToken });
    for (const one of [apart, other]) expect(shown.stdout).toContain(`of ${one.sources.host}/remote (repo ORDERS`);
  });
});

describe('a ledger elsewhere that cannot be used', () => {
  const broken: [string, (apart: Apart) => Readonly<Record<string, string>>, string][] = [
    ['is not there', ({ ledger }) => ({ FILE_CHECKOUTS_LEDGER_REMOTE: `http://${ledger.host}/none.git` }), 'not found'],
    [
      'may only be read',
      (apart) => {
        const hooks = join(apart.ledgerDir, 'hooks');
        mkdirSync(hooks, { recursive: true });
        writeFileSync(join(hooks, 'pre-receive'), '#!/bin/sh\necho "read-only" >&2\nexit 1\n');
        chmodSync(join(hooks, 'pre-receive'), 0o755);
        return {};
      },
      'read-only',
    ],
  ];
  test.each(broken)('%s: filed and said, or under require nothing is filed', async (_, spoil, why) => {
    await using apart = await Apart.open();
    const [base, head] = apart.pushed('A');
    const env = spoil(apart);
    const required = await apart.file(base, head, { ...env, FILE_CHECKOUTS_LEDGER: 'require' });
    expect([required.code, required.stdout + required.stderr]).toEqual([3, expect.stringContaining(why)]);
    expect(apart.service.inspect().requests).toEqual([]);
    const filed = await apart.file(base, head, env);
    expect([filed.code, filed.stdout]).toEqual([0, expect.stringContaining('created')]);
    expect(filed.stdout + filed.stderr).toMatch(/the requests of this run are not recorded/);
    expect(filed.stdout + filed.stderr).toContain(why);
  });
});
