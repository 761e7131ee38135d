import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, endWithin, startBundle } from '../crash/child.ts';
import { checkOut } from './clone.ts';
import type { Story } from './draw.ts';
import { baseOf, History, type Push, type StoryCommit } from './history.ts';
import { hostVariables } from './host.ts';
import { appl, mappingFile, type StoryMapping } from './mapping.ts';
import { type Held, readHeld } from './oracle/held.ts';
import type { BranchFacts, Breach, Court } from './oracle/judge.ts';
import { unfiled, unsaid, wrongAtAnyTime, wrongRequests } from './oracle/judge.ts';
import { levelOf, type ObjectKey, objectOf, shiftedObjects } from './oracle/makers.ts';
import { mayGoOn, Ownership, type Writer } from './oracle/ownership.ts';
import { judgeRed, type ReportSeen } from './oracle/red.ts';
import { Trees } from './oracle/trees.ts';
import { Remote } from './remote.ts';
import { BadService, newVisit, type Visit } from './service.ts';
import { tokens } from './site.ts';
import { type FreezeStep, type MappingChange, type RunStep, type Step, stepText, type Trouble } from './steps.ts';
import { type RunTold, runText } from './told.ts';

/** How a story went: what happened, line by line, and the first thing that was wrong. */
export interface Played {
  readonly lines: readonly string[];
  readonly breaches: readonly Breach[];
}

const clockModule = new URL('clock.mjs', import.meta.url).href;
const runMs = 60_000;
const minutesBetween = 10;

/** Plays a story to its end, or to the first breach. */
export async function playStory(story: Story, bundle: string): Promise<Played> {
  await using player = await Player.open(story, bundle);
  await player.play();
  return { lines: player.lines, breaches: player.breaches };
}

/** What becomes of a branch once a run of it has written something down. */
interface Begun {
  readonly life: number;
  /** The first push whose changes count. */
  readonly from: number;
  readonly base: string | null;
}

/** A run that is under way. */
interface Started {
  readonly push: Push;
  readonly head: string;
  readonly child: Child;
  readonly visit: Visit;
  readonly report: string;
  readonly writer: Writer;
  readonly ledgerTip: string | null;
}

class Player implements AsyncDisposable {
  readonly lines: string[] = [];
  readonly breaches: Breach[] = [];
  readonly #story: Story;
  readonly #bundle: string;
  readonly #dir: string;
  readonly #history: History;
  readonly #remote: Remote;
  readonly #service: BadService;
  readonly #trees: Trees;
  readonly #owners = new Ownership();
  readonly #mappings: StoryMapping[];
  readonly #begun = new Map<string, Begun>();
  readonly #beginnings = new Map<string, StoryCommit | null>();
  readonly #paths = new Set<string>();
  readonly #attempts = new Map<number, number>();
  /** Names of objects: creates whose answer may be lost, and those that runs filed of which the ledger knows nothing. */
  readonly #lost = new Set<string>();
  readonly #unrecorded = new Set<string>();
  /** Branches with a range that was named by hand. */
  readonly #named = new Set<string>();
  /** Branches with a run that did not end with all that it did in the ledger. */
  readonly #broken = new Set<string>();
  #files = 0;
  #ahead = 0;

  private constructor(story: Story, bundle: string, dir: string, remote: Remote, service: BadService) {
    this.#story = story;
    this.#bundle = bundle;
    this.#dir = dir;
    this.#remote = remote;
    this.#service = service;
    this.#trees = new Trees(remote.dir);
    this.#history = new History('main', story.files);
    this.#mappings = [story.setting.mapping];
    for (const path of story.files.keys()) this.#paths.add(path);
    mkdirSync(join(dir, 'tmp'));
    writeFileSync(join(dir, 'clock'), '0');
  }

  static async open(story: Story, bundle: string): Promise<Player> {
    const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-story-'));
    const remote = await Remote.make(join(dir, 'remote.git'), story.setting.format);
    return new Player(story, bundle, dir, remote, await BadService.open());
  }

