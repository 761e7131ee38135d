import { describe } from 'vitest';
import { everyPush } from './every-clone.cases.ts';

/** A sample of every-clone.slow.ts. */
describe('every clone', () => {
  everyPush('SHA-256', 'depth1', { format: 'sha256', only: [0, 1] });
});
