import type { Picture } from './picture.ts';

const longestLabel = 60;

/** Returns a label for Mermaid, in quotes: the first 60 characters, `...` if there are more, with all but letters, digits and ` ./*_-` as codes. */
function label(text: string): string {
  const characters = Array.from(text.toWellFormed());
  const shown = characters.slice(0, longestLabel).join('') + (characters.length > longestLabel ? '...' : '');
  return `"${shown.replace(/[^A-Za-z0-9 ./*_-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
}

/** Brackets that give a box its shape; other boxes are rectangles. */
const shapes: Readonly<Record<string, readonly [string, string]>> = {
  rfp: ['([', '])'],
  file: ['[/', '/]'],
  changed: ['[/', '/]'],
  between: ['[/', '/]'],
};

/** Returns a picture as the lines of a Markdown code block for Mermaid: boxes, and an arrow for each step of a way. Empty for null. */
export function mermaid(picture: Picture | null): string[] {
  if (picture === null) return [];
  const nodes = new Map(picture.boxes.map((box, n) => [box, `n${n}`]));
  const boxes = [...nodes].map(([{ kind, lines }, node]) => {
    const [begin, end] = shapes[kind] ?? ['[', ']'];
    return `  ${node}${begin}${label(lines.join(' '))}${end}`;
  });
  const arrows = picture.ways.flatMap((way) =>
    way.slice(1).map((box, n) => `  ${nodes.get(way[n] as typeof box)} --> ${nodes.get(box)}`),
  );
  return ['```mermaid', 'flowchart LR', ...boxes, ...new Set(arrows), '```'];
}
