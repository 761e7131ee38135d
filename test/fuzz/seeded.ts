import * as fc from 'fast-check';

/** Properties of the suites name no seed; the one that is named for all counts then. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED) });
