/** A call as the rules see it. */
import type { Variant } from './payload.ts';
import type { Site, SiteUser } from './site.ts';
import type { Records } from './store.ts';

export interface CallContext {
  readonly site: Site;
  readonly records: Records;
  readonly caller: SiteUser;
  readonly variant: Variant;
}
