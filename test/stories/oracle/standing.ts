/** What stands for a branch is what its files say. */
import { createHash } from 'node:crypto';
import { isWithin } from '../ancestry.ts';
import { type HeldRequest, liveOf, pathOf } from './held.ts';
import { makersIn, nameIn, type ObjectKey } from './makers.ts';
import { excusedIn } from './reasons.ts';
import { handedName, type Seen } from './seen.ts';
import { type Ground, groundOf, objectsOf, type Wanted, wantedOf } from './wanted.ts';

/** A live request that its branch has written last, with what should stand in its place. */
interface Standing {
  readonly ground: Ground;
  readonly key: ObjectKey;
  readonly request: HeldRequest;
  readonly wanted: Wanted;
}

/** @param everywhere also at levels that the branch had under an older mapping. */
function standingsOf(seen: Seen, branch: string, everywhere = false): Standing[] {
  const ground = groundOf(seen, branch);
  if (ground === null) return [];
  const excused = excusedIn(seen);
  return [...liveOf(seen.held, ground.mapping)].flatMap(([key, requests]) => {
    if (excused.has(key) || !(everywhere || key.startsWith(`ORD/${ground.lvl} `))) return [];
    const own = requests.filter(
      (request) => seen.owners.ownerOf(request)?.branch === branch && !mayBeTaken(seen, request),
    );
    return own.map((request) => ({ ground, key, request, wanted: wantedOf(seen, ground, key) }));
  });
}

/** True where a broken run of another branch, which has merged the request's commit, may have taken it over before it ended. */
function mayBeTaken({ run, owners, doubts, history }: Seen, request: HeldRequest): boolean {
  const head = owners.ownerOf(request)?.head;
  const tips = [...doubts.broken].map((other) => (other === run.branch ? null : history.tip(other)));
  return head !== undefined && tips.some((tip) => tip !== null && isWithin(head, tip));
}

/** Each live request of the branch whose path, content or reason is not what its files say. */
export function wrongRequests(seen: Seen, branch = seen.run.branch): string[] {
  return standingsOf(seen, branch).flatMap((standing) => {
    const wrong = wrongIn(seen, standing);
    const { key, request } = standing;
    return wrong === null ? [] : [`${branch}, ${key}: request ${request.objectId} ${request.rsn} ${wrong}`];
  });
}

function wrongIn(seen: Seen, { ground, request, wanted }: Standing): string | null {
  const path = pathOf(request);
  if (request.rsn === '*RECOMPILE' || request.rsn === '*UPDATE') return null;
  // Where a record began with what was filed by hand, what came between is not looked at.
  if (request.rsn === '*DELETE')
    return wanted.is === 'migrate' && ground.isBegun ? `stands, and ${wanted.path} is there` : null;
  if (wanted.is === 'migrate') return wrongContent(seen, request, wanted);
  const isGone = wanted.is !== 'open' && ground.mapping.deletes === 'request';
  return isGone ? `for ${path} stands, and no file makes the object` : null;
}

function wrongContent({ held }: Seen, request: HeldRequest, { path, text }: Wanted & { is: 'migrate' }): string | null {
  if (pathOf(request) !== path) return `is for ${pathOf(request)}, and the file is ${path}`;
  const want = createHash('sha256').update(text).digest('hex');
  return held.contents.get(request.objectId) === want ? null : `does not hold what ${path} says`;
}

/** A migration whose file is gone: it never stays, no matter what the mapping makes of the path now. */
export function goneFiles(seen: Seen): string[] {
  const { branch } = seen.run;
  return standingsOf(seen, branch, true).flatMap(({ ground, key, request, wanted }) => {
    const path = pathOf(request);
    if (request.rsn !== '*MIGRATE' || ground.tip.tree.has(path) || ground.mapping.deletes !== 'request') return [];
    if (ground.skipped.some(({ paths }) => paths.includes(path)) || wanted.is === 'migrate') return [];
    // Of several other files that make the object, a person has to choose one.
    if (makersIn(ground.tip.tree, ground.mapping, request.lvl).has(key)) return [];
    return [`${branch}, ${key}: request ${request.objectId} stands for ${path}, which is gone`];
  });
}

/**
 * A delete of what no line of main, and no other branch, ever had: nobody can have installed it. Not one that another
 * branch has filed, as it goes on here as it is.
 */
export function madeUpDeletes(seen: Seen): string[] {
  const { branch } = seen.run;
  return standingsOf(seen, branch).flatMap(({ key, request, wanted }) => {
    if (request.rsn !== '*DELETE' || wanted.is !== 'nothing' || seen.owners.endedOf(key).length > 0) return [];
    if (seen.owners.writersOf(request).some((writer) => writer.branch !== branch)) return [];
    const text = `request ${request.objectId} deletes it, and the branch itself had added it`;
    return [`${branch}, ${key}: ${text}`];
  });
}

/** What the branch has changed, and of which nothing stands. */
export function unfiled(seen: Seen): string[] {
  const { branch } = seen.run;
  const ground = groundOf(seen, branch);
  if (ground === null) return [];
  const live = liveOf(seen.held, ground.mapping);
  const excused = excusedIn(seen);
  return [...objectsOf(ground)].flatMap((key) => {
    if (excused.has(key) || (live.get(key) ?? []).length > 0) return [];
    const wanted = wantedOf(seen, ground, key);
    if (!('must' in wanted) || !wanted.must || isHanded(seen, branch, key, wanted)) return [];
    if (hasEnded(seen, branch, key, wanted)) return [];
    const why = wanted.is === 'migrate' ? `${wanted.path} has changed` : 'its file is gone, and it stood before';
    return [`${branch}, ${key}: ${why}, and nothing stands`];
  });
}

/** What the branch has changed, what a request of somebody else keeps from standing, and what nobody says. */
export function unsaid(seen: Seen): string[] {
  const { branch, told } = seen.run;
  const ground = groundOf(seen, branch);
  if (ground === null) return [];
  const excused = excusedIn(seen);
  const said = JSON.stringify(told.report).toUpperCase();
  return [...liveOf(seen.held, ground.mapping)].flatMap(([key, requests]) => {
    const [holder] = requests;
    if (holder === undefined || excused.has(key) || said.includes(nameIn(key))) return [];
    const wanted = wantedOf(seen, ground, key);
    if (wanted.is !== 'migrate' || !wanted.must || isHanded(seen, branch, key, wanted)) return [];
    if (hasEnded(seen, branch, key, wanted)) return [];
    // Without locks, requests of several branches are side by side.
    const isOwn = (request: HeldRequest) => seen.owners.ownerOf(request)?.branch === branch;
    if (requests.some(isOwn) || wrongContent(seen, holder, wanted) === null) return [];
    return [`${branch}, ${key}: request ${holder.objectId} keeps ${wanted.path} from standing, and nothing says so`];
  });
}

/** True where the very request that is wanted was filed by the branch, and completed or deleted at the service since. */
function hasEnded({ owners }: Seen, branch: string, key: ObjectKey, wanted: Wanted): boolean {
  return owners.endedOf(key).some((ended) => {
    if (ended.branch !== branch) return false;
    if (wanted.is !== 'migrate') return ended.rsn === '*DELETE';
    return ended.rsn === '*MIGRATE' && ended.content === createHash('sha256').update(wanted.text).digest('hex');
  });
}

function isHanded({ handed }: Seen, branch: string, key: ObjectKey, wanted: Wanted): boolean {
  return handed.get(handedName(branch, key))?.has(wanted.is === 'migrate' ? wanted.text : null) === true;
}
