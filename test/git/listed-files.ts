import type { TreeFiles, TreeSide } from '../../src/git/tree.ts';

/** The files of a list. */
export function listedFiles(sides: readonly TreeSide[]): TreeFiles {
  return {
    bytes: 0,
    all: () => sides,
    matching: (isWanted) =>
      sides.filter(({ path: { text } }) => {
        const at = text.lastIndexOf('/') + 1;
        return isWanted(text.slice(at), text.slice(0, at));
      }),
  };
}
