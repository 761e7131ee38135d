/** A group of rows that are measured together. */
import type { Row } from './row.ts';

/** What is asked of a group. */
export interface Asked {
  /** Rounds to count. */
  readonly runs: number;
  wants(name: string): boolean;
  /** Says what is being measured. */
  say(what: string): void;
}

export interface Group {
  readonly names: readonly string[];
  /** Rounds that are counted unless told otherwise, and with `--quick`. */
  readonly runs: { readonly usual: number; readonly quick: number };
  /** Gives the rows that are wanted, and only measures for those. */
  measure(asked: Asked): Promise<Row[]>;
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
