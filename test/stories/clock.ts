import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const minutesBetween = 10;

/** The clock of all runs of a story (`clock.mjs`): it goes on between them, so that the lease of the one before is over. */
export class Clock {
  readonly #file: string;
  #minutes = 0;
  /** While it is held no time passes between runs. */
  isHeld = false;

  constructor(dir: string) {
    this.#file = join(dir, 'clock');
    this.pass(0);
  }

  pass(minutes = minutesBetween): void {
    if (!this.isHeld) this.#minutes += minutes;
    writeFileSync(this.#file, String(this.#minutes * 60_000));
  }

  /** What a process needs to go by it. */
  get variables(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${new URL('clock.mjs', import.meta.url).href}`, CLOCK_FILE: this.#file };
  }
}
