/** One line of the benchmark: what was measured, its floor, and how the two compare. */

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { min: at(0), median, max: at(sorted.length - 1) };
}

export type Unit = 'ms' | 'MiB' | 'requests/s';

/** What is hoped for, of the ratio or of the measured figure itself. */
export interface Target {
  readonly of: 'ratio' | 'measured';
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** The two figures of one round, taken one after the other; `floor` null: there is none. */
export interface Pair {
  readonly measured: number;
  readonly floor: number | null;
}

export interface Row {
  /** Stable: what `--only` and readers of the JSON go by. */
  readonly name: string;
  readonly what: string;
  readonly unit: Unit;
  /** Medians. */
  readonly measured: number;
  readonly floor: number | null;
  /** Of the medians. */
  readonly ratio: number | null;
  /** The least and the greatest ratio of a round. */
  readonly spread: Pick<Spread, 'min' | 'max'> | null;
  readonly target: Target | null;
  readonly met: boolean | null;
  /** Rounds that were counted. */
  readonly runs: number;
}

/** What a row is about; its figures come later. */
export type Heading = Pick<Row, 'name' | 'what' | 'unit'> & { readonly target?: Target };

function isMet(target: Target, row: Pick<Row, 'measured' | 'ratio'>): boolean {
  const found = target.of === 'ratio' ? (row.ratio ?? Number.NaN) : row.measured;
  return found <= (target.atMost ?? Number.POSITIVE_INFINITY) && found >= (target.atLeast ?? Number.NEGATIVE_INFINITY);
}

/** @throws Error when there is no round, or only some rounds have a floor. */
export function rowOf({ name, what, unit, target }: Heading, pairs: readonly Pair[]): Row {
  if (pairs.length === 0) throw new Error(`${name}: no round was counted`);
  const beside = pairs.flatMap(({ measured, floor }) => (floor === null ? [] : [{ floor, ratio: measured / floor }]));
  if (beside.length !== 0 && beside.length !== pairs.length) throw new Error(`${name}: some rounds have no floor`);
  const measured = spreadOf(pairs.map((pair) => pair.measured)).median;
  const floor = beside.length === 0 ? null : spreadOf(beside.map((pair) => pair.floor)).median;
  const ratio = floor === null ? null : measured / floor;
  const { min, max } = spreadOf(beside.map((pair) => pair.ratio));
  return {
    name,
    what,
    unit,
    measured,
    floor,
    ratio,
    spread: floor === null ? null : { min, max },
    target: target ?? null,
    met: target === undefined ? null : isMet(target, { measured, ratio }),
    runs: pairs.length,
  };
}
