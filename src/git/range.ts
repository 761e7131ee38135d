import { Problem } from '../errors.ts';
import type { Happening, HostEvent } from '../host/event.ts';
import type { Place } from './place.ts';

/** How the base is to be found; Git and the network come after the decision. */
export type BaseChoice =
  | { readonly kind: 'commit'; readonly oid: string }
  | { readonly kind: 'rev'; readonly rev: string }
  | { readonly kind: 'emptyTree' }
  /** The merge base of the head with a commit. */
  | { readonly kind: 'mergeBaseWith'; readonly oid: string }
  /** The merge base of the head with the tip of a branch at the remote; the empty tree when they share nothing. */
  | { readonly kind: 'mergeBaseWithBranch'; readonly branch: string }
  /** The same where commits of the branch lie between it and where the push began; else where the push began. */
  | { readonly kind: 'unseen'; readonly branch: string; readonly before: string };

/** A commit named by its OID, or by a revision of the checkout. */
export type HeadChoice =
  | { readonly kind: 'commit'; readonly oid: string }
  | { readonly kind: 'rev'; readonly rev: string };

/** What is to be compared, and why. */
export type RangeDecision =
  | {
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
      /** Present when what is filed does not account for what came after it. */
      readonly movesHead?: false;
      /** Present when a later head of the record accounts for all of it: only what is still open is filed. */
      readonly isAccounted?: true;
      /** Where the push began, when no run is known to have looked at what came before it. */
      readonly unseenTo?: string;
      /** The first push of this branch: a record of an earlier branch of that name is closed. */
      readonly firstPush: boolean;
    }
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

/** What the range depends on. */
export interface RangeInput {
  readonly event: HostEvent;
  readonly options: {
    readonly base?: string | undefined;
    readonly head?: string | undefined;
    readonly branch?: string | undefined;
    readonly paths?: readonly string[] | undefined;
    readonly set: readonly string[];
  };
  /** The branch that is checked out, for runs outside CI. */
  readonly checkedOut: string | null;
  /**
   * The ledger's record of the branch: the head it accounts for (null while it accounts for none), and the head of the
   * push that began it.
   */
  readonly record: { readonly head: string | null; readonly firstHead: string | null } | null;
  /** True when a ledger is kept: then a branch without a record has lost the runs of its earlier pushes. */
  readonly hasLedger?: boolean;
  /** Where the head is; absent: nobody asked, so it counts as the tip. */
  readonly place?: Place;
  /** Accounts whose pushes are passed over. */
  readonly skipPushers: readonly string[];
}

const howToName = 'Give --base and --head, or --paths to file some files as they are.';

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
 *
 * @throws Problem('range') when nothing says what to compare: never an empty answer instead.
 */
