/** What is behind a commit, and where lines of commits part. */
import type { StoryCommit, Tree } from './history.ts';

/** All that a commit has behind it, itself first. */
export function behind(commit: StoryCommit): Set<StoryCommit> {
  const seen = new Set([commit]);
  for (const one of seen) for (const parent of one.parents) seen.add(parent);
  return seen;
}

/** True where `whole` has the commit in its history. */
export function isWithin(commit: StoryCommit, whole: StoryCommit): boolean {
  return behind(whole).has(commit);
}

/** A best common ancestor; null: they share nothing. */
export function baseOf(one: StoryCommit, other: StoryCommit): StoryCommit | null {
  const others = behind(other);
  const common = [...behind(one)].filter((commit) => others.has(commit));
  return common.find((commit) => !common.some((later) => later !== commit && isWithin(commit, later))) ?? null;
}

/** The commit, its first parent, and so on. */
export function firstParents(commit: StoryCommit): StoryCommit[] {
  const line = [commit];
  for (let at = commit.parents[0]; at !== undefined; at = at.parents[0]) line.push(at);
  return line;
}

/** The newest commit of main's own line that is in the history of a head (design §8 "fork"). */
export function forkOf(main: StoryCommit, head: StoryCommit): StoryCommit | null {
  const history = behind(head);
  return firstParents(main).find((commit) => history.has(commit)) ?? null;
}

/** Where a branch without a record begins (design §3): the merge base, as it was before main had the head. */
export function beginningOf(main: StoryCommit, head: StoryCommit): StoryCommit | null {
  const without = firstParents(main).find((commit) => !isWithin(head, commit));
  if (firstParents(main).includes(head)) return head;
  return without === undefined ? null : baseOf(without, head);
}

/** Paths that are not the same in both. */
export function differing(one: Tree, other: Tree): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}