  async play(): Promise<void> {
    const { root } = this.#history;
    await this.#remote.move('main', root);
    if (!this.#story.setting.adopted) {
      this.#history.pushes.set(0, {
        id: 0,
        branch: 'main',
        life: 1,
        before: null,
        after: root,
        own: [...root.tree.keys()],
        rewrites: false,
      });
      await this.#step({ do: 'run', push: 0, trouble: null, clone: 'full' });
    }
    for (const step of this.#story.steps) {
      if (this.breaches.length > 0) return;
      await this.#step(step);
    }
    await this.#close();
  }

  async #step(step: Step): Promise<void> {
    if (step.do === 'run') await this.#runStep(step);
    else if (step.do === 'freeze') await this.#freeze(step);
    else if (step.do === 'colleague') await this.#colleague(step);
    else if (step.do === 'mapping') {
      this.lines.push(stepText(step));
      this.#mappings.push(changedMapping(this.#mapping, step.change));
    } else {
      const push = this.#history.push(step);
      if (push === null) return;
      await this.#remote.move(step.branch, push.after);
      this.#noteBeginning(push);
      for (const path of push.after?.tree.keys() ?? []) this.#paths.add(path);
      this.lines.push(`${stepText(step)}  [${push.after?.oid?.slice(0, 8) ?? 'gone'}]`);
    }
  }

  /** What a new branch shares with the default one. */
  #noteBeginning({ branch, before, after }: Push): void {
    const main = this.#history.tip('main');
    if (before === null && after !== null && main !== null) this.#beginnings.set(branch, baseOf(after, main));
  }

  get #mapping(): StoryMapping {
    const mapping = this.#mappings.at(-1);
    if (mapping === undefined) throw new Error('no mapping');
    return mapping;
  }

  async #colleague(step: Extract<Step, { do: 'colleague' }>): Promise<void> {
    const lvl = levelOf(this.#mapping, step.branch);
    const key = lvl === null ? null : objectOf(this.#mapping, lvl, step.path);
    const rule = this.#mapping.rules.find(
      ({ ending }) => ending !== undefined && step.path.toUpperCase().endsWith(ending),
    );
    if (key === null || !rule?.makes) return;
    this.lines.push(stepText(step));
    const [, objn] = key.split(' ');
    const [gpath = '', gfile = ''] = step.path.split('/');
    const { attr, objt } = rule.makes;
    const where = { appl, lvl, repo: 'ORDERS', branch: step.branch, gpath, gfile };
    await this.#service.fileByHand({ ...where, objn, attr, objt, lock: '*YES' }, gfile, step.text);
    this.#owners.noteColleague(await this.#held());
  }

  #held(): Promise<Held> {
    return readHeld(this.#service.url);
  }

  async #runStep(step: RunStep): Promise<RunTold | null> {
    const push = this.#history.pushes.get(step.push);
    if (push === undefined) return null;
    this.lines.push(stepText(step));
    const before = await this.#breachesNow(push.branch);
    const started = await this.#start(push, step);
    if (started === null) return null;
    const refused = await this.#keepGate(started);
    const told = await this.#end(started, refused, step.byHand === true);
    // Without a ledger only the event speaks.
    const isNarrow = step.byHand === true || refused.all;
    await this.#judge(started, told, isNarrow, before);
    return told;
  }

  /** What is wrong with the branch before a run, so that an old run is only blamed for what it did. */
  async #breachesNow(branch: string): Promise<Breach[] | null> {
    const facts = this.#facts(branch);
    return facts === null ? null : wrongRequests(await this.#court(), facts);
  }

  async #start(push: Push, step: Pick<RunStep, 'trouble' | 'clone' | 'byHand'>): Promise<Started | null> {
    const { setting } = this.#story;
    const head = push.after?.oid ?? this.#history.tip('main')?.oid;
    if (!head || (push.after === null && setting.host === 'gitlab')) return null;
    this.#files += 1;
    const dir = join(this.#dir, `clone-${this.#files}`);
    const branch = push.after === null ? 'main' : push.branch;
    const { dir: remote } = this.#remote;
    const mapping = mappingFile(this.#mapping);
    await checkOut(dir, { remote, format: setting.format, branch, commit: head, depth: step.clone, mapping });
    const report = join(this.#dir, `report-${this.#files}.json`);
    const base = push.before?.oid ?? this.#history.root.oid;
    const range = step.byHand ? ['--base', base ?? head, '--head', head] : [];
    const args = ['file', '--url', this.#service.url, '--report', report, '--concurrency', String(setting.concurrency)];
    const visit = newVisit(step.trouble, (n, moment) => this.#meet(visit, n, moment, child));
    const ledgerTip = await this.#remote.ledgerTip();
    const { trouble } = step;
    if (trouble?.kind === 'kill-ledger' || trouble?.kind === 'ledger') this.#remote.close();
    this.#service.visit = visit;
    const env = {
      ...this.#variables(push, head, step.byHand === true),
      FILE_CHECKOUTS_TOKEN: trouble?.kind === 'token' ? 'wrong' : tokens.ours,
    };
    const told = { env, cwd: dir, tmp: join(this.#dir, 'tmp') };
    const child: Child = startBundle(this.#bundle, [...args, ...range], told);
    if (trouble?.kind === 'kill-soon') setTimeout(() => child.signal('SIGKILL'), trouble.ms).unref();
    const writer: Writer = { branch: push.branch, life: push.life, head, recorded: false };
    return { push, head, child, visit, report, writer, ledgerTip };
  }

  #variables(push: Push, head: string, byHand: boolean): Record<string, string> {
    const { host } = this.#story.setting;
    const attempt = (this.#attempts.get(push.id) ?? 0) + 1;
    this.#attempts.set(push.id, attempt);
    const run = {
      host,
      id: (byHand ? 8_000 : 4_000) + push.id,
      attempt,
      branch: push.branch,
      before: push.before?.oid ?? null,
      after: push.after?.oid ?? null,
      byHand,
      zeros: '0'.repeat(head.length),
    };
    return {
      ...hostVariables(run, join(this.#dir, `event-${this.#files}.json`)),
      NODE_OPTIONS: `--import ${clockModule}`,
      CLOCK_FILE: join(this.#dir, 'clock'),
    };
  }

  /** A call of a run that is to be killed at it. */
  async #meet(visit: Visit, n: number, moment: string, child: Child): Promise<boolean> {
    const { trouble } = visit;
    if (trouble?.kind !== 'kill-call' || trouble.nth !== n) return false;
    if (trouble.worked !== (moment === 'before-answer')) return false;
    child.signal(trouble.signal);
    if (trouble.signal !== 'SIGKILL') return false;
    await child.ended;
    return true;
  }

  /** Lets pushes of the ledger pass or not, as the trouble says, until the run is over; true when all were refused. */
  async #keepGate({ child, visit: { trouble }, visit }: Started): Promise<{ any: boolean; all: boolean }> {
    const asked = { passed: 0, refused: 0 };
    if (trouble?.kind === 'kill-ledger' || trouble?.kind === 'ledger') {
      while (child.isAlive() || this.#remote.asking().length > 0) {
        for (const who of this.#remote.asking()) {
          const mayPass = await this.#sayAtGate(trouble, visit, child, asked.passed + asked.refused + 1);
          asked[mayPass ? 'passed' : 'refused'] += 1;
          this.#remote.say(who, mayPass);
          if (mayPass && !child.isAlive()) await this.#landed();
        }
        await wait(4);
      }
      this.#remote.open();
    }
    return { any: asked.refused > 0, all: asked.refused > 0 && asked.passed === 0 };
  }

  async #sayAtGate(trouble: Trouble, visit: Visit, child: Child, n: number): Promise<boolean> {
    if (trouble.kind === 'ledger') return !(trouble.refuse === 'all' || visit.answered > 0);
    if (trouble.kind !== 'kill-ledger') return true;
    const isIt = trouble.nth === 'last' ? visit.answered > 0 : n === trouble.nth;
    if (!isIt || !child.signal('SIGKILL')) return true;
    await child.ended;
    return trouble.landed;
  }

  async #landed(): Promise<void> {
    for (let n = 0; n < 500 && !this.#remote.hasLanded(); n += 1) await wait(4);
  }

  /** Waits for the end of a run, and takes note of what it did. */
  async #end(started: Started, refused: { any: boolean; all: boolean }, byHand: boolean): Promise<RunTold> {
    const { child, visit, report, writer, push } = started;
    const end = await endWithin(child, runMs);
    while (visit.inFlight > 0) await wait(4);
    this.#service.visit = null;
    this.#pass();
    const told = { ...end, report: readReport(report) };
    const { trouble } = visit;
    const isWhole = end.code !== null && !refused.any && trouble?.kind !== 'kill-call';
    writer.recorded = isWhole;
    if (!isWhole || visit.lost.size > 0) this.#broken.add(push.branch);
    for (const name of isWhole ? visit.lost : visit.creates) this.#lost.add(name);
    // An outcome that only a person settles: nobody can know what stands.
    for (const name of unknownIn(told.report)) this.#lost.add(name);
    // The run that found it may have been killed between its last push of the ledger and its report; or one that went on
    // with a request of a merged branch, before its record said so. Both were red, and a person decides.
    if (this.#broken.has(push.branch)) for (const name of stillOpenIn(told.report)) this.#unrecorded.add(name);
    const held = await this.#held();
    const changed = this.#owners.noteRun(held, writer);
    this.#owners.noteWritten(updatedIn(told.report), writer);
    if (refused.all) for (const { request } of changed) this.#unrecorded.add(request.objn.toUpperCase());
    for (const { request, before } of changed) {
      if (await mayGoOn(this.#trees, before, push.branch, started.head)) continue;
      const text = `request ${request.objectId} of ${before.at(-1)?.branch} was changed by a run of ${push.branch} at ${started.head.slice(0, 8)}`;
      this.breaches.push({ kind: 'another branch overwritten', text });
    }
    if (!byHand) await this.#noteBegun(started);
    else this.#named.add(push.branch);
    this.lines.push(...runText(told));
    rmSync(join(this.#dir, `clone-${this.#files}`), { recursive: true, force: true });
    return told;
  }

  /** Time passes between two runs, so that the lease of the first is over. */
  #pass(): void {
    this.#ahead += minutesBetween;
    writeFileSync(join(this.#dir, 'clock'), String(this.#ahead * 60_000));
  }

  /** The first run of a branch that wrote something down says from where on its changes count. */
  async #noteBegun({ push, ledgerTip, head }: Started): Promise<void> {
    const { branch, life } = push;
    if (this.#history.branches.get(branch)?.life !== life || push.after === null) return;
    if (this.#begun.get(branch)?.life === life || (await this.#remote.ledgerTip()) === ledgerTip) return;
    const main = this.#history.tip('main');
    let base = push.before?.oid ?? null;
    if (push.before === null && branch !== 'main' && main?.oid) base = await this.#trees.mergeBase(head, main.oid);
    this.#begun.set(branch, { life, from: push.id, base });
  }

  /** What the story knows of a branch; null: it is not there. */
  #facts(branch: string): BranchFacts | null {
    const tip = this.#history.tip(branch);
    const life = this.#history.branches.get(branch)?.life ?? 0;
    if (!tip?.oid) return null;
    const begun = this.#begun.get(branch);
    const isBegun = begun?.life === life;
    const pushes = this.#history.pushesOf(branch);
    const counted = pushes.filter(({ id }) => isBegun && id >= begun.from);
    const began = branch === 'main' ? (pushes[0]?.before ?? null) : (this.#beginnings.get(branch) ?? null);
    return {
      branch,
      life,
      tip: tip.oid,
      base: isBegun ? begun.base : undefined,
      began: began?.oid ?? null,
      own: new Set(counted.flatMap(({ own }) => own)),
      rewritten: pushes.some(({ rewrites }) => rewrites),
      named: this.#named.has(branch),
    };
  }

  async #court(excused: ReadonlySet<ObjectKey> = new Set()): Promise<Court> {
    const unlocked = this.#mapping.lock === '*NO' ? this.#lost : [];
    return {
      trees: this.#trees,
      held: await this.#held(),
      owners: this.#owners,
      mapping: this.#mapping,
      shifted: shiftedObjects(this.#mappings, this.#paths),
      mainTip: this.#history.tip('main')?.oid ?? '',
      unsure: new Set([...this.#unrecorded, ...unlocked]),
      excused,
    };
  }

  async #judge({ push, head }: Started, told: RunTold, isNarrow: boolean, before: Breach[] | null): Promise<void> {
    const facts = this.#facts(push.branch);
    const court = await this.#court();
    this.breaches.push(...wrongAtAnyTime(court), ...wrongReport(told));
    if (facts === null || told.code === null) return;
    if (isNarrow) return;
    if (told.code === 0 && facts.tip === head && push.life === facts.life) {
      const { excused } = await judgeRed(court, facts, reportOf(told), this.#excuses());
      const judged = { ...court, excused };
      this.breaches.push(...(await wrongRequests(judged, facts)), ...(await unfiled(judged, facts)));
    } else if (before?.length === 0 && facts.tip !== head) {
      const worse = await wrongRequests(court, facts);
      this.breaches.push(...worse.map(({ kind, text }) => ({ kind: `backwards: ${kind}`, text })));
    }
  }

  #excuses() {
    const there = [...this.#history.branches].filter(([, { tip }]) => tip !== null).map(([name]) => name);
    return { lost: this.#lost, broken: this.#broken, branches: new Set(there) };
  }

  /** A run that is stopped while another of its branch files, and then goes on. */
  async #freeze(step: FreezeStep): Promise<void> {
    const push = this.#history.pushes.get(step.push);
    const later = this.#history.pushes.get(step.meanwhile);
    if (push === undefined || later === undefined) return;
    this.lines.push(stepText(step));
    const frozen = await this.#start(push, { trouble: null, clone: 'depth-1' });
    if (frozen === null) return;
    const stopped = Promise.withResolvers<void>();
    frozen.visit.meet = async (n, moment) => {
      if (n !== step.call || moment !== 'before-answer') return false;
      frozen.child.signal('SIGSTOP');
      stopped.resolve();
      return false;
    };
    await Promise.race([stopped.promise, frozen.child.ended]);
    while (frozen.child.isAlive() && frozen.visit.inFlight > 0) await wait(4);
    this.#owners.noteRun(await this.#held(), frozen.writer);
    this.#pass();
    await this.#runStep({ do: 'run', push: step.meanwhile, trouble: null, clone: 'depth-1' });
    const before = await this.#breachesNow(push.branch);
    this.#service.visit = frozen.visit;
    frozen.child.signal('SIGCONT');
    this.lines.push(`the run of push ${step.push} goes on`);
    const told = await this.#end(frozen, { any: false, all: false }, false);
    for (const name of frozen.visit.creates) this.#lost.add(name);
    const worse = before?.length === 0 ? await this.#breachesNow(push.branch) : [];
    this.breaches.push(...(worse ?? []).map(({ kind, text }) => ({ kind: `frozen: ${kind}`, text })));
    this.breaches.push(...wrongAtAnyTime(await this.#court()), ...wrongReport(told));
  }

  /** The last push of each branch is run again, without trouble, until all are green. */
  async #close(): Promise<void> {
    for (let round = 1; round <= 3 && this.breaches.length === 0; round += 1) {
      let isGreen = true;
      for (const branch of this.#history.branches.keys()) {
        const last = this.#history.pushesOf(branch).at(-1);
        if (last?.after === undefined || last.after === null || this.breaches.length > 0) continue;
        const told = await this.#runStep({ do: 'run', push: last.id, trouble: null, clone: 'depth-1' });
        if (told === null) continue;
        if (told.code !== 0) isGreen = false;
        await this.#judgeClosing(branch, told);
      }
      if (isGreen) return;
    }
  }

  async #judgeClosing(branch: string, told: RunTold): Promise<void> {
    const facts = this.#facts(branch);
    if (facts === null || this.breaches.length > 0) return;
    if (told.code === null) {
      this.breaches.push({ kind: 'no end', text: `${branch}: a run without trouble ended with ${told.signal}` });
      return;
    }
    const court = await this.#court();
    const { breaches, excused } = await judgeRed(court, facts, reportOf(told), this.#excuses());
    this.breaches.push(...breaches);
    if (breaches.length > 0) return;
    const judged = { ...court, excused };
    this.breaches.push(...(await wrongRequests(judged, facts)), ...(await unfiled(judged, facts)));
    this.breaches.push(...(await unsaid(judged, facts, JSON.stringify(told.report))));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service[Symbol.asyncDispose]();
    // What outlived a killed process may still be writing.
    await promisify(execFile)('rm', ['-rf', this.#dir]).catch(() => {});
  }
}

function readReport(file: string): ReportSeen | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReportSeen;
  } catch {
    return null;
  }
}

/** Names of the objects of which a report says that nobody knows what stands. */
function unknownIn(report: ReportSeen | null): string[] {
  const unknown = report?.requests.filter(({ outcome }) => outcome === 'unknown') ?? [];
  return unknown.map(({ objn }) => objn.toUpperCase());
}

function updatedIn(report: ReportSeen | null): number[] {
  return (report?.requests ?? []).flatMap(({ outcome, objectId }) =>
    outcome === 'updated' && typeof objectId === 'number' ? [objectId] : [],
  );
}

const noReport: ReportSeen = { exitCode: -1, error: null, requests: [] };

function reportOf({ report }: RunTold): ReportSeen {
  return report ?? noReport;
}

/** A process that ended by itself leaves a report that says so. */
function wrongReport({ code, report, stderr }: RunTold): Breach[] {
  if (code === null) return [];
  if (report === null) return [{ kind: 'no report', text: `exit ${code}: ${stderr.trim().slice(-300)}` }];
  if (report.error?.code === 'defect') return [{ kind: 'defect', text: report.error.message }];
  if (report.exitCode === code) return [];
  return [{ kind: 'wrong exit code', text: `exit ${code}, and the report says ${report.exitCode}` }];
}

function changedMapping(mapping: StoryMapping, change: MappingChange): StoryMapping {
  const { rules } = mapping;
  switch (change) {
    case 'no rule for .DSPF':
      return { ...mapping, rules: rules.filter(({ ending }) => ending !== '.DSPF') };
    case 'skip lib':
      return { ...mapping, rules: [{ under: 'lib', makes: null }, ...rules] };
    case 'attr of .PF':
      return {
        ...mapping,
        rules: rules.map((rule) => (rule.ending === '.PF' ? { ...rule, makes: { attr: 'PF2', objt: '*FILE' } } : rule)),
      };
  }
}

/** Names of the objects that an earlier run has left for a person, as the report names their files. */
function stillOpenIn(report: ReportSeen | null): string[] {
  return (report?.notices ?? []).flatMap(({ code, message }) => {
    const path =
      code === 'stillOpen' ? /^still open[^:]*: (.+?): (?:unknown|conflict): /.exec(message)?.[1] : undefined;
    const file = path?.slice(path.lastIndexOf('/') + 1);
    return file === undefined ? [] : [(file.split(/[.-]/)[0] ?? '').toUpperCase()];
  });
}
