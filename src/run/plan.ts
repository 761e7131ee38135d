import type { Step } from '../checkout/next.ts';
import { formatCountHave, formatNames } from '../counted.ts';
import { Problem } from '../errors.ts';
import { type Change, listSides } from '../git/changes.ts';
import { ensureCommit } from '../git/fetch.ts';
import { toPathKey } from '../git/git-path.ts';
import { isEmptyTree } from '../git/object-ids.ts';
import { findFilesAt, readTreeFiles } from '../git/tree.ts';
import { createPathFilter } from '../glob/match.ts';
import { findMarks, type MarkAt } from '../mapping/marks.ts';
import { formatIdentity } from '../plan/identity.ts';
import type { LeftOut, PlannedRequest } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { once } from '../uses/cached.ts';
import { withDependents, withUsers } from './dependents.ts';
import type { Facts } from './input.ts';
import { type OpenRun, peekRecord } from './open.ts';
import { loadCheckOuts, type Owed, owe } from './owe.ts';
import { listLeftOut, toChanges, toContentOid, toRunPath, toRunPaths, toSettledSide } from './paths.ts';
import type { Range } from './range.ts';
import { bindBranchMapping } from './read-mapping.ts';
import { decideSteps, findWanted, type Planning } from './steps.ts';
import { findTipToCompare, leaveSuperseded } from './tip.ts';

/** Everything that was decided about a head, ready to be shown or filed. */
export interface Plan extends Owed {
  readonly range: Range;
  readonly run: OpenRun;
  readonly steps: readonly Step[];
  /** True for a run at the tip that planned all that was owed: the settled commit moves to the head. */
  readonly movesSettled: boolean;
  /** Keys of files whose owed compilation stays owed: nobody looked what is affected, or the file is gone at head and may come back. */
  readonly uncompiled: ReadonlySet<string>;
  /** Keys of files that no rule matches, under `unmapped: error`. */
  readonly unmapped: readonly string[];
  /** Their `error` is about the files without a rule; it counts if the run ends without another. */
  readonly facts: Partial<Facts>;
}

/**
 * Plans a range: finds the paths to file, leaves out those that differ at the tip of the branch (if findTipToCompare asks for it), and decides
 * the steps for their objects and for what uses them. Calls no service and writes nothing. @throws Problem('mapping', 'usage', 'range', 'git',
 * 'limit')
 */
export async function planRun(run: OpenRun, range: Range): Promise<Plan> {
  const { input, repository } = run;
  const bound = bindBranchMapping(input, run.subject, range.branch, range.head);
  const { mapper } = bound;
  const tip = await findTipToCompare(run, range);
  const owed = await findRunPaths(run, range, mapper);
  const paths = leaveSuperseded(owed.paths, bound.isMapped ? tip : null, mapper);
  const headFiles = once(() => readTreeFiles(repository.objects, range.head));
  const changes = toChanges(paths);
  const decided = await planSteps({ ...bound, run, range, tip, changes, record: owed.record, headFiles });
  const { record, steps, rows } = decided;
  const leftOut = withUsers([...listLeftOut(paths), ...decided.leftOut], rows);
  // A request that a step withdraws may be of another path, which is as settled.
  const filed = steps.flatMap(({ should, checkOut }) => (should.kind === 'nothing' && checkOut?.stands?.path) || []);
  const owing = [...record.exceptions].flatMap(([key, { causes }]) => (causes === undefined ? [] : [key]));
  const atHead = await findFilesAt(repository.objects, range.head, [...filed, ...owing]);
  const others = filed.flatMap((key) => {
    const side = atHead.get(key) ?? null;
    return paths.has(key) ? [] : [[key, toRunPath(side, side, { code: 'settled' })] as const];
  });
  const { unmapped, error, notices } = findUnmapped(run, range.head, { record, paths }, leftOut);
  const allNotices = [...range.notices, ...notices, ...listPlanNotices(run, leftOut), ...decided.notices];
  return {
    ...{ range, run, record, steps, unmapped, began: owed.began },
    paths: new Map([...paths, ...others]),
    movesSettled: range.mayFile && !range.isGiven && tip === null,
    uncompiled: new Set(owing.filter((key) => decided.isUnknown || !atHead.get(key))),
    facts: { leftOut, dependents: rows, notices: allNotices, error },
  };
}

