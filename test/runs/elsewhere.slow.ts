import { afterAll, beforeAll, describe } from 'vitest';
import { keepLedgersApart } from './support.ts';

/**
 * What runs do with the ledger holds wherever it is kept (design §14): a sample of their matrices once more, with the
 * ledger in a repository of its own.
 */
beforeAll(() => keepLedgersApart(true));
afterAll(() => keepLedgersApart(false));

describe('the ledger in a repository of its own', async () => {
  await import('./ledger.test.ts');
  await import('./overtaken.test.ts');
  await import('./sealed.test.ts');
});
