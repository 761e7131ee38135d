import type { Problem } from '../errors.ts';
import type { Action } from '../filing/actions.ts';
import { decideActions } from '../filing/decide-actions.ts';
import { isEmptyTree } from '../git/empty-tree.ts';
import { pathKey, textPath } from '../git/git-path.ts';
import { newerTip } from '../git/newer-tip.ts';
import type { Range } from '../git/resolve-range.ts';
import type { Refused } from '../ledger/accept-claims.ts';
import type { LedgerRecord } from '../ledger/record.ts';
import type { RunLedger } from '../ledger/run-ledger.ts';
import type { Secured } from '../ledger/secure-range.ts';
import type { Settlement } from '../ledger/settlement.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { identityText } from '../plan/identity.ts';
import { targetsOf } from '../plan/mapper.ts';
import { inOrder } from '../plan/order.ts';
import { isLeftOutForNow, type LeftOut, type PlannedRequest } from '../plan/planned.ts';
import { requireTarget } from '../plan/require-target.ts';
import { canBeUsed, madeObjects } from '../uses/made-objects.ts';
import { type Dependents, noDependents, withUsers } from './affected-objects.ts';
import { boundMapping } from './bound-mapping.ts';
import { type ChangedFiles, changedFiles } from './changed-files.ts';
import { type PlannedChanges, planChanges } from './changes.ts';
import type { Told } from './facts.ts';
import type { RunTools } from './input.ts';
import { planNotices } from './notices.ts';
import type { Named } from './open.ts';
import type { PlanBasis } from './plan-basis.ts';
import type { Chosen } from './range.ts';
import { reasonsOf } from './row-reasons.ts';
import { stillMade } from './still-made.ts';
import { type Unmapped, unmappedFiles } from './unmapped.ts';
import type { Waiting } from './waiting-claims.ts';

/** A range with everything that was decided about it, ready to be shown or filed. */
export interface PlannedRange {
  readonly range: Range;
  readonly repo: string;
  readonly mapping: CompiledMapping;
  readonly mappingBlob: string | null;
  readonly run: RunLedger;
  /** The ledger's record as this run takes it; null: none. */
  readonly record: LedgerRecord | null;
  readonly actions: readonly Action[];
  /** Why nothing is to be sent; null: nothing is known that would forbid it. */
  readonly stop: Refused | null;
  readonly unmapped: Unmapped;
  readonly report: ForReport;
  readonly settling: ForSettling;
  readonly told: Told;
}

interface ForReport {
  /** Requests that stand as they should and that the push does not name: no report shows them. */
  readonly quiet: ReadonlySet<PlannedRequest>;
  /** Why requests are there that the push itself does not ask for. */
  readonly because: ReadonlyMap<PlannedRequest, string>;
  /** What runs of this branch left under a mapping file that is gone. */
  readonly leftUnder: Problem | null;
}

/** What the end of the run tells the ledger. */
interface ForSettling extends Pick<Settlement, 'stays' | 'unmapped' | 'left' | 'gone' | 'given'> {
  /** Paths that only an earlier run left behind; no change of this range. */
  readonly leftBehind: ReadonlySet<string>;
  /** Those of them that only a record says whose seal did not fit; null: nobody looked. */
  readonly waiting: Waiting | null;
}

/**
 * From a range to actions: changes, what earlier runs left, and what stands otherwise than head says. Decides and reads
 * only.
 *
 * @throws Problem('mapping') for a mapping that is not valid, what Git throws, Problem('usage') for options.
 */
