/** Runs of both front doors that are given secrets, and all that they leave. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { bundles, type Ended, Runner, runBundle } from '../e2e/support/bundle.ts';
import { demoMapping } from '../e2e/support/mapping.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { filesIn, objectsOf } from './leaks.ts';

export const token = 'tok&n-of-the-<service>-0815';
export const gitToken = 'ghs_GitTokenOfTheJob0815';
export const proxyPassword = 'proxy-pass-0815';
export const secrets = [token, gitToken, proxyPassword];

export let repository: TestRepository;
export let base: string;
export let head: string;

/** The tests of a file have a repository of two commits. */
export function useRepository(): void {
  beforeAll(() => {
    repository = new TestRepository();
    base = repository.commit('Base', { '.file-checkouts.yml': demoMapping });
    repository.push();
    head = repository.commit('One', { 'QRPGLESRC/A.PGM.RPGLE': 'a\n' });
    repository.push();
  });
  afterAll(() => repository[Symbol.dispose]());
}

/** One run's own folders, so that all it left can be looked at. */
export class Place implements Disposable {
  readonly runner = new Runner();
  readonly temp = mkdtempSync(join(tmpdir(), 'file-checkouts-secrets-'));

  /** Everything that stands anywhere, but the event. */
  left(ended: Ended): Record<string, string> {
    const printed = { stdout: ended.stdout, stderr: ended.stderr };
    return { ...printed, ...filesIn(this.runner.dir), ...filesIn(this.temp), ledger: objectsOf(repository.remote) };
  }

  [Symbol.dispose](): void {
    this.runner[Symbol.dispose]();
    rmSync(this.temp, { recursive: true, force: true });
  }
}

const debug = { RUNNER_DEBUG: '1', FILE_CHECKOUTS_DEBUG: '1', ACTIONS_STEP_DEBUG: 'true' };

type Env = Readonly<Record<string, string>>;
export function act(place: Place, url: string, env: Env = {}, cwd = repository.dir): Promise<Ended> {
  const job = place.runner.push({ branch: 'main', before: base, after: head });
  const inputs = { url, token, 'github-token': gitToken, 'ledger-key': place.temp };
  const own = { ...debug, TMPDIR: place.temp, GITHUB_WORKSPACE: repository.dir };
  return place.runner.act(cwd, job, inputs, { ...own, ...env });
}

export function cli(place: Place, url: string, env: Env = {}): Promise<Ended> {
  const file = (name: string) => place.runner.file(name);
  const files = ['--report', file('report.json'), '--junit', file('junit.xml'), '--dotenv', file('env')];
  const range = ['--base', base, '--head', head, '--branch', 'main'];
  const given = { FILE_CHECKOUTS_TOKEN: token, FILE_CHECKOUTS_GIT_TOKEN: gitToken, TMPDIR: place.temp };
  const around = { cwd: repository.dir, env: { ...debug, ...given, ...env } };
  return runBundle(bundles.cli, ['file', ...range, '--url', url, '--timeout', '5', ...files], around);
}

/** The lines that tell the runner what to hide come first, and only they hold it. */
export function withoutMasks(ended: Ended): Ended {
  const lines = ended.stdout.split('\n');
  const masks = lines.splice(0, 2);
  expect(masks[0]).toBe(`::add-mask::${token}`);
  expect(masks[1]).toBe(`::add-mask::${gitToken}`);
  return { ...ended, stdout: lines.join('\n') };
}
