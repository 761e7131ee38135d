import * as fc from 'fast-check';

/**
 * The seed of properties that name none: the same in each run, so that a red run speaks of the change and not of luck.
 * `npm run fuzz` gives others.
 */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) });
