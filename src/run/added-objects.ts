import type { BroughtIn } from '../git/brought-in.ts';
import type { Change } from '../git/changes.ts';
import { type GitPath, pathKey } from '../git/git-path.ts';
import type { Objects } from '../git/objects.ts';
import { entriesAt, isFile } from '../git/tree.ts';
import type { TreeFiles } from '../git/tree-files.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import { type Identity, identityKey, identityText, nameKey } from '../plan/identity.ts';
import { lookupOf } from '../plan/lookup.ts';
import { listMakers, type Maker } from '../plan/makers.ts';
import type { Mapper } from '../plan/mapper.ts';
import { needsNoContent, type Plan, type PlannedRequest } from '../plan/planned.ts';

/** What tells whether the branch itself added an object. */
interface AddedInput {
  readonly record: LedgerRecord | null;
  readonly mapper: Mapper;
  readonly objects: Objects;
  /** What the push brought in from the default branch: what stands at the merge base came from there. */
  readonly brought: BroughtIn | null;
  /** A commit up to which all was accounted for by a record that is not sealed: what stood there stood before. */
  readonly claimed: string | null;
  /** Where the record is, for a range given by hand; null: it says nothing of what the range deletes. */
  readonly recorded: string | null;
  readonly headFiles: () => Promise<TreeFiles>;
  readonly changes: readonly Change[];
}

/**
 * Says of each request whether the branch itself made its object first. That is a fact of the object: what the record
 * says of it counts before what this range shows, and that it stood before wins when in doubt (design §8 "Added"). A
 * file that is added although another one makes its object already is a collision with that one (§6).
 */
export async function withAddedFacts(plan: Plan, input: AddedInput): Promise<Plan> {
  const remembered = factsOf(input.record);
  const isNew = ({ added }: PlannedRequest) => added;
  const open = new Set(collidedPaths(input.record));
  const asked = plan.requests.filter((request) => isNew(request) || open.has(pathKey(request.path)));
  const isAsked = new Set(asked);
  const others = asked.length === 0 ? null : await standingMakers(asked, input);
  // Of what a record without a seal has open, nobody knows whether it stood before: then it counts as if it did.
  const elsewhere = new Set([...(await standingAt(input, asked)), ...(input.record?.claims?.paths ?? [])]);
  const since = await addedSince(plan, input);
  const requests = plan.requests.map((request): PlannedRequest => {
    const isFirst = isNew(request) && !elsewhere.has(request.path.text) && (others?.same(request) ?? null) === null;
    const added = remembered(request.identity) ?? (isFirst || since.has(request));
    const twin = isAsked.has(request) && !needsNoContent(request.reason) ? (others?.exact(request) ?? null) : null;
    const isAlone = twin === null || request.obstacle !== null;
    if (isAlone && added === request.added) return request;
    return { ...request, added, ...(isAlone ? {} : collisionWith(request, twin)) };
  });
  return { ...plan, requests };
}

function collisionWith({ identity }: PlannedRequest, twin: Maker): Pick<PlannedRequest, 'obstacle'> {
  return { obstacle: { outcome: 'collision', why: `${identityText(identity)} also comes from ${twin.path.text}` } };
}

/** What the record says of an object: true, added by the branch; false, it stood before; null, nothing. */
function factsOf(record: LedgerRecord | null): (identity: Identity) => boolean | null {
  const { filed = [], open = [], unanswered = [], shared = [] } = record ?? {};
  const believed = [filed, unanswered].map((entries) => entries.filter((entry) => entry.claimed !== true));
  const memories = [...believed, open, shared]
    .filter((entries) => entries.length > 0)
    .map((entries) => lookupOf<Identity & { readonly added: boolean }>(entries));
  return (identity) => {
    if (memories.length === 0) return null;
    const facts = memories.flatMap((entries) => entries.same(identity).map(({ added }) => added));
    return facts.length === 0 ? null : facts.every((added) => added);
  };
}

