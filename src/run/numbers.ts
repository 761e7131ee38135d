import { makesCalls, type Step } from '../checkout/next.ts';
import type { Holder } from '../checkout/whose.ts';
import type { NumberSources } from '../filing/filing.ts';
import { isBranchGone } from '../git/branches.ts';
import { ensureCommits } from '../git/fetch.ts';
import { isMergedInto } from '../git/history.ts';
import { selectActiveLeases } from '../ledger/lease.ts';
import type { BranchRecord, Claim, ReadRecord, RecordKey } from '../ledger/record.ts';
import { isSoleBranch } from '../mapping/branch.ts';
import { setsTarget } from '../mapping/set.ts';
import { mayBeSame } from '../plan/identity.ts';
import { cacheByKey } from '../uses/cached.ts';
import type { Plan } from './plan.ts';

/**
 * Makes `sources`, the functions by which filing finds out whose a number is (design §8), from ledger, history and mapping. Reads at once
 * which other branches have the steps' numbers. `listNotices` returns a notice for each branch met until then with a record not believed.
 */
export async function createNumberSources(plan: Plan) {
  const { run, record, range, steps } = plan;
  const { head, branch, fork } = range;
  const { input, repository, ledger, key, subject } = run;
  const isIn = (commit: string | null) => async (path: string) =>
    commit !== null && (await run.findFiles(commit, [path])).get(path) !== null;
  const isMerged = cacheByKey((commit: string) => isMergedInto(repository, commit, head));
  const toHolder = (number: number) => (claim: Claim) => buildHolder(claim, number, plan, isMerged);
  const notBelieved = new Set<string>();
  const findBelievedClaims = async (numbers: readonly number[], looksAgain: boolean) =>
    (await ledger.findClaimsOn(numbers, looksAgain)).filter(({ verified, record: other }) => {
      if (verified !== true) notBelieved.add(other.branch);
      return verified === true;
    });
  // Other holders of numbers that the run will update or withdraw, or that an earlier one may have, are read at once.
  const listNumbers = ({ checkOut }: Pick<Step, 'checkOut'>) =>
    [checkOut?.stands, ...(checkOut?.tried ?? [])].flatMap((call) => call?.objectId ?? []);
  const numbers = steps.filter(makesCalls).flatMap(listNumbers);
  const atBegin = new Map<number, Holder[]>(numbers.map((number) => [number, []]));
  for (const claim of await findBelievedClaims([...atBegin.keys()], false)) {
    for (const number of new Set(listNumbers(claim))) atBegin.get(number)?.push(await toHolder(number)(claim));
  }
  const standing = [...record.checkOuts.values()].flatMap(({ stands }) => stands ?? []);
  const own = new Map(standing.map((stands) => [stands.objectId, stands]));
  // Other repositories may use the mapping too: its file is not in this one's tree, or it has rules by `repo`.
  const isElsewhere = /^(\.\.\/|\/|[A-Za-z]:|\.git\/|\.file-checkouts-mapping\/)/.test(key.mapping);
  const isShared =
    isElsewhere || (subject.mapping.rules ?? []).some(({ parts }) => parts.some(({ part }) => part === 'repo'));
  const isForMany = isShared || setsTarget(input.options.set);
  const sources: NumberSources = {
    onConflict: input.options['on-conflict'],
    holders: async (number) => Promise.all((await findBelievedClaims([number], true)).map(toHolder(number))),
    holdersAtBegin: (number) => atBegin.get(number) ?? [],
    rivals: async (identity) => {
      const claims = (await ledger.findHolders([identity])).filter(({ verified }) => verified === true);
      return claims.map(({ record, checkOut }) => {
        const creates = checkOut.tried.filter(({ does, objectId }) => does === 'file' && objectId === null);
        return { branch: `${record.repo} ${record.branch}`, tried: mayBeSame(checkOut, identity) ? creates : [] };
      });
    },
    ownStanding: (number) => own.get(number) ?? null,
    own: async () => listOwnUsers(record, key, (await ledger.all()).records),
    isSoleBranch: (identity) => !isForMany && isSoleBranch(subject.mapping, branch, identity),
    isAtHead: cacheByKey(isIn(head)),
    isAtFork: cacheByKey(isIn(fork)),
  };
  const listNotices = () => [...notBelieved].map((other) => ({ code: 'notBelieved', branch: other }) as const);
  return { sources, listNotices };
}

type IsMerged = (commit: string) => Promise<boolean>;

/**
 * Describes the branch of a claim as a holder of request `number` (see Holder). It is `merged` if head contains the commit that filed the
 * request (or else the branch's settled commit, unless that is in the history of the former), and the commits of all calls without an
 * answer that may have changed it. A branch of another repository is never merged. May ask the remote whether the branch is gone.
 */
async function buildHolder(claim: Claim, number: number, { run, range }: Plan, isMerged: IsMerged): Promise<Holder> {
  const { record, checkOut } = claim;
  const { input, repository } = run;
  const { branch, settled } = record;
  const isHere = record.repository === run.key.repository && record.repo === run.key.repo;
  const { stands, tried } = checkOut;
  const since = tried.filter(({ objectId }) => objectId === number || objectId === null);
  const filedAt = stands?.objectId === number ? stands.commit : null;
  const end = settled.commit;
  // After a rebase the commit that filed it may be gone: then the settled one is taken for newer.
  const isBehind = async (old: string, at: string) =>
    (await ensureCommits(repository, [at])).length === 0 && isMergedInto(repository, old, at);
  const isEndMerged = async (at: string) => end !== null && (await isMerged(end)) && !(await isBehind(end, at));
  const isFiledHere = filedAt === null || (isHere && ((await isMerged(filedAt)) || (await isEndMerged(filedAt))));
  const merged =
    isHere && isFiledHere && (await Promise.all(since.map(({ commit }) => isMerged(commit)))).every(Boolean);
  const busy = selectActiveLeases(record.leases, input.me, input.now())[0]?.run ?? null;
  const gone = isHere ? await isBranchGone(repository, branch) : null;
  return { ...record, checkOut, isDefault: range.branch === range.defaultBranch, merged, busy, gone };
}

/** Lists `numbers` of this repository's requests without mapped user; `user`: the first an answer told, or null. No disbelieved records. */
function listOwnUsers(record: BranchRecord, key: RecordKey, all: readonly ReadRecord[]) {
  const ofRepository = all.filter(({ record: { service, repository, repo }, verified }) => {
    return verified !== false && service === key.service && repository === key.repository && repo === key.repo;
  });
  const records = [record, ...ofRepository.map((read) => read.record)];
  const standings = records.flatMap(({ checkOuts }) => [...checkOuts.values()].flatMap(({ stands }) => stands ?? []));
  const unmapped = standings.filter(({ fields }) => fields.user === undefined);
  const user = unmapped.find((standing) => standing.user !== null)?.user ?? null;
  return { user, numbers: [...new Set(unmapped.flatMap(({ objectId }) => objectId ?? []))] };
}
