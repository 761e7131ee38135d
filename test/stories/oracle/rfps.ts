/** One push, one RFP (design §7). */
import { type HeldRequest, liveOf, runOf } from './held.ts';
import { keyOf, nameIn } from './makers.ts';
import { isUnsure, openRows } from './reasons.ts';
import { mappingOf, type Seen } from './seen.ts';

/** Pushes whose runs, all attempts together, opened more than one RFP. */
export function manyRfps(seen: Seen): string[] {
  const { held, run, doubts } = seen;
  if (mappingOf(seen).rfp !== 'per-push' || run.command !== 'file' || run.wasFrozen) return [];
  // What no ledger has taken nobody remembers.
  if (doubts.unrecorded.size > 0) return [];
  // Without a lock nobody finds out what a lost create has opened: the next run files the rest.
  if (mappingOf(seen).lock === '*NO' && doubts.lost.size > 0) return [];
  const first = new Map<number, string | null>();
  for (const request of held.requests)
    if (request.rfp !== 0 && !first.has(request.rfp)) first.set(request.rfp, runOf(request));
  const opened = [...first].filter(([, by]) => by === String(run.id)).map(([rfp]) => rfp);
  // What a killed run of an earlier push had meant to file joins the RFP of that push, and may have to open it.
  const none = [...doubts.brokenRuns].filter((id) => id !== String(run.id) && ![...first.values()].includes(id));
  return opened.length > 1 + none.length ? [`run ${run.id} of ${run.branch} opened RFPs ${opened.join(', ')}`] : [];
}

/** Live requests of the branch that are in no RFP, though the mapping wants one: no row warns of it, or is open about that request. */
export function outsideRfps(seen: Seen): string[] {
  const mapping = mappingOf(seen);
  const { run, owners } = seen;
  if (mapping.rfp === 'none') return [];
  const warned = (run.told.report?.requests ?? []).filter(({ warnings }) => (warnings ?? []).length > 0);
  const said = new Set([...warned, ...openRows(seen)].map(({ objectId }) => objectId));
  // A run that waits with an object, and does not know its number, is red for it.
  const waiting = new Set(openRows(seen).flatMap((row) => (row.objectId === null ? keyOf(row) : [])));
  const isOurs = (request: HeldRequest) => owners.ownerOf(request)?.branch === run.branch;
  return [...liveOf(seen.held, mapping)].flatMap(([key, requests]) => {
    const outside = requests.filter((request) => request.rfp === 0 && isOurs(request) && !said.has(request.objectId));
    if (isUnsure(seen, nameIn(key)) || waiting.has(key)) return [];
    const about = `${run.branch}, ${key}: request`;
    return outside.map(({ objectId }) => `${about} ${objectId} is in no RFP, and nothing says so`);
  });
}
