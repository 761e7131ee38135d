import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHost } from '../../src/host/read-host.ts';
import { nameRun, retryMs } from '../../src/ledger/lease.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import type { Report } from '../../src/report/report-json.ts';
import { run } from '../../src/run/flow.ts';
import type { RunInput } from '../../src/run/input.ts';
import { buildJsonAnswer } from '../../src/service/answer.ts';
import { demoSite } from '../../src/service/demo.ts';
import { createFaultHook, type Fault } from '../../src/service/faults.ts';
import type { StoredRequest } from '../../src/service/records.ts';
import type { FaultEnding } from '../../src/service/server.ts';
import { type RunningService, type ServiceOptions, startService } from '../../src/service/start.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { initialize, takenFrom } from '../git/by-hand.ts';
import { switches } from '../service/switches.ts';
import { nothingRemembered, type Remembered, remembered } from './remembered.ts';

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

/** What a commit writes, by path; null removes. */
export type Files = Record<string, string | null>;

/** What a push can be told beyond its branch. */
interface Told extends Partial<Pick<RunInput, Given>> {
  readonly options?: GivenOptions;
  /** The same run again. */
  readonly runId?: number;
  readonly attempt?: number;
  readonly before?: string | null;
  readonly actor?: string;
  readonly dir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The event; default: the push itself. */
  readonly event?: string;
  /** For another event than a push: its payload, and variables of the CI. */
  readonly payload?: object;
  readonly ci?: Readonly<Record<string, string>>;
  readonly command?: 'plan';
  /** As the command `release`, no matter what the mapping says. */
  readonly releases?: true;
  /** The service refuses every call with 401, though the token is the one of the other runs. */
  readonly refused?: true;
  /** The service refuses each call with 422. */
  readonly rejected?: true;
  /**
   * The run is killed as soon as this says so. It is asked with what the service holds, before and after the work of
   * each call; the next run comes after the lease.
   */
  readonly dies?: (held: readonly string[]) => boolean;
}

type Given = 'token' | 'ledgerSecret' | 'ledgerSecretPrevious' | 'sleep' | 'signal' | 'onDefect';

/** A stage as it was once played, to be copied. */
interface Scene {
  readonly copyTo: (root: string) => void;
  readonly mapping: string;
  readonly runs: number;
  readonly heads: ReadonlyMap<string, string>;
  readonly passedMs: number;
  readonly known: unknown;
}

/** By their names. */
const scenes = new Map<string, Scene>();

let ledgersAreApart = false;

/** Whether stages, from here on, keep their ledger in a repository of its own (design §14). */
export function keepLedgersApart(apart: boolean): void {
  ledgersAreApart = apart;
}

/** What the client waits before it repeats a call is over at once; another run is waited for only where a test says so. */
async function forNoRun(ms: number): Promise<void> {
  if (ms === retryMs) throw new Error('no run to wait for was expected');
}

type Moment = 'before-work' | 'before-answer';

/** Sees a call before its work, and before its answer; it may wait, end the call, or (null) let it go on. */
type OnCall = (
  moment: Moment,
  method: 'POST' | 'PATCH',
  call: { readonly objn: string | null },
) => Promise<FaultEnding | null>;

/** A repository with a remote, and a service: pushes are filed by the one run, in this process, over real Git and HTTP. */
export class Stage implements AsyncDisposable {
  readonly repository: TestRepository;
  readonly service: RunningService;
  /** What the ledger calls the service. */
  readonly serviceKey: string;
  /** The repository in which the ledger is. */
  readonly ledgerDir: string;
  readonly notices: string[] = [];
  #runs = 100;
  readonly heads = new Map<string, string>();
  /** Sees each call of the service, before its faults. */
  onCall: OnCall | null = null;
  #passedMs = 0;

  private constructor(service: RunningService, repository: TestRepository, serviceKey: string) {
    this.service = service;
    this.repository = repository;
    this.serviceKey = serviceKey;
    this.ledgerDir = ledgersAreApart ? join(this.repository.root, 'ledger.git') : this.repository.remote;
    if (ledgersAreApart) initialize(this.ledgerDir, true);
    writeFileSync(join(this.repository.dir, '.file-checkouts.yml'), mappingText);
  }

  static open(faults: readonly Fault[] = [], more: Partial<ServiceOptions> = {}): Promise<Stage> {
    return Stage.#open(new TestRepository(), faults, more);
  }

