import { listStatedUses } from '../../src/uses/source-uses.ts';
import type { Use } from '../../src/uses/use.ts';

/** A use in few words: `include QRPGLEREF,CUST`, `include './x.h'`, `file CUST`, `bind XML *SRVPGM`. */
export function brief({ kind, name }: Use): string {
  if (name.as === 'path') return `${kind} '${name.name}'`;
  if (name.as === 'member') return `${kind} ${name.file ?? ''},${name.name}`;
  return `${kind} ${name.name}${name.type === '*FILE' ? '' : ` ${name.type}`}`;
}

/** All that a source says, of itself and of others. */
const all = (path: string, text: string): Use[] => listStatedUses(path, text).flatMap(({ uses }) => uses);

/** What a source uses, in few words. */
export const briefly = (path: string, text: string): string[] => all(path, text).map(brief);

/** Each use with its line. */
export function byLine(path: string, text: string): string[] {
  return all(path, text).map((use) => `${use.line} ${brief(use)}`);
}

/** A line of fixed columns: `at(6, 'F', 7, 'CUST')` has an F in column 6 and so on. */
export function at(...places: (number | string)[]): string {
  let line = '';
  for (let index = 0; index < places.length; index += 2) {
    line = line.padEnd(Number(places[index]) - 1) + String(places[index + 1]);
  }
  return line;
}
