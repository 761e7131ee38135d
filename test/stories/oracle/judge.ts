/** The judgement: does what stands at the service for a branch say what Git says? Nothing of the program is asked. */
import type { StoryMapping } from '../mapping.ts';
import { type Held, type HeldRequest, liveOf, pathOf } from './held.ts';
import { levelOf, makersIn, type ObjectKey, objectOf } from './makers.ts';
import type { Ownership } from './ownership.ts';
import type { Trees } from './trees.ts';

/** Something that is wrong. */
export interface Breach {
  /** The same for failures of one sort. */
  readonly kind: string;
  readonly text: string;
}

/** A branch as the story knows it. */
export interface BranchFacts {
  readonly branch: string;
  readonly life: number;
  readonly tip: string;
  /** From where on its changes are to be filed; null: from nothing; undefined: no run has written anything down yet. */
  readonly base: string | null | undefined;
  /** Where the branch began. */
  readonly began: string | null;
  /** Paths that its own commits changed since. */
  readonly own: ReadonlySet<string>;
  /** Commits came in from elsewhere, or went, since. */
  readonly rewritten: boolean;
  /** Some range of it was named by hand: then its base says what was there before. */
  readonly named: boolean;
}

/** All that a judgement looks at. */
export interface Court {
  readonly trees: Trees;
  readonly held: Held;
  readonly owners: Ownership;
  /** The mapping of the run. */
  readonly mapping: StoryMapping;
  /** Objects that some file of the story made under one mapping and not under another. */
  readonly shifted: ReadonlySet<ObjectKey>;
  readonly mainTip: string;
  /** Names of objects of which nobody can know what stands: lost creates without a lock, runs without a ledger. */
  readonly unsure: ReadonlySet<string>;
  /** Objects that are left to a person, with good reason. */
  readonly excused: ReadonlySet<ObjectKey>;
}

/** What a branch holds at its tip, and what it held at its base. */
interface Sides {
  readonly lvl: number;
  readonly tip: ReadonlyMap<string, string>;
  readonly makers: ReadonlyMap<ObjectKey, readonly string[]>;
  readonly live: ReadonlyMap<ObjectKey, readonly HeldRequest[]>;
}

async function sidesOf(court: Court, facts: BranchFacts): Promise<Sides | null> {
  const lvl = levelOf(court.mapping, facts.branch);
  if (lvl === null) return null;
  const tip = await court.trees.files(facts.tip);
  const makers = makersIn(tip.keys(), court.mapping, lvl);
  return { lvl, tip, makers, live: liveOf(court.held, court.mapping) };
}

/** True where nothing can be said: a person decides, nobody can know, or the mapping of such a file has changed. */
function isOpen(court: Court, key: ObjectKey): boolean {
  const name = key.split(' ')[1] ?? '';
  return court.excused.has(key) || court.unsure.has(name) || court.shifted.has(key);
}

/** Wrong requests of the branch: rule 1. */
export async function wrongRequests(court: Court, facts: BranchFacts): Promise<Breach[]> {
  const sides = await sidesOf(court, facts);
  if (sides === null) return [];
  const breaches: Breach[] = [];
  for (const [key, requests] of sides.live) {
    if (isOpen(court, key) || !key.startsWith(`ORD/${sides.lvl} `)) continue;
    for (const request of requests) {
      const owner = court.owners.ownerOf(request);
      // What an earlier branch of that name left at the service is for a person to release (design §3, §16).
      if (owner?.branch !== facts.branch || owner.life !== facts.life) continue;
      const wrong = await wrongRequest(court, sides, key, request);
      if (wrong !== null) breaches.push({ ...wrong, text: `${facts.branch}, ${key}: ${wrong.text}` });
    }
  }
  return breaches;
}

async function wrongRequest(court: Court, sides: Sides, key: ObjectKey, request: HeldRequest): Promise<Breach | null> {
  const makers = sides.makers.get(key) ?? [];
  const [maker] = makers;
  const named = `request ${request.objectId} ${request.rsn}`;
  if (makers.length > 1) return null;
  if (request.rsn === '*DELETE') {
    return maker === undefined ? null : { kind: 'a delete stands', text: `${named} stands, and ${maker} is there` };
  }
  if (maker === undefined) {
    if (court.mapping.deletes !== 'request') return null;
    return { kind: 'a migration stands', text: `${named} for ${pathOf(request)} stands, and no file makes the object` };
  }
  if (pathOf(request) !== maker) {
    return { kind: 'wrong path', text: `${named} is for ${pathOf(request)}, and the file is ${maker}` };
  }
  const want = await court.trees.sha256(sides.tip.get(maker) ?? '');
  if (court.held.contents.get(request.objectId) === want) return null;
  return { kind: 'wrong content', text: `${named} does not hold what ${maker} says` };
}

/** Own changes of the branch that do not stand: rule 2. */
export async function unfiled(court: Court, facts: BranchFacts): Promise<Breach[]> {
  const sides = await sidesOf(court, facts);
  const { base } = facts;
  if (sides === null || base === undefined) return [];
  const keys = new Set([...facts.own].map((path) => objectOf(court.mapping, sides.lvl, path)));
  const breaches: Breach[] = [];
  for (const key of keys) {
    if (key === null || isOpen(court, key)) continue;
    const wrong = await notStanding(court, { ...facts, base }, sides, key);
    if (wrong !== null) breaches.push({ ...wrong, text: `${facts.branch}, ${key}: ${wrong.text}` });
  }
  return breaches;
}

