/** How far filing has got, as one line for people while it lasts (design §9). */
import { escapeText, type Log } from '../log.ts';

/**
 * How progress is shown: as a line that rewrites itself on a `terminal` and is gone at the end, as `lines` one after the
 * other where nothing can be rewritten (CI), or not at all.
 */
export type ProgressStyle = 'terminal' | 'lines' | 'none';

/** Counts of the calls of a run; times are milliseconds of one clock. */
export interface ProgressState {
  readonly total: number;
  readonly done: number;
  /** Those of the ended that were not filed. */
  readonly failed: number;
  readonly startedAt: number;
}

/** Where progress is written; a terminal says how wide it is by now. */
export interface ProgressOutput {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

/** The time, and a beat to show it by. */
export interface ProgressClock {
  now(): number;
  /** Calls `tick` every `ms` milliseconds until the function that it gives back is called. */
  every(ms: number, tick: () => void): () => void;
}

/** How a run shows its progress. Any `--format` but text stays as it is. */
export function progressStyle(about: {
  readonly format: string | undefined;
  readonly isTerminal: boolean;
  readonly term: string | undefined;
}): ProgressStyle {
  if (about.format !== undefined && about.format !== 'text') return 'none';
  return about.isTerminal && about.term !== 'dumb' ? 'terminal' : 'lines';
}

/** `filing: 1234 of 10000 done, 3 failed, 56/s, 2 min 36 s left`; without rate and time as long as nothing ended. */
export function progressLine(state: ProgressState, now: number): string {
  const { total, done, failed, startedAt } = state;
  const parts = [`filing: ${done} of ${total} done`];
  if (failed > 0) parts.push(`${failed} failed`);
  const perSecond = (done * 1000) / Math.max(1, now - startedAt);
  if (done > 0) parts.push(rateText(perSecond));
  if (done > 0 && done < total) parts.push(`${durationText((total - done) / perSecond)} left`);
  return parts.join(', ');
}

function rateText(perSecond: number): string {
  return perSecond < 10 ? `${perSecond.toFixed(1)}/s` : `${Math.round(perSecond)}/s`;
}

/** Seconds as `8 s`, `2 min 36 s` or `3 h 05 min`; never less than there is. */
function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.ceil(whole / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** A run that is shorter than this shows nothing on a terminal, so that nothing flickers. Milliseconds, as the others. */
const shortRun = 1_000;
const redraw = 200;
/** The first line comes after this time too. */
const betweenLines = 5_000;

const eraseLine = '\r\u001b[K';

/** Shows the progress of one filing after the other. */
export class Progress {
  readonly #style: ProgressStyle;
  readonly #output: ProgressOutput;
  readonly #clock: ProgressClock;
  #state: ProgressState | null = null;
  #isDrawn = false;

  constructor(style: ProgressStyle, output: ProgressOutput, clock: ProgressClock) {
    this.#style = style;
    this.#output = output;
    this.#clock = clock;
  }

  /** A filing of that many calls begins; disposing what comes back ends it and takes its line away. */
  begin(total: number): Disposable {
    if (this.#style === 'none' || total === 0) return { [Symbol.dispose]: () => {} };
    this.#state = { total, done: 0, failed: 0, startedAt: this.#clock.now() };
    const isTerminal = this.#style === 'terminal';
    const stop = this.#clock.every(isTerminal ? redraw : betweenLines, () => this.#show());
    return {
      [Symbol.dispose]: () => {
        stop();
        this.#erase();
        this.#state = null;
      },
    };
  }

  ended(failed: boolean): void {
    if (this.#state === null) return;
    const { done, failed: before } = this.#state;
    this.#state = { ...this.#state, done: done + 1, failed: before + (failed ? 1 : 0) };
  }

  /** The log for what is said meanwhile: a line of it takes the place of the progress line, which follows below. */
  over(log: Log): Log {
    const around = (write: () => void) => {
      const wasDrawn = this.#isDrawn;
      this.#erase();
      write();
      if (wasDrawn) this.#show();
    };
    return {
      info: (line) => around(() => log.info(line)),
      notice: (line) => around(() => log.notice(line)),
      group: (title) => around(() => log.group(title)),
      endGroup: () => around(() => log.endGroup()),
    };
  }

  #show(): void {
    const state = this.#state;
    const now = this.#clock.now();
    if (state === null) return;
    const line = escapeText(progressLine(state, now));
    if (this.#style === 'lines') this.#output.write(`${line}\n`);
    else if (now - state.startedAt >= shortRun) {
      // One column stays free: a line that fills the last one wraps on some terminals, and could not be rewritten.
      this.#output.write(`${eraseLine}${line.slice(0, Math.max(0, (this.#output.columns || 80) - 1))}`);
      this.#isDrawn = true;
    }
  }

  #erase(): void {
    if (this.#isDrawn) this.#output.write(eraseLine);
    this.#isDrawn = false;
  }
}

/** The clock of this machine; its beat keeps no process alive. */
export const machineClock: ProgressClock = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
