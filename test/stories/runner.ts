import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '../../src/host/event.ts';
import { type Child, endWithin, startBundle } from '../crash/child.ts';
import type { Clock } from './clock.ts';
import { checkOut } from './clone.ts';
import { keepGate, needsGate, type Refused } from './gate.ts';
import type { StoryCommit } from './history.ts';
import { hostVariables } from './host.ts';
import type { Remote } from './remote.ts';
import { type BadService, newVisit, type Visit } from './service.ts';
import type { Setting } from './setting.ts';
import { tokens } from './site.ts';
import type { ReportSeen, RunTold } from './told.ts';
import type { Trouble } from './trouble.ts';

const runMs = 60_000;

/** A job to be run. */
export interface Job {
  readonly remote: Remote;
  readonly repo: string;
  readonly mapping: string;
  readonly branch: string;
  /** What is checked out. */
  readonly head: StoryCommit;
  readonly before: StoryCommit | null;
  /** Null: the push deleted the branch. */
  readonly after: StoryCommit | null;
  readonly clone: 'depth-1' | 'full';
  readonly byHand: boolean;
  readonly actor: string;
  /** The host's number of the run. */
  readonly id: number;
  readonly trouble: Trouble | null;
  /** The command and what it needs beside the service and the report. */
  readonly args: readonly string[];
}

/** A job that is under way. */
export interface Started {
  readonly job: Job;
  readonly child: Child;
  readonly visit: Visit;
  readonly report: string;
  readonly clone: string;
}

/** Where jobs run, and against what. */
export interface Workshop {
  readonly dir: string;
  readonly bundle: string;
  readonly service: BadService;
  /** The repository of the ledger. */
  readonly ledger: Remote;
  readonly clock: Clock;
  readonly setting: Setting;
}

/** Runs the bundle as jobs of a host, and meets them with trouble. */
export class Runner {
  readonly #shop: Workshop;
  readonly #attempts = new Map<number, number>();
  #jobs = 0;
  /** How often the secret of the ledger was changed. */
  #rotations = 0;

  constructor(shop: Workshop) {
    this.#shop = shop;
    mkdirSync(join(shop.dir, 'tmp'));
  }

  rotate(): void {
    this.#rotations += 1;
  }

  /** What seals the ledger. */
  #secrets({ trouble }: Job): Record<string, string> {
    if (!this.#shop.setting.secret) return {};
    if (trouble?.kind === 'secret') return { FILE_CHECKOUTS_LEDGER_SECRET: 'of another' };
    const present = { FILE_CHECKOUTS_LEDGER_SECRET: `secret ${this.#rotations}` };
    if (this.#rotations === 0) return present;
    return { ...present, FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS: `secret ${this.#rotations - 1}` };
  }

  /** Starts a job, whose calls the service meets from now on. */
  async start(job: Job): Promise<Started> {
    const { dir, bundle, service, ledger, clock, setting } = this.#shop;
    this.#jobs += 1;
    const clone = join(dir, `clone-${this.#jobs}`);
    const report = join(dir, `report-${this.#jobs}.json`);
    const { remote, branch, head, mapping, trouble } = job;
    const commit = head.oid ?? '';
    const at = job.after === null ? 'main' : branch;
    const { format } = setting;
    await checkOut(clone, { remote: remote.dir, format, branch: at, commit, depth: job.clone, mapping });
    const args = [...job.args, '--url', service.url];
    if (job.args[0] !== 'ledger') args.push('--report', report, '--concurrency', String(setting.concurrency));
    if (trouble?.kind === 'limit' && job.args[0] === 'file') args.push('--max-requests', '1');
    if (ledger !== remote) args.push('--ledger-remote', ledger.dir);
    const visit = newVisit(trouble, (n, moment) => meet(visit, n, moment, child));
    if (needsGate(trouble)) ledger.close();
    service.visit = visit;
    const env = {
      ...this.#variables(job, commit),
      ...clock.variables,
      ...this.#secrets(job),
      FILE_CHECKOUTS_TOKEN: trouble?.kind === 'token' ? 'wrong' : tokens.ours,
    };
    const child: Child = startBundle(bundle, args, { env, cwd: clone, tmp: join(dir, 'tmp') });
    if (trouble?.kind === 'kill-soon') setTimeout(() => child.signal('SIGKILL'), trouble.ms).unref();
    return { job, child, visit, report, clone };
  }

  #variables({ id, branch, before, after, byHand, actor, repo }: Job, head: string): Env {
    const attempt = (this.#attempts.get(id) ?? 0) + 1;
    this.#attempts.set(id, attempt);
    const commits = { before: before?.oid ?? null, after: after?.oid ?? null, zeros: '0'.repeat(head.length) };
    const run = { host: this.#shop.setting.host, id, attempt, branch, byHand, actor, repo, ...commits };
    return hostVariables(run, join(this.#shop.dir, `event-${this.#jobs}.json`));
  }

  /** Waits for the end of a job. */
  async end({ child, visit, report, clone }: Started): Promise<RunTold & { refused: Refused }> {
    const refused = await keepGate(this.#shop.ledger, child, visit);
    const end = await endWithin(child, runMs);
    while (visit.inFlight > 0) await wait(4);
    this.#shop.service.visit = null;
    this.#shop.clock.pass();
    rmSync(clone, { recursive: true, force: true });
    return { ...end, report: readReport(report), refused };
  }
}

/** A call of a job that is to be killed at it. */
async function meet({ trouble }: Visit, n: number, moment: string, child: Child): Promise<boolean> {
  if (trouble?.kind !== 'kill-call' || trouble.nth !== n) return false;
  if (trouble.worked !== (moment === 'before-answer')) return false;
  child.signal(trouble.signal);
  if (trouble.signal !== 'SIGKILL') return false;
  await child.ended;
  return true;
}

function readReport(file: string): ReportSeen | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReportSeen;
  } catch {
    return null;
  }
}