type Based = BranchFacts & { readonly base: string | null };

async function notStanding(court: Court, facts: Based, sides: Sides, key: ObjectKey): Promise<Breach | null> {
  const makers = sides.makers.get(key) ?? [];
  if (makers.length > 1) return null;
  const live = sides.live.get(key) ?? [];
  // Whoever holds the object has it: a colleague, or another branch that has not come in here.
  if (live.some((request) => court.owners.ownerOf(request)?.branch !== facts.branch)) return null;
  const [maker] = makers;
  if (maker === undefined) return goneNotStanding(court, facts, sides, key, live);
  if (live.length > 0 || (await neverDiffered(court, facts, sides, key, maker))) return null;
  return { kind: 'not filed', text: `nothing stands, and its own commits changed ${maker}` };
}

/** True where the file is what it was, so that there was never anything to file. */
async function neverDiffered(
  court: Court,
  facts: Based,
  sides: Sides,
  key: ObjectKey,
  maker: string,
): Promise<boolean> {
  const blob = sides.tip.get(maker);
  if (facts.rewritten) {
    const shared = await court.trees.mergeBase(facts.tip, court.mainTip);
    if (facts.branch !== 'main' && (await court.trees.files(shared)).get(maker) === blob) return true;
  }
  if (wasFiled(court, facts, key)) return false;
  return (await court.trees.files(facts.base)).get(maker) === blob;
}

/** True when the branch ever had a request for the object. */
function wasFiled({ held, owners }: Court, { branch }: BranchFacts, key: ObjectKey): boolean {
  return held.requests.some(
    (request) =>
      `${request.appl}/${request.lvl} ${request.objn.toUpperCase()} ${request.objt}` === key &&
      owners.writersOf(request).some((writer) => writer.branch === branch),
  );
}

async function goneNotStanding(
  court: Court,
  facts: Based,
  sides: Sides,
  key: ObjectKey,
  live: readonly HeldRequest[],
): Promise<Breach | null> {
  if (court.mapping.deletes !== 'request') return null;
  const madeAt = async (commit: string | null) =>
    makersIn((await court.trees.files(commit)).keys(), court.mapping, sides.lvl).has(key);
  const [atBase, atBeginning] = [await madeAt(facts.base), await madeAt(facts.began)];
  // What a first push from nothing brought may have stood there long before Git had it.
  if (facts.rewritten || facts.life > 1 || facts.base === null) return null;
  if (atBase && atBeginning && live.length === 0 && !facts.named) {
    return { kind: 'delete not filed', text: 'it stood before, its file is gone, and nothing stands' };
  }
  if (!atBase && !atBeginning && live.some(({ rsn }) => rsn === '*DELETE')) {
    return { kind: 'needless delete', text: 'a delete stands for what the branch itself had added' };
  }
  return null;
}

/** Own changes that another's request keeps from standing, and of which the report does not say a word. */
export async function unsaid(court: Court, facts: BranchFacts, report: string): Promise<Breach[]> {
  const sides = await sidesOf(court, facts);
  const { base } = facts;
  if (sides === null || base === undefined) return [];
  const breaches: Breach[] = [];
  for (const key of new Set([...facts.own].map((path) => objectOf(court.mapping, sides.lvl, path)))) {
    if (key === null || isOpen(court, key) || report.toUpperCase().includes(key.split(' ')[1] ?? '')) continue;
    const [maker, twin] = sides.makers.get(key) ?? [];
    const live = sides.live.get(key) ?? [];
    const [holder] = live;
    if (maker === undefined || twin !== undefined || holder === undefined) continue;
    // Without locks, requests of several branches stand side by side.
    const isOwn = (request: HeldRequest) =>
      court.owners.writersOf(request).some(({ branch }) => branch === facts.branch);
    if (live.some(isOwn)) continue;
    if (await neverDiffered(court, { ...facts, base }, sides, key, maker)) continue;
    if ((await wrongRequest(court, sides, key, holder)) === null) continue;
    const text = `${facts.branch}, ${key}: ${maker} does not stand, as request ${holder.objectId} holds the object, and nothing says so`;
    breaches.push({ kind: 'unsaid', text });
  }
  return breaches;
}

/** Two live requests of one object, and what a colleague filed: rule 3. */
export function wrongAtAnyTime(court: Court): Breach[] {
  const breaches: Breach[] = court.owners.touched(court.held).map((request) => ({
    kind: 'a colleague touched',
    text: `request ${request.objectId} of ${request.user}, made by hand, was changed`,
  }));
  for (const [key, requests] of liveOf(court.held, court.mapping)) {
    // Without locks nobody keeps two branches, or a colleague, from asking for the same object.
    const owners = new Set(requests.map((request) => court.owners.ownerOf(request)?.branch));
    if (court.mapping.lock === '*NO' && owners.size === requests.length) continue;
    if (requests.length < 2 || court.unsure.has(key.split(' ')[1] ?? '')) continue;
    const numbers = requests.map(({ objectId, rsn }) => `${objectId} ${rsn}`).join(' and ');
    breaches.push({ kind: 'two live requests', text: `${key}: ${numbers}` });
  }
  return breaches;
}
