import { Problem } from '../errors.ts';
import type { Happening, HostEvent } from '../host/event.ts';
import type { Options } from '../options.ts';

/** A commit named by its OID, or by a revision of the checkout. */
export type NamedCommit = { readonly oid: string } | { readonly rev: string };

/** The base of a comparison: a commit, or the merge base of the head with a commit or with the tip of a branch at the remote. */
export type BaseChoice = NamedCommit | { readonly mergeBaseWith: string } | { readonly mergeBaseWithBranch: string };

/** Where a branch without a record begins: where the push began (a first one: at nothing), at the fork, or unknown (`what`: the run). */
export type Begins =
  | { readonly from: 'push' }
  | { readonly from: 'fork'; readonly defaultBranch: string }
  | { readonly from: 'unknown'; readonly what: string };

type ComparedRule = 'explicit' | 'paths' | 'proposal';
type OwedRule = 'ledger' | 'push' | 'first-push' | 'skipped-pusher' | 'merge-base';
/** How the base was chosen; in every report. */
export type BaseRule = ComparedRule | OwedRule | 'branch-deleted' | 'release' | 'tag';

/** What a run is about (design §3). */
export type RunChoice =
  | { readonly kind: 'nothing'; readonly branch: string | null; readonly rule: BaseRule; readonly why: string }
  /** Everything that is owed. `before`: where the push began; null: its first push, or unknown. */
  | {
      readonly kind: 'owed';
      readonly branch: string;
      readonly head: NamedCommit;
      readonly before: string | null;
      readonly begins: Begins;
      /** True for the push of an account in `skip-pushers`. */
      readonly isSkipped: boolean;
    }
  /** A proposal (pull request, merge request or merge group), or a range given by hand; and nothing else. */
  | {
      readonly kind: 'compared';
      readonly branch: string;
      readonly head: NamedCommit;
      /** `settled`: the settled commit of the record; null: none, as the paths are chosen by hand. */
      readonly base: BaseChoice | 'settled' | null;
      readonly rule: ComparedRule;
      readonly mayFile: boolean;
    };

export interface ChooseInput {
  readonly event: HostEvent;
  readonly options: Pick<Options, 'base' | 'head' | 'branch' | 'paths'>;
  readonly command: 'plan' | 'file';
  /** See chooseBranch. */
  readonly branch: string | null;
  readonly defaultBranch: string | null;
  readonly skipPushers: readonly string[];
}

/** The remedy of a run that cannot tell what changed. */
export const howToName = 'Give `--base` and `--head` to compare two commits, or `--paths` to name the files.';

/** Returns the branch of a run: `--branch`, else the event's (a proposal's target; a tag has none), outside CI that of HEAD; null: none. */
export function chooseBranch(input: Pick<ChooseInput, 'event' | 'options'> & { readonly checkedOut: string | null }) {
  const { options, checkedOut } = input;
  const { happening } = input.event;
  if (options.branch !== undefined) return options.branch;
  if (happening.kind === 'proposal') return happening.target;
  if (happening.kind === 'tag') return null;
  return happening.kind === 'local' ? checkedOut : happening.branch;
}

/**
 * Decides what a run is about (design §3): the comparison that `--base`, `--head` or `--paths` ask for; else, by the event, nothing (a tag,
 * a deleted branch), the comparison of a proposal, or all that the branch owes. @throws Problem('range') if no branch is named, unless for
 * a tag; Problem('event') for an unclear event, unless an option asks
 */
export function chooseRun(input: ChooseInput): RunChoice {
  const { event, options, branch, skipPushers } = input;
  const { happening } = event;
  if (options.base !== undefined || options.head !== undefined || options.paths !== undefined)
    return chooseGivenRange(input);
  if (happening.kind === 'tag')
    return { kind: 'nothing', branch, rule: 'tag', why: `${happening.name} is a tag; only branches are filed` };
  if (branch === null)
    throw new Problem('range', 'the run names no branch', 'Give `--branch`, and `--base` and `--head`.');
  if (happening.kind === 'branchDeleted')
    return { kind: 'nothing', branch, rule: 'branch-deleted', why: `branch ${branch} was deleted` };
  if (happening.kind === 'unclear') throw new Problem('event', happening.why, howToName);
  const head = chooseHead(happening);
  if (happening.kind === 'proposal') {
    const { base: oid, baseIsTip, target } = happening;
    const ofTip = oid === null ? { mergeBaseWithBranch: target } : { mergeBaseWith: oid };
    const base = oid === null || baseIsTip ? ofTip : { oid };
    return { kind: 'compared', branch, head, base, rule: 'proposal', mayFile: false };
  }
  const before = happening.kind === 'push' ? happening.before : null;
  const actor = event.run.actor?.toLowerCase();
  const isSkipped = happening.kind === 'push' && skipPushers.some((name) => name.toLowerCase() === actor);
  return { kind: 'owed', branch, head, before, begins: chooseBeginning(input, branch), isSkipped };
}

/**
 * Returns the comparison that `--base`, `--head` or `--paths` name: of the head (else that of the event) with the base. Without `--base`:
 * under `--paths` with nothing (base null), as each chosen path is taken as it is; else with the settled commit. In a proposal `mayFile` is
 * false. @throws Problem('range') without a branch
 */
function chooseGivenRange({ event: { happening }, options, branch }: ChooseInput): RunChoice {
  if (branch === null)
    throw new Problem('range', 'nothing names the branch that the changes belong to', 'Give `--branch`.');
  const head = options.head === undefined ? chooseHead(happening) : { rev: options.head };
  const about = { kind: 'compared', branch, head, mayFile: happening.kind !== 'proposal' } as const;
  if (options.base !== undefined) return { ...about, base: { rev: options.base }, rule: 'explicit' };
  if (options.paths !== undefined) return { ...about, base: null, rule: 'paths' };
  return { ...about, base: 'settled', rule: 'explicit' };
}

/** Returns the commit that an event names as its head; if it names none, the revision `HEAD`. */
function chooseHead(happening: Happening): NamedCommit {
  const oid = happening.kind === 'push' ? happening.after : 'head' in happening ? happening.head : null;
  return oid === null ? { rev: 'HEAD' } : { oid };
}

/**
 * Decides where a branch without a record begins. `fork`: on a branch other than the known default branch; but not for `file` by hand or
 * schedule that cannot be for a push. Else `push`: for a push, if it says where it began, or the default branch is known. Else `unknown`.
 */
function chooseBeginning({ event: { happening }, command, defaultBranch }: ChooseInput, branch: string): Begins {
  const saysNothing = happening.kind === 'manual' && happening.mayBePush !== true && command === 'file';
  if (defaultBranch !== null && branch !== defaultBranch && !saysNothing) return { from: 'fork', defaultBranch };
  if (happening.kind === 'push' && (happening.before !== null || defaultBranch !== null)) return { from: 'push' };
  if (happening.kind === 'push')
    return { from: 'unknown', what: 'this first push comes without the name of the default branch' };
  if (happening.kind === 'manual')
    return { from: 'unknown', what: `a run by ${happening.what || 'hand'} does not say which commits were pushed` };
  const where = defaultBranch === null ? ', and the remote of this clone names no default branch' : '';
  return { from: 'unknown', what: `outside CI nothing says which commits were pushed${where}` };
}
