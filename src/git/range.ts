import { Problem } from '../errors.ts';
import type { Happening, HostEvent } from '../host/event.ts';
import { shellWord } from '../near.ts';
import type { Options } from '../options.ts';
import type { Place } from './place.ts';

/** A commit named by its OID, or by a revision of the checkout. */
export type HeadChoice =
  | { readonly kind: 'commit'; readonly oid: string }
  | { readonly kind: 'rev'; readonly rev: string };

/** How the base is to be found; Git and the network come after the decision. */
export type BaseChoice =
  | HeadChoice
  | { readonly kind: 'emptyTree' }
  /** The merge base of the head with a commit. */
  | { readonly kind: 'mergeBaseWith'; readonly oid: string }
  /** The merge base of the head with the tip of a branch at the remote; the empty tree when they share nothing. */
  | { readonly kind: 'mergeBaseWithBranch'; readonly branch: string }
  /** The same where commits of the branch lie between it and where the push began; else where the push began. */
  | { readonly kind: 'unseen'; readonly branch: string; readonly before: string };

export interface ChosenRange {
  readonly kind: 'range';
  readonly branch: string;
  /** null with `--paths`: the files as they are at the head, compared with nothing. */
  readonly base: BaseChoice | null;
  readonly head: HeadChoice;
  readonly rule: Rule;
  /** False for pull requests and the like, which are planned and never filed. */
  readonly mayFile: boolean;
  /** Given by hand: known requests are updated even if the ledger has the same content, its head stays. */
  readonly explicit: boolean;
  /** Given when what is filed does not account for what came after it. */
  readonly movesHead?: false;
  /** Present when a later head of the record accounts for all of it: only what is still open is filed. */
  readonly isAccounted?: true;
  /** Where the push began, when no run is known to have looked at what came before it. */
  readonly unseenTo?: string;
  /** The first push of this branch: a record of an earlier branch of that name is closed. */
  readonly firstPush: boolean;
}

export type RangeDecision =
  | ChosenRange
  | { readonly kind: 'nothing'; readonly branch: string | null; readonly rule: Rule; readonly why: string };

/** How the base was chosen; in every report. */
export type Rule =
  | 'explicit'
  | 'paths'
  | 'ledger'
  | 'push'
  | 'first-push'
  | 'branch-deleted'
  | 'tag'
  | 'proposal'
  | 'skipped-pusher'
  | 'merge-base';

export interface RangeInput {
  readonly event: HostEvent;
  readonly options: Pick<Options, 'base' | 'head' | 'branch' | 'paths' | 'set'>;
  readonly checkedOut: string | null;
  /** The ledger's record of the branch: the head it accounts for (null: none), and the head of the push that began it. */
  readonly record: { readonly head: string | null; readonly firstHead: string | null } | null;
  /** True when a ledger is kept: then a branch without a record has lost the runs of its earlier pushes. */
  readonly hasLedger?: boolean;
  /** Where the head is; absent: it counts as the tip. */
  readonly place?: Place;
  readonly skipPushers: readonly string[];
}

type Push = Extract<Happening, { kind: 'push' }>;

const howToName = 'Give --base and --head, or --paths to file some files as they are.';

/** A range as most are: it may be filed, and was not given by hand. */
const filed = { kind: 'range', mayFile: true, explicit: false, firstPush: false } as const;

function commit(oid: string) {
  return { kind: 'commit', oid } as const;
}

/** The branch that the run is about, before anything is decided: its ledger record is needed for the decision. */
export function branchOf(input: Pick<RangeInput, 'event' | 'options' | 'checkedOut'>): string | null {
  const { happening } = input.event;
  if (input.options.branch !== undefined) return input.options.branch;
  if (happening.kind === 'proposal') return happening.target;
  if (happening.kind === 'tag') return null;
  if (happening.kind === 'local') return input.checkedOut;
  return happening.branch;
}

/**
 * Decides what to compare (design §3). Pure; nothing is looked up.
 * @throws Problem('range') when nothing says what to compare: never an empty answer instead.
 */
