import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHost } from '../../src/host/host.ts';
import { runNameOf } from '../../src/ledger/runs.ts';
import type { Options } from '../../src/options.ts';
import type { Report } from '../../src/report/report.ts';
import { run } from '../../src/run.ts';
import { demoSite } from '../../src/service/demo.ts';
import type { Fault } from '../../src/service/faults.ts';
import { interfereFrom } from '../../src/service/play-faults.ts';
import { type RunningService, type ServiceOptions, startService } from '../../src/service/start.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { switches } from '../service/switches.ts';

export const mappingText = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: ["feature/**", "hotfix"], appl: ORD, lvl: 10 }
  - { branch: "same/**", appl: ORD, lvl: 10 }
request: { proj: null }
rules:
  - match: { gfile: "*.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { path: "**" }
    skip: no source
`;

/** What a push can be told beyond its branch. */
interface Told {
  readonly options?: Options;
  /** The same run again. */
  readonly runId?: number;
  readonly attempt?: number;
  readonly before?: string | null;
  readonly actor?: string;
  readonly token?: string;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal;
  readonly dir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onDefect?: (error: unknown) => void;
}

/** A repository with a remote, and a service: pushes are filed by the one run, in this process, over real Git and HTTP. */
export class Stage implements AsyncDisposable {
  readonly repository = new TestRepository();
  readonly service: RunningService;
  readonly notices: string[] = [];
  #runs = 100;
  readonly heads = new Map<string, string>();

  private constructor(service: RunningService) {
    this.service = service;
    writeFileSync(join(this.repository.dir, '.file-checkouts.yml'), mappingText);
  }

  static async open(faults: readonly Fault[] = [], more: Partial<ServiceOptions> = {}): Promise<Stage> {
    const service = await startService({
      site: demoSite,
      db: ':memory:',
      port: 0,
      interfere: interfereFrom([...faults]),
      ...switches(),
      ...more,
    });
    return new Stage(service);
  }

  /** Commits on the branch that is checked out and pushes it there; nothing is filed. */
  commit(message: string, files: Record<string, string | null>, branch = 'main'): string {
    const head = this.repository.commit(message, files);
    this.repository.push(branch);
    return head;
  }

  /** Commits, pushes, and files what the push changed. */
  async push(message: string, files: Record<string, string | null>, branch = 'main', told: Told = {}): Promise<Report> {
    const before = told.before === undefined ? (this.heads.get(branch) ?? null) : told.before;
    const head = this.commit(message, files, branch);
    this.heads.set(branch, head);
    return this.file(branch, before, head, told);
  }

  /** Files a push as its job would. */
  file(branch: string, before: string | null, head: string, told: Told = {}): Promise<Report> {
    this.#runs += 1;
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REPOSITORY: 'acme/ORDERS',
      GITHUB_REF: `refs/heads/${branch}`,
      GITHUB_SHA: head,
      GITHUB_ACTOR: told.actor ?? 'jane-doe',
      GITHUB_RUN_ID: String(told.runId ?? this.#runs),
      GITHUB_RUN_ATTEMPT: String(told.attempt ?? 1),
    };
    const zeros = '0'.repeat(40);
    const payload = { ref: env.GITHUB_REF, before: before ?? zeros, after: head, created: before === null };
    const event = readHost(env, { ...payload, repository: { default_branch: 'main' } });
    const { PATH = '', HOME = '' } = process.env;
    return run({
      command: 'file',
      options: { 'repo-dir': told.dir ?? this.repository.dir, url: this.service.url, ...told.options },
      event,
      env: { PATH, HOME, ...told.env },
      proxyEnv: {},
      token: told.token ?? 'demo-token',
      gitToken: undefined,
      cwd: told.dir ?? this.repository.dir,
      now: () => new Date(),
      me: runNameOf(event.run, new Date(), randomUUID()),
      sleep: told.sleep ?? (() => Promise.reject(new Error('nothing to wait for was expected'))),
      log: { info: () => {}, notice: (line) => void this.notices.push(line), group: () => {}, endGroup: () => {} },
      signal: told.signal ?? new AbortController().signal,
      version: '0.0.0-test',
      onDefect: (error) => {
        if (told.onDefect === undefined) throw error;
        told.onDefect(error);
      },
    });
  }

  /** What the service holds, in short: object, reason, lock, and the sent text. */
  held(): string[] {
    return this.service.inspect().requests.map(({ objectId, appl, lvl, objn, rsn, lock }) => {
      const [attached] = this.service.inspectContent(objectId);
      const text = attached === undefined ? '' : ` ${Buffer.from(attached.bytes).toString('utf8').trim()}`;
      return `${appl}/${lvl} ${objn} ${rsn}${lock === '*YES' ? '' : ' unlocked'}${text}`;
    });
  }

  /** Plays what happens to a request later. */
  async later(objn: string, what: Record<string, unknown>): Promise<void> {
    const request = this.service.inspect().requests.findLast((entry) => entry.objn === objn);
    const response = await fetch(`${this.service.url}/inspect/requests/${request?.objectId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(what),
    });
    if (!response.ok) throw new Error(await response.text());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    this.repository[Symbol.dispose]();
  }
}

/** The outcomes of a report: `ORD100 *MIGRATE created`. */
export function outcomesOf(report: Report): string[] {
  return report.requests.map(({ objn, reason, outcome }) => `${objn} ${reason} ${outcome}`);
}

/** Makes the remote refuse pushes of the ledger's ref: all of them, or only the nth. */
export function refusePushes(stage: Stage, nth?: number): void {
  const hooks = join(stage.repository.remote, 'hooks');
  mkdirSync(hooks, { recursive: true });
  const hook = join(hooks, 'pre-receive');
  const count = 'n=$(cat count 2>/dev/null || echo 0); n=$((n+1)); echo $n >count';
  const when = nth === undefined ? 'true' : `[ $n = ${nth} ]`;
  const refuse = `${when} && { echo "notes are read-only" >&2; exit 1; }`;
  writeFileSync(hook, `#!/bin/sh\ngrep -q refs/notes/ || exit 0\n${count}\n${refuse}\nexit 0\n`);
  chmodSync(hook, 0o755);
}