/**
 * Decides the steps for the objects of changed paths and of what uses them, in the order of filing. `leftOut` has the files without a step;
 * `rows` the objects that use changed files, `record` the record with their check-outs. @throws Problem('mapping', 'git', 'limit')
 */
async function planSteps(planning: Planning) {
  const { run, range } = planning;
  const wanted = await findWanted(planning);
  requireTarget(wanted.requests, findMarks(run.subject.mapping.mapping));
  const affected = await withDependents(planning, wanted);
  const { requests, notices } = await addCompileOrder(planning, affected.requests);
  const all = decideSteps({ ...affected, requests }, affected.record, range.isGiven);
  const { idle = [], steps = [] } = Object.groupBy(all, ({ should, deeds }) =>
    should.kind === 'nothing' && deeds.length === 0 ? 'idle' : 'steps',
  );
  const neverFiled = idle.map(({ should: { request } }): LeftOut => {
    const because = { code: 'neverFiled', object: formatIdentity(request.identity) } as const;
    return { path: request.path, previousPath: null, because };
  });
  const leftOut = [...wanted.leftOut, ...neverFiled];
  return { ...affected, steps, leftOut, notices: [...affected.notices, ...notices] };
}

/**
 * Finds the paths that a run considers: those that are owed; for a range given by hand and a proposal those that differ between its
 * commits, or without a base all at head, if `--paths` chooses them. In a range given by hand `was` is as settled, or without a settled
 * commit as at the fork (`before`: see RunPath). @throws Problem('usage') if `--paths` chooses no file at head; as owe
 */
async function findRunPaths(run: OpenRun, range: Range, mapper: Planning['mapper']): Promise<Owed> {
  const { repository, ledger } = run;
  const recorded = peekRecord(run);
  if (!range.isGiven && range.mayFile && range.base !== null) {
    // Where the settled commit is gone, a merge base takes its place.
    const settled = range.begins ?? { ...recorded.settled, commit: range.base };
    return owe({ ...run, ...range, record: { ...recorded, settled }, mapper });
  }
  const { base, head } = range;
  const isChosen = createPathFilter(run.input.options.paths);
  const all = base === null ? await listChosenFiles(run, head, isChosen) : await run.listChanges(base, head);
  const named = all.filter((change) => listSides([change]).some(({ path }) => isChosen(path.text)));
  const settled = range.mayFile ? (recorded.settled.commit ?? range.fork) : null;
  // A settled commit that is gone for good says nothing of what was there.
  const isSettled =
    settled !== null && (isEmptyTree(settled) || typeof (await ensureCommit(repository, settled)) === 'string');
  const paths = toRunPaths(named);
  const at = isSettled ? await findFilesAt(repository.objects, settled, paths.keys()) : new Map<string, null>();
  const moved = new Set([...paths.values()].map(({ from }) => from));
  for (const [key, path] of range.mayFile ? paths : []) {
    const { was } = recorded.exceptions.get(key) ?? { was: toContentOid(at.get(key)) };
    // No run has ever seen a file that is gone and not settled.
    const isUnseen = isSettled && was === null && path.after === null && !moved.has(key);
    const settledFile = isSettled && path.from === undefined ? toSettledSide(key, was, path.after) : path.before;
    const before = isUnseen ? path.before && { ...path.before, oid: '' } : settledFile;
    paths.set(key, { ...path, was, before });
  }
  const record = await loadCheckOuts({ ledger, mapper, record: recorded }, paths.keys());
  return { paths, record, began: null };
}

/** Returns each file at the head that `--paths` choose, as a change from itself to itself. @throws Problem('usage') if there is none */
async function listChosenFiles(run: OpenRun, head: string, isChosen: (path: string) => boolean): Promise<Change[]> {
  const { all } = await readTreeFiles(run.repository.objects, head);
  const chosen = all().filter(({ path }) => isChosen(path.text));
  if (chosen.length > 0) return chosen.map((side) => ({ before: side, after: side }));
  const what = `no file at the head matches \`--paths\` ${(run.input.options.paths ?? []).join(', ')}`;
  const forms = 'a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE';
  throw new Problem('usage', what, `Give paths as Git has them, from the top: ${forms}.`);
}

