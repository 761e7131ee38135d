/**
 * Loaded before a bundle (`node --import`): its clock is as many milliseconds ahead as the file says that CLOCK_FILE
 * names, read again at each look, so that a process that was stopped finds itself in the same time as all others. Waits
 * of a tenth of a second and more take a fiftieth; only what a cancelled run leaves to Git stays as long as it is.
 */
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const file = process.env.CLOCK_FILE ?? '';
const RealDate = Date;
const ahead = () => Number(readFileSync(file, 'utf8'));

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + ahead());
    else super(...args);
  }
  static now() {
    return RealDate.now() + ahead();
  }
};

const { setTimeout: realWait } = timers;
const graceMs = 8_000;
timers.setTimeout = (ms, ...rest) => realWait(ms >= 100 && ms !== graceMs ? ms / 50 : ms, ...rest);
syncBuiltinESMExports();
