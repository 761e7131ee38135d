import { exitCodes, Problem } from '../errors.ts';
import { noOutput } from '../git/failure.ts';
import { ensureCommits } from '../git/fetch.ts';
import { emptyTree, isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { checkedOutBranch, resolveRev } from '../git/revision.ts';
import { hostedName, ledgerKey } from '../ledger/key.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { ledgerNotWritten, secretNeeded } from '../ledger/problems.ts';
import { emptyRecord } from '../ledger/record.ts';
import { escapeText } from '../log.ts';
import { readMapping } from '../mapping/load.ts';
import { mappingName } from '../mapping/source.ts';
import type { Options } from '../options.ts';
import { branchOf } from '../run/choose.ts';
import { readMappingText, repositoryName } from '../run/read-mapping.ts';
import type { Output } from './run-command.ts';
import { openingOf, type ShownInput } from './shown-records.ts';

type BeginInput = ShownInput & { readonly output: Output };

/**
 * Runs `ledger begin`: records that a branch is settled at the commit of `--head` (else what is checked out), so that the next run files
 * what came after it, and writes a note on the commit. With the empty tree everything is owed, and no note is written. Replaces a record
 * that cannot be verified; one that is verified keeps its check-outs. Prints a line, returns 0. @throws Problem('range') for a commit that
 * cannot be found, Problem('ledger') if the ledger cannot be read or written, Problem('usage') without service, branch or secret, or if a
 * verified record has a settled commit already
 */
export async function beginRecord(repository: Repository, options: Options, inputs: BeginInput): Promise<number> {
  const { event, cwd, output } = inputs;
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const source = await readMappingText(options.mapping, cwd, repository);
  const mapped = source === null ? undefined : readMapping(source.text, source.name).mapping.repo;
  const repo = options.repo ?? mapped ?? repositoryName(event, repository);
  const mapping = mappingName(options.mapping, cwd, repository.location.top, source?.place ?? null);
  const hosted = hostedName(event, repository.remote?.url ?? null);
  const key = ledgerKey(options, { repository: hosted, repo, mapping, branch });
  if (key === null) throw new Problem('usage', 'ledger begin needs a service and a branch', 'Give --url and --branch.');
  const opening = openingOf(repository, inputs);
  const head = await headToBegin(repository, options.head ?? 'HEAD');
  const ledger = await openLedger({ ...opening, key, replaces: true });
  if (!ledger.verified) throw secretNeeded();
  let before: string | null = null;
  const isNothing = isEmptyTree(head);
  // The empty tree is no commit: nobody would find a note on it.
  const note = isNothing ? null : { commit: head, text: `begun: ${key.branch} is settled here` };
  const written = await ledger.write(
    (newest) => {
      before = newest?.settled.commit ?? null;
      const settled = { commit: head, began: head, fork: null };
      return before === null ? { ...(newest ?? emptyRecord(key)), settled } : null;
    },
    { note },
  );
  if (before !== null) {
    const remedy = 'The next run goes on from there. To begin elsewhere, run ledger forget --branch first.';
    throw new Problem('usage', `${key.branch} is settled at ${before} already`, remedy);
  }
  if (written.kind === 'refused') throw written.stop ?? ledgerNotWritten(written.why);
  const upTo = isNothing ? 'has nothing filed: everything is owed' : `is settled at ${head}`;
  output.out(`begun: ${escapeText(key.branch)} (repo ${escapeText(repo)}) at ${escapeText(key.service)} ${upTo}\n`);
  return exitCodes.filed;
}

/**
 * Returns the OID of the commit that `rev` names, and fetches it if this clone lacks it; for the empty tree of SHA-1 or SHA-256, the empty
 * tree of this repository's format. @throws Problem('range') for anything else, and for what cannot be fetched
 */
async function headToBegin(repository: Repository, rev: string): Promise<string> {
  if (isEmptyTree(rev.toLowerCase())) return emptyTree[repository.objectFormat];
  const oid = await resolveRev(repository, rev);
  const [gone] = await ensureCommits(repository, [oid]);
  const kind = gone === undefined ? (await repository.git(['cat-file', '-t', oid]).catch(noOutput)).trim() : '';
  if (kind === 'commit') return oid;
  const why = gone === undefined ? `it is a ${kind || 'missing object'}` : `it could not be fetched: ${gone.why}`;
  const remedy = `Name a commit of the branch, or the empty tree (${emptyTree[repository.objectFormat]}) for everything.`;
  throw new Problem('range', `${oid} names no commit in this clone: ${why}`, remedy);
}