export function decideRange(input: RangeInput): RangeDecision {
  const { options } = input;
  const { happening } = input.event;
  const branch = branchOf(input);
  if (options.base !== undefined || options.head !== undefined || options.paths !== undefined) {
    return explicitRange(input, branch);
  }
  if (happening.kind === 'tag') {
    return { kind: 'nothing', branch, rule: 'tag', why: `${happening.name} is a tag; only branches are filed` };
  }
  if (branch === null) {
    throw new Problem('range', 'the run names no branch', 'Give --branch, and --base and --head.');
  }
  switch (happening.kind) {
    case 'branchDeleted':
      return { kind: 'nothing', branch, rule: 'branch-deleted', why: `branch ${branch} was deleted` };
    case 'proposal':
      return proposalRange(happening, branch);
    case 'push':
      return pushRange(input, happening, branch);
    case 'unclear':
      throw new Problem('event', happening.why, howToName);
    default:
      return manualRange(input, happening, branch);
  }
}

function explicitRange({ event, options, record }: RangeInput, branch: string | null): ChosenRange {
  const { happening } = event;
  if (branch === null) {
    throw new Problem('range', 'nothing names the branch that the changes belong to', 'Give --branch.');
  }
  const head: HeadChoice = options.head === undefined ? eventHead(happening) : { kind: 'rev', rev: options.head };
  // A pull or merge request is planned, never filed, whatever range it is given.
  const range = { ...filed, branch, head, explicit: true, mayFile: happening.kind !== 'proposal' };
  if (options.base !== undefined) return { ...range, rule: 'explicit', base: { kind: 'rev', rev: options.base } };
  if (options.paths !== undefined) return { ...range, rule: 'paths', base: null };
  const oid = record?.head ?? (happening.kind === 'push' ? happening.before : null);
  if (oid === null) {
    throw new Problem('range', '--head alone does not say what to compare it with', 'Give --base as well.');
  }
  return { ...range, rule: 'explicit', base: commit(oid) };
}

function eventHead(happening: Happening): HeadChoice {
  if (happening.kind === 'push') return commit(happening.after);
  const head = 'head' in happening ? happening.head : null;
  return head === null ? { kind: 'rev', rev: 'HEAD' } : commit(head);
}

function proposalRange(proposal: Extract<Happening, { kind: 'proposal' }>, branch: string): ChosenRange {
  const { head, base: oid, baseIsTip } = proposal;
  const base = oid === null ? mergeBaseWithBranch(proposal.target) : baseIsTip ? mergeBaseWith(oid) : commit(oid);
  return { ...filed, branch, base, head: commit(head), rule: 'proposal', mayFile: false };
}

function mergeBaseWith(oid: string) {
  return { kind: 'mergeBaseWith', oid } as const;
}

function mergeBaseWithBranch(branch: string) {
  return { kind: 'mergeBaseWithBranch', branch } as const;
}

function pushRange(input: RangeInput, push: Push, branch: string): RangeDecision {
  const { event, record, place } = input;
  const { actor } = event.run;
  if (actor !== null && input.skipPushers.some((name) => name.toLowerCase() === actor.toLowerCase())) {
    return { kind: 'nothing', branch, rule: 'skipped-pusher', why: `pushed by ${actor}, who is in skip-pushers` };
  }
  if (place?.kind === 'old') return oldPush(input, push, branch, place);
  const { before, after } = push;
  const range = { ...filed, branch, head: commit(after) };
  const known = record?.head ?? null;
  // A first push started again finds the record that it began itself, and goes on from there.
  if (known !== null && (before !== null || record?.firstHead === after)) {
    const unseen = before === null || before === known ? {} : { unseenTo: before };
    return { ...range, ...sinceRecord(known, before), ...unseen };
  }
  if (before === null) return { ...range, base: firstBase(event, branch), rule: 'first-push', firstPush: true };
  return { ...range, ...sinceBefore(input, before, branch) };
}

function sinceRecord(known: string, before: string | null) {
  return { base: commit(known), rule: known === before ? 'push' : 'ledger' } as const;
}

