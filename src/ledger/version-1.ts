/** Reads records of version 1 as records of version 2; in doubt a path is owed. Only sealed ones are read: their shape needs no check. */
import type { CreateFields } from '../interface/fields.ts';
import { type Identity, toIdentityKey } from '../plan/identity.ts';
import type { BranchRecord, CheckOut, Exception, Failure, Lease, RecordKey, Standing, Tried } from './record.ts';
import { createRecord } from './record.ts';
import type { ShardMark } from './shards.ts';

/** An entry of any list; each list has some of the fields. */
interface OldEntry extends Identity, Omit<Standing, 'fields' | 'user' | 'tkey'>, Pick<CheckOut, 'causes'> {
  /** True if the branch itself added the object. */
  readonly added: boolean;
  /** null, or absent, for a call that sends nothing. */
  readonly sent: CreateFields | null;
  /** Values that no update can change; empty for a value that held the commit or the run. */
  readonly fixed?: CreateFields;
  /** The commit of the last write, if that was an update. */
  readonly since?: string;
  readonly withdraws?: true;
  /** Never proven to be of this branch: a create proves it, or is refused. */
  readonly claimed?: true;
  readonly outcome: string;
  readonly why: string;
  readonly needsPerson: boolean;
  readonly openSince?: Failure['since'];
}

/** The files of a list beside the record. */
interface OldParts {
  readonly digests: readonly string[];
  readonly sizes: readonly number[];
}

export interface OldRecord extends Omit<RecordKey, 'repository'>, Partial<OldParts> {
  readonly head: string | null;
  readonly began?: string;
  /** Pipeline keys by RFP. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly filed: readonly OldEntry[];
  readonly open: readonly OldEntry[];
  readonly unanswered: readonly OldEntry[];
  readonly runs: readonly (Lease & { readonly calls: readonly OldEntry[] })[];
  /** Lists beside it: `open`, and others of calls. `filed` is the one of `digests`. */
  readonly long?: Readonly<Record<string, OldParts>>;
}

/**
 * Converts a record of version 1, with its lists, into one of version 2; leaves out requests that were never proven to be of the branch.
 * @param repository its name, which the record does not hold. @param read reads files beside the record by their marks.
 */
export async function upgradeRecord(
  old: OldRecord,
  repository: string,
  read: (marks: readonly (readonly [string, ShardMark])[]) => Promise<Map<string, Buffer>>,
): Promise<BranchRecord> {
  const readList = async (prefix: string, { digests, sizes }: OldParts): Promise<OldEntry[]> => {
    const parts = await read(digests.map((digest, n) => [`${prefix}${n}`, [digest, sizes[n] ?? 0]]));
    return [...parts.values()].flatMap((bytes): OldEntry[] => JSON.parse(bytes.toString('utf8')));
  };
  const { digests = [], sizes = [], long = {}, head, began = null, keys = {}, runs } = old;
  /** An OID that no content has: the object stood before, with an unknown content. */
  const zero = '0'.repeat((head ?? began ?? '').length || 40);
  const checkOuts = new Map<string, CheckOut>();
  const put = (entry: OldEntry, change: (checkOut: CheckOut) => Partial<CheckOut>) => {
    if (entry.claimed === true) return;
    const { appl, lvl, type, objn, rpth, added, path, causes } = entry;
    const about = { appl, lvl, type, objn, rpth, ...(causes && { causes }) };
    const empty = { ...about, stands: null, tried: [], before: added ? {} : { [path]: zero } };
    const checkOut = checkOuts.get(toIdentityKey(entry)) ?? empty;
    checkOuts.set(toIdentityKey(entry), { ...checkOut, ...change(checkOut) });
  };
  for (const entry of [...old.filed, ...(await readList('', { digests, sizes }))])
    put(entry, () => ({ stands: toStanding(entry, keys[entry.rfp]) }));
  const lists = Object.entries(long).map(async ([name, parts]) => [name, await readList(`${name}-`, parts)] as const);
  const { open = [], ...calls } = Object.fromEntries(await Promise.all(lists));
  const ended = { run: '', head: head ?? zero, calls: [...old.unanswered, ...Object.values(calls).flat()] };
  for (const { calls, run, head: commit } of [ended, ...runs])
    for (const call of calls) put(call, ({ tried }) => ({ tried: [...tried, toTried(call, { run, commit })] }));
  return {
    ...createRecord({ ...old, repository }),
    settled: { commit: head, began, fork: null },
    exceptions: new Map([...old.open, ...open].map((entry) => [entry.path, toException(entry, head ?? zero, zero)])),
    checkOuts,
    leases: runs.map(({ run, id, attempt, instance, head, until }) => ({ run, id, attempt, instance, head, until })),
  };
}

/** Converts an entry of a version 1 record to the call that it describes, of the run and commit `at`. Sends nothing. */
function toTried(entry: OldEntry, at: Pick<Tried, 'run' | 'commit'>): Tried {
  const { objectId, reason, path, blob, sent, withdraws } = entry;
  const [does, fields] = withdraws === true ? (['withdraw', {}] as const) : (['file', sent ?? {}] as const);
  return { does, objectId, reason, path, blob, fields, ...at, group: null };
}

/** Converts an entry of a version 1 record to the request that stands. Sends nothing. @param tkey the pipeline key of the entry's RFP. */
function toStanding(entry: OldEntry, tkey: string | undefined): Standing {
  const { objectId, reason, path, blob, rfp, fixed = {}, since, commit, run, appl, lvl, objn, type, rpth } = entry;
  const sent = entry.sent ?? {};
  const fixedFields = Object.fromEntries(Object.entries(fixed).filter(([, value]) => value !== ''));
  const objt = type === null || type === sent.attr ? {} : { objt: type };
  const fields = { ...fixedFields, ...sent, appl, lvl, objn, ...objt, ...(rpth !== null && { rpth }), rsn: reason };
  const about = { objectId, reason, path, blob, rfp, ...(tkey !== undefined && { tkey }), fields };
  return { ...about, user: sent.user ?? null, commit: since ?? commit, run };
}

/**
 * Makes the exception of an open change, whose settled content is not known: `was` is null; unless its outcome is `unmapped`, `unknown` is
 * true, so that the path is owed even if head lacks it. @param head if `openSince` is absent. @param zero an OID that no content has.
 */
function toException(open: OldEntry, head: string, zero: string): Exception {
  const { reason, outcome, why: said, needsPerson: person, openSince, causes } = open;
  const since = openSince ?? { run: '', actor: null, head };
  const failed = { outcome, said, blob: reason === '*DELETE' ? null : zero, objectId: null, since, rfp: 0, person };
  return { was: null, ...(outcome !== 'unmapped' && { unknown: true }), ...(causes && { causes }), failed };
}
