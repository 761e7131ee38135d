/** A team's clone in which the commands of the documentation are run as they stand, with a service of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundles, type Ended, Runner, runBundle } from '../e2e/support/bundle.ts';
import { demoMapping } from '../e2e/support/mapping.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { keptInMemory } from '../kept-in-memory.ts';
import { type Demo, demo } from '../service/helper.ts';

const files = { '.file-checkouts.yml': demoMapping, 'QRPGLESRC/ORD100.PGM.RPGLE': '     H\n', 'README.md': 'Orders\n' };

/** Names for what a reader puts in, and the addresses of the examples. */
function putIn(command: string, url: string, remote: string): string {
  return command
    .replaceAll('https://github.com/acme/check-outs.git', remote)
    .replaceAll('./file-checkouts', 'file-checkouts')
    .replaceAll('rehearsal-token', 'demo-token')
    .replaceAll(/https:\/\/ibmi\.example\.com\/change|http:\/\/127\.0\.0\.1:8642|\bURL$/g, url)
    .replaceAll(/(?<![$])\bPATH\b(?![=:])/g, 'QRPGLESRC/ORD100.PGM.RPGLE');
}

/** The clone that is copied for each command: three pushes, of which the first two are filed. */
export class Template implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'file-checkouts-docs-'));

  static async make(): Promise<Template> {
    const template = new Template();
    using repository = new TestRepository();
    using runner = new Runner();
    const service = await demo();
    const before = repository.commit('Base', files);
    const after = repository.commit('One', { 'QRPGLESRC/ORD100.PGM.RPGLE': '     H*\n' });
    repository.push();
    const env = { ...runner.push({ branch: 'main', before, after }), FILE_CHECKOUTS_TOKEN: 'demo-token' };
    const args = ['file', '--url', service.url, '--ledger-key', 'docs'];
    const filed = await runBundle(bundles.cli, args, { cwd: repository.dir, env });
    await service.close();
    if (filed.code !== 0) throw new Error(filed.stdout + filed.stderr);
    repository.commit('Two', { 'QRPGLESRC/ORD110.PGM.RPGLE': '     H\n' });
    repository.push();
    writeFileSync(join(repository.dir, 'token.txt'), 'demo-token\n');
    cpSync(repository.root, template.root, { recursive: true });
    template.#addPrograms();
    return template;
  }

  /** The command on the PATH (launcher.test.ts has the one of a clone); with NAMED it only writes down what it would be given. */
  #addPrograms(): void {
    const bin = join(this.root, 'bin');
    mkdirSync(bin);
    const run = `[ -n "$NAMED" ] && { printf '%s\\0' "$@" >> "$NAMED"; printf '\\n' >> "$NAMED"; exit; }\nexec '${process.execPath}' '${bundles.cli}' "$@"\n`;
    writeFileSync(join(bin, 'file-checkouts'), `#!/bin/sh\n${run}`, { mode: 0o755 });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Starts a script of bash. */
export function inShell(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  return spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
    ...{ cwd, env: { GIT_CONFIG_NOSYSTEM: '1', ...keptInMemory(), ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What a process printed, and its exit code. */
export async function ended(child: ReturnType<typeof inShell>): Promise<Ended> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

export class Workplace implements AsyncDisposable {
  readonly root = mkdtempSync(join(tmpdir(), 'file-checkouts-docs-'));
  readonly dir = join(this.root, 'orders');
  readonly #service: Demo;

  private constructor(template: Template, service: Demo) {
    this.#service = service;
    cpSync(join(template.root, 'work'), this.dir, { recursive: true });
    for (const name of ['remote.git', 'bin'])
      cpSync(join(template.root, name), join(this.root, name), { recursive: true });
    const config = join(this.dir, '.git', 'config');
    const url = `url = ${join(this.root, 'remote.git')}`;
    writeFileSync(config, readFileSync(config, 'utf8').replace(/url = .*/, url));
  }

  static async open(template: Template): Promise<Workplace> {
    return new Workplace(template, await demo());
  }

  /** Runs a script of a shell as a reader would, with the service's address and token in the environment. */
  run(script: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const filled = putIn(script.trim(), this.#service.url, join(this.root, 'remote.git'));
    return ended(
      inShell(filled, this.dir, {
        ...{ PATH: `${join(this.root, 'bin')}:${process.env.PATH}`, HOME: this.root },
        ...{ FILE_CHECKOUTS_URL: this.#service.url, FILE_CHECKOUTS_TOKEN: 'demo-token' },
        ...{ FILE_CHECKOUTS_LEDGER_KEY: 'docs', ...env },
      }),
    );
  }

  /** The words of each call of the program in a script, which is not called. */
  async wordsOf(script: string): Promise<string[][]> {
    const named = join(this.root, 'named');
    writeFileSync(named, '');
    const { code, stderr } = await this.run(script, { NAMED: named });
    if (code !== 0) throw new Error(stderr);
    const calls = readFileSync(named, 'utf8').split('\0\n').slice(0, -1);
    return calls.map((call) => call.split('\0'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}
