/** A group of rows that are measured together. */
import type { Row } from './row.ts';

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
 * Measures all sides by turns; each round begins with another one. Gives the figures of each round in the order of
 * `sides`. The first round fills the caches of files and is not counted.
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

/** The two sides of one round. */
interface Round<A, B> {
  readonly measured: A;
  readonly floor: B;
}

/**
 * Measures both sides by turns, so that a busy machine disturbs both; who goes first alternates too. The first round
 * fills the caches of files and is not counted.
 */
export async function inTurns<A, B>(
  runs: number,
  measured: () => Promise<A>,
  floor: () => Promise<B>,
): Promise<Round<A, B>[]> {
  const rounds: Round<A, B>[] = [];
  for (let n = 0; n <= runs; n += 1) {
    const round = n % 2 === 0 ? await measuredFirst(measured, floor) : await floorFirst(measured, floor);
    if (n > 0) rounds.push(round);
  }
  return rounds;
}

async function measuredFirst<A, B>(measured: () => Promise<A>, floor: () => Promise<B>): Promise<Round<A, B>> {
  const ours = await measured();
  return { measured: ours, floor: await floor() };
}

async function floorFirst<A, B>(measured: () => Promise<A>, floor: () => Promise<B>): Promise<Round<A, B>> {
  const least = await floor();
  return { measured: await measured(), floor: least };
}
