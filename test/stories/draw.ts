import { randomFrom } from '../crash/random.ts';
import { Dice } from './dice.ts';
import { CommitDrawer, drawNames, firstFiles } from './draw-commit.ts';
import { History, type Tree } from './history.ts';
import { drawSetting, type Setting } from './setting.ts';
import type { PushStep, RunStep, Step, Trouble } from './steps.ts';

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
  const files = firstFiles(dice, names);
  return { setting, files, steps: new StoryDrawer(dice, setting, files, names).draw() };
}

/** The steps that move a branch, and how often. */
const moves = { commit: 24, merge: 4, rebase: 2, reset: 2, revert: 3, delete: 1, other: 2 };

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
    this.#commits = new CommitDrawer(dice, names);
    this.#often = dice.pick([0.2, 0.4, 0.6]);
    this.#busy = dice.pick(setting.branches);
  }

  draw(): Step[] {
    const dice = this.#dice;
    for (let left = dice.between(6, 14); left > 0; left -= 1) {
      if (dice.chance(0.06)) this.#aside();
      const push = this.#push();
      if (push === null) continue;
      this.#runs(push);
      this.#lateRuns();
    }
    return this.#steps;
  }

  /** What happens beside the pushes. */
  #aside(): void {
    const dice = this.#dice;
    if (dice.chance(0.6)) {
      const branch = dice.pick([...this.#history.branches.keys()]);
      const files = [...(this.#history.tip(branch)?.tree.keys() ?? [])].filter((path) => path.startsWith('src/'));
      if (files.length === 0) return;
      this.#steps.push({ do: 'colleague', branch, path: dice.pick(files), text: 'by hand\n' });
    } else {
      const change = dice.pick(['no rule for .DSPF', 'skip lib', 'attr of .PF'] as const);
      this.#steps.push({ do: 'mapping', change });
    }
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
    const there = [...this.#history.branches.keys()].filter(
      (name) => name !== branch && this.#history.tip(name) !== null,
    );
    return there.length === 0 ? branch : this.#dice.pick(there);
  }

  /** When the run of a push comes, if ever. */
  #runs({ id, branch }: PushStep): void {
    const dice = this.#dice;
    const how = dice.weighed({ now: 55, never: 20, late: 12, twice: 6, byHand: 4, frozen: 3 });
    if (how === 'never') return;
    if (how === 'late') {
      this.#late.push({ after: dice.between(1, 2), run: this.#run(id, this.#trouble()) });
      return;
    }
    if (how === 'byHand') {
      this.#steps.push({ ...this.#run(id, null), byHand: true });
      return;
    }
    if (how === 'frozen') {
      this.#freeze(id, branch);
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
    this.#steps.push({ do: 'freeze', push: id, call: dice.between(1, 2), meanwhile: isThere ? step.id : id });
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
    const kind = dice.weighed({ 'kill-soon': 2, 'kill-ledger': 5, 'kill-call': 6, token: 1, service: 6, ledger: 3 });
    switch (kind) {
      case 'kill-soon':
        return { kind, ms: dice.between(20, 500) };
      case 'kill-ledger':
        return { kind, nth: dice.pick([1, 2, 'last', 'last'] as const), landed: dice.chance(0.5) };
      case 'kill-call':
        return {
          kind,
          nth: dice.pick([1, 1, 2, 2, 3]),
          worked: dice.chance(0.7),
          signal: dice.chance(0.85) ? 'SIGKILL' : 'SIGTERM',
        };
      case 'token':
        return { kind };
      case 'service':
        return {
          kind,
          how: dice.pick(['503', 'cut-before', 'cut-after', '500-after'] as const),
          method: dice.pick(['POST', 'PATCH', null] as const),
          from: dice.between(1, 3),
          times: dice.pick([1, 2, 5, 50, 50]),
        };
      case 'ledger':
        return { kind, refuse: dice.chance(0.85) ? 'last' : 'all' };
    }
  }
}
