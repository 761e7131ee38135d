import type { Holder } from '../checkout/whose.ts';
import type { NumberSources } from '../filing/filing.ts';
import { ensureCommits } from '../git/fetch.ts';
import { isMergedInto } from '../git/merge-base.ts';
import { isBranchGone } from '../git/remote-refs.ts';
import type { Repository } from '../git/repository.ts';
import { filesAt } from '../git/tree.ts';
import { runsToWaitFor } from '../ledger/lease.ts';
import type { Claim } from '../ledger/ledger-access.ts';
import type { BranchRecord, RecordKey, Standing } from '../ledger/record.ts';
import { isSoleBranch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { setsTarget } from '../mapping/set.ts';
import type { Options } from '../options.ts';
import { mayBeSame } from '../plan/identity.ts';
import type { Notice } from '../sentences/notice.ts';
import type { RunLedger } from './open.ts';

interface NumbersInput {
  readonly run: RunLedger;
  readonly record: BranchRecord | null;
  readonly head: string;
  readonly branch: string;
  readonly mapping: CompiledMapping;
  readonly options: Pick<Options, 'set' | 'on-conflict'>;
}

/**
 * What tells whose a number is: the ledger, the history and the mapping (design §8 "Whose is a number").
 *
 * @param numbers those that the run will update or withdraw: who else has them is found out at once.
 */
export async function numberSources(
  repository: Repository,
  input: NumbersInput,
  numbers: readonly number[],
): Promise<{ readonly sources: NumberSources; readonly notices: () => Notice[] }> {
  const { run, record, head, branch, mapping, options } = input;
  const { ledger, key } = run;
  const merged = remembered((commit: string) => isMergedInto(repository, commit, head));
  const holderOf = (number: number) => async (claim: Claim) => asHolder(repository, claim, { number, run, merged });
  const notBelieved = new Set<string>();
  const claimsOn = async (all: readonly number[], looksAgain: boolean) =>
    (await ledger.claimsOn(all, looksAgain)).filter(({ believed, record: { branch: of } }) => {
      if (!believed) notBelieved.add(of);
      return believed;
    });
  const atBegin = new Map<number, readonly Holder[]>();
  for (const claim of await claimsOn(numbers, false)) {
    for (const number of numbers.filter((one) => names(claim, one))) {
      atBegin.set(number, [...(atBegin.get(number) ?? []), await holderOf(number)(claim)]);
    }
  }
  const own = ownStandings(record);
  const there = remembered(
    async (path: string) => (await filesAt(repository.objects, head, [path])).get(path) !== null,
  );
  const isSet = setsTarget(options.set);
  const sources: NumberSources = {
    onConflict: options['on-conflict'],
    holders: async (number) => Promise.all((await claimsOn([number], true)).map(holderOf(number))),
    holdersAtBegin: (number) => atBegin.get(number) ?? [],
    rival: async (identity) => {
      const claims = await ledger.holdersOf([identity]);
      const rival = claims.find(
        ({ checkOut, believed }) => believed && mayBeSame(checkOut, identity) && checkOut.tried.some(isCreate),
      );
      return rival === undefined ? null : `${rival.record.repo} ${rival.record.branch}`;
    },
    ownStanding: (number) => own.get(number) ?? null,
    own: async () =>
      ownUsers(
        record,
        key,
        (await ledger.all()).records.filter(({ verified }) => verified !== false),
      ),
    isSoleBranch: (identity) => !isSet && !isShared(mapping, key) && isSoleBranch(mapping, branch, identity),
    atHead: there,
  };
  return { sources, notices: () => [...notBelieved].map((of) => ({ code: 'notBelieved', branch: of })) };
}

function isCreate({ does, objectId }: { readonly does: string; readonly objectId: number | null }): boolean {
  return does === 'file' && objectId === null;
}

function names({ checkOut: { stands, tried } }: Claim, number: number): boolean {
  return stands?.objectId === number || tried.some(({ objectId }) => objectId === number);
}

/** A check-out of another record as a holder of a number; of another repository nothing is merged here. */
async function asHolder(
  repository: Repository,
  { record, checkOut }: Claim,
  { number, run, merged }: { number: number; run: RunLedger; merged: (commit: string) => Promise<boolean> },
): Promise<Holder> {
  const { service, repository: hosted, repo, mapping, branch, settled } = record;
  const isHere = hosted === run.key?.repository && repo === run.key.repo;
  const { stands, tried } = checkOut;
  const since = tried.filter(({ objectId }) => objectId === number || objectId === null);
  const areMerged = (commits: readonly string[]) => Promise.all([...new Set(commits)].map(merged));
  const filedAt = stands?.objectId === number ? stands.commit : null;
  const end = settled.commit;
  const isEndMerged = async (at: string) =>
    end !== null && (await merged(end)) && !(await isBehind(repository, end, at));
  const isFiledHere = filedAt === null || (isHere && ((await merged(filedAt)) || (await isEndMerged(filedAt))));
  const isMerged = isHere && isFiledHere && !(await areMerged(since.map(({ commit }) => commit))).includes(false);
  const busy = runsToWaitFor(record.leases, run.me, run.now())[0]?.run ?? null;
  const gone = isHere ? await isBranchGone(repository, branch) : null;
  const key: RecordKey = { service, repository: hosted, repo, mapping, branch };
  return { key, repo, branch, mapping, checkOut, merged: isMerged, busy, gone };
}

/** True if the settled commit comes before the one it was filed at, which may be gone since the branch was rebased. */
async function isBehind(repository: Repository, settled: string, filedAt: string): Promise<boolean> {
  return (await ensureCommits(repository, [filedAt])).length === 0 && isMergedInto(repository, settled, filedAt);
}

function ownStandings(record: BranchRecord | null): Map<number, Standing> {
  const own = new Map<number, Standing>();
  for (const { stands } of record?.checkOuts.values() ?? []) {
    if (stands !== null && stands.objectId !== null) own.set(stands.objectId, stands);
  }
  return own;
}

/** Users that answers about our requests told, and numbers of requests that were filed for the owner of the token. */
function ownUsers(
  record: BranchRecord | null,
  key: RecordKey | null,
  all: readonly { readonly record: BranchRecord }[],
) {
  const ofRepository = all.filter(({ record: { service, repository, repo } }) => {
    return service === key?.service && repository === key.repository && repo === key.repo;
  });
  const records = [...(record === null ? [] : [record]), ...ofRepository.map((one) => one.record)];
  const standing = records.flatMap(({ checkOuts }) => [...checkOuts.values()].flatMap(({ stands }) => stands ?? []));
  const unmapped = standing.filter(({ fields }) => fields.user === undefined);
  const numbers = unmapped.flatMap(({ objectId }) => (objectId === null ? [] : [objectId]));
  return { user: unmapped.find(({ user }) => user !== null)?.user ?? null, numbers: [...new Set(numbers)] };
}

/** True for a mapping that serves several repositories: then its one branch is one of each of them. */
function isShared(mapping: CompiledMapping, key: RecordKey | null): boolean {
  const isElsewhere = /^(\.\.\/|\/|[A-Za-z]:|\.git\/|\.file-checkouts-mapping\/)/.test(key?.mapping ?? '');
  return isElsewhere || (mapping.rules ?? []).some(({ parts }) => parts.some(({ part }) => part === 'repo'));
}

/** Asks each question once. */
function remembered<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const answer = known.get(key) ?? ask(key);
    known.set(key, answer);
    return answer;
  };
}
