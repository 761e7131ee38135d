import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Clock } from './clock.ts';
import type { Story } from './draw.ts';
import type { Refused } from './gate.ts';
import { History, type Push, type StoryCommit } from './history.ts';
import { appl, bot, mappingFile, type StoryMapping, storyRepo } from './mapping.ts';
import { changedMapping } from './mapping-change.ts';
import { Neighbour } from './neighbour.ts';
import { type Ended, Notes } from './notes.ts';
import { type Held, liveOf, readHeld } from './oracle/held.ts';
import { levelOf, nameIn, objectOf } from './oracle/makers.ts';
import type { Writer } from './oracle/ownership.ts';
import { type Breach, brokenPromises } from './oracle/promises.ts';
import type { RunSeen, Seen } from './oracle/seen.ts';
import { wrongRequests } from './oracle/standing.ts';
import { Remote } from './remote.ts';
import { type Job, Runner, type Started } from './runner.ts';
import { BadService } from './service.ts';
import { stepText } from './step-text.ts';
import type { FreezeStep, ReleaseStep, RunStep, Step } from './steps.ts';
import { type RunTold, runText } from './told.ts';
import type { Trouble } from './trouble.ts';

/** How a story went: what happened, line by line, and the first thing that was wrong. */
export interface Played {
  readonly lines: readonly string[];
  readonly breaches: readonly Breach[];
}

/** Plays a story to its end, or to the first breach. */
export async function playStory(story: Story, bundle: string): Promise<Played> {
  await using player = await Player.open(story, bundle);
  await player.play();
  return { lines: player.lines, breaches: player.breaches };
}

/** What a run is to the story. */
interface Role {
  readonly command: RunSeen['command'];
  readonly push: Push | null;
  readonly isLast?: boolean;
  readonly live?: boolean;
  readonly wasFrozen?: boolean;
  /** It looks at less than all that is owed. */
  readonly isNarrow?: boolean;
  /** The branch of a run that is stopped meanwhile, and has its lease. */
  readonly beside?: string;
}

/** A run that has begun, with what was there then. */
interface Begun {
  readonly started: Started;
  readonly before: Held;
  readonly ledgerTip: string | null;
  readonly writer: Writer;
}

class Player implements AsyncDisposable {
  readonly lines: string[] = [];
  readonly breaches: Breach[] = [];
  readonly #story: Story;
  readonly #dir: string;
  readonly #history: History;
  readonly #remote: Remote;
  /** The repository of the ledger. */
  readonly #ledger: Remote;
  readonly #service: BadService;
  readonly #clock: Clock;
  readonly #runner: Runner;
  readonly #notes: Notes;
  #neighbour: Neighbour | null = null;
  #releases = 0;

  private constructor(story: Story, bundle: string, dir: string, remote: Remote, ledger: Remote, service: BadService) {
    const { setting } = story;
    this.#story = story;
    this.#dir = dir;
    this.#remote = remote;
    this.#ledger = ledger;
    this.#service = service;
    this.#clock = new Clock(dir);
    this.#runner = new Runner({ dir, bundle, service, ledger, clock: this.#clock, setting });
    this.#history = new History('main', story.files);
    this.#notes = new Notes(this.#history);
    this.#notes.mappings.push({ mapping: setting.mapping, since: 0 });
  }

  static async open(story: Story, bundle: string): Promise<Player> {
    const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-story-'));
    const { format, apart } = story.setting;
    const remote = await Remote.make(join(dir, 'remote.git'), format);
    const ledger = apart ? await Remote.make(join(dir, 'ledger.git'), format) : remote;
    return new Player(story, bundle, dir, remote, ledger, await BadService.open());
  }

  async play(): Promise<void> {
    const { root } = this.#history;
    await this.#remote.move('main', root);
    if (!this.#story.setting.adopted) {
      const first: Push = { id: 0, branch: 'main', life: 1, before: null, after: root, skipped: false };
      this.#history.pushes.set(0, first);
      await this.#step({ do: 'run', push: 0, trouble: null, clone: 'full' });
    }
    for (const step of this.#story.steps) {
      if (this.breaches.length > 0) return;
      await this.#step(step);
    }
    await this.#close();
  }

  async #step(step: Step): Promise<void> {
    switch (step.do) {
      case 'run':
        return void (await this.#run(step));
      case 'release':
        return this.#release(step);
      case 'freeze':
        return this.#freeze(step);
      case 'colleague':
        return this.#colleague(step);
      case 'neighbour':
        return this.#neighbours(step);
      case 'end':
        return this.#endByHand(step);
      case 'forget':
        return this.#forget(step);
      case 'rotate':
        this.lines.push(stepText(step));
        return this.#runner.rotate();
      case 'mapping': {
        this.lines.push(stepText(step));
        const mapping = changedMapping(this.#mapping, step.change, this.#story.setting.mapping);
        this.#notes.mappings.push({ mapping, since: this.#history.commits });
        return;
      }
      default: {
        const push = this.#history.push(step);
        if (push === null) return;
        await this.#remote.move(step.branch, push.after);
        this.lines.push(`${stepText(step)}  [${push.after?.oid?.slice(0, 8) ?? 'gone'}]`);
      }
    }
  }

  get #mapping(): StoryMapping {
    const last = this.#notes.mappings.at(-1);
    if (last === undefined) throw new Error('no mapping');
    return last.mapping;
  }