  /**
   * A stage on which main has been pushed and filed, as by `push('Import', files)`: once in a process for the same files,
   * and copied from then on.
   */
  static begun(files: Record<string, string>, mapping = mappingText, faults: readonly Fault[] = []): Promise<Stage> {
    return Stage.after(JSON.stringify(files), mapping, (stage) => stage.#import(files), faults);
  }

  /** The same, where all of these files stood, with other contents, before main was filed for the first time. */
  static edited(files: Record<string, string>, mapping = mappingText): Promise<Stage> {
    return Stage.after(`edited ${JSON.stringify(files)}`, mapping, (stage) => {
      const old = Object.entries(files).map(([path, text]) => [path, `before ${text}`]);
      stage.heads.set('main', stage.commit('Before the tool', Object.fromEntries(old)));
      return stage.#import(files);
    });
  }

  async #import(files: Record<string, string>): Promise<void> {
    const report = await this.push('Import', files);
    if (report.exitCode !== 0) throw new Error(`the first push was not filed: ${JSON.stringify(report.error)}`);
  }

  /**
   * A stage on which a scene was played: once in a process, and copied from then on, repository, ledger and database.
   * (The port is another one each time, so the service has a name.)
   *
   * @param name of the scene, which no other has. @param mapping where it begins. @param play gives what tests have to
   * know of it: plain values, which are `known` then. @param faults of the service that the scene does not meet, as copies do not.
   */
  static async after<Known>(
    name: string,
    mapping: string,
    play: (stage: Stage) => Promise<Known>,
    faults: readonly Fault[] = [],
  ): Promise<Stage & { readonly known: Known }> {
    const repository = new TestRepository();
    const key = JSON.stringify([name, mapping, ledgersAreApart]);
    const scene = scenes.get(key);
    scene?.copyTo(repository.root);
    const db = join(repository.root, 'service.db');
    const stage = await Stage.#open(repository, faults, { db }, 'https://begun.example');
    if (scene === undefined) {
      writeFileSync(join(repository.dir, '.file-checkouts.yml'), mapping);
      const known = await play(stage);
      scenes.set(key, stage.#scene(known));
      return Object.assign(stage, { known });
    }
    stage.#runs = scene.runs;
    stage.#passedMs = scene.passedMs;
    for (const [branch, head] of scene.heads) stage.heads.set(branch, head);
    writeFileSync(join(repository.dir, '.file-checkouts.yml'), scene.mapping);
    return Object.assign(stage, { known: scene.known as Known });
  }

  #scene(known: unknown): Scene {
    return {
      copyTo: takenFrom(this.repository.root),
      mapping: readFileSync(join(this.repository.dir, '.file-checkouts.yml'), 'utf8'),
      runs: this.#runs,
      heads: new Map(this.heads),
      passedMs: this.#passedMs,
      known,
    };
  }

