import type { Step } from '../checkout/next.ts';
import { formatCountHave, formatNames } from '../counted.ts';
import { Problem } from '../errors.ts';
import { toPathKey } from '../git/git-path.ts';
import { readTreeFiles } from '../git/tree.ts';
import { findMarks } from '../mapping/marks.ts';
import { formatIdentity } from '../plan/identity.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { once } from '../uses/cached.ts';
import { addCompileOrder, withDependents } from './dependents.ts';
import type { Facts } from './input.ts';
import type { OpenRun } from './open.ts';
import { findRunPaths, type Owed } from './owe.ts';
import { listLeftOut, toChanges, toContentOid, toRunPath, withUsers } from './paths.ts';
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
 * Plans a range: finds the paths to file, leaves out those that differ at the tip of the branch (if findTipToCompare returns one), and
 * decides the steps for their objects and for what uses them. Calls no service, writes no record. Files without a rule are, under
 * `unmapped: error`, the `facts.error` of the plan, not thrown. @throws Problem('mapping', 'usage', 'range', 'git', 'limit')
 */
export async function planRun(run: OpenRun, range: Range): Promise<Plan> {
  const { input, repository } = run;
  const bound = bindBranchMapping(input, run.subject, range.branch, range.head);
  const tip = await findTipToCompare(run, range);
  const owed = await findRunPaths(run, range, bound.mapper);
  const paths = leaveSuperseded(owed.paths, bound.isMapped ? tip : null, bound.mapper);
  const headFiles = once(() => readTreeFiles(repository.objects, range.head));
  const changes = toChanges(paths);
  const decided = await planSteps({ ...bound, run, range, tip, changes, record: owed.record, headFiles });
  const { record, steps, rows } = decided;
  const leftOut = withUsers([...listLeftOut(paths), ...decided.leftOut], rows);
  // A request that a step withdraws may be of another path, which is as settled.
  const filed = steps.flatMap(({ should, checkOut }) => (should.kind === 'nothing' && checkOut?.stands?.path) || []);
  const owing = [...record.exceptions].flatMap(([key, { causes }]) => (causes === undefined ? [] : [key]));
  const atHead = await run.findFiles(range.head, [...filed, ...owing]);
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
 * `rows` the objects that use changed files, `record` the record with their check-outs loaded. @throws Problem('mapping', 'git', 'limit')
 */
async function planSteps(planning: Planning) {
  const { range } = planning;
  const wanted = await findWanted(planning);
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

/** Returns notices: placeholders in the mapping, a silent remote, files without a rule (`unmapped: warn`), deletes (`deletes: report`). */
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
 * Finds those of `all` left-out files that no rule matches, under `unmapped: error`. Returns the keys of all of them (`unmapped`), as they
 * stay owed; the `error` of the run (null: none); and `notices` about deleted files that a push of another head has reported. Those are
 * no error, as nobody can write a rule for them; but under `--still-open fail` they are an error, without a notice.
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
  const part = `${earlier === failing.length ? 'all' : earlier} of them changed by earlier pushes`;
  const since = earlier === 0 ? '' : `, ${failing.length === 1 ? 'changed by an earlier push' : part}`;
  const paths = failing.map(({ path }) => path);
  const message = `${formatCountHave(failing.length, 'changed file')} no rule: ${formatNames(paths, 10)}${since} (the mapping says unmapped: error)`;
  const remedy =
    'Add a rule that makes a request for it, or one that skips it. `file-checkouts explain PATH` shows why no rule matches.';
  return { ...found, error: new Problem('unmapped', message, remedy) };
}
