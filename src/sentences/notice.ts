import { counted, countedHave, some } from '../counted.ts';
import { sentenceOf, type Tagged } from './tagged.ts';

type OfBranch = { readonly branch: string };
type Because = { readonly why: string };
type Paths = { readonly paths: readonly string[] };

export const mayPush =
  'Let the job push refs/notes/check-outs (on GitHub permissions: contents: write), or give a Git token that may (FILE_CHECKOUTS_GIT_TOKEN, or FILE_CHECKOUTS_LEDGER_TOKEN with --ledger-remote)';

/** What to do where a remote lets nobody in, or this job not write: Git's words are all that tells. */
function remedyFor(why: string): string {
  const isRight = /\b40[13]\b|denied|forbidden|not allowed|permission|protected|authenticat|authoriz|hook declined/i;
  return isRight.test(why) ? `. ${mayPush}` : '';
}

export const howSealed =
  'A token that was rotated is the usual reason; where tokens rotate or differ, give every job the same FILE_CHECKOUTS_LEDGER_SECRET';

const byHand = 'if they are missing, file them with --base and --head';
const changedBefore = ({ paths }: Paths) =>
  `${counted(paths.length, 'file')} that changed before this push, by a record that is not sealed: ${some(paths, 10)}`;

/** What is said once for a whole run: the codes of `notices` in the report (design §10), each with its sentence. */
const sentences = {
  neverFiled: () => 'a pull request, merge request or merge group is planned, never filed',
  wouldBeRefused: ({ why }: Because) => `filing this would be refused: ${why}`,
  /** What an earlier run has reported already. */
  stillOpen: (of: {
    readonly path: string;
    readonly outcome: string;
    readonly msg: string;
    readonly run: string | null;
    readonly actor: string | null;
  }) => {
    const since = of.run === null ? '' : ` (since run ${of.run}${of.actor === null ? '' : `, ${of.actor}`})`;
    return `still open${since}: ${of.path}: ${of.outcome}: ${of.msg} (settle it, or ledger forget)`;
  },
  keepsKey: ({ rfp, key }: { readonly rfp: number; readonly key: string }) =>
    `RFP ${rfp} keeps the pipeline key ${key}; an update sends none`,
  ledgerOff: () =>
    'the ledger is off: nothing of this run is remembered, so the next push of the same files meets the locks of its own requests',
  ledgerUnnamed: () => 'without --url or --ledger-key the plan does not know what was filed before',
  /** A run that cannot read or write the ledger (design §8 "No write permission"). */
  ledgerUnusable: ({ why }: Because) =>
    `nothing of this run is remembered, because the ledger cannot be used (${why}): the next push of the same files meets their locks, and without locks files them again${remedyFor(why)}`,
  /** A run that wrote down what it meant to do, and not what came of it. */
  endNotWritten: ({ why }: Because) =>
    `the results of this run could not be written to the ledger (${why}): the next run of this branch finds them out${remedyFor(why)}`,
  /** A record that is not believed (design §8 "Sealed"). */
  ledgerNotSealed: ({ branch }: OfBranch) =>
    `the ledger's record of ${branch} is not sealed with the secret of this run: its request numbers are used only where the service confirms them, and nothing else in it is believed. ${howSealed}`,
  ledgerNotVerified: ({ branch }: OfBranch) =>
    `what the ledger has of ${branch} is not verified, as no secret was given`,
  ledgerBegins: ({ branch, before }: OfBranch & { readonly before: string }) =>
    `the ledger begins here: what was pushed to ${branch} before ${before.slice(0, 12)} is not looked at`,
  /** A record under another address or repository ID, where that one was a mistake. */
  strayed: ({ service, repo }: { readonly service: string; readonly repo: string }) =>
    `an earlier run recorded this branch at ${service} as ${repo} and filed nothing there: this run files what it left`,
  leftUnderMovedMapping: ({ why }: Because) => why,
  /** A plan goes on with what the clone knows. */
  remoteNotAsked: ({ why }: Because) => `${why}; branches are taken as this clone knows them`,
  mayHoldLock: (of: { readonly objectId: number | null; readonly object: string }) =>
    `request ${of.objectId} (${of.object}) may still hold its lock`,
  unmapped: ({ files }: { readonly files: number }) =>
    `${countedHave(files, 'changed file')} no rule in the mapping (unmapped: warn)`,
  placeholders: ({ marks }: { readonly marks: readonly string[] }) =>
    `still to be filled in, before anything can be filed: ${marks.join(', ')}`,
  /** Deletes that stay at the service, under `deletes: report`. */
  deletesReported: ({ paths }: Paths) => {
    const files = paths.length === 1 ? '1 deleted file is' : `${paths.length} deleted files are`;
    return `${files} not filed for deletion (deletes: report): ${some(paths, 10)}`;
  },
  /** Objects of this branch by requests that another one took over (design §16). */
  wentElsewhere: ({ branch, paths }: OfBranch & Paths) =>
    `${branch} went on with requests of this branch, and what stands is as ${branch} has it: ${some(paths, 10)}`,
  noLongerMapped: ({ path, why }: Because & { readonly path: string }) => `${path}: ${why}`,
  /** Commits whose own runs were lost before they wrote anything down. */
  unseenCommits: ({ base, to }: { readonly base: string; readonly to: string }) =>
    `commits ${base.slice(0, 12)}..${to.slice(0, 12)} were never looked at: what they changed is filed with this push`,
  claimedGone: ({ paths }: Paths) =>
    `not filed: ${counted(paths.length, 'file')} that went away, by a record that is not sealed: ${some(paths, 10)}; ${byHand}`,
  claimedFiles: (of: Paths) => `filed as well: ${changedBefore(of)}`,
  claimedTooMany: (of: Paths) => `not looked at yet: ${changedBefore(of)}; a smaller push files them, or ${byHand}`,
  claimedWithoutLock: ({ paths }: Paths) =>
    `not looked at: ${counted(paths.length, 'file')} without a lock, which a record that is not sealed calls open: ${some(paths, 10)}; file them with --paths if they are missing`,
  claimedElsewhere: ({ commit }: { readonly commit: string }) =>
    `not looked at: what changed since ${commit.slice(0, 12)}, as a record that is not sealed has it; ${byHand}`,
  /** What uses the changed files could not be found out. */
  dependentsUnknown: ({ why }: Because) => `which objects use the changed files is not known: ${why}`,
  compileCircle: ({ paths }: Paths) =>
    `these files use each other, so they share a place in the compile order: ${some(paths, 10)}`,
  notWritten: ({ why }: Because) => why,
};

export type Notice = Tagged<typeof sentences>;

/** All codes, for the schema of the report. */
export const noticeCodes = Object.keys(sentences) as [Notice['code'], ...Notice['code'][]];

/** The same for people. */
export function noticeText(notice: Notice): string {
  return sentenceOf(sentences, notice);
}
