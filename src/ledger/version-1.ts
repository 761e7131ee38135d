/**
 * Reads records of version 1, which did not know *settled* and *owed*, as records of version 2. In doubt a path is owed.
 * Only sealed ones are read, so that their shape needs no check.
 */
import type { CreateFields } from '../interface/fields.ts';
import { type Identity, identityKey } from '../plan/identity.ts';
import type { Causes } from '../plan/planned.ts';
import type { Marked } from './kept.ts';
import {
  type BranchRecord,
  type CheckOut,
  type Exception,
  emptyRecord,
  type Failure,
  type Lease,
  type RecordKey,
  type Standing,
} from './record.ts';

/** An entry of any list; each list has some of the fields. */
interface OldEntry
  extends Identity,
    Pick<Standing, 'objectId' | 'reason' | 'path' | 'blob' | 'rfp' | 'commit' | 'run'> {
  /** True if the branch itself added the object. */
  readonly added: boolean;
  readonly causes?: Causes;
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
  readonly keys?: Readonly<Record<string, string>>;
  readonly filed: readonly OldEntry[];
  readonly open: readonly OldEntry[];
  readonly unanswered: readonly OldEntry[];
  readonly runs: readonly (Lease & { readonly calls: readonly OldEntry[] })[];
  /** Lists beside it: `open`, and others of calls. `filed` is the one of `digests`. */
  readonly long?: Readonly<Record<string, OldParts>>;
}

/**
 * Upgrades a record of version 1.
 *
 * @param repository its repository, which it does not name itself.
 * @param read reads files beside the record, and throws if one does not fit its mark.
 */
export async function oldRecord(
  old: OldRecord,
  repository: string,
  read: (marks: readonly Marked[]) => Promise<Buffer[]>,
): Promise<BranchRecord> {
  const listOf = async (prefix: string, { digests, sizes }: OldParts): Promise<OldEntry[]> => {
    const parts = await read(digests.map((digest, n) => [`${prefix}${n}`, digest, sizes[n] ?? 0]));
    return parts.flatMap((bytes): OldEntry[] => JSON.parse(bytes.toString('utf8')));
  };
  const { digests = [], sizes = [], long = {} } = old;
  const filed = await listOf('', { digests, sizes });
  const lists = Object.entries(long).map(async ([name, of]) => [name, await listOf(`${name}-`, of)] as const);
  const { open = [], ...calls } = Object.fromEntries(await Promise.all(lists));
  return upgrade({
    ...{ ...old, repository, filed: [...old.filed, ...filed], open: [...old.open, ...open] },
    unanswered: [...old.unanswered, ...Object.values(calls).flat()],
  });
}

function upgrade(old: OldRecord & { readonly repository: string }): BranchRecord {
  const { head, began = null, keys = {} } = old;
  /** An OID that no content has: the object stood before, with an unknown content. */
  const zero = '0'.repeat((head ?? began ?? '').length || 40);
  const checkOuts = new Map<string, CheckOut>();
  const proven = old.filed.filter(({ claimed }) => claimed !== true);
  for (const entry of proven) checkOuts.set(identityKey(entry), toCheckOut(entry, keys[entry.rfp], zero));
  const calls = [
    ...old.unanswered.map((call) => ({ ...call, run: '', commit: head ?? zero })),
    ...old.runs.flatMap(({ calls, run, head }) => calls.map((call) => ({ ...call, run, commit: head }))),
  ];
  for (const call of calls) {
    if (call.claimed === true) continue;
    const { objectId, reason, path, blob, sent, withdraws, run, commit } = call;
    const [does, fields] = withdraws === true ? (['withdraw', {}] as const) : (['file', sent ?? {}] as const);
    const checkOut = checkOuts.get(identityKey(call)) ?? checkOutOf(call, zero);
    const tried = [...checkOut.tried, { does, objectId, reason, path, blob, fields, commit, run, group: null }];
    checkOuts.set(identityKey(call), { ...checkOut, tried });
  }
  return {
    ...emptyRecord(old),
    settled: { commit: head, began, fork: null },
    exceptions: new Map(old.open.map((open) => [open.path, toException(open, head ?? zero, zero)])),
    checkOuts,
    leases: old.runs.map(({ run, id, attempt, instance, head, until }) => ({
      run,
      id,
      attempt,
      instance,
      head,
      until,
    })),
  };
}

function checkOutOf({ appl, lvl, type, objn, rpth, added, path, causes }: OldEntry, zero: string): CheckOut {
  const about = { appl, lvl, type, objn, rpth, ...(causes && { causes }) };
  return { ...about, stands: null, tried: [], before: added ? {} : { [path]: zero } };
}

function toCheckOut(entry: OldEntry, tkey: string | undefined, zero: string): CheckOut {
  const { objectId, reason, path, blob, rfp, fixed = {}, since, commit, run } = entry;
  const { appl, lvl, objn, type, rpth } = entry;
  const sent = entry.sent ?? {};
  const fixedFields = Object.fromEntries(Object.entries(fixed).filter(([, value]) => value !== ''));
  const objt = type === null || type === sent.attr ? {} : { objt: type };
  const fields = { ...fixedFields, ...sent, appl, lvl, objn, ...objt, ...(rpth !== null && { rpth }), rsn: reason };
  const about = { objectId, reason, path, blob, rfp, ...(tkey !== undefined && { tkey }), fields };
  return { ...checkOutOf(entry, zero), stands: { ...about, user: sent.user ?? null, commit: since ?? commit, run } };
}

/** The settled content is unknown: `unknown` makes the path owed even if head lacks it. */
function toException(open: OldEntry, head: string, zero: string): Exception {
  const { reason, outcome, why: said, needsPerson: person, openSince, causes } = open;
  const since = openSince ?? { run: '', actor: null, head };
  const failed = { outcome, said, blob: reason === '*DELETE' ? null : zero, objectId: null, since, rfp: 0, person };
  return { was: null, ...(outcome !== 'unmapped' && { unknown: true }), ...(causes && { causes }), failed };
}
