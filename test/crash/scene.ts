import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { demoSite } from '../../src/service/demo.ts';
import type { Interfere, PlayFaults } from '../../src/service/server.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { Runner } from '../e2e/support/bundle.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { type Remembered, remembered } from '../runs/remembered.ts';
import { type Child, endWithin, startBundle } from './child.ts';
import { type Files, Model } from './pushes.ts';
import type { Random } from './random.ts';

/** Two branches may reach the level, so that only the ledger's intent proves a request ours, never the mapping. */
const mapping = `version: 1
repo: ORDERS
branches:
  - { branch: [main, "release/**"], appl: ORD, lvl: 50 }
  - { branch: hotfix, appl: ORD, lvl: 10 }
request: { proj: null }
rfp: per-push
rules:
  - match: { gfile: "*.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { path: "**" }
    skip: no source
`;

/** The level of the branch under test. */
export const lvl = 50;

/** A hook of the remote that takes as long as its file says, for pushes of the ledger only. */
function hook(name: string): string {
  return `#!/bin/sh
while read -r old new ref; do
  if [ "$ref" = refs/notes/check-outs ] && [ -f slow-${name} ]; then sleep "$(cat slow-${name})"; fi
done
`;
}

/** The calls of one run as the service sees them. */
export interface Watch {
  begun: number;
  inFlight: number;
  /** When the last call began or ended, in milliseconds. */
  lastAt: number;
  /** Objects whose last answer was cut off. */
  readonly unsettled: Set<string | null>;
}

/** How a service plays in a scene. */
export interface Play {
  /** Longest time, in milliseconds, before the work of a call, and again before its answer. */
  readonly slowMs: number;
  /** No other branch has filed anything. */
  readonly isAlone?: true;
}

/** A push whose run can be started as often as needed. */
export interface Push {
  readonly head: string;
  readonly env: Readonly<Record<string, string>>;
  /** The run without its attempt. */
  readonly id: string;
}

/** A repository with two branches, its remote, a service in this process, and the bundle as a child process. */
export class Scene implements AsyncDisposable {
  readonly repository = new TestRepository();
  readonly runner = new Runner();
  readonly model = new Model();
  readonly service: RunningService;
  watch: Watch = newWatch();
  /** How many answers are still to be cut off after the work. */
  cuts = 0;
  /** Milliseconds that every call takes before its work, and again before its answer. */
  fixedMs = 0;
  /** Calls that are held until this says otherwise; `n` counts the calls of the run. */
  hold: (moment: 'before-work' | 'before-answer', n: number) => boolean = () => false;
  readonly #bundle: string;
  readonly #tmp: string;
  #head: string;

