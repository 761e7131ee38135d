/** Tables of the documentation that are made from the service's own tables; the texts are Markdown. Pure. */
import { choices } from './choices.ts';

/** What the interface leaves open, as a table: topic, our choice, why. Lines end with \n but for the last. */
export function choicesTable(): string {
  const rows = choices.map(({ topic, choice, why }) => [topic, choice, why]);
  return [['open in the interface', 'our choice', 'why'], ['---', '---', '---'], ...rows].map(line).join('\n');
}

/** A star or an angle bracket would be taken for markup, a bar for the end of a cell. */
function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/[*<|_]/g, '\\$&')).join(' | ')} |`;
}
