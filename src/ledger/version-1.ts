/**
 * Records of version 1, as the tool wrote them before there was *settled* and *owed*: read once, and written again as they
 * are now. What has no place there is settled or owed, the one that files more. Only what is sealed is read, so that
 * nothing has to be checked that a run has written.
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

/** An entry of any list; what is not in its list is not asked of it. */
interface OldEntry
  extends Identity,
    Pick<Standing, 'objectId' | 'reason' | 'path' | 'blob' | 'rfp' | 'commit' | 'run'> {
  /** True when the branch itself added the object. */
  readonly added: boolean;
  readonly causes?: Causes;
  /** null, or absent, for a call that sends nothing. */
  readonly sent: CreateFields | null;
  /** Values that no update can change; empty for one that held the commit or the run. */
  readonly fixed?: CreateFields;
  /** The commit of the last write, where that was not the create. */
  readonly since?: string;
  readonly withdraws?: true;
  /** Never proven to be of this branch: the next create proves it, or is refused. */
  readonly claimed?: true;
  readonly outcome: string;
  readonly why: string;
  readonly needsPerson: boolean;
  readonly openSince?: Failure['since'];
}

/** The files of a list that is kept beside the record. */
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
  /** Lists that are kept beside it: `open`, and others of calls. `filed` is where there are digests. */
  readonly long?: Readonly<Record<string, OldParts>>;
}

/**
 * The record that a sealed one of version 1 becomes.
 *
 * @param repository of whose runs it is: it does not name it itself.
 * @param read reads files beside the record, or throws where one is not as it is marked.
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
  return asNow({
    ...{ ...old, repository, filed: [...old.filed, ...filed], open: [...old.open, ...open] },
    unanswered: [...old.unanswered, ...Object.values(calls).flat()],
  });
}

function asNow(old: OldRecord & { readonly repository: string }): BranchRecord {
  const { head, began = null, keys = {} } = old;
  /** An OID that no content has: the object stood before, and nobody knows with what. */
  const none = '0'.repeat((head ?? began ?? '').length || 40);
  const checkOuts = new Map<string, CheckOut>();
  const proven = old.filed.filter(({ claimed }) => claimed !== true);
  for (const entry of proven) checkOuts.set(identityKey(entry), standing(entry, keys[entry.rfp], none));
  const calls = [
    ...old.unanswered.map((call) => ({ ...call, run: '', commit: head ?? none })),
    ...old.runs.flatMap(({ calls, run, head }) => calls.map((call) => ({ ...call, run, commit: head }))),
  ];
  for (const call of calls) {
    if (call.claimed === true) continue;
    const { objectId, reason, path, blob, sent, withdraws, run, commit } = call;
    const [does, fields] = withdraws === true ? (['withdraw', {}] as const) : (['file', sent ?? {}] as const);
    const at = checkOuts.get(identityKey(call)) ?? checkOutOf(call, none);
    const tried = [...at.tried, { does, objectId, reason, path, blob, fields, commit, run, group: null }];
    checkOuts.set(identityKey(call), { ...at, tried });
  }
  return {
    ...emptyRecord(old),
    settled: { commit: head, began, fork: null },
    exceptions: new Map(old.open.map((open) => [open.path, exceptionOf(open, head ?? none, none)])),
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

function checkOutOf({ appl, lvl, type, objn, rpth, added, path, causes }: OldEntry, none: string): CheckOut {
  const about = { appl, lvl, type, objn, rpth, ...(causes && { causes }) };
  return { ...about, stands: null, tried: [], before: added ? {} : { [path]: none } };
}

function standing(entry: OldEntry, tkey: string | undefined, none: string): CheckOut {
  const { objectId, reason, path, blob, rfp, fixed = {}, since, commit, run } = entry;
  const { appl, lvl, objn, type, rpth } = entry;
  const sent = entry.sent ?? {};
  const stayed = Object.fromEntries(Object.entries(fixed).filter(([, value]) => value !== ''));
  const objt = type === null || type === sent.attr ? {} : { objt: type };
  const fields = { ...stayed, ...sent, appl, lvl, objn, ...objt, ...(rpth !== null && { rpth }), rsn: reason };
  const about = { objectId, reason, path, blob, rfp, ...(tkey !== undefined && { tkey }), fields };
  return { ...checkOutOf(entry, none), stands: { ...about, user: sent.user ?? null, commit: since ?? commit, run } };
}

/** What was settled there it did not say: where the path is absent now, it has to be looked at all the same. */
function exceptionOf(open: OldEntry, head: string, none: string): Exception {
  const { reason, outcome, why: said, needsPerson: person, openSince, causes } = open;
  const since = openSince ?? { run: '', actor: null, head };
  const failed = { outcome, said, blob: reason === '*DELETE' ? null : none, objectId: null, since, rfp: 0, person };
  return { was: null, ...(outcome !== 'unmapped' && { unknown: true }), ...(causes && { causes }), failed };
}