  async #colleague(step: Extract<Step, { do: 'colleague' }>): Promise<void> {
    const lvl = levelOf(this.#mapping, step.branch);
    const key = lvl === null ? null : objectOf(this.#mapping, lvl, step.path);
    const path = step.path.toUpperCase();
    const rule = this.#mapping.rules.find(({ ending }) => ending !== undefined && path.endsWith(ending));
    if (key === null || !rule?.makes) return;
    this.lines.push(stepText(step));
    const [gpath = '', gfile = ''] = step.path.split('/');
    const { attr, objt } = rule.makes;
    const where = { appl, lvl, repo: storyRepo, branch: step.branch, gpath, gfile };
    await this.#service.fileByHand({ ...where, objn: nameIn(key), attr, objt, lock: '*YES' }, gfile, step.text);
    this.#notes.owners.noteColleague(await this.#held());
  }

  async #endByHand({ branch, path, how }: Extract<Step, { do: 'end' }>): Promise<void> {
    const lvl = levelOf(this.#mapping, branch);
    const key = lvl === null ? null : objectOf(this.#mapping, lvl, path);
    const [request] = key === null ? [] : (liveOf(await this.#held(), this.#mapping).get(key) ?? []);
    if (request === undefined) return;
    this.lines.push(`${stepText({ do: 'end', branch, path, how })}: request ${request.objectId}`);
    await this.#service.endByHand(request.objectId, how);
    this.#notes.owners.noteEnded(request, await this.#held());
  }

  /** A push of another repository: what it files is its own. */
  async #neighbours(step: Extract<Step, { do: 'neighbour' }>): Promise<void> {
    this.#neighbour ??= await Neighbour.open(this.#dir, this.#story.setting.format);
    const pushed = await this.#neighbour.push(step, this.#mapping, this.#ledger.dir);
    if (pushed === null) return;
    this.lines.push(stepText(step));
    const begun = await this.#begin(pushed.job, `${Neighbour.repo} ${step.branch}`);
    await this.#end(begun, { command: 'neighbour', push: pushed.push });
  }

  #held(): Promise<Held> {
    return readHeld(this.#service.url);
  }

  /** A run of a push; null: the host has none for it. */
  async #run(step: RunStep, role: Partial<Role> = {}): Promise<RunTold | null> {
    const push = this.#history.pushes.get(step.push);
    const trouble = push === undefined ? null : this.#troubleOf(step, push);
    const job = push === undefined ? null : this.#jobOf(push, { ...step, trouble });
    if (push === undefined || job === null) return null;
    if (push.skipped && step.byHand !== undefined) return null;
    this.lines.push(stepText(step));
    const wrongBefore = this.#history.tip(push.branch) === push.after ? null : await this.#wrongNow(push);
    const isNarrow = step.byHand === 'range' || step.byHand === 'paths';
    const { told, seen } = await this.#end(await this.#begin(job), { command: 'file', push, isNarrow, ...role });
    // An old run is only blamed for what it did.
    if (wrongBefore?.length === 0 && told.code !== null && !seen.run.isNarrow) {
      for (const text of wrongRequests(seen))
        this.breaches.push({ kind: 'an old run makes nothing worse (design §8)', text });
    }
    return told;
  }

  /** A record that names a request has to be there to be refused: any other only says where the branch begins. */
  #troubleOf({ trouble }: RunStep | ReleaseStep, { branch, after }: Pick<Push, 'branch' | 'after'>): Trouble | null {
    if (trouble?.kind !== 'secret') return trouble;
    const { owners, begun, doubts } = this.#notes;
    const isThere = owners.hasWritten(branch) && begun.has(branch) && !doubts.hazy.has(branch) && after !== null;
    return isThere && this.#story.setting.secret ? trouble : null;
  }

  /** The command `ledger forget`: what stands is nobody's then. */
  async #forget(step: Extract<Step, { do: 'forget' }>): Promise<void> {
    const { branch, path } = step;
    const main = this.#history.tip('main');
    if (main === null || !this.#notes.begun.has(branch)) return;
    this.lines.push(stepText(step));
    const job: Job = {
      ...{ remote: this.#remote, repo: storyRepo, mapping: mappingFile(this.#mapping), branch: 'main' },
      ...{ head: main, before: null, after: main, clone: 'full', byHand: true, trouble: null },
      actor: 'jane-doe',
      id: 6_000,
      args: ['ledger', 'forget', ...(path === null ? [] : [path]), '--branch', branch],
    };
    const { code, stderr } = await this.#runner.end(await this.#runner.start(job));
    this.lines.push(`    -> exit ${code} ${stderr.trim()}`);
    // 2: there is nothing to forget. A command does not ask the service about its token, so it seals nothing again.
    if (code !== 0 && code !== 2 && !stderr.includes('an earlier secret has sealed it'))
      this.breaches.push({ kind: 'ledger forget ends well (design §2)', text: stderr });
    if (code !== 3) this.#notes.noteForgotten(branch, path, await this.#held());
  }

  #jobOf(push: Push, { clone, byHand, trouble, push: id }: RunStep): Job | null {
    const head = push.after ?? this.#history.tip('main');
    const isByHand = byHand !== undefined;
    if (head === null || (push.after === null && (this.#story.setting.host === 'gitlab' || isByHand))) return null;
    // The host starts it for what the branch has by then.
    if (byHand === 'tip' && this.#history.tip(push.branch) !== head) return null;
    const base = (push.before ?? this.#history.root).oid ?? '';
    const more = {
      range: ['--base', base, '--head', head.oid ?? ''],
      paths: ['--paths', 'src/**', '--head', head.oid ?? ''],
      tip: [],
    };
    const { onConflict } = this.#story.setting;
    return {
      ...{ remote: this.#remote, repo: storyRepo, mapping: mappingFile(this.#mapping), branch: push.branch },
      ...{ head, before: push.before, after: push.after, clone, byHand: isByHand, trouble },
      actor: push.skipped ? bot : 'jane-doe',
      id: (isByHand ? 8_000 : 4_000) + id,
      args: ['file', '--on-conflict', onConflict, ...(isByHand ? more[byHand] : [])],
    };
  }

  /** The command `release`, as somebody starts it by hand. */
  async #release(step: ReleaseStep): Promise<void> {
    const main = this.#history.tip('main');
    if (main === null || !this.#history.branches.has(step.branch)) return;
    this.lines.push(stepText(step));
    this.#releases += 1;
    const job: Job = {
      ...{ remote: this.#remote, repo: storyRepo, mapping: mappingFile(this.#mapping), branch: 'main' },
      ...{ head: main, before: null, after: main, clone: 'full', byHand: true },
      trouble: this.#troubleOf(step, { branch: step.branch, after: main }),
      actor: 'jane-doe',
      id: 7_000 + this.#releases,
      args: ['release', '--branch', step.branch, ...(step.live ? ['--live'] : [])],
    };
    await this.#end(await this.#begin(job, step.branch), { command: 'release', push: null, live: step.live });
  }

  async #begin(job: Job, branch = job.branch): Promise<Begun> {
    const writer: Writer = { branch, head: job.head, recorded: false };
    const [before, ledgerTip] = [await this.#held(), await this.#ledger.ledgerTip()];
    return { started: await this.#runner.start(job), before, ledgerTip, writer };
  }

  /** Waits for the end of a run, takes note of what it did, and judges it. */
  async #end({ started, before, ledgerTip, writer }: Begun, role: Role): Promise<{ told: RunTold; seen: Seen }> {
    const { refused, ...told } = await this.#runner.end(started);
    const { job, visit } = started;
    const { trouble } = visit;
    // A run that makes no such call is not killed.
    const isKilled = told.code === null || (trouble?.kind === 'kill-call' && told.code !== 0);
    const isWhole = !isKilled && !refused.any && role.wasFrozen !== true;
    const held = await this.#held();
    const ended: Ended = {
      ...{ id: job.id, push: role.push, branch: writer.branch, head: job.head, told, writer, isWhole },
      ...{ creates: visit.creates, lost: visit.lost, isUnrecorded: refused.all },
      ...{ isNarrow: role.isNarrow === true, wasFrozen: role.wasFrozen === true },
      hasWritten: role.command === 'file' && (await this.#ledger.ledgerTip()) !== ledgerTip,
    };
    const changed = this.#notes.noteRun(held, ended);
    const isRelease = role.command === 'release' || (job.after === null && this.#mapping.branchDeleted === 'release');
    if (isRelease && (told.code === 0 || !isWhole)) this.#notes.noteRelease(writer.branch, isWhole && told.code === 0);
    this.lines.push(...runText(told));
    const run: RunSeen = {
      ...{ command: isRelease ? 'release' : role.command, branch: writer.branch, push: role.push, head: job.head },
      ...{ id: job.id, told, isCalm: trouble === null, changed, before, isLast: role.isLast === true },
      tip: this.#history.tip(writer.branch),
      isNarrow: role.isNarrow === true || role.command === 'release' || refused.all,
      wasFrozen: role.wasFrozen === true,
      isSealedByOther: trouble?.kind === 'secret',
      onConflict: this.#story.setting.onConflict,
      beside: role.beside ?? null,
      live: role.live === true,
    };
    const seen = this.#seen(held, run);
    this.breaches.push(...brokenPromises(seen, looksAtAll(run, refused)));
    return { told, seen };
  }

  #seen(held: Held, run: RunSeen): Seen {
    const { owners, mappings, begun, settled, handed, doubts } = this.#notes;
    return { history: this.#history, held, owners, mappings, begun, settled, handed, doubts, run };
  }

  /** What is wrong with the branch of an old push before its run. */
  async #wrongNow(push: Push): Promise<string[]> {
    const told: RunTold = { code: 0, signal: null, report: null, stderr: '' };
    const held = await this.#held();
    const head = push.after ?? this.#history.root;
    return wrongRequests(
      this.#seen(held, {
        ...{ command: 'file', branch: push.branch, push, head, id: 0, told, isCalm: true, isNarrow: false },
        ...{ wasFrozen: false, isSealedByOther: false, isLast: false, live: false },
        ...{ changed: [], before: held, tip: null, beside: null, onConflict: 'prove' },
      }),
    );
  }

  /** A run that is stopped while another of its branch files, and then goes on. */
  async #freeze(step: FreezeStep): Promise<void> {
    const push = this.#history.pushes.get(step.push);
    const calm = { do: 'run', trouble: null, clone: 'depth-1' } as const;
    const job = push === undefined ? null : this.#jobOf(push, { ...calm, push: step.push });
    if (push === undefined || job === null || push.after === null || !this.#history.pushes.has(step.meanwhile)) return;
    this.lines.push(stepText(step));
    const begun = await this.#begin(job);
    const { started } = begun;
    const { visit, child } = started;
    const stopped = Promise.withResolvers<void>();
    visit.meet = async (n, moment) => {
      if (n !== step.call || moment !== 'before-answer') return false;
      child.signal('SIGSTOP');
      stopped.resolve();
      return false;
    };
    await Promise.race([stopped.promise, child.ended]);
    while (child.isAlive() && visit.inFlight > 0) await wait(4);
    this.#notes.noteStopped(job.id, await this.#held(), begun.writer);
    if (step.isLate) this.#clock.pass();
    this.#clock.isHeld = true;
    const other = this.#history.pushes.get(step.meanwhile)?.branch;
    const isBeside = other !== push.branch && !step.isLate && child.isAlive();
    await this.#run({ ...calm, push: step.meanwhile }, isBeside ? { beside: push.branch } : {});
    this.#clock.isHeld = false;
    const wrongBefore = await this.#wrongNow(push);
    this.#service.visit = visit;
    child.signal('SIGCONT');
    this.lines.push(`the run of push ${step.push} goes on`);
    const { seen } = await this.#end(begun, { command: 'file', push, wasFrozen: true });
    if (wrongBefore.length > 0) return;
    const kind = 'a run whose lease is over makes nothing worse (design §8)';
    for (const text of wrongRequests(seen)) this.breaches.push({ kind, text });
  }

  /** The last push of each branch is run again, without trouble, until all are green or nothing moves any more. */
  async #close(): Promise<void> {
    let held = '';
    for (let round = 1; round <= 3 && this.breaches.length === 0; round += 1) {
      let isGreen = true;
      for (const [branch, { tip }] of this.#history.branches) {
        const last = tip === null ? undefined : this.#lastPush(branch, tip);
        if (last === undefined || this.breaches.length > 0) continue;
        const told = await this.#run({ do: 'run', push: last.id, trouble: null, clone: 'depth-1' }, { isLast: true });
        if (told !== null && told.code !== 0) isGreen = false;
      }
      const now = JSON.stringify((await this.#held()).requests);
      if (isGreen || now === held) return;
      held = now;
    }
  }

  #lastPush(branch: string, tip: StoryCommit): Push | undefined {
    return [...this.#history.pushes.values()].findLast((push) => push.branch === branch && push.after === tip);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service[Symbol.asyncDispose]();
    // What outlived a killed process may still be writing.
    await promisify(execFile)('rm', ['-rf', this.#dir]).catch(() => {});
  }
}

/** True for a run that looked at all of its branch: at the tip, and green, or one of the last; none of the skipped account. */
function looksAtAll({ command, told, isNarrow, tip, head, isLast, push }: RunSeen, { all }: Refused): boolean {
  if (command !== 'file' || isNarrow || all || told.code === null) return false;
  if (push?.after !== head || push.skipped) return false;
  return tip === head && (told.code === 0 || isLast);
}
