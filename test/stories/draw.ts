import { randomFrom } from '../crash/random.ts';
import { Dice } from './dice.ts';
import { CommitDrawer, drawNames, firstFiles } from './draw-commit.ts';
import { copyMembersRefused, drawTrouble } from './draw-trouble.ts';
import { History, type Tree } from './history.ts';
import { mappingChanges } from './mapping-change.ts';
import { drawSetting, type Setting } from './setting.ts';
import type { PushStep, RunStep, Step } from './steps.ts';
import type { Trouble } from './trouble.ts';

/** A story as it is drawn; nothing in it depends on how it is played. */
export interface Story {
  readonly setting: Setting;
  readonly files: Tree;
  readonly steps: readonly Step[];
}

/** The kth story of a seed. */
export function drawStory(seed: number, k: number): Story {
  const dice = new Dice(randomFrom(seed * 1_000_003 + k * 7_919));
  const setting = drawSetting(dice);
  const names = drawNames(dice);
  const files = firstFiles(dice, names, setting.mapping.dependents === 'request');
  return { setting, files, steps: new StoryDrawer(dice, setting, files, names).draw() };
}

/** The steps that move a branch, and how often. */
const moves = { commit: 24, merge: 4, pick: 2, rebase: 2, reset: 2, revert: 3, delete: 2, other: 1, bot: 1 };
/** What happens beside the pushes, and how often. */
const asides = { colleague: 3, mapping: 3, release: 2, neighbour: 2, end: 5, forget: 2, rotate: 3 };

class StoryDrawer {
  readonly #dice: Dice;
  readonly #setting: Setting;
  readonly #history: History;
  readonly #commits: CommitDrawer;
  /** Each file that a branch ever had, with its last content there. */
  readonly #seen = new Map<string, Map<string, string>>();
  readonly #steps: Step[] = [];
  /** Runs that come after so many pushes more. */
  readonly #late: { after: number; run: RunStep }[] = [];
  /** How often a run meets trouble, and the branch on which most happens. */
  readonly #often: number;
  readonly #busy: string;
  #ids = 0;

  constructor(dice: Dice, setting: Setting, files: Tree, names: readonly string[]) {
    this.#dice = dice;
    this.#setting = setting;
    this.#history = new History('main', files);
    this.#commits = new CommitDrawer(dice, names, setting.mapping.dependents === 'request');
    this.#often = dice.pick([0.2, 0.4, 0.6]);
    this.#busy = dice.pick(setting.branches);
  }

  draw(): Step[] {
    const dice = this.#dice;
    for (let left = dice.between(6, 14); left > 0; left -= 1) {
      if (dice.chance(0.13)) this.#aside();
      if (dice.chance(0.04)) this.#mergedAtOnce();
      const push = this.#push();
      if (push === null) continue;
      this.#runs(push);
      this.#lateRuns();
    }
    return this.#steps;
  }

