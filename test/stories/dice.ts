import type { Random } from '../crash/random.ts';

/** Draws what a story needs from one row of random numbers. */
export class Dice {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** True so often, from 0 to 1. */
  chance(often: number): boolean {
    return this.#random() < often;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  /** One of them. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One of the keys, as often as its weight says. */
  weighed<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const rows = Object.entries(weights) as [Key, number][];
    let left = this.#random() * rows.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of rows) {
      left -= weight;
      if (left < 0) return key;
    }
    return this.pick(rows)[0];
  }
}