  private constructor(bundle: string, service: RunningService) {
    this.#bundle = bundle;
    this.service = service;
    this.#tmp = join(this.repository.root, 'tmp');
    mkdirSync(this.#tmp);
    const { remote } = this.repository;
    for (const [key, value] of Object.entries({ 'gc.auto': '0', 'receive.autogc': 'false' })) {
      execFileSync('git', ['config', key, value], { cwd: remote });
    }
    for (const [file, name] of [
      ['pre-receive', 'pre'],
      ['post-receive', 'post'],
    ] as const) {
      writeFileSync(join(remote, 'hooks', file), hook(name), { mode: 0o755 });
    }
    this.#head = this.repository.commit('base', { '.file-checkouts.yml': mapping, ...this.model.base() });
    this.repository.push('main');
  }

  /** Opens a scene in which another branch has filed something already, if nothing else is said. */
  static async open(bundle: string, random: Random, play: Play): Promise<Scene> {
    const holder: { scene: Scene | null } = { scene: null };
    const interfere: Interfere = (_, objn) => holder.scene?.meet(objn, random, play) ?? (async () => null);
    const service = await startService({ site: demoSite, db: ':memory:', port: 0, interfere });
    const scene = new Scene(bundle, service);
    holder.scene = scene;
    if (play.isAlone !== true) await scene.#fileElsewhere();
    return scene;
  }

  async #fileElsewhere(): Promise<void> {
    const { repository, runner } = this;
    repository.git('checkout', '--quiet', '-b', 'hotfix');
    const after = repository.commit('hotfix', { 'src/HOT.RPGLE': 'HOT\n', 'src/B001.RPGLE': 'B001 elsewhere\n' });
    repository.push('hotfix');
    const env = runner.push({ branch: 'hotfix', before: this.#head, after });
    const end = await endWithin(this.start({ head: after, env, id: env.GITHUB_RUN_ID }, 1), 60_000);
    if (end.code !== 0) throw new Error(`the other branch was not filed: ${end.stderr}`);
    repository.git('checkout', '--quiet', 'main');
  }

  /** One call meets delays and cuts; counted in the watch of the run that it came in. */
  meet(objn: string | null, random: Random, play: Play): PlayFaults {
    const { watch } = this;
    watch.begun += 1;
    watch.inFlight += 1;
    watch.lastAt = performance.now();
    const n = watch.begun;
    return async (answer) => {
      await wait(this.fixedMs + random() * play.slowMs);
      while (this.hold(answer === null ? 'before-work' : 'before-answer', n)) await wait(10);
      if (answer === null) return null;
      watch.inFlight -= 1;
      watch.lastAt = performance.now();
      watch.unsettled.delete(objn);
      if (this.cuts === 0 || random() < 0.6) return null;
      this.cuts -= 1;
      watch.unsettled.add(objn);
      return 'cut';
    };
  }

  /** Commits what the model changes, its next push if nothing is said, and pushes it. */
  push(files: Files = this.model.next()): Push {
    const before = this.#head;
    this.#head = this.repository.commit('push', files);
    this.repository.push('main');
    const env = this.runner.push({ branch: 'main', before, after: this.#head });
    return { head: this.#head, env, id: env.GITHUB_RUN_ID };
  }

  /** Starts the run of a push. */
  start(push: Push, attempt: number, args: readonly string[] = []): Child {
    this.watch = newWatch();
    const env = { ...push.env, GITHUB_RUN_ATTEMPT: String(attempt), FILE_CHECKOUTS_TOKEN: 'demo-token' };
    const told = { env, cwd: this.repository.dir, tmp: this.#tmp };
    return startBundle(this.#bundle, ['file', '--url', this.service.url, ...args], told);
  }

  /** How long the remote's hooks take for pushes of the ledger, in seconds. */
  slow(hooks: Partial<Record<'pre' | 'post', number>>): void {
    for (const name of ['pre', 'post'] as const) {
      const file = join(this.repository.remote, `slow-${name}`);
      const seconds = hooks[name];
      if (seconds === undefined) rmSync(file, { force: true });
      else writeFileSync(file, String(seconds));
    }
  }

  /** Where the ledger's ref is at the remote, read from its file; null: nowhere. */
  ledgerTip(): string | null {
    const file = join(this.repository.remote, 'refs', 'notes', 'check-outs');
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  }

  /** What the ledger has of a branch at one of its commits; null: no record. */
  record(tip: string | null, branch = 'main'): Remembered | null {
    return tip === null ? null : remembered(this.repository.remote, branch, tip);
  }

  /** All that the service and the ledger have of the other branch. */
  elsewhere(): string {
    const requests = this.service.inspect().requests.filter((request) => request.lvl !== lvl);
    const contents = requests.map(({ objectId }) =>
      this.service.inspectContent(objectId).map(({ bytes }) => [...bytes]),
    );
    // A question (a PATCH of nothing but the number) leaves its time, and changes nothing else.
    const told = requests.map(({ changedAt: _, ...request }) => request);
    return JSON.stringify([told, contents, this.record(this.ledgerTip(), 'hotfix')]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    this.runner[Symbol.dispose]();
    this.repository[Symbol.dispose]();
  }
}

function newWatch(): Watch {
  return { begun: 0, inFlight: 0, lastAt: performance.now(), unsettled: new Set() };
}
