/** A service over records that were put into its database without a call: many of them, or such as no call would make. */
import { join } from 'node:path';
import { openDatabase } from '../../src/service/database.ts';
import { demoSite } from '../../src/service/demo.ts';
import { requestColumns, type StoredRequest } from '../../src/service/records.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { Store } from '../../src/service/store.ts';
import { folder } from '../git/support.ts';

/** A request of which every text is this one, unless it is named otherwise. */
export function requestOf(text: string, more: Partial<StoredRequest> = {}): Omit<StoredRequest, 'objectId'> {
  const entries = Object.entries(requestColumns).map(([name, type]) => [name, type === 'text' ? text : 0]);
  const { objectId: _, ...request } = Object.fromEntries(entries) as StoredRequest;
  return { ...request, ...more };
}

/** Starts the demo service over what `fill` stores; closed with `await using`. */
export async function stored(fill: (store: Store) => void): Promise<RunningService & AsyncDisposable> {
  const { path, [Symbol.dispose]: remove } = folder();
  const file = join(path, 'service.db');
  const database = openDatabase(file);
  const store = new Store(database);
  store.transaction(() => fill(store));
  database.close();
  const service = await startService({ site: demoSite, db: file, port: 0 });
  return {
    ...service,
    [Symbol.asyncDispose]: async () => {
      await service.close();
      remove();
    },
  };
}
