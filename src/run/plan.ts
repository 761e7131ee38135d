import type { Step } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { type Change, sidesIn } from '../git/changes.ts';
import { ensureCommit } from '../git/fetch.ts';
import { pathKey } from '../git/git-path.ts';
import { isEmptyTree } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { filesAt, isFile, listTree, type TreeFiles, treeFiles } from '../git/tree.ts';
import { pathFilter } from '../glob/match.ts';
import type { BranchRecord } from '../ledger/record.ts';
import { type Placeholder, placeholdersIn } from '../mapping/placeholders.ts';
import { identityText } from '../plan/identity.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { LeftOut, PlannedRequest } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { withDependents, withUsers } from './dependents.ts';
import type { StepFacts } from './facts.ts';
import { mayWrite } from './input.ts';
import { type OpenRun, recordOf } from './open.ts';
import { loadCheckOuts, type Owed, owe } from './owe.ts';
import type { Range } from './range.ts';
import { branchMapping } from './read-mapping.ts';
import type { Owing } from './settle.ts';
import { decideSteps, findWanted, type Planning, withBefore } from './steps.ts';
import { type NewerTip, tipToCompare, withoutSuperseded } from './tip.ts';
import { type Unmapped, unmappedFiles, unmappedNotices } from './unmapped.ts';

/** Everything that was decided about a head, ready to be shown or filed. */
export interface Plan {
  readonly range: Range;
  readonly run: OpenRun;
  /** The record as it was planned with. */
  readonly record: BranchRecord;
  readonly steps: readonly Step[];
  readonly owing: Owing;
  readonly unmapped: readonly Unmapped[];
  readonly facts: StepFacts;
}

/** From this number of files on, memory counts for more than the time of a start. */
const manyFiles = 500;

/**
 * Plans a range: finds the paths that are owed and are the same at the tip, the requests that should stand for them and for
 * what uses them, their order, and the steps to that. Asks the remote for the tip; calls no service and writes nothing.
 *
 * @throws Problem('mapping', 'usage', 'range'), and what Git throws.
 */
export async function planRun(run: OpenRun, range: Range): Promise<Plan> {
  const { input, repository } = run;
  const bound = branchMapping(input, run.subject, range.branch, range.head);
  const { mapper } = bound;
  const tip = await tipToCompare(run, range);
  const owed = await listOwed(run, range, mapper);
  if (mayWrite(input) && owed.changes.length >= manyFiles) {
    // Collects garbage early: a filing run has time for that while it waits for the service.
    process.getBuiltinModule('node:v8').setFlagsFromString('--optimize-for-size');
  }
  const { kept: changes, leftOut: superseded } = withoutSuperseded(owed.changes, bound.isMapped ? tip : null, mapper);
  let tree: Promise<TreeFiles> | null = null;
  const headFiles = () => (tree ??= treeFiles(repository.objects, range.head));
  const decided = await decide({ ...bound, run, range, changes, record: owed.record, headFiles }, tip);
  const { record, steps, rows } = decided;
  const leftOut = withUsers([...owed.free, ...superseded, ...decided.leftOut], rows);
  // The request of an object whose files are gone may be of another one of them, which this run does not look at.
  const others = steps.flatMap(({ should, checkOut }) => (should.kind === 'nothing' && checkOut?.stands?.path) || []);
  const notLookedAt = others.filter((path) => !owed.was.has(path));
  const atHead = [...(await filesAt(repository.objects, range.head, notLookedAt)).values()];
  const oidAt = oidsAtHead([...owed.changes, ...atHead.map((after) => ({ before: null, after }))]);
  const unmapped = unmappedFiles(run, range, owed.record, leftOut, oidAt);
  const ofPlan = [...unmappedNotices(unmapped), ...planNotices(run, leftOut)];
  const { was, passed, began } = owed;
  const left = new Set(superseded.flatMap(({ path, previousPath }) => [path, previousPath ?? path].map(pathKey)));
  return {
    ...{ range, run, record, steps, unmapped },
    owing: {
      ...{ oidAt, passed, began },
      was: new Map([...was].filter(([key]) => !left.has(key))),
      movesSettled: range.mayFile && !range.isGiven && tip === null,
      ...(decided.isUnknown ? { keepsCompilations: true } : {}),
    },
    facts: { leftOut, dependents: rows, notices: [...range.notices, ...ofPlan, ...decided.notices] },
  };
}

/** Decides the steps for the objects of owed paths and of what uses them; an object without anything to do is left out. */
async function decide(planning: Planning, tip: NewerTip | null) {
  const { run, range } = planning;
  const wanted = await findWanted(planning);
  requireTarget(wanted.requests, placeholdersIn(run.subject.mapping.mapping));
  const affected = await withDependents(planning, wanted, tip);
  const { requests, notices } = await inCompileOrder(planning, affected.requests);
  const all = decideSteps({ ...affected, requests: withBefore(requests, planning) }, affected.record, range.isGiven);
  const { idle = [], steps = [] } = Object.groupBy(all, ({ should, deeds }) =>
    should.kind === 'nothing' && deeds.length === 0 ? 'idle' : 'steps',
  );
  const neverFiled = idle.map(({ should: { request } }): LeftOut => {
    const because = { code: 'neverFiled', object: identityText(request.identity) } as const;
    return { path: request.path, previousPath: null, because };
  });
  const leftOut = [...wanted.leftOut, ...neverFiled];
  return { ...affected, steps, leftOut, notices: [...affected.notices, ...notices] };
}