/** Files that were kept back because another one makes their object; they stay so while it does. */
function collidedPaths(record: LedgerRecord | null): string[] {
  return (record?.open ?? []).filter(({ outcome }) => outcome === 'collision').map(({ path }) => path);
}

/** Finds a file at head that makes the object of a request too and was there before this range. */
interface Standing {
  /** One whose object may be the same: an open type on either side counts. */
  same(request: PlannedRequest): Maker | null;
  /** One whose object is surely the same. */
  exact(request: PlannedRequest): Maker | null;
}

async function standingMakers(asked: readonly PlannedRequest[], input: AddedInput): Promise<Standing> {
  const { mapper, headFiles, changes } = input;
  const made = Map.groupBy(asked, ({ path }) => pathKey(path));
  const fresh = new Set(
    changes.flatMap(({ before, after }) => (isFile(before) || after === null ? [] : [pathKey(after.path)])),
  );
  const wanted = asked.map(({ identity }) => identity);
  const makers = listMakers(await headFiles(), mapper, wanted, made, fresh);
  // One of each type is enough, however many files make an object.
  const byName = new Map<string, Map<string | null, Maker[]>>();
  for (const maker of makers) {
    const byType = byName.get(nameKey(maker.identity)) ?? new Map<string | null, Maker[]>();
    byName.set(nameKey(maker.identity), byType);
    const known = byType.get(maker.identity.type) ?? [];
    if (known.length < 2) byType.set(maker.identity.type, [...known, maker]);
  }
  const find = (
    { identity, path }: PlannedRequest,
    types: (byType: Map<string | null, Maker[]>) => Iterable<Maker[]>,
  ) =>
    [...types(byName.get(nameKey(identity)) ?? new Map())]
      .flat()
      .find((maker) => pathKey(maker.path) !== pathKey(path)) ?? null;
  return {
    same: (request) => {
      const { type } = request.identity;
      return find(request, (byType) =>
        type === null ? byType.values() : [byType.get(type) ?? [], byType.get(null) ?? []],
      );
    },
    exact: (request) => {
      const maker = find(request, (byType) => [
        (byType.get(request.identity.type) ?? []).filter(({ reason }) => !needsNoContent(reason)),
      ]);
      return maker !== null && identityKey(maker.identity) === identityKey(request.identity) ? maker : null;
    },
  };
}

/**
 * Deletes, in a range given by hand, of files that did not stand where the record is: the branch added them in pushes that
 * nobody looked at.
 */
async function addedSince({ requests }: Plan, { objects, recorded }: AddedInput): Promise<Set<PlannedRequest>> {
  const deletes = requests.filter(({ reason }) => reason === '*DELETE');
  if (recorded === null || deletes.length === 0) return new Set();
  const at = await entriesAt(
    objects,
    recorded,
    deletes.map(({ path }) => path.text).filter((path) => !path.includes('\n')),
  );
  return new Set(deletes.filter(({ path }) => at.get(path.text) === null));
}

/**
 * Paths that stand at the merge base with the default branch, as a merge brought them in, or where an earlier run began:
 * nobody added them here.
 */
async function standingAt(
  { objects, brought, claimed }: AddedInput,
  asked: readonly PlannedRequest[],
): Promise<Set<string>> {
  const sent = asked.map(({ path }) => path).filter(({ text }) => !text.includes('\n'));
  const came = sent.filter((path) => brought?.added.has(pathKey(path)) !== true);
  const sides = await Promise.all([standing(objects, brought?.shared ?? null, came), standing(objects, claimed, sent)]);
  return new Set(sides.flat());
}

async function standing(objects: Objects, commit: string | null, paths: readonly GitPath[]): Promise<string[]> {
  if (commit === null || paths.length === 0) return [];
  const at = await entriesAt(
    objects,
    commit,
    paths.map(({ text }) => text),
  );
  return [...at].flatMap(([path, side]) => (side === null ? [] : [path]));
}
