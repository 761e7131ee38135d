import { describeRules } from './rules/play-rules.ts';

/**
 * The interface sentence by sentence, asked by a client that shares nothing with ours: Python's standard library. Each
 * row has a service of its own, in memory, so that numbers are those of the first call.
 */
describeRules(['create', 'calls', 'files', 'variants', 'choices']);