/** Lists what is owed; for a range given by hand, and a proposal, what that names: each path with the content that is settled for a range. */
async function listOwed(run: OpenRun, range: Range, mapper: Mapper): Promise<Owed> {
  const { repository, ledger } = run;
  const recorded = recordOf(run);
  if (!range.isGiven && range.mayFile && range.base !== null) {
    // Where the settled commit is gone, a merge base takes its place.
    const settled = range.begins ?? { ...recorded.settled, commit: range.base };
    return owe({ ...run, ...range, record: { ...recorded, settled }, mapper });
  }
  const { base, head } = range;
  const isChosen = pathFilter(run.input.options.paths);
  const all = base === null ? await chosenFiles(run, head, isChosen) : await run.listChanges(base, head);
  const named = all.filter((change) => sidesIn([change]).some(({ path }) => isChosen(path.text)));
  const settled = range.mayFile ? recorded.settled.commit : null;
  // A settled commit that is gone for good says nothing of what was there.
  const isSettled =
    settled !== null && (isEmptyTree(settled) || typeof (await ensureCommit(repository, settled)) === 'string');
  const was = range.mayFile
    ? await settledAt(repository, isSettled ? settled : null, recorded, named)
    : new Map<string, string | null>();
  const changes = isSettled ? named.map((change) => withoutUnseen(change, was)) : named;
  const record = (await loadCheckOuts({ ledger, mapper }, changes)) ?? recorded;
  return { changes, was, record, free: [], passed: new Map(), began: null };
}

/** Empties the OID of a file that is gone and that is not settled, so that no run has ever seen it; returns any other change as it is. */
function withoutUnseen(change: Change, was: ReadonlyMap<string, string | null>): Change {
  const { before, after } = change;
  if (before === null || after !== null || (was.get(pathKey(before.path)) ?? null) !== null) return change;
  return { before: { ...before, oid: '' }, after };
}

/** Lists the chosen files of the head as changes without a difference. @throws Problem('usage') where there is none. */
async function chosenFiles(run: OpenRun, head: string, isChosen: (path: string) => boolean): Promise<Change[]> {
  const tree = await listTree(run.repository.objects, head);
  const chosen = tree.filter(({ path }) => isChosen(path.text)).map((side) => ({ before: side, after: side }));
  if (chosen.length > 0) return chosen;
  throw new Problem(
    'usage',
    `no file at the head matches \`--paths\` ${(run.input.options.paths ?? []).join(', ')}`,
    'Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.',
  );
}

/** Reads what is settled at the paths of changes, by key: the exception, else the content at the settled commit; null: nothing. */
async function settledAt(
  { objects }: Repository,
  commit: string | null,
  record: BranchRecord,
  changes: readonly Change[],
) {
  const keys = sidesIn(changes).map(({ path }) => pathKey(path));
  const at = commit === null ? new Map<string, null>() : await filesAt(objects, commit, keys);
  return new Map(
    keys.map((key) => {
      const exception = record.exceptions.get(key);
      return [key, exception === undefined ? (at.get(key)?.oid ?? null) : exception.was];
    }),
  );
}

/** Makes a lookup of contents of head, by the key of a changed path; null: no regular file is there. */
function oidsAtHead(changes: readonly Change[]): (key: string) => string | null {
  const oids = new Map<string, string>();
  for (const { after } of changes) if (after !== null && isFile(after)) oids.set(pathKey(after.path), after.oid);
  return (key) => oids.get(key) ?? null;
}

/**
 * Refuses a mapping that names no application or no level for a file.
 *
 * @param open fields that a starter mapping of `init` leaves to be filled in: a plan may lack them.
 * @throws Problem('mapping')
 */
function requireTarget(requests: readonly PlannedRequest[], open: readonly Placeholder[]): void {
  for (const field of ['appl', 'lvl'] as const) {
    if (open.some(({ path }) => path.endsWith(`.${field}`))) continue;
    const request = requests.find(({ fields }) => fields[field] === undefined);
    if (request === undefined) continue;
    throw new Problem(
      'mapping',
      `no ${field} is set for ${request.path.text}`,
      'Set appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or `--mapping FILE`), or with `--set`. file-checkouts init writes a first mapping.',
    );
  }
}

/** Fills in the place in the compile order; where no request has one, nothing is loaded or read for it. */
async function inCompileOrder({ run, range, mapper, headFiles }: Planning, requests: readonly PlannedRequest[]) {
  if (!requests.some(({ isOrdered }) => isOrdered)) return { requests, notices: [] };
  const { withCompileOrder } = await import('../uses/ordered.ts');
  const { repository } = run;
  return withCompileOrder({ repository, mapper, head: range.head }, requests, async () => (await headFiles()).all());
}

/** Returns the notices about a plan as a whole: marks left by `init`, a remote that did not answer, files without a rule and deletes that the mapping only reports. */
function planNotices(run: OpenRun, leftOut: readonly LeftOut[]): Notice[] {
  const { repository, ledger, subject } = run;
  const { mapping } = subject.mapping;
  const { unmapped, deletes } = mapping;
  const notices: Notice[] = [];
  // `file` refuses what `init` left to be filled in.
  const marks = placeholdersIn(mapping).map(({ path, value }) => `${path} (${value})`);
  if (marks.length > 0) notices.push({ code: 'placeholders', marks });
  // A plan goes on without the remote where the clone itself knows enough.
  const { trouble } = repository.seen;
  const isAsked = repository.remote !== null && ledger.trouble === null;
  if (trouble !== null && isAsked) notices.push({ code: 'remoteNotAsked', why: trouble.message });
  const files = leftOut.filter(({ because }) => because.code === 'unmapped').length;
  if (files > 0 && unmapped === 'warn') notices.push({ code: 'unmapped', files });
  const paths = leftOut.flatMap(({ because, path }) => (because.code === 'deleteMode' ? [path.text] : []));
  if (paths.length > 0 && deletes === 'report') notices.push({ code: 'deletesReported', paths });
  return notices;
}
