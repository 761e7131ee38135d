/** Polls the service for its data; its answer is empty while nothing was written. */

/** Least time between two calls, in milliseconds; a slow answer makes it longer. */
const pause = 1500;

export class Refresh {
  #onData;
  #onState;
  #known = '';
  #timer = 0;
  #isPaused = false;
  #isAsking = false;
  #underWay = Promise.resolve();

  /** Begins at once. `onData` gets each new inspection, `onState` one of live, paused, lost. */
  constructor(onData, onState) {
    this.#onData = onData;
    this.#onState = onState;
    document.addEventListener('visibilitychange', () => this.#ask());
    this.#ask();
  }

  /** Stops asking, or goes on. */
  setPaused(isPaused) {
    this.#isPaused = isPaused;
    if (isPaused) this.#onState('paused');
    else this.#ask();
  }

  /** Asks at once, even while the page is paused, and resolves when the answer is shown. */
  now() {
    // An answer that is under way may be older than the change.
    this.#underWay = this.#underWay.then(() => this.#askOnce());
    return this.#underWay;
  }

  /** Asks unless the page is paused, hidden or asking already. */
  #ask() {
    clearTimeout(this.#timer);
    if (!this.#isPaused && !this.#isAsking && !document.hidden) this.#underWay = this.#askOnce();
  }

  /** Asks, tells the state, and plans the next call. */
  async #askOnce() {
    this.#isAsking = true;
    const began = performance.now();
    const isLive = await this.#fetch().catch(() => false);
    this.#isAsking = false;
    if (!this.#isPaused) this.#onState(isLive ? 'live' : 'lost');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), Math.max(pause, 4 * (performance.now() - began)));
  }

  /** Fetches the data; hands on new ones. Returns false for an error of the service. */
  async #fetch() {
    const response = await fetch('inspect.json', { headers: { 'If-None-Match': this.#known }, cache: 'no-store' });
    if (!response.ok) return response.status === 304;
    const inspection = await response.json();
    this.#known = response.headers.get('ETag');
    this.#onData(inspection);
    return true;
  }
}