/** Throws Problem('mapping') if a request has no application or level. @param open marks of `init`: a field with one is not checked */
function requireTarget(requests: readonly PlannedRequest[], open: readonly MarkAt[]): void {
  for (const field of ['appl', 'lvl'] as const) {
    if (open.some(({ path }) => path.endsWith(`.${field}`))) continue;
    const request = requests.find(({ fields }) => fields[field] === undefined);
    if (request === undefined) continue;
    const where = 'in a branch rule of the mapping (.file-checkouts.yml, or `--mapping FILE`), or with `--set`';
    const remedy = `Set appl and lvl ${where}. file-checkouts init writes a first mapping.`;
    throw new Problem('mapping', `no ${field} is set for ${request.path.text}`, remedy);
  }
}

/** Returns the requests, with the place in the compile order as `csqo` in those that are `isOrdered`, and a notice for each circle. */
async function addCompileOrder({ run, range, mapper, headFiles }: Planning, requests: readonly PlannedRequest[]) {
  if (!requests.some(({ isOrdered }) => isOrdered)) return { requests, notices: [] };
  const { withCompileOrder } = await import('../uses/compile-order.ts');
  const about = { repository: run.repository, mapper, head: range.head };
  return withCompileOrder(about, requests, async () => (await headFiles()).all());
}

/** Returns notices about marks of `init`, a remote that did not answer, files without a rule (`warn`), and deleted files (`report`). */
function listPlanNotices({ repository, ledger, subject }: OpenRun, leftOut: readonly LeftOut[]): Notice[] {
  const { mapping } = subject.mapping;
  const notices: Notice[] = [];
  // `file` refuses what `init` left to be filled in.
  const marks = findMarks(mapping).map(({ path, value }) => `${path} (${value})`);
  if (marks.length > 0) notices.push({ code: 'placeholders', marks });
  // A plan goes on without the remote where the clone itself knows enough.
  const { trouble } = repository.seen;
  const isAsked = repository.remote !== null && ledger.trouble === null;
  if (trouble !== null && isAsked) notices.push({ code: 'remoteNotAsked', why: trouble.message });
  const files = leftOut.filter(({ because }) => because.code === 'unmapped').length;
  if (files > 0 && mapping.unmapped === 'warn') notices.push({ code: 'unmapped', files });
  const paths = leftOut.flatMap(({ because, path }) => (because.code === 'deleteMode' ? [path.text] : []));
  if (paths.length > 0 && mapping.deletes === 'report') notices.push({ code: 'deletesReported', paths });
  return notices;
}

/**
 * Finds those of `all` left-out files that no rule matches, under `unmapped: error`. Returns their keys (`unmapped`), as they stay owed;
 * the `error` of the run (null: none); and `notices` about deleted files that an earlier push has reported already. Those are no error, as
 * nobody can write a rule for them, unless under `--still-open fail`.
 */
function findUnmapped(run: OpenRun, head: string, owed: Pick<Owed, 'record' | 'paths'>, all: readonly LeftOut[]) {
  const isQuiet = run.input.options['still-open'] !== 'fail';
  const files = all.flatMap(({ because, path }) => {
    if (because.code !== 'unmapped' || !because.isError) return [];
    const key = toPathKey(path);
    const content = toContentOid(owed.paths.get(key)?.after);
    const failed = owed.record.exceptions.get(key)?.failed;
    const isSame = failed?.outcome === 'unmapped' && failed.blob === content && failed.since.head !== head;
    const since = isSame ? failed.since : null;
    return [{ key, path: path.text, since, isOver: isQuiet && since !== null && content === null }];
  });
  const msg = 'it is deleted, and no rule or skip matches its name';
  const { over = [], failing = [] } = Object.groupBy(files, ({ isOver }) => (isOver ? 'over' : 'failing'));
  const notices = over.map(({ path, since }): Notice => {
    return { code: 'stillOpen', path, outcome: 'unmapped', msg, run: since?.run ?? null, actor: since?.actor ?? null };
  });
  const found = { unmapped: files.map(({ key }) => key), notices };
  if (failing.length === 0) return { ...found, error: null };
  const earlier = failing.filter(({ since }) => since !== null).length;
  const part = `${earlier === failing.length ? 'all' : earlier} of them since earlier pushes`;
  const since = earlier === 0 ? '' : `, ${failing.length === 1 ? 'since an earlier push' : part}`;
  const paths = failing.map(({ path }) => path);
  const message = `${formatCountHave(failing.length, 'changed file')} no rule in the mapping (unmapped: error)${since}: ${formatNames(paths, 10)}`;
  const remedy = 'Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.';
  return { ...found, error: new Problem('unmapped', message, remedy) };
}