export async function planRange(
  tools: RunTools,
  { read, repo }: Named,
  chosen: Chosen,
  { run, stop, notices }: Secured,
): Promise<PlannedRange> {
  const { range, record, leftUnder } = chosen;
  if (chosen.tipProblem !== null) throw chosen.tipProblem;
  if (read.problem !== null) throw read.problem;
  const { mapping } = read;
  const mappingBlob = read.file?.blob ?? null;
  const basis = await basisOf(tools, chosen, run, { mapping, mappingBlob, repo });
  const changes = await planChanges(tools, basis);
  const open = placeholdersIn(mapping.mapping);
  requireTarget(changes.plan, open);
  const affected = await affectedBy(tools, basis, changes);
  const { requests } = affected;
  // What earlier pushes have sent for a file that this one took back is known by their record alone.
  const isSentAgain = ({ path }: PlannedRequest) => range.explicit || changes.takenBack.has(pathKey(path));
  const made = await stillMade(tools, requests, basis);
  const decided = decideActions(requests, record, isSentAgain, made);
  const actions = decided.filter(({ kind }) => kind !== 'nothing');
  const nothing = decided.flatMap(({ kind, request }) =>
    kind === 'nothing' && request.dependent === undefined ? [request] : [],
  );
  const leftOut = [...withUsers(changes.plan.leftOut, affected.rows), ...nothing.map(neverFiled)];
  const unmapped = await unmappedFiles(tools, basis, changes, leftOut);
  const said = await planNotices(tools, { mapping: mapping.mapping, plan: changes.plan, range, run, open });
  return {
    range,
    repo,
    mapping,
    mappingBlob,
    run,
    record,
    actions,
    stop,
    unmapped,
    report: { quiet: quietOf(actions, changes), because: reasonsOf(actions, changes.named, record), leftUnder },
    settling: {
      leftBehind: new Set([...changes.leftBehind, ...affected.leftBehind]),
      waiting: changes.waiting,
      given: changes.given,
      stays: new Set(leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey(path))),
      unmapped: unmapped.all,
      left: changes.look?.left ?? null,
      gone: nothing.map(({ identity }) => identity),
    },
    told: {
      leftOut,
      standing: changes.look?.standing ?? null,
      dependents: affected.rows,
      notices: [...notices, ...changes.notices, ...unmapped.notices, ...said, ...affected.notices],
    },
  };
}

/**
 * What the push affects beside what it changes, and the place of all in the compile order. What finds that is loaded only
 * where a file has changed that others can use, or the record has something open of the kind.
 */
async function affectedBy(tools: RunTools, basis: PlanBasis, changes: PlannedChanges): Promise<Dependents> {
  const { plan, headTree } = changes;
  const changed = mayAffect(basis) ? changedFiles(changes.changes) : null;
  const found =
    changed !== null && isLookedAt(basis, changed)
      ? await import('./dependents.ts').then(({ planDependents }) => planDependents(tools, basis, changes, changed))
      : noDependents;
  const requests = found.requests.length === 0 ? plan.requests : inOrder([...plan.requests, ...found.requests]);
  if (!requests.some(({ isOrdered }) => isOrdered)) return { ...found, requests };
  const { withCompileOrder } = await import('./ordered.ts');
  const ordered = await withCompileOrder(tools, basis, requests, headTree);
  return { ...found, requests: ordered.requests, notices: [...found.notices, ...ordered.notices] };
}

/** Without a base nothing says what changed; from nothing all is new. */
function mayAffect({ range, isMapped, dependents }: PlanBasis): boolean {
  return dependents !== 'ignore' && isMapped && range.base !== null && !isEmptyTree(range.base);
}

function isLookedAt({ record, mapper }: PlanBasis, { files }: ChangedFiles): boolean {
  const isOpen = ({ causes }: { readonly causes?: unknown }) => causes !== undefined;
  if (record !== null && [record.filed, record.open, record.unanswered].some((list) => list.some(isOpen))) return true;
  const objectsOf = (path: string) => madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields));
  return files.some(({ path }) => canBeUsed(path, objectsOf(path)));
}

async function basisOf(
  { input, repository, listed = null }: RunTools,
  { range, record, defaultBranch, tipOid }: Chosen,
  { ledger }: RunLedger,
  { mapping: compiled, mappingBlob, repo }: Pick<PlannedRange, 'mapping' | 'mappingBlob' | 'repo'>,
): Promise<PlanBasis> {
  const { mapping } = compiled;
  const { branch, head } = range;
  const tip = tipOid === null ? null : await newerTip(repository, branch, head, tipOid);
  return {
    ...boundMapping(input, compiled, { repo, branch, head }),
    range,
    record,
    defaultBranch,
    ledger,
    tip,
    listed: listed?.changes ?? null,
    mappingBlob,
    attachAs: input.options['attach-as'] ?? mapping.attach.as,
    deletes: mapping.deletes,
  };
}

/** What stands as it should is only counted where the push does not name it. */
function quietOf(actions: readonly Action[], { named }: PlannedChanges): Set<PlannedRequest> {
  const isNamed = ({ path, previousPath }: PlannedRequest) =>
    named.has(pathKey(path)) || (previousPath !== null && named.has(pathKey(previousPath)));
  const unseen = actions.filter(
    ({ kind, request }) => kind === 'unchanged' && request.dependent === undefined && !isNamed(request),
  );
  return new Set(unseen.map(({ request }) => request));
}

/** The object never was at the target, and what stands there by now is somebody else's (design §7). */
function neverFiled({ path, identity }: PlannedRequest): LeftOut {
  return { path, previousPath: null, because: { code: 'neverFiled', object: identityText(identity) } };
}
