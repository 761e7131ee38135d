import { type GitPath, unsendableName } from '../git/git-path.ts';
import type { Obstacle } from './planned.ts';

/** What keeps a file's request from being sent: a name that cannot be carried, or values that cannot be right. */
export function obstacleOf(path: GitPath, problems: readonly string[]): Obstacle | null {
  const name = unsendableName(path);
  if (name !== null) return { outcome: 'unsendable', why: name.text };
  return problems.length === 0 ? null : { outcome: 'rejected', why: problems.join('; ') };
}