/**
 * A push to a branch of which the ledger has no record: the runs of its earlier pushes were lost, or came before the
 * ledger, so all of the branch counts. For the default branch nothing says where that would begin.
 */
function sinceBefore({ event, record, hasLedger }: RangeInput, before: string, branch: string) {
  const { defaultBranch } = event.repository;
  if (hasLedger !== true || record !== null || defaultBranch === null || branch === defaultBranch) {
    return { base: commit(before), rule: 'push' } as const;
  }
  return { base: { kind: 'unseen', branch: defaultBranch, before }, rule: 'push', unseenTo: before } as const;
}

/** True for a range that is only right where what is filed is remembered: else each run would file the branch again. */
export function needsLedger({ base, rule }: ChosenRange, { happening }: HostEvent): boolean {
  return base?.kind === 'unseen' || (rule === 'first-push' && happening.kind === 'manual');
}

/** The run of a push that the branch has left behind: never the head of the record, and nothing twice. */
function oldPush(
  input: RangeInput,
  { before, after }: Push,
  branch: string,
  place: Extract<Place, { kind: 'old' }>,
): ChosenRange {
  const { event, record } = input;
  const range = { ...filed, branch, head: commit(after), movesHead: false } as const;
  const known = record?.head ?? null;
  if (place.record === 'behind' && known !== null) return { ...range, ...sinceRecord(known, before) };
  const accounted = place.record === 'past' ? ({ isAccounted: true } as const) : {};
  // Where it begins a record, that has to begin before all that no run has looked at.
  if (before !== null) return { ...range, ...accounted, ...sinceBefore(input, before, branch) };
  const base = firstBase(event, branch);
  return { ...range, ...accounted, base, rule: 'first-push', firstPush: place.startsBranch };
}

function firstBase(event: HostEvent, branch: string): BaseChoice {
  const { defaultBranch } = event.repository;
  if (defaultBranch === null) {
    throw new Problem('range', 'the event does not name the default branch, so a first push has no base', howToName);
  }
  return branch === defaultBranch ? { kind: 'emptyTree' } : mergeBaseWithBranch(defaultBranch);
}

/**
 * The first run of a branch on a host that does not say what was pushed: what the branch has and the default branch has
 * not. For the default branch itself nothing says where it would begin; and without a ledger each run would be the first,
 * and file all of the branch again.
 */
function firstBuild({ event, place, hasLedger }: RangeInput, happening: Happening, branch: string): ChosenRange | null {
  const { defaultBranch } = event.repository;
  const builds = happening.kind === 'manual' && happening.builds === true;
  if (!builds || hasLedger !== true || place?.kind === 'old') return null;
  if (defaultBranch === null || branch === defaultBranch) return null;
  const base = mergeBaseWithBranch(defaultBranch);
  return { ...filed, branch, base, head: eventHead(happening), rule: 'first-push', firstPush: true };
}

function manualRange(input: RangeInput, happening: Happening, branch: string): RangeDecision {
  const { record, options, place } = input;
  const known = record?.head ?? null;
  const begins = known === null && record === null ? firstBuild(input, happening, branch) : null;
  if (begins !== null) return begins;
  if (known === null) {
    const what = happening.kind === 'manual' ? `a run by ${happening.what || 'hand'}` : 'a run outside CI';
    const set = options.set.map((item) => ` --set ${shellWord(item)}`).join('');
    const knows =
      record === null ? `has no record of ${branch}` : `knows only ranges of ${branch} that were named by hand`;
    throw new Problem(
      'range',
      `${what} does not say what changed, and the ledger ${knows}`,
      `${howToName} Or begin the record once: file-checkouts ledger begin --branch ${branch} --head COMMIT${set} --url URL.`,
    );
  }
  const isOld = place?.kind === 'old';
  if (isOld && place.record === 'past') {
    const why = `the ledger has come past this commit: it accounts for ${branch} up to ${known.slice(0, 12)}`;
    return { kind: 'nothing', branch, rule: 'ledger', why };
  }
  const range = { ...filed, branch, base: commit(known), head: eventHead(happening), rule: 'ledger' } as const;
  return isOld ? { ...range, movesHead: false } : range;
}
