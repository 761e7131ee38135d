import { baseOf, differing, isWithin } from './ancestry.ts';
import type { FileChange, PushStep } from './steps.ts';

export type Tree = ReadonlyMap<string, string>;

/** A commit of a story; `oid` once Git has it. */
export interface StoryCommit {
  /** Counts the commits of a story. */
  readonly n: number;
  readonly parents: readonly StoryCommit[];
  readonly tree: Tree;
  oid: string | null;
}

/** What a push changed. */
export interface Push {
  readonly id: number;
  readonly branch: string;
  /** Counts how often a branch of this name was created. */
  readonly life: number;
  readonly before: StoryCommit | null;
  /** Null: the branch was deleted. */
  readonly after: StoryCommit | null;
  /** Pushed by the account whose pushes are settled without filing (design §3). */
  readonly skipped: boolean;
}

/** A branch as the remote has it. */
interface BranchNow {
  tip: StoryCommit | null;
  /** Where it was before it was deleted last. */
  was: StoryCommit | null;
  life: number;
}

/** What the branches of a story hold: a model that knows no Git. */
export class History {
  readonly branches = new Map<string, BranchNow>();
  readonly pushes = new Map<number, Push>();
  readonly root: StoryCommit;
  #commits = 0;

  constructor(mainBranch: string, files: Tree) {
    this.root = this.#commitOf([], files);
    this.branches.set(mainBranch, { tip: this.root, was: null, life: 1 });
  }

  /** How many commits there are. */
  get commits(): number {
    return this.#commits;
  }

  /** Each place where the branch ever was, the first one first. */
  placesOf(branch: string): StoryCommit[] {
    const pushes = [...this.pushes.values()].filter((push) => push.branch === branch);
    const places = pushes.flatMap(({ before, after }) => [before, after]).filter((commit) => commit !== null);
    return [...new Set([...(branch === 'main' ? [this.root] : []), ...places])];
  }

  tip(branch: string): StoryCommit | null {
    return this.branches.get(branch)?.tip ?? null;
  }

  /** The pushes of the branch since it was created last. */
  pushesOf(branch: string): Push[] {
    const life = this.branches.get(branch)?.life;
    return [...this.pushes.values()].filter((push) => push.branch === branch && push.life === life);
  }

  /** Makes the push of a step; null where it would change nothing or cannot be, as in a story from which steps went. */
  push(step: PushStep): Push | null {
    const before = this.tip(step.branch);
    const made = before === null ? this.#created(step) : step.do === 'delete' ? gone : this.#moved(step, before);
    if (made === null || made.after === before) return null;
    const now = this.branches.get(step.branch) ?? { tip: null, was: null, life: 0 };
    if (made.after === null) now.was = before;
    now.tip = made.after;
    if (before === null) now.life += 1;
    this.branches.set(step.branch, now);
    const skipped = step.do === 'commit' && step.bot === true;
    const push = { id: step.id, branch: step.branch, life: now.life, before, after: made.after, skipped };
    this.pushes.set(step.id, push);
    return push;
  }

  #created(step: PushStep): Made | null {
    if (step.do === 'restore') {
      const was = this.branches.get(step.branch)?.was ?? null;
      return was === null ? null : { after: was };
    }
    const from = step.do === 'create' ? this.tip(step.from) : null;
    if (step.do !== 'create' || from === null) return null;
    return this.#ownCommit(from, changed(from.tree, step.changes)) ?? { after: from };
  }

  #moved(step: PushStep, before: StoryCommit): Made | null {
    switch (step.do) {
      case 'commit':
        return this.#ownCommit(before, changed(before.tree, step.changes));
      case 'merge':
        return this.#merged(step, before);
      case 'pick': {
        const other = this.tip(step.from);
        const parent = other?.parents[0];
        if (other === null || parent === undefined || isWithin(other, before)) return null;
        return this.#ownCommit(before, threeWay(parent.tree, other.tree, before.tree));
      }
      case 'rebase': {
        const onto = this.tip(step.onto);
        if (onto === null || isWithin(onto, before)) return null;
        const tree = threeWay(baseOf(before, onto)?.tree ?? new Map(), before.tree, onto.tree);
        return this.#ownCommit(onto, tree) ?? { after: onto };
      }
      case 'reset': {
        const after = ancestor(before, step.back);
        return after === null ? null : { after };
      }
      case 'revert': {
        const then = ancestor(before, step.back);
        return then === null ? null : this.#ownCommit(before, then.tree);
      }
      default:
        return null;
    }
  }

  #merged(step: Extract<PushStep, { do: 'merge' }>, before: StoryCommit): Made | null {
    const other = this.tip(step.from);
    if (other === null || isWithin(other, before)) return null;
    if (step.how === 'forward' && isWithin(before, other)) return { after: other };
    const base = baseOf(before, other)?.tree ?? new Map<string, string>();
    const tree = step.mine ? threeWay(base, before.tree, other.tree) : threeWay(base, other.tree, before.tree);
    if (step.how === 'squash') return this.#ownCommit(before, tree);
    return { after: this.#commitOf([before, other], tree) };
  }

  #ownCommit(before: StoryCommit, tree: Tree): Made | null {
    return differing(before.tree, tree).length === 0 ? null : { after: this.#commitOf([before], tree) };
  }

  #commitOf(parents: readonly StoryCommit[], tree: Tree): StoryCommit {
    this.#commits += 1;
    return { n: this.#commits, parents, tree, oid: null };
  }
}

type Made = Pick<Push, 'after'>;
const gone: Made = { after: null };

function changed(tree: Tree, changes: readonly FileChange[]): Tree {
  const files = new Map(tree);
  for (const change of changes) {
    if ('put' in change) files.set(change.put, change.text);
    else if ('drop' in change) files.delete(change.drop);
    else {
      const text = change.text ?? files.get(change.move);
      if (!files.delete(change.move) || text === undefined) continue;
      files.set(change.to, text);
    }
  }
  return files;
}

/** Each file as the side that changed it has it; where both did, as ours. */
function threeWay(base: Tree, ours: Tree, theirs: Tree): Tree {
  const files = new Map(ours);
  for (const path of differing(base, theirs)) {
    if (ours.get(path) !== base.get(path)) continue;
    const text = theirs.get(path);
    if (text === undefined) files.delete(path);
    else files.set(path, text);
  }
  return files;
}

function ancestor(commit: StoryCommit, back: number): StoryCommit | null {
  let at: StoryCommit | undefined = commit;
  for (let n = 0; n < back; n += 1) at = at?.parents[0];
  return at ?? null;
}
