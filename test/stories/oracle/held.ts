import { ask } from '../ask.ts';
import type { StoryMapping } from '../mapping.ts';
import { keyOf, type ObjectKey } from './makers.ts';

/** A request as the service shows it. */
export interface HeldRequest extends Readonly<Record<'objectId' | 'lvl' | 'rfp', number> & Record<Texts, string>> {
  /** Says which run created it. */
  readonly vref: string | null;
}
type Texts = 'appl' | 'objn' | 'objt' | 'rsn' | 'status' | 'lock' | 'user' | 'gpath' | 'gfile';

/** All that the service holds at one moment. */
export interface Held {
  readonly requests: readonly HeldRequest[];
  /** SHA-256 of what was attached last to a request. */
  readonly contents: ReadonlyMap<number, string>;
}

interface Inspected {
  readonly requests: HeldRequest[];
  readonly attachments: { readonly objectId: number; readonly sha256: string }[];
}

/** Asks the service what it holds. */
export async function readHeld(url: string): Promise<Held> {
  const { requests, attachments } = JSON.parse(await ask(`${url}/inspect.json`)) as Inspected;
  return { requests, contents: new Map(attachments.map(({ objectId, sha256 }) => [objectId, sha256])) };
}

/** True for a request that can still come to something: not withdrawn, not moved on. */
export function isLive({ status, lock, rfp }: HeldRequest, mapping: StoryMapping): boolean {
  if (status !== '00' && status !== '01') return false;
  if (mapping.lock === '*YES') return lock === '*YES';
  return mapping.rfp === 'none' || rfp !== 0;
}

/** The live requests of each object. */
export function liveOf({ requests }: Held, mapping: StoryMapping): Map<ObjectKey, HeldRequest[]> {
  const live = requests.filter((request) => isLive(request, mapping));
  return Map.groupBy(live, keyOf);
}

/** All of a request that can be said of it, in one text; times left out. */
export function shownWhole(request: HeldRequest, { contents }: Held): string {
  const { changedAt: _, ...shown } = request as HeldRequest & { changedAt?: unknown };
  return JSON.stringify([shown, contents.get(request.objectId) ?? null]);
}

/** The run that created a request, `4001`, as its vref says; null: none that says so. */
export function runOf({ vref }: HeldRequest): string | null {
  return /^(\d+)-/.exec(vref ?? '')?.[1] ?? null;
}

export function pathOf({ gpath, gfile }: HeldRequest): string {
  return gpath === '' ? gfile : `${gpath}/${gfile}`;
}
