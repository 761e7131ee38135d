import { exitCodes, Problem } from '../errors.ts';
import { emptyTree, isEmptyTree } from '../git/empty-tree.ts';
import { nothingFound } from '../git/failure.ts';
import { ensureCommits } from '../git/fetch.ts';
import { branchOf } from '../git/range.ts';
import type { Repository } from '../git/repository.ts';
import { checkedOutBranch, resolveRev } from '../git/resolve-range.ts';
import { ledgerKey } from '../ledger/key.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { ledgerNotWritten, otherSeal, secretNeeded } from '../ledger/problems.ts';
import { sealKeys } from '../ledger/seal.ts';
import { recordOpened } from '../ledger/written-ahead.ts';
import { escapeText } from '../log.ts';
import { readMapping } from '../mapping/load.ts';
import { mappingName } from '../mapping/mapping-name.ts';
import type { Options } from '../options.ts';
import type { RunInput } from '../run/input.ts';
import { readMappingText } from '../run/mapping-text.ts';
import { repositoryName } from '../run/repository-name.ts';
import type { Output } from './run-command.ts';

/** What the beginning of a record depends on beside the options. */
type Around = Pick<RunInput, 'event' | 'cwd' | 'now' | 'token' | 'ledgerSecret'> & { readonly output: Output };

/**
 * `ledger begin`: the branch counts as accounted for up to a commit (`--head`, else what is checked out), so that the
 * next run files what came after it. For places that do not say what a push changed, and for repositories whose first
 * import was filed in another way. With the empty tree as `--head` everything is new.
 *
 * @throws Problem('range') for a commit that cannot be found, Problem('usage') without service or branch, or when the record has a head already: that never moves back.
 */
export async function beginRecord(repository: Repository, options: Options, around: Around): Promise<number> {
  const { event, cwd, now, output } = around;
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const source = await readMappingText(options.mapping, cwd, repository);
  const mapped = source === null ? undefined : readMapping(source.text, source.name).mapping.repo;
  const repo = options.repo ?? mapped ?? repositoryName(event, repository);
  const mapping = mappingName(options.mapping, cwd, repository.location.top, source?.place ?? null);
  const key = ledgerKey(options, repo, mapping, branch);
  if (key === null) throw new Problem('usage', 'ledger begin needs a service and a branch', 'Give --url and --branch.');
  const keys = sealKeys(around);
  if (keys === null) throw secretNeeded();
  const head = await headToBegin(repository, options.head ?? 'HEAD');
  const ledger = await openLedger({ repository, key, mode: 'require', keys, now });
  if (ledger.trust === 'claims') throw otherSeal(key.branch);
  let before: string | null = null;
  const isNothing = isEmptyTree(head);
  // The empty tree is no commit: nobody would find a note on it.
  const note = isNothing ? null : { commit: head, text: `begun: ${key.branch} counts as filed up to here` };
  const written = await ledger.write((newest) => {
    before = newest?.head ?? null;
    return before === null ? recordOpened(newest, { key, base: head, head, firstPush: false }) : null;
  }, note);
  if (before !== null) {
    const remedy = 'The next run goes on from there; ledger forget --branch takes the record away.';
    throw new Problem('usage', `${key.branch} is accounted for up to ${before} already`, remedy);
  }
  if (written.kind === 'refused') throw ledgerNotWritten(written.why);
  const upTo = isNothing ? 'has nothing filed: everything is new' : `counts as filed up to ${head}`;
  output.out(`begun: ${escapeText(key.branch)} (repo ${escapeText(repo)}) ${upTo}\n`);
  return exitCodes.filed;
}

/** The commit that `--head` names, or the empty tree of this repository for that of either kind. */
async function headToBegin(repository: Repository, rev: string): Promise<string> {
  if (isEmptyTree(rev.toLowerCase())) return emptyTree[repository.objectFormat];
  const oid = await resolveRev(repository, rev);
  const [gone] = await ensureCommits(repository, [oid]);
  const kind = gone === undefined ? (await repository.git(['cat-file', '-t', oid]).catch(nothingFound)).trim() : '';
  if (kind === 'commit') return oid;
  const why = gone === undefined ? `it is a ${kind || 'missing object'}` : `it could not be fetched: ${gone.why}`;
  const remedy = `Give --head a commit of the branch, or the empty tree (${emptyTree[repository.objectFormat]}) for everything.`;
  throw new Problem('range', `${oid} names no commit in this clone: ${why}`, remedy);
}
