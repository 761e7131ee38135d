import type { Change } from './changes.ts';
import type { TreeSide } from './tree.ts';

/**
 * The changes of a manual refile (`--paths`): the chosen files as they are at the head, compared with nothing. Each
 * stands on both sides, so that none passes for new.
 */
export function asTheyAre(tree: readonly TreeSide[], chosen: (path: string) => boolean): Change[] {
  return tree.filter((side) => chosen(side.path.text)).map((side) => ({ before: side, after: side }));
}
