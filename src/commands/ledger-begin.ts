import { exitCodes, Problem } from '../errors.ts';
import { recordOpened } from '../filing/begin.ts';
import type { Objects } from '../git/objects.ts';
import { branchOf } from '../git/range.ts';
import type { Repository } from '../git/repository.ts';
import { checkedOutBranch, resolveRev } from '../git/resolve-range.ts';
import { openLedger } from '../ledger/ledger.ts';
import { ledgerNotWritten } from '../ledger/words.ts';
import { escapeText } from '../log.ts';
import { readMapping } from '../mapping/load.ts';
import type { Options } from '../options.ts';
import { readMappingText } from '../planning/mapping-text.ts';
import { ledgerKey, mappingName, repositoryName } from '../planning/names.ts';
import type { RunInput } from '../run-input.ts';
import type { Output } from './run-command.ts';

/** What the beginning of a record depends on beside the options. */
type Around = Pick<RunInput, 'event' | 'cwd' | 'now'> & { readonly output: Output };

/**
 * `ledger begin`: the branch counts as accounted for up to a commit (`--head`, else what is checked out), so that the
 * next run files what came after it. For places that do not say what a push changed, and for repositories whose first
 * import was filed in another way.
 *
 * @throws Problem('usage') without service or branch, or when the record has a head already: that never moves back.
 */
export async function beginRecord(
  repository: Repository,
  objects: Objects,
  options: Options,
  { event, cwd, now, output }: Around,
): Promise<number> {
  const branch = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const source = await readMappingText(options.mapping, cwd, repository, objects);
  const mapped = source === null ? undefined : readMapping(source.text, source.name).mapping.repo;
  const repo = options.repo ?? mapped ?? repositoryName(event, repository);
  const mapping = mappingName(options.mapping, cwd, repository.location.top, source?.place ?? null);
  const key = ledgerKey(options, repo, mapping, branch);
  if (key === null) {
    throw new Problem('usage', 'ledger begin is not told for which service and branch', 'Give --url and --branch.');
  }
  const head = await resolveRev(repository, options.head ?? 'HEAD');
  const ledger = await openLedger({ repository, objects, key, mode: 'require', now });
  let before: string | null = null;
  const note = { commit: head, text: `begun: ${key.branch} counts as filed up to here` };
  const written = await ledger.write((newest) => {
    before = newest?.head ?? null;
    return before === null ? recordOpened(newest, { key, base: head, head, firstPush: false }) : null;
  }, note);
  if (before !== null) {
    throw new Problem(
      'usage',
      `${key.branch} is accounted for up to ${before} already`,
      'The next run goes on from there; ledger forget --branch takes the record away.',
    );
  }
  if (written.kind === 'refused') throw ledgerNotWritten(written.why);
  output.out(`begun: ${escapeText(key.branch)} (repo ${escapeText(repo)}) counts as filed up to ${head}\n`);
  return exitCodes.filed;
}