export function decideRange(input: RangeInput): RangeDecision {
  const { event, options } = input;
  const branch = branchOf(input);
  if (options.base !== undefined || options.head !== undefined || options.paths !== undefined) {
    return explicitRange(input, branch);
  }
  const { happening } = event;
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

function explicitRange(input: RangeInput, branch: string | null): RangeDecision {
  const { base, head, paths } = input.options;
  if (branch === null) {
    throw new Problem('range', 'nothing names the branch that the changes belong to', 'Give --branch.');
  }
  // A pull or merge request is planned, never filed, whatever range it is given.
  const mayFile = input.event.happening.kind !== 'proposal';
  const common = { kind: 'range', branch, mayFile, explicit: true, firstPush: false } as const;
  const headChoice = head !== undefined ? ({ kind: 'rev', rev: head } as const) : eventHead(input.event.happening);
  if (base !== undefined) return { ...common, rule: 'explicit', base: { kind: 'rev', rev: base }, head: headChoice };
  if (paths !== undefined) return { ...common, rule: 'paths', base: null, head: headChoice };
  const { happening } = input.event;
  const before = happening.kind === 'push' ? happening.before : null;
  const oid = input.record?.head ?? before;
  if (oid === null) {
    throw new Problem('range', '--head alone does not say what to compare it with', 'Give --base as well.');
  }
  return { ...common, rule: 'explicit', base: { kind: 'commit', oid }, head: headChoice };
}

function eventHead(happening: Happening): HeadChoice {
  if (happening.kind === 'push') return { kind: 'commit', oid: happening.after };
  if (happening.kind === 'proposal') return { kind: 'commit', oid: happening.head };
  if (happening.kind === 'manual' && happening.head !== null) return { kind: 'commit', oid: happening.head };
  return { kind: 'rev', rev: 'HEAD' };
}

function proposalRange(happening: Extract<Happening, { kind: 'proposal' }>, branch: string): RangeDecision {
  const base = happening.baseIsTip
    ? ({ kind: 'mergeBaseWith', oid: happening.base } as const)
    : ({ kind: 'commit', oid: happening.base } as const);
  const head = { kind: 'commit', oid: happening.head } as const;
  const flags = { mayFile: false, explicit: false, firstPush: false };
  return { kind: 'range', branch, base, head, rule: 'proposal', ...flags };
}

function pushRange(input: RangeInput, happening: Extract<Happening, { kind: 'push' }>, branch: string): RangeDecision {
  const { event } = input;
  const { actor } = event.run;
  const known = input.record?.head ?? null;
  if (actor !== null && input.skipPushers.some((name) => name.toLowerCase() === actor.toLowerCase())) {
    return { kind: 'nothing', branch, rule: 'skipped-pusher', why: `pushed by ${actor}, who is in skip-pushers` };
  }
  const head = { kind: 'commit', oid: happening.after } as const;
  const common = { kind: 'range', branch, head, mayFile: true, explicit: false, firstPush: false } as const;
  if (input.place?.kind === 'old') return oldPush(input, happening, branch, input.place);
  const { before } = happening;
  // A first push started again finds the record that it began itself, and goes on from there.
  if (known !== null && (before !== null || input.record?.firstHead === happening.after)) {
    const unseen = before === null || before === known ? {} : { unseenTo: before };
    return { ...common, base: { kind: 'commit', oid: known }, rule: known === before ? 'push' : 'ledger', ...unseen };
  }
  if (before === null) return { ...common, base: firstBase(event, branch), rule: 'first-push', firstPush: true };
  return { ...common, ...sinceBefore(input, before, branch) };
}

/**
 * A push to a branch of which the ledger has no record: the runs of its earlier pushes were lost, or came before the
 * ledger, so all of the branch counts. Of the default branch nobody can tell where that would begin.
 */
function sinceBefore({ event, record, hasLedger }: RangeInput, before: string, branch: string) {
  const { defaultBranch } = event.repository;
  if (hasLedger !== true || record !== null || defaultBranch === null || branch === defaultBranch) {
    return { base: { kind: 'commit', oid: before }, rule: 'push' } as const;
  }
  return { base: { kind: 'unseen', branch: defaultBranch, before }, rule: 'push', unseenTo: before } as const;
}

/** The run of a push that the branch has left behind: never the head of the record, and nothing twice. */
function oldPush(
  input: RangeInput,
  { before, after }: Extract<Happening, { kind: 'push' }>,
  branch: string,
  place: Extract<Place, { kind: 'old' }>,
): RangeDecision {
  const head = { kind: 'commit', oid: after } as const;
  const common = { kind: 'range', branch, head, mayFile: true, explicit: false, movesHead: false } as const;
  const known = input.record?.head ?? null;
  if (place.record === 'behind' && known !== null) {
    const rule = known === before ? 'push' : 'ledger';
    return { ...common, base: { kind: 'commit', oid: known }, rule, firstPush: false };
  }
  const accounted = place.record === 'past' ? ({ isAccounted: true } as const) : {};
  if (before !== null) {
    return { ...common, base: { kind: 'commit', oid: before }, rule: 'push', firstPush: false, ...accounted };
  }
  const firstPush = place.startsBranch;
  return { ...common, base: firstBase(input.event, branch), rule: 'first-push', firstPush, ...accounted };
}

function firstBase(event: HostEvent, branch: string): BaseChoice {
  const { defaultBranch } = event.repository;
  if (defaultBranch === null) {
    throw new Problem('range', 'the event does not name the default branch, so a first push has no base', howToName);
  }
  return branch === defaultBranch ? { kind: 'emptyTree' } : { kind: 'mergeBaseWithBranch', branch: defaultBranch };
}

/** A word of a command line as a shell takes it, `'objt=*PGM'`. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function manualRange(input: RangeInput, happening: Happening, branch: string): RangeDecision {
  const what = happening.kind === 'manual' ? `a run by ${happening.what || 'hand'}` : 'a run outside CI';
  const known = input.record?.head ?? null;
  const set = input.options.set.map((item) => ` --set ${shellWord(item)}`).join('');
  if (known === null) {
    throw new Problem(
      'range',
      input.record === null
        ? `${what} does not say what changed, and the ledger has no record of ${branch}`
        : `${what} does not say what changed, and of ${branch} the ledger knows only ranges that were named by hand`,
      `${howToName} Or begin the record once: file-checkouts ledger begin --branch ${branch} --head COMMIT${set} --url URL.`,
    );
  }
  const { place } = input;
  if (place?.kind === 'old' && place.record === 'past') {
    const why = `the ledger has come past this commit: it accounts for ${branch} up to ${known.slice(0, 12)}`;
    return { kind: 'nothing', branch, rule: 'ledger', why };
  }
  return {
    kind: 'range',
    branch,
    base: { kind: 'commit', oid: known },
    head: eventHead(happening),
    rule: 'ledger',
    mayFile: true,
    explicit: false,
    firstPush: false,
    ...(place?.kind === 'old' ? { movesHead: false as const } : {}),
  };
}
