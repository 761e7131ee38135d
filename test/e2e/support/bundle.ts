import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Report } from '../../../src/report/report-json.ts';
import { keptInMemory } from '../../kept-in-memory.ts';

/** The bundles that users run. */
export const bundles = { cli: resolve('dist/cli.mjs'), action: resolve('dist/action.mjs') };

/** What a child process came to. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Only what a process needs to run at all: nothing of the machine's own CI variables reaches it. */
function bareEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, GIT_CONFIG_NOSYSTEM: '1', ...keptInMemory() };
}

/** Runs a bundle as a child process to its end. */
export function runBundle(
  bundle: string,
  args: readonly string[],
  options: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Promise<Ended> {
  const env = { ...bareEnvironment(), ...options.env };
  const { cwd } = options;
  const child = spawn(process.execPath, [bundle, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('close', async (code) => {
      const [stdout, stderr] = await said;
      done({ code, stdout, stderr });
    });
  });
}

type Variables = Readonly<Record<string, string>>;

/** A runner's surroundings: event file, output file, summary file. */
export class Runner implements Disposable {
  readonly dir = mkdtempSync(join(tmpdir(), 'file-checkouts-runner-'));
  #runs = 0;

  /** The variables of a GitHub push job. */
  push(push: { branch: string; before: string | null; after: string; actor?: string; deleted?: boolean }) {
    this.#runs += 1;
    const event = join(this.dir, `event-${this.#runs}.json`);
    const zeros = '0'.repeat(push.after.length);
    const [before, after] = [push.before ?? zeros, push.deleted ? zeros : push.after];
    const how = { created: push.before === null, deleted: push.deleted === true };
    const payload = { ref: `refs/heads/${push.branch}`, before, after, ...how };
    writeFileSync(event, JSON.stringify({ ...payload, repository: { default_branch: 'main' } }));
    return {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: 'acme/ORDERS',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REF: `refs/heads/${push.branch}`,
      GITHUB_SHA: push.after,
      GITHUB_ACTOR: push.actor ?? 'jane-doe',
      GITHUB_RUN_ID: String(4710 + this.#runs),
      GITHUB_RUN_ATTEMPT: '1',
    };
  }

  /** The files in which a runner takes an action's outputs and summary. */
  actionFiles(): Record<string, string> {
    const files = {
      GITHUB_OUTPUT: this.file('output'),
      GITHUB_STEP_SUMMARY: this.file('summary'),
      RUNNER_TEMP: this.dir,
    };
    writeFileSync(files.GITHUB_OUTPUT, '');
    writeFileSync(files.GITHUB_STEP_SUMMARY, '');
    return files;
  }

  /** Runs the action in a checkout. @param job variables of the job, as `push` gives them @param inputs by name */
  act(cwd: string, job: Variables, inputs: Variables = {}, env: Variables = {}): Promise<Ended> {
    const given = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
    const ofAction = { GITHUB_WORKSPACE: cwd, ...Object.fromEntries(given) };
    return runBundle(bundles.action, [], { cwd, env: { ...job, ...this.actionFiles(), ...ofAction, ...env } });
  }

  file(name: string): string {
    return join(this.dir, name);
  }

  read(name: string): string {
    return readFileSync(this.file(name), 'utf8');
  }

  report(name: string): Report {
    return JSON.parse(this.read(name)) as Report;
  }

  /** The action's outputs, from the runner's file (name<<DELIMITER, value, DELIMITER). */
  outputs(): Record<string, string> {
    const found = this.read('output').matchAll(/^(.+?)<<(\S+)\n([\s\S]*?)\n\2$/gm);
    return Object.fromEntries(found.map(([, name, , value]) => [name, value]));
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
