import { isAncestor } from '../git/merge-base.ts';
import { branchIsGone } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import type { Range } from '../git/resolve-range.ts';
import { standsAt } from '../git/tree.ts';
import { type IntendedCall, runsToWaitFor } from '../ledger/lease.ts';
import type { Named } from '../ledger/ledger-access.ts';
import type { FiledObject, LedgerRecord, RecordKey } from '../ledger/record.ts';
import type { RunLedger } from '../ledger/run-ledger.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { setsTarget } from '../mapping/set.ts';
import { isSoleBranch } from '../mapping/sole-branch.ts';
import type { Options } from '../options.ts';
import { mayBeSame } from '../plan/identity.ts';
import { type Holder, isRival, type OwnershipSources } from './ownership.ts';

export interface HolderInput {
  readonly run: RunLedger;
  /** This branch's record as it counts for the range. */
  readonly record: LedgerRecord | null;
  readonly range: Range;
  readonly repo: string;
  readonly mapping: CompiledMapping;
  readonly options: Pick<Options, 'set' | 'on-conflict'>;
}

/** Whose a number is, as far as the ledger, the history and the mapping tell. */
export function ownershipSources(repository: Repository, input: HolderInput): OwnershipSources {
  const { run, record, range, repo, mapping, options } = input;
  const { ledger, key } = run;
  const isOwn = (other: LedgerRecord) =>
    other.repo === repo && other.branch === range.branch && other.mapping === key?.mapping;
  // What could not be found out is tried once more; it is never taken for "not merged".
  const isMerged = (commit: string) => isAncestor(repository, commit, range.head);
  const known = new Map<string, Promise<boolean>>();
  const merged = (commit: string) => {
    const asked = known.get(commit) ?? isMerged(commit).catch(() => isMerged(commit));
    known.set(commit, asked);
    return asked;
  };
  const isHere = async ({ commit, since }: FiledObject) =>
    (commit !== '' && (await merged(commit))) || (since !== undefined && (await merged(since)));
  const isSet = setsTarget(options.set);
  const holderOf = async ({ record: other, entry, isSealed }: Named): Promise<Holder> => {
    const { branch, mapping: file } = other;
    const own = isOwn(other);
    const about = { entry, repo: other.repo, branch, mapping: file, own, isSealed };
    if (own || !isSealed) return { ...about, isAncestor: own && isSealed };
    const isBusy = runsToWaitFor(other.runs, run.me, run.now()).length > 0;
    return { ...about, isAncestor: !isBusy && other.repo === repo && (await isHere(entry)) };
  };
  const isOther = (other: LedgerRecord) => other.service === key?.service && !isOwn(other);
  let others: Promise<ReadonlyMap<number | null, readonly Named[]>> | null = null;
  return {
    onConflict: options['on-conflict'],
    holdersOf: async (number) => Promise.all((await ledger.holdersOf(number)).map(holderOf)),
    rivalFor: async (number) => {
      others ??= ledger.all().then(({ records }) => byNumber(records.filter(isOther)));
      const named = (await others).get(number) ?? [];
      const holders = await Promise.all(named.map(holderOf));
      return holders.find(isRival) ?? null;
    },
    lostFor: ({ identity }) => record?.unanswered.filter((call) => mayBeSame(call, identity)) ?? [],
    ownNumbers: async () => {
      const own = record?.filed ?? [];
      const others = (await ledger.all()).records.filter(isOther);
      return [
        ...numbersOf(own),
        ...others.filter((other) => other.repo === repo).flatMap(({ filed }) => numbersOf(filed)),
      ];
    },
    meantElsewhere: async (request) => {
      const { records, unsealed } = await ledger.all();
      const rival = [...records, ...unsealed].find(
        (other) =>
          other.service === key?.service &&
          !isOwn(other) &&
          meant(other).some((call) => mayBeSame(call, request.identity)),
      );
      return rival === undefined ? null : `${rival.repo} ${rival.branch}`;
    },
    soleBranch: ({ identity }) => !isSet && !isShared(mapping, key) && isSoleBranch(mapping, range.branch, identity),
    atHead: (path) => standsAt(repository.objects, range.head, path),
    isGone: async (holder) => holder.repo === repo && (await branchIsGone(repository, holder.branch)) === true,
  };
}

function byNumber(records: readonly LedgerRecord[]) {
  const entries = records.flatMap((record) =>
    record.filed.filter(({ claimed }) => claimed !== true).map((entry) => ({ record, entry, isSealed: true })),
  );
  return Map.groupBy(entries, ({ entry }) => entry.objectId);
}

/** Numbers of requests that were filed for the owner of the token, the newest first. */
function numbersOf(filed: readonly FiledObject[]): number[] {
  const unmapped = filed.filter(({ sent, claimed }) => sent.user === undefined && claimed !== true);
  return unmapped.flatMap(({ objectId }) => (objectId === null ? [] : [objectId])).sort((one, other) => other - one);
}

/** Calls that a branch wrote down and has not said the end of. */
function meant(record: LedgerRecord): readonly IntendedCall[] {
  return [...record.unanswered, ...record.runs.flatMap(({ calls }) => calls)].filter(
    ({ objectId }) => objectId === null,
  );
}

/** True for a mapping that serves several repositories: then its one branch is one of each of them. */
function isShared(mapping: CompiledMapping, key: RecordKey | null): boolean {
  const isElsewhere = /^(\.\.\/|\/|[A-Za-z]:|\.git\/|\.file-checkouts-mapping\/)/.test(key?.mapping ?? '');
  return isElsewhere || (mapping.rules ?? []).some(({ parts }) => parts.some(({ part }) => part === 'repo'));
}
