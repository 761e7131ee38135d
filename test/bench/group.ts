/** A group of rows that are measured together. */
import { type Heading, type Pair, type Row, rowOf } from './row.ts';

/** What is asked of a group. */
export interface Asked {
  /** Rounds to count. */
  readonly runs: number;
  wants(name: string): boolean;
  /** Says what is being measured. */
  say(what: string): void;
  /** The folder with checkouts of the actions that are measured beside ours; null: none are. */
  readonly peers: string | null;
}

export interface Group {
  readonly names: readonly string[];
  /** Rounds that are counted unless told otherwise, and with `--quick`. */
  readonly runs: { readonly usual: number; readonly quick: number };
  /** Gives the rows that are wanted, and only measures for those. */
  measure(asked: Asked): Promise<Row[]>;
}

/**
 * Measures all sides by turns, so that a busy machine disturbs all; each round begins with another one. Gives the figures
 * of each round in the order of `sides`. The first round fills the caches of files and is not counted.
 */
export async function turns(runs: number, sides: readonly (() => Promise<number>)[]): Promise<number[][]> {
  const rounds: number[][] = [];
  for (let n = 0; n <= runs; n += 1) {
    const round: number[] = [];
    for (let k = 0; k < sides.length; k += 1) {
      const at = (n + k) % sides.length;
      round[at] = (await sides[at]?.()) ?? 0;
    }
    if (n > 0) rounds.push(round);
  }
  return rounds;
}

/** The two sides of each round: measured, and its floor. */
export async function inTurns(
  runs: number,
  measured: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<{ readonly measured: number; readonly floor: number }[]> {
  const rounds = await turns(runs, [measured, floor]);
  return rounds.map(([ours = 0, least = 0]) => ({ measured: ours, floor: least }));
}

/** A group whose rows are measured each by itself. */
export function groupOf<Of extends Heading>(
  rows: readonly Of[],
  runs: Group['runs'],
  pairsOf: (row: Of, runs: number) => Promise<readonly Pair[]>,
): Group {
  const measure = async ({ runs: counted, wants, say }: Asked) => {
    const measured: Row[] = [];
    for (const row of rows) {
      if (!wants(row.name)) continue;
      say(row.what);
      measured.push(rowOf(row, await pairsOf(row, counted)));
    }
    return measured;
  };
  return { names: rows.map(({ name }) => name), runs, measure };
}