  static async #open(
    repository: TestRepository,
    faults: readonly Fault[],
    more: Partial<ServiceOptions>,
    serviceKey?: string,
  ): Promise<Stage> {
    const told = more.interfere ?? createFaultHook([...faults]);
    let stage: Stage | null = null;
    const service = await startService({
      site: demoSite,
      db: ':memory:',
      port: 0,
      ...switches(),
      ...more,
      interfere: (method, objn) => {
        const play = told(method, objn);
        return async (answer) => {
          const moment = answer === null ? 'before-work' : 'before-answer';
          return (await stage?.onCall?.(moment, method, { objn })) ?? (await play(answer));
        };
      },
    });
    stage = new Stage(service, repository, serviceKey ?? service.url);
    return stage;
  }

  /** Puts the clock of all runs forward. */
  pass(minutes: number): void {
    this.#passedMs += minutes * 60_000;
  }

  #now(): Date {
    return new Date(Date.now() + this.#passedMs);
  }

  /** Checks a branch out; one that is not there begins where the work tree is. */
  goTo(branch: string): void {
    const head = readFileSync(join(this.repository.dir, '.git', 'HEAD'), 'utf8');
    if (head === `ref: refs/heads/${branch}\n`) return;
    const isNew = this.repository.git('branch', '--list', branch) === '';
    this.repository.git('checkout', '-q', ...(isNew ? ['-b'] : []), branch);
  }

  /** Merges a branch into another, with a commit if nothing else is said, and pushes that. */
  merge(from: string, into = 'main', ...how: string[]): string {
    this.goTo(into);
    this.repository.git('merge', '-q', ...(how.length > 0 ? how : ['--no-ff', '-m', 'Merge']), from);
    this.repository.push(into);
    return this.repository.git('rev-parse', 'HEAD');
  }

  /** Commits on a branch and pushes it; nothing is filed. */
  commit(message: string, files: Files, branch = 'main'): string {
    this.goTo(branch);
    const head = this.repository.commit(message, files);
    this.repository.push(branch);
    return head;
  }

  /** Commits, pushes, and files what the push changed. */
  async push(message: string, files: Files, branch = 'main', told: Told = {}): Promise<Report> {
    const before = told.before === undefined ? (this.heads.get(branch) ?? null) : told.before;
    const head = this.commit(message, files, branch);
    this.heads.set(branch, head);
    return this.file(branch, before, head, told);
  }

  /** How a push ended: the exit code and the outcomes. */
  async pushed(...push: Parameters<Stage['push']>): Promise<Verdict> {
    return verdictOf(await this.push(...push));
  }

  /** The same of a push that changes nothing which is filed. */
  next(branch = 'main', told: Told = {}): Promise<Verdict> {
    return this.pushed('Next', { 'README.md': `after run ${this.#runs}` }, branch, told);
  }

  /** What a push leaves: the exit code, and what stands. */
  async leaves(...push: Parameters<Stage['push']>): Promise<[exitCode: number, live: string[]]> {
    return [(await this.push(...push)).exitCode, this.live()];
  }

  /** How a run of `file` ended. */
  async filed(...run: Parameters<Stage['file']>): Promise<Verdict> {
    return verdictOf(await this.file(...run));
  }

  /** The head of the last push of a branch. */
  head(branch = 'main'): string {
    return this.heads.get(branch) ?? '';
  }

  /** Deletes a branch at the remote. */
  drop(branch: string): void {
    this.repository.git('push', '-q', 'origin', `:${branch}`);
  }

  /** The run of the event that a branch was deleted. */
  ended(branch: string, told: Told = {}): Promise<Report> {
    const payload = { ref: `refs/heads/${branch}`, before: 'a'.repeat(40), after: '0'.repeat(40), deleted: true };
    return this.file(branch, null, this.head(), { payload, ...told });
  }

  /** Files a push as its job would. */
  async file(branch: string, before: string | null, head: string, told: Told = {}): Promise<Report> {
    if (told.refused === true || told.rejected === true) {
      const status = told.refused === true ? 401 : 422;
      this.onCall = async () => buildJsonAnswer(status, { error: 'not now' });
      return this.#file(branch, before, head, told).finally(() => {
        this.onCall = null;
      });
    }
    if (told.dies === undefined) return this.#file(branch, before, head, told);
    const killed = this.#killing(told.dies);
    const report = await this.#file(branch, before, head, told);
    if (!killed()) throw new Error(`the run was to be killed, and ended: ${JSON.stringify(this.held())}`);
    return report;
  }

  /** From the moment of death on, neither the service nor the ledger's remote hears of the run. */
  #killing(dies: NonNullable<Told['dies']>): () => boolean {
    const grave = join(this.ledgerDir, 'killed');
    writeHook(this, '[ -f killed ] && exit 1');
    let dead = false;
    this.onCall = async () => {
      if (!dead && dies(this.held())) {
        dead = true;
        writeFileSync(grave, '');
      }
      return dead ? buildJsonAnswer(401, { error: 'the caller is dead' }) : null;
    };
    return () => {
      this.onCall = null;
      rmSync(grave, { force: true });
      this.pass(3);
      return dead;
    };
  }

  #file(branch: string, before: string | null, head: string, told: Told): Promise<Report> {
    this.#runs += 1;
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: told.event ?? 'push',
      GITHUB_REPOSITORY: 'acme/ORDERS',
      GITHUB_REF: `refs/heads/${branch}`,
      GITHUB_SHA: head,
      GITHUB_ACTOR: told.actor ?? 'jane-doe',
      GITHUB_RUN_ID: String(told.runId ?? this.#runs),
      GITHUB_RUN_ATTEMPT: String(told.attempt ?? 1),
      ...told.ci,
    };
    const zeros = '0'.repeat(40);
    const payload = { ref: env.GITHUB_REF, before: before ?? zeros, after: head, created: before === null };
    const event = readHost(env, { ...(told.payload ?? payload), repository: { default_branch: 'main' } });
    const { PATH = '', HOME = '' } = process.env;
    const named = this.serviceKey === this.service.url ? {} : { 'ledger-key': this.serviceKey };
    return run({
      command: told.command ?? 'file',
      ...(told.releases === true ? { releases: true as const } : {}),
      options: withDefaults({
        'repo-dir': told.dir ?? this.repository.dir,
        url: this.service.url,
        ...named,
        ...(ledgersAreApart ? { 'ledger-remote': this.ledgerDir } : {}),
        ...told.options,
      }),
      event,
      // As the job that it is: elsewhere Git is asked first whether it would open the repository.
      env: { PATH, HOME, GITHUB_ACTIONS: 'true', ...told.env },
      proxyEnv: {},
      token: told.token ?? 'demo-token',
      gitToken: undefined,
      ledgerSecret: told.ledgerSecret,
      ledgerSecretPrevious: told.ledgerSecretPrevious,
      cwd: told.dir ?? this.repository.dir,
      now: () => this.#now(),
      me: nameRun(event.run, this.#now(), randomUUID()),
      sleep: told.sleep ?? forNoRun,
      log: { info: () => {}, notice: (line) => void this.notices.push(line) },
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
    return this.service.inspect().requests.map((request) => {
      const { appl, lvl, objn, rsn, lock } = request;
      return `${appl}/${lvl} ${objn} ${rsn}${lock === '*YES' ? '' : ' unlocked'}${this.#textOf(request)}`;
    });
  }

  #textOf({ objectId }: StoredRequest): string {
    const [attached] = this.service.inspectContent(objectId);
    return attached === undefined ? '' : ` ${Buffer.from(attached.bytes).toString('utf8').trim()}`;
  }

  /**
   * What stands at the service: live requests (locked, and not moved on) with their text and file, in order. One that
   * is withdrawn has to be in no RFP.
   */
  live(): string[] {
    const stands = this.service.inspect().requests.flatMap((request) => {
      const { appl, lvl, objn, rsn, lock, status, rfp, gpath, gfile } = request;
      if (status !== '00' && status !== '01') return [];
      if (lock !== '*YES') return rfp === 0 ? [] : [`${objn} ${rsn} unlocked in RFP ${rfp}`];
      const path = gpath === '' ? gfile : `${gpath}/${gfile}`;
      return [`${appl}/${lvl} ${objn} ${rsn}${this.#textOf(request)} (${path})`];
    });
    return stands.sort();
  }

  /** What the ledger at the remote has of a branch; a record that has ended, or is not there, has nothing. */
  record(branch: string): Remembered {
    return remembered(this.ledgerDir, branch) ?? nothingRemembered;
  }

  /** Creates a request as somebody would by hand, at the level of the branch `feature/**` if nothing is said. */
  async byHand(token: string, fields: Record<string, unknown>): Promise<void> {
    await this.#call('POST', token, { appl: 'ORD', lvl: 10, objt: '*PGM', attr: 'RPGLE', ...fields });
  }

  /** Updates a request as somebody would by hand. */
  async changed(objn: string, fields: Record<string, unknown>): Promise<void> {
    await this.#call('PATCH', 'demo-token', { objectId: this.newest(objn)?.objectId, ...fields });
  }

  /** The newest request for an object. */
  newest(objn: string): StoredRequest | undefined {
    return this.service.inspect().requests.findLast((entry) => entry.objn === objn);
  }

  async #call(method: string, token: string, fields: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.service.url}/object-request`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const { rtn } = (await response.json()) as { rtn: { sev: string; msg: string } };
    if (Number(rtn.sev) > 20) throw new Error(rtn.msg);
  }

  /** Plays what happens to a request later. */
  async later(objn: string, what: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.service.url}/inspect/requests/${this.newest(objn)?.objectId}`, {
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

/** A stage whose mapping names the user of our requests, so that a lost create can be proven ours (design §7). */
export async function stageOf(user: string, faults: readonly Fault[] = [], more = ''): Promise<Stage> {
  const stage = await Stage.open(faults);
  writeFileSync(join(stage.repository.dir, '.file-checkouts.yml'), `${mappingOf(user)}${more}`);
  return stage;
}

/** The mapping with a user. */
export function mappingOf(user: string): string {
  return mappingText.replace('request: { proj: null }', `request: { proj: null, user: ${user} }`);
}

/** An exit code, and outcomes as `outcomesOf` gives them. */
type Verdict = [exitCode: number, outcomes: string[]];

const verdictOf = (report: Report): Verdict => [report.exitCode, outcomesOf(report)];

/** The outcomes of a report: `ORD100 *MIGRATE created`. */
export function outcomesOf(report: Report): string[] {
  return report.requests.map(({ objn, reason, outcome }) => `${objn} ${reason} ${outcome}`);
}

/** Makes the remote refuse pushes of the ledger's ref: all of them, or only the nth. */
export function refusePushes(stage: Stage, nth?: number): void {
  const when = nth === undefined ? 'true' : `[ $n = ${nth} ]`;
  writeHook(stage, `${when} && { echo "notes are read-only" >&2; exit 1; }`);
}

/** Takes away what no ref reaches, here and at the remote, as a host does in time. */
export function prune({ repository }: Stage, dirs: readonly string[] = [repository.dir, repository.remote]): void {
  for (const cwd of dirs) {
    execFileSync('git', ['reflog', 'expire', '--expire=now', '--all'], { cwd });
    execFileSync('git', ['gc', '--quiet', '--prune=now'], { cwd });
  }
}

/** A hook of the remote that sees each push of the ledger's ref; `n` counts them. It starts no process of its own. */
export function writeHook(stage: Stage, script: string): void {
  const hooks = join(stage.ledgerDir, 'hooks');
  mkdirSync(hooks, { recursive: true });
  const hook = join(hooks, 'pre-receive');
  const ours = 'while read -r _ _ ref; do case $ref in refs/notes/*) ours=yes ;; esac; done; [ "$ours" ] || exit 0';
  const count = 'n=0; [ -f count ] && read -r n <count; n=$((n+1)); echo $n >count';
  writeFileSync(hook, `#!/bin/sh\n${ours}\n${count}\n${script}\nexit 0\n`);
  chmodSync(hook, 0o755);
}

