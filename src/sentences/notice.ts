import { formatCount, formatCountHave, formatNames, formatTime } from '../counted.ts';
import { quoteShellWord } from '../near.ts';
import { formatSentence, type Tagged } from './tagged.ts';

type OfBranch = { readonly branch: string };
type WithReason = { readonly why: string };
type Paths = { readonly paths: readonly string[] };

export const mayPush =
  'Let the job push refs/notes/check-outs (on GitHub permissions: contents: write). Or give it a Git token that may push: FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with `--ledger-remote`';

/** Returns `. ` and how to let this job push, to put behind a sentence, if `why` (Git's words) may mean that it may not; else ''. */
function suggestPushRemedy(why: string): string {
  const isRight = /\b40[13]\b|denied|forbidden|not allowed|permission|protected|authenticat|authoriz|hook declined/i;
  return isRight.test(why) ? `. ${mayPush}` : '';
}

/** What a report says once for a whole run: the codes of `notices` (design §10), each with its sentence. */
const sentences = {
  /** The command was `file`, for an event that is only planned. */
  neverFiled: () => 'a pull request, merge request or merge group is planned, never filed',
  /** Options or a limit would stop `file`; `why` is the message of that error. */
  wouldBeRefused: ({ why }: WithReason) => `filing this would be refused: ${why}`,
  stillOpen: (of: Readonly<Record<'path' | 'outcome' | 'msg', string> & Record<'run' | 'actor', string | null>>) => {
    const since = of.run === null ? '' : ` (since run ${of.run}${of.actor === null ? '' : `, ${of.actor}`})`;
    return `the change of ${of.path} is still open${since}: ${of.outcome} – ${of.msg.replace(/\.$/, '')}. To give the change up, run file-checkouts ledger forget ${quoteShellWord(of.path)}`;
  },
  /** The holders of objects are from the ledger, as of `at`: it has no later changes of a request at the service. */
  heldByLedger: ({ at }: { readonly at: string }) =>
    `the holders of objects are from the ledger, as of ${formatTime(at)}. With a token and \`--url\` a plan also asks the service`,
  /** `asked`: number of requests about which the service gave an answer at `at`; `gone`: the numbers of those that are no longer open. */
  heldAsked: (of: { readonly at: string; readonly asked: number; readonly gone: readonly number[] }) => {
    const { at, asked, gone } = of;
    const moved = gone.length === 0 ? 'all are open' : `no longer open: ${formatNames(gone.map(String), 10)}`;
    return `the holders of objects are from the ledger. The service was asked about ${formatCount(asked, 'request')}, ${formatTime(at)}: ${moved}`;
  },
  /** A run that lost the service, or was stopped, leaves the rest to the next one. */
  restIsOwed: ({ count }: { readonly count: number }) =>
    `${formatCount(count, 'request')} ${count === 1 ? 'was' : 'were'} not filed: the next run of this branch files ${count === 1 ? 'it' : 'them'}`,
  /** A push only updated requests of an RFP that has the pipeline key of an earlier push. */
  keepsKey: ({ rfp, key }: { readonly rfp: number; readonly key: string }) =>
    `the service will report on RFP ${rfp} to the earlier pipeline job ${key}, not to this one: only a new request names a job, and this push only updated requests`,
  ledgerOff: () =>
    'the ledger is off: the requests of this run are not recorded. The next push of the same files may report a conflict with them',
  ledgerUnnamed: () =>
    'the plan did not look into the ledger, because `--url` is missing: some of these requests may exist already',
  /** A run that cannot read or write the ledger (design §8 "No write permission"). */
  ledgerUnusable: ({ why }: WithReason) =>
    `the requests of this run are not recorded, because the ledger cannot be used (${why}). The next push of the same files may report a conflict with these requests or, with \`lock: "*NO"\`, create second ones${suggestPushRemedy(why)}`,
  endNotWritten: ({ why }: WithReason) =>
    `this run could not save its results in the ledger (${why}). The next run of this branch finds out what was filed${suggestPushRemedy(why)}`,
  ledgerNotVerified: ({ branch }: OfBranch) =>
    `the ledger's record of ${branch} is not verified, as no secret was given`,
  ledgerBegins: ({ branch, before }: OfBranch & { readonly before: string }) =>
    `the ledger of ${branch} begins at ${before.slice(0, 12)}: that commit and all before it count as settled, and are not filed`,
  /** Another branch has a record that no secret of this run sealed, and that names a request of this run. */
  notBelieved: ({ branch }: OfBranch) => `the ledger's record of ${branch} is ignored: no secret of this run sealed it`,
  /** A new branch whose commits the default branch has already; a merge by fast-forward leaves no trace. */
  mergedAlready: ({ branch, defaultBranch }: OfBranch & { readonly defaultBranch: string }) =>
    `nothing is filed for ${branch}, because ${defaultBranch} has all its commits. If it was merged by fast-forward before this run, file its changes with \`--base\` and \`--head\``,
  /** A release leaves alone what another record names. */
  notReleased: (of: { readonly objectId: number | null; readonly branch: string; readonly believed: boolean }) => {
    const whose = of.believed
      ? `the ledger has it for ${of.branch}, too`
      : `a record of ${of.branch} that cannot be verified has it, too`;
    return `request ${of.objectId} is left alone: ${whose}`;
  },
  remoteNotAsked: ({ why }: WithReason) => `${why}. The plan takes the branches as this clone knows them`,
  /** The branch was deleted, and its requests are not released; a notice for each request. */
  mayHoldLock: ({ objectId, object }: { readonly objectId: number | null; readonly object: string }) =>
    `request ${objectId ?? 'of unknown number'} (${object}) may still hold its lock`,
  unmapped: ({ files }: { readonly files: number }) =>
    `${formatCountHave(files, 'changed file')} no rule in the mapping (unmapped: warn)`,
  /** Marks that `init` left in the mapping, `PATH (VALUE)` each. */
  placeholders: ({ marks }: { readonly marks: readonly string[] }) =>
    `fill in the mapping before you file: ${marks.join(', ')}`,
  /** Deletes that stay at the service, under `deletes: report`. */
  deletesReported: ({ paths }: Paths) => {
    const files = paths.length === 1 ? '1 deleted file is' : `${paths.length} deleted files are`;
    return `${files} not filed for deletion (deletes: report): ${formatNames(paths, 10)}`;
  },
  unseenCommits: ({ base, to }: { readonly base: string; readonly to: string }) =>
    `no earlier run has dealt with the commits ${base.slice(0, 12)}..${to.slice(0, 12)}: their changes are filed with this push`,
  dependentsUnknown: ({ why }: WithReason) => `cannot tell which objects use the changed files: ${why}`,
  waits: ({ cause, paths }: Paths & { readonly cause: string }) =>
    paths.length === 1
      ? `${paths[0]} is not recompiled yet: it waits until ${cause} is filed`
      : `${paths.length} files are not recompiled yet: they wait until ${cause} is filed: ${formatNames(paths, 10)}`,
  compileCircle: ({ paths }: Paths) =>
    `these files use each other, so they share a place in the compile order: ${formatNames(paths, 10)}`,
  /** A file of the report could not be written; `why` is the whole sentence. */
  notWritten: ({ why }: WithReason) => why,
};

export type Notice = Tagged<typeof sentences>;

/** All codes, for the schema of the report. */
export const noticeCodes = Object.keys(sentences) as [Notice['code'], ...Notice['code'][]];

/** Returns what the report has of a notice: its code, and as `message` the sentence that its values make. */
export function toReportNotice(notice: Notice): { readonly code: Notice['code']; readonly message: string } {
  return { code: notice.code, message: formatSentence(sentences, notice) };
}
