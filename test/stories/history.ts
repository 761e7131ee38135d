import type { FileChange, PushStep } from './steps.ts';

export type Tree = ReadonlyMap<string, string>;

/** A commit of a story; `oid` once Git has it. */
export interface StoryCommit {
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
  /** Paths that the branch's own commits of this push changed. */
  readonly own: readonly string[];
  /** It brought in commits of other branches, or took some away. */
  readonly rewrites: boolean;
}

/** A branch as the remote has it. */
interface BranchNow {
  tip: StoryCommit | null;
  life: number;
}

/** What the branches of a story hold: a model that knows no Git. */
export class History {
  readonly branches = new Map<string, BranchNow>();
  readonly pushes = new Map<number, Push>();
  readonly root: StoryCommit;

  constructor(mainBranch: string, files: Tree) {
    this.root = { parents: [], tree: files, oid: null };
    this.branches.set(mainBranch, { tip: this.root, life: 1 });
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
    const now = this.branches.get(step.branch) ?? { tip: null, life: 0 };
    now.tip = made.after;
    if (before === null) now.life += 1;
    this.branches.set(step.branch, now);
    const push = { id: step.id, branch: step.branch, life: now.life, before, ...made };
    this.pushes.set(step.id, push);
    return push;
  }

  #created(step: PushStep): Made | null {
    const from = step.do === 'create' ? this.tip(step.from) : null;
    if (step.do !== 'create' || from === null) return null;
    const tree = changed(from.tree, step.changes);
    const own = differing(from.tree, tree);
    return { after: own.length === 0 ? from : commitOf([from], tree), own, rewrites: false };
  }

  #moved(step: PushStep, before: StoryCommit): Made | null {
    switch (step.do) {
      case 'commit':
        return ownCommit(before, changed(before.tree, step.changes));
      case 'merge':
        return this.#merged(step, before);
      case 'rebase': {
        const onto = this.tip(step.onto);
        if (onto === null || isWithin(onto, before)) return null;
        const tree = threeWay(baseOf(before, onto)?.tree ?? new Map(), before.tree, onto.tree);
        const own = differing(onto.tree, tree);
        return { after: own.length === 0 ? onto : commitOf([onto], tree), own, rewrites: true };
      }
      case 'reset': {
        const after = ancestor(before, step.back);
        return after === null ? null : { after, own: [], rewrites: true };
      }
      case 'revert': {
        const then = ancestor(before, step.back);
        return then === null ? null : ownCommit(before, then.tree);
      }
      default:
        return null;
    }
  }

  #merged(step: Extract<PushStep, { do: 'merge' }>, before: StoryCommit): Made | null {
    const other = this.tip(step.from);
    if (other === null || isWithin(other, before)) return null;
    if (step.how === 'forward' && isWithin(before, other)) return { after: other, own: [], rewrites: true };
    const base = baseOf(before, other)?.tree ?? new Map<string, string>();
    const tree = step.mine ? threeWay(base, before.tree, other.tree) : threeWay(base, other.tree, before.tree);
    if (step.how === 'squash') {
      const made = ownCommit(before, tree);
      return made === null ? null : { ...made, rewrites: true };
    }
    return { after: commitOf([before, other], tree), own: [], rewrites: true };
  }
}

type Made = Pick<Push, 'after' | 'own' | 'rewrites'>;
const gone: Made = { after: null, own: [], rewrites: true };

function commitOf(parents: readonly StoryCommit[], tree: Tree): StoryCommit {
  return { parents, tree, oid: null };
}

function ownCommit(before: StoryCommit, tree: Tree): Made | null {
  const own = differing(before.tree, tree);
  return own.length === 0 ? null : { after: commitOf([before], tree), own, rewrites: false };
}

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

/** Paths that are not the same in both. */
export function differing(one: Tree, other: Tree): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
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

/** All that a commit has behind it, itself first. */
function behind(commit: StoryCommit): Set<StoryCommit> {
  const seen = new Set([commit]);
  for (const one of seen) for (const parent of one.parents) seen.add(parent);
  return seen;
}

function isWithin(commit: StoryCommit, whole: StoryCommit): boolean {
  return behind(whole).has(commit);
}

/** A best common ancestor. */
export function baseOf(one: StoryCommit, other: StoryCommit): StoryCommit | null {
  const others = behind(other);
  const common = [...behind(one)].filter((commit) => others.has(commit));
  return common.find((commit) => !common.some((later) => later !== commit && isWithin(commit, later))) ?? null;
}

function ancestor(commit: StoryCommit, back: number): StoryCommit | null {
  let at: StoryCommit | undefined = commit;
  for (let n = 0; n < back; n += 1) at = at?.parents[0];
  return at ?? null;
}
