/** Shows how far filing has got, as one line for people while it lasts (design §9). */
import { escapeText, type Log } from '../log.ts';

/** `terminal`: a line that rewrites itself and is gone at the end; `lines`: one after the other, as in CI. */
export type ProgressStyle = 'terminal' | 'lines' | 'none';

/** Counts of the objects of a filing; times are milliseconds of one clock. */
interface ProgressState {
  readonly total: number;
  done: number;
  /** Those of `done` that were not filed. */
  failed: number;
  readonly startedAt: number;
}

/** Chooses how to show progress. Format `text`: `terminal` on a terminal whose TERM is not `dumb`, else `lines`. Other formats: `none`. */
export function chooseProgressStyle(format: string, isTerminal: boolean, term: string | undefined): ProgressStyle {
  if (format !== 'text') return 'none';
  return isTerminal && term !== 'dumb' ? 'terminal' : 'lines';
}

/** Returns `filing: 1234 of 10000 done, 3 failed, 56/s, 2 min 36 s left`: no failures if 0; no rate or time if 0 done; no time if all. */
export function formatProgress({ total, done, failed, startedAt }: Readonly<ProgressState>, now: number): string {
  const perSecond = (done * 1000) / Math.max(1, now - startedAt);
  const rate = perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond);
  return [
    `filing: ${done} of ${total} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(done > 0 ? [`${rate}/s`] : []),
    ...(done > 0 && done < total ? [`${formatDuration((total - done) / perSecond)} left`] : []),
  ].join(', ');
}

/** Formats seconds, rounded up, as `8 s`, `2 min 36 s` or, from an hour on, `3 h 05 min` (minutes rounded up). */
function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.ceil(whole / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Milliseconds of a filing that shows nothing on a terminal, so that nothing flickers. */
const shortRun = 1_000;
/** Milliseconds between two drawings on a terminal. */
const redraw = 200;
/** Milliseconds before the first line, and between two. */
const betweenLines = 5_000;

const eraseLine = '\r\u001b[K';

/** The stream that progress is written to; a terminal knows its present width. */
interface ProgressOutput {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

/** Shows the progress of filings, one after the other, on `output`. */
export class Progress {
  readonly #style: ProgressStyle;
  readonly #output: ProgressOutput;
  #state: ProgressState | null = null;
  #isDrawn = false;

  constructor(style: ProgressStyle, output: ProgressOutput) {
    this.#style = style;
    this.#output = output;
  }

  /** Shows by timer how many of `total` objects are done, until its result is disposed, which erases a drawn line. Not for 0 or `none`. */
  begin(total: number): Disposable {
    if (this.#style === 'none' || total === 0) return { [Symbol.dispose]: () => {} };
    this.#state = { total, done: 0, failed: 0, startedAt: performance.now() };
    // It keeps no process alive.
    const timer = setInterval(() => this.#show(), this.#style === 'terminal' ? redraw : betweenLines).unref();
    return {
      [Symbol.dispose]: () => {
        clearInterval(timer);
        this.#erase();
        this.#state = null;
      },
    };
  }

  /** Counts one more object as done; if `failed`, as not filed too. The next line shows it. Does nothing outside of a filing. */
  countEnded(failed: boolean): void {
    if (this.#state === null) return;
    this.#state.done += 1;
    if (failed) this.#state.failed += 1;
  }

  /** Returns a log without groups that writes to `log`; a progress line that is drawn is erased before each call, and drawn again below. */
  wrapLog(log: Log): Log {
    const writeAboveLine = (write: () => void) => {
      const wasDrawn = this.#isDrawn;
      this.#erase();
      write();
      if (wasDrawn) this.#show();
    };
    return {
      info: (line) => writeAboveLine(() => log.info(line)),
      notice: (line) => writeAboveLine(() => log.notice(line)),
    };
  }

  /** Writes the progress of a filing: on a terminal over the last line, cut to its width, not in the first second; else as a new line. */
  #show(): void {
    const state = this.#state;
    if (state === null) return;
    const now = performance.now();
    const line = escapeText(formatProgress(state, now));
    if (this.#style === 'lines') this.#output.write(`${line}\n`);
    else if (now - state.startedAt >= shortRun) {
      // One column stays free: a line that fills the last one wraps on some terminals, and could not be rewritten.
      this.#output.write(`${eraseLine}${line.slice(0, Math.max(0, (this.#output.columns || 80) - 1))}`);
      this.#isDrawn = true;
    }
  }

  /** Erases the progress line, if it is drawn. */
  #erase(): void {
    if (this.#isDrawn) this.#output.write(eraseLine);
    this.#isDrawn = false;
  }
}