/** For a run that is killed (`dies`) once the service holds such a request, as `P *DELETE`. */
export function onceHeld(request: string): (held: readonly string[]) => boolean {
  return (held) => held.some((line) => `${line} `.includes(` ${request} `));
}

/** For a run that is killed before its first call. */
export const atOnce = (): boolean => true;

/**
 * Pushes twice at once: the run of the first push begins when the second is there and files what stays; the run of the
 * second never begins, as one that is replaced in its concurrency group.
 *
 * @returns the commit of the first push.
 */
export async function overtaken(stage: Stage, files: Files, branch = 'main'): Promise<string> {
  const before = stage.heads.get(branch) ?? null;
  const first = stage.commit('Overtaken', files, branch);
  const second = stage.commit('Never run', { 'README.md': 'never run' }, branch);
  stage.heads.set(branch, second);
  await stage.file(branch, before, first);
  return first;
}

/** The notice about commits that no run has settled. */
export function unseen(from: string, to: string): RegExp {
  return new RegExp(
    `no earlier run has dealt with the commits ${from.slice(0, 7)}[0-9a-f]*\\.\\.${to.slice(0, 7)}[0-9a-f]*`,
  );
}

/** A clone of depth 1 of a branch, as the checkout of a job is. */
export function shallowClone({ repository }: Stage, branch: string): string {
  const clone = mkdtempSync(join(repository.root, 'shallow-'));
  execFileSync('git', ['clone', '-q', '--depth=1', `--branch=${branch}`, `file://${repository.remote}`, clone]);
  return clone;
}

/**
 * Freezes the run that calls for an object, for ten minutes: the service has done its work, if nothing else is said, and
 * the answer comes only when `meanwhile` is over.
 */
export function frozenAt<Result>(
  stage: Stage,
  objn: string,
  meanwhile: () => Promise<Result>,
  at: Moment = 'before-answer',
): Promise<Result> {
  return new Promise((resolve, reject) => {
    stage.onCall = async (moment, _, call) => {
      if (moment !== at || call.objn !== objn) return null;
      stage.onCall = null;
      stage.pass(10);
      await meanwhile().then(resolve, reject);
      return null;
    };
  });
}

/** What a report says once for the whole run, as people read it. */
export const noticesOf = ({ notices }: Pick<Report, 'notices'>): string[] => notices.map(({ message }) => message);