  #aside(): void {
    const dice = this.#dice;
    const drawn = dice.weighed(asides);
    const what = drawn === 'neighbour' && !this.#setting.apart ? 'colleague' : drawn;
    const branch = dice.pick([...this.#history.branches.keys()]);
    if (what === 'mapping') {
      this.#steps.push({ do: 'mapping', change: dice.pick(mappingChanges) });
    } else if (what === 'release') {
      const trouble = dice.chance(0.3) ? drawTrouble(dice) : null;
      this.#steps.push({ do: 'release', branch, live: dice.chance(0.5), trouble });
    } else if (what === 'rotate') {
      const isDone = this.#steps.some((step) => step.do === 'rotate');
      if (this.#setting.secret && !isDone) this.#steps.push({ do: 'rotate' });
    } else if (what === 'forget' && dice.chance(0.3)) {
      this.#steps.push({ do: 'forget', branch, path: null });
    } else {
      const files = [...(this.#history.tip(branch)?.tree.keys() ?? [])].filter((path) => path.startsWith('src/'));
      if (files.length === 0) return;
      const path = dice.pick(files);
      const how = dice.weighed({ complete: 3, delete: 1 });
      if (what === 'forget') this.#steps.push({ do: what, branch, path });
      else if (what === 'end') this.#steps.push({ do: what, branch, path, how });
      else this.#steps.push({ do: what, branch, path, text: `${what} ${this.#steps.length}\n` });
    }
  }

  /** A new branch is merged into main before its first run begins (design §3). */
  #mergedAtOnce(): void {
    const dice = this.#dice;
    const branch = this.#setting.branches.find((name) => this.#history.tip(name) === null);
    const tree = this.#history.tip('main')?.tree;
    if (branch === undefined || tree === undefined) return;
    this.#ids += 2;
    const { changes } = this.#commits.draw(tree, new Map());
    const made: PushStep = { do: 'create', id: this.#ids - 1, branch, from: 'main', changes };
    const merge: PushStep = { do: 'merge', id: this.#ids, branch: 'main', from: branch, how: 'merge', mine: true };
    for (const step of [made, merge]) if (this.#history.push(step) !== null) this.#steps.push(step);
    this.#steps.push(this.#run(made.id, null));
    if (dice.chance(0.7)) this.#steps.push(this.#run(merge.id, this.#trouble()));
  }

  #push(): PushStep | null {
    const dice = this.#dice;
    this.#ids += 1;
    const id = this.#ids;
    const branch = dice.chance(0.5) ? this.#busy : dice.pick(this.#setting.branches);
    const step = this.#history.tip(branch) === null ? this.#create(id, branch) : this.#move(id, branch);
    if (step === null || this.#history.push(step) === null) return null;
    const seen = this.#seen.get(branch) ?? new Map<string, string>();
    this.#seen.set(branch, seen);
    for (const [path, text] of this.#history.tip(branch)?.tree ?? []) seen.set(path, text);
    this.#steps.push(step);
    return step;
  }

  #create(id: number, branch: string): PushStep {
    const isGone = this.#history.branches.get(branch)?.was != null;
    if (isGone && this.#dice.chance(0.5)) return { do: 'restore', id, branch };
    const from = this.#others(branch);
    const tree = this.#history.tip(from)?.tree ?? new Map();
    const changes = this.#dice.chance(0.8) ? this.#commits.draw(tree, new Map()).changes : [];
    return { do: 'create', id, branch, from, changes };
  }

  #move(id: number, branch: string): PushStep | null {
    const dice = this.#dice;
    const tree = this.#history.tip(branch)?.tree ?? new Map();
    const what = dice.weighed(moves);
    switch (what) {
      case 'commit':
        return { do: 'commit', id, branch, ...this.#commits.draw(tree, this.#seen.get(branch) ?? new Map()) };
      case 'merge': {
        const how = dice.weighed({ merge: 5, squash: 2, forward: 2 });
        return { do: 'merge', id, branch, from: this.#others(branch), how, mine: dice.chance(0.5) };
      }
      case 'rebase':
        return branch === 'main' ? null : { do: 'rebase', id, branch, onto: 'main' };
      case 'delete':
        return branch === 'main' ? null : { do: 'delete', id, branch };
      case 'pick':
        return { do: 'pick', id, branch, from: this.#others(branch) };
      case 'bot': {
        const drawn = this.#commits.draw(tree, this.#seen.get(branch) ?? new Map());
        return { do: 'commit', id, branch, ...drawn, bot: true };
      }
      case 'other':
        return {
          do: 'commit',
          id,
          branch,
          what: 'edit what is skipped',
          changes: [{ put: 'docs/READ.ME', text: `${id}\n` }],
        };
      default:
        return { do: what, id, branch, back: dice.between(1, 2) };
    }
  }

  /** Another branch that is there; the branch itself when there is none. */
  #others(branch: string): string {
    const names = [...this.#history.branches.keys()];
    const there = names.filter((name) => name !== branch && this.#history.tip(name) !== null);
    return there.length === 0 ? branch : this.#dice.pick(there);
  }

  /** When the run of a push comes, if ever. */
  #runs({ id, branch }: PushStep): void {
    const dice = this.#dice;
    const how = dice.weighed({ now: 55, never: 20, late: 12, twice: 6, byHand: 6, frozen: 5 });
    if (how === 'never') return;
    if (how === 'late') {
      this.#late.push({ after: dice.between(1, 2), run: this.#run(id, this.#trouble()) });
      return;
    }
    if (how === 'byHand') {
      this.#steps.push({ ...this.#run(id, null), byHand: dice.pick(['range', 'paths', 'tip'] as const) });
      return;
    }
    if (how === 'frozen') {
      if (dice.chance(0.5)) this.#freeze(id, branch);
      else this.#freezeBeside(id, branch);
      return;
    }
    const trouble = this.#trouble();
    this.#steps.push(this.#run(id, trouble));
    if (trouble !== null && dice.chance(0.35)) this.#steps.push(this.#run(id, null));
    if (how === 'twice') this.#late.push({ after: dice.between(0, 3), run: this.#run(id, null) });
  }

  #freeze(id: number, branch: string): void {
    const dice = this.#dice;
    this.#ids += 1;
    const tree = this.#history.tip(branch)?.tree;
    if (tree === undefined) return;
    const gone = this.#seen.get(branch) ?? new Map();
    const step: PushStep = { do: 'commit', id: this.#ids, branch, ...this.#commits.draw(tree, gone) };
    const isThere = dice.chance(0.5) && this.#history.push(step) !== null;
    if (isThere) this.#steps.push(step);
    const meanwhile = isThere ? step.id : id;
    this.#steps.push({ do: 'freeze', push: id, call: dice.between(1, 2), meanwhile, isLate: true });
  }

  /** A run stops while another branch, which may have merged this one, files. */
  #freezeBeside(id: number, branch: string): void {
    const dice = this.#dice;
    const other = this.#others(branch);
    const tree = this.#history.tip(other)?.tree;
    if (other === branch || tree === undefined) return;
    this.#ids += 2;
    const merge: PushStep = { do: 'merge', id: this.#ids - 1, branch: other, from: branch, how: 'merge', mine: false };
    if (dice.chance(0.6) && this.#history.push(merge) !== null) this.#steps.push(merge);
    const after = this.#history.tip(other)?.tree ?? tree;
    const drawn = this.#commits.draw(after, this.#seen.get(other) ?? new Map());
    const edit: PushStep = { do: 'commit', id: this.#ids, branch: other, ...drawn };
    if (this.#history.push(edit) === null) return;
    this.#steps.push(edit);
    const call = dice.between(1, 2);
    this.#steps.push({ do: 'freeze', push: id, call, meanwhile: edit.id, isLate: dice.chance(0.4) });
  }

  #lateRuns(): void {
    for (const late of this.#late) late.after -= 1;
    for (const late of this.#late.filter(({ after }) => after < 0)) {
      this.#late.splice(this.#late.indexOf(late), 1);
      this.#steps.push(late.run);
    }
  }

  #run(push: number, trouble: Trouble | null): RunStep {
    return { do: 'run', push, trouble, clone: this.#dice.chance(0.7) ? 'depth-1' : 'full' };
  }

  #trouble(): Trouble | null {
    const dice = this.#dice;
    if (!dice.chance(this.#often)) return null;
    const { dependents } = this.#setting.mapping;
    return dependents === 'request' && dice.chance(0.2) ? copyMembersRefused : drawTrouble(dice);
  }
}
