import type { Step } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { type Change, listChanges, sidesIn } from '../git/changes.ts';
import { pathKey, textPath } from '../git/git-path.ts';
import { filesAt, isFile, listTree } from '../git/tree.ts';
import { pathFilter } from '../glob/match.ts';
import { type BranchRecord, emptyRecord } from '../ledger/record.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { identityText } from '../plan/identity.ts';
import type { Lookup } from '../plan/lookup.ts';
import { sortForFiling } from '../plan/order.ts';
import type { LeftOut, PlannedRequest } from '../plan/planned.ts';
import { requireTarget } from '../plan/require-target.ts';
import type { DependentRow } from '../report/dependents.ts';
import type { Notice } from '../sentences/notice.ts';
import { type BoundMapping, boundMapping } from './bound-mapping.ts';
import { dependentsOf, mayAffect, withUsers } from './dependents.ts';
import type { StepFacts } from './facts.ts';
import { collectEarly } from './heap.ts';
import { mayWrite, type RunTools } from './input.ts';
import { planNotices } from './notices.ts';
import type { RunLedger, RunSubject } from './open.ts';
import { loadFor, type Owed, owe } from './owe.ts';
import type { Range } from './range.ts';
import { madeBefore, stepsFor, wantedOf } from './steps.ts';
import { type NewerTip, newerTip, supersededBy, withoutSuperseded } from './tip.ts';
import { type Unmapped, unmappedFiles } from './unmapped.ts';

/** Everything that was decided about a head, ready to be shown or filed. */
export interface Plan {
  readonly range: Range;
  readonly run: RunLedger;
  readonly mappingBlob: string | null;
  readonly named: RunSubject;
  /** The record as it was planned with; null: none. */
  readonly record: BranchRecord | null;
  readonly steps: readonly Step[];
  /** What made objects before, for those that have no check-out. */
  readonly before: Lookup<{ readonly path: string; readonly oid: string }>;
  readonly settling: ForSettling;
  readonly unmapped: Unmapped;
  readonly told: StepFacts;
}

/** What the end of the run tells the record. */
export interface ForSettling {
  readonly was: ReadonlyMap<string, string | null>;
  readonly oidAt: (key: string) => string | null;
  readonly left: ReadonlySet<string>;
  readonly passed: ReadonlyMap<string, string | null>;
  readonly began: string | null;
  /** False for a range given by hand, a run that is not at the tip, and one that may not file. */
  readonly movesSettled: boolean;
  /** Present where nobody knows what is affected: compilations that are owed stay so. */
  readonly keepsCompilations?: true;
  /** Present where the record ends with this run. */
  readonly ends?: true;
}

interface Listed {
  readonly changes: readonly Change[];
  readonly owed: Owed | null;
  readonly was: ReadonlyMap<string, string | null>;
}

/** From so many files on, memory counts for more than the time of a start. */
const manyFiles = 500;

/**
 * From a range to steps: what is owed, what of it is the tip's, what should stand, and what is to be done for it. Decides
 * and reads only.
 *
 * @throws Problem('mapping') for a mapping that is not valid, what Git throws, Problem('usage') for options.
 */
export async function planRun(
  tools: RunTools,
  named: RunSubject,
  range: Range,
  run: RunLedger,
  around: {
    readonly defaultBranch: string | null;
    /** Where the remote has the branch; undefined: it was not asked. */
    readonly tip: string | null | undefined;
    readonly skippedFrom: string | null | undefined;
    readonly pushedFrom: string | null;
    readonly listed: Promise<Change[]> | null;
  },
): Promise<Plan> {
  const { input, repository } = tools;
  const { read, repo } = named;
  if (read.problem !== null) throw read.problem;
  const { mapping } = read.mapping;
  const bound = boundMapping(input, read.mapping, { repo, branch: range.branch, head: range.head });
  const recorded = run.ledger.record();
  const settled = recorded?.settled.commit ?? null;
  const tip = around.tip === undefined ? null : await newerTip(repository, { ...range, settled }, around.tip);
  const listed = await listOwed(tools, range, run, bound, around);
  if (mayWrite(input) && listed.changes.length >= manyFiles) collectEarly();
  const current = withoutSuperseded(listed.changes, bound.isMapped ? tip : null, bound.mapper);
  const record = listed.owed?.record ?? (await loadFor({ ...run, ...bound }, current.kept)) ?? recorded;
  const { head, fork } = range;
  const attachAs = input.options['attach-as'] ?? mapping.attach.as;
  const about = { repository, record, head, mapper: bound.mapper };
  const wanted = await wantedOf({ ...about, fork, deletes: mapping.deletes, attachAs, changes: current.kept });
  const open = placeholdersIn(mapping);
  requireTarget(wanted, open);
  const affected = await affectedBy(tools, { ...about, range, run, bound, tip, changes: current.kept }, wanted);
  const requests = await inCompileOrder(tools, bound, range, affected.requests, wanted.headFiles);
  const nothing = [...wanted.nothing, ...affected.nothing];
  const steps = stepsFor({ requests: requests.requests, nothing }, affected.record, range.isGiven);
  const idle = steps.filter(({ should, deeds }) => should.kind === 'nothing' && deeds.length === 0);
  const leftOut = withUsers(
    [...(listed.owed?.free ?? []), ...current.leftOut, ...wanted.leftOut, ...idle.map(neverFiled)],
    affected.rows,
  );
  const oidAt = oidsOf(listed.changes);
  const unmapped = unmappedFiles(tools, { record, range, leftOut, oidAt });
  const said = planNotices(tools, { mapping, leftOut, run, open });
  const working = steps.filter((step) => !idle.includes(step));
  const left = new Set(current.leftOut.flatMap(({ path, previousPath }) => [path, previousPath].flatMap(keysOf)));
  return {
    range,
    run,
    named,
    mappingBlob: read.file?.blob ?? null,
    record: affected.record,
    steps: working,
    before: madeBefore(current.kept, bound.mapper),
    settling: {
      was: listed.was,
      oidAt,
      left,
      passed: listed.owed?.passed ?? new Map(),
      began: listed.owed?.began ?? null,
      movesSettled: range.mayFile && !range.isGiven && tip === null,
      ...('isUnknown' in affected ? { keepsCompilations: true } : {}),
    },
    unmapped,
    told: {
      leftOut,
      dependents: affected.rows,
      notices: [...range.notices, ...unmapped.notices, ...said, ...affected.notices, ...requests.notices],
    },
  };
}

function keysOf(path: LeftOut['previousPath']): string[] {
  return path === null ? [] : [pathKey(path)];
}

function neverFiled({ should: { request } }: Step): LeftOut {
  const object = identityText(request.identity);
  return { path: request.path, previousPath: null, because: { code: 'neverFiled', object } };
}

/** Nothing is kept under this. */
const nowhere = { service: '', repository: '', repo: '', mapping: '' };

/** What is owed; for a range given by hand, and a proposal, what that names. */
async function listOwed(
  tools: RunTools,
  range: Range,
  run: RunLedger,
  bound: BoundMapping,
  around: Parameters<typeof planRun>[4],
): Promise<Listed> {
  const { repository } = tools;
  const { ledger } = run;
  const record = ledger.record();
  if (!range.isGiven && range.mayFile && range.base !== null) {
    const { head, fork } = range;
    const about = record ?? emptyRecord(run.key ?? { ...nowhere, branch: range.branch });
    // Where the settled commit is gone, a merge base takes its place.
    const settled = range.begins ?? { ...about.settled, commit: range.base };
    const input = { repository, ledger, record: { ...about, settled }, head, mapper: bound.mapper, fork };
    const owed = await owe({ ...input, ...around });
    return { changes: owed.changes, owed, was: owed.was };
  }
  const chosen = pathFilter(tools.input.options.paths);
  const all =
    range.base === null ? await asTheyAre(tools, range, chosen) : await listChanges(repository, range.base, range.head);
  const named = all.filter((change) => sidesIn([change]).some(({ path }) => chosen(path.text)));
  if (!range.mayFile) return { changes: named, owed: null, was: new Map() };
  const was = await settledAt(tools, record, named);
  const isSettled = (record?.settled.commit ?? null) !== null;
  const changes = isSettled ? named.map((change) => neverSettled(change, was)) : named;
  return { changes, owed: null, was };
}

/** A file that is gone, and that no run has ever seen: nothing of it was there. */
function neverSettled(change: Change, was: ReadonlyMap<string, string | null>): Change {
  const { before, after } = change;
  if (before === null || after !== null || (was.get(pathKey(before.path)) ?? null) !== null) return change;
  return { before: { ...before, oid: '' }, after };
}

/** The chosen files as they are at the head, compared with nothing. @throws Problem('usage') where there is none. */
async function asTheyAre(
  { input, repository }: RunTools,
  { head }: Range,
  chosen: (path: string) => boolean,
): Promise<Change[]> {
  const tree = await listTree(repository.objects, head);
  const as = tree.filter((side) => chosen(side.path.text)).map((side) => ({ before: side, after: side }));
  if (as.length > 0) return as;
  const given = (input.options.paths ?? []).join(', ');
  throw new Problem(
    'usage',
    `no file at the head matches --paths ${given}`,
    'Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.',
  );
}

/** What is settled at the paths of a range that was given by hand. */
async function settledAt(
  { repository }: RunTools,
  record: BranchRecord | null,
  changes: readonly Change[],
): Promise<Map<string, string | null>> {
  const keys = sidesIn(changes).map(({ path }) => pathKey(path));
  const commit = record?.settled.commit ?? null;
  const at = commit === null ? new Map<string, null>() : await filesAt(repository.objects, commit, keys);
  return new Map(
    keys.map((key) => {
      const exception = record?.exceptions.get(key);
      return [key, exception === undefined ? (at.get(key)?.oid ?? null) : exception.was];
    }),
  );
}

/** What head has at the paths of changes. */
function oidsOf(changes: readonly Change[]): (key: string) => string | null {
  const oids = new Map<string, string>();
  for (const { after } of changes) if (after !== null && isFile(after)) oids.set(pathKey(after.path), after.oid);
  return (key) => oids.get(key) ?? null;
}

interface Affecting {
  readonly record: BranchRecord | null;
  readonly range: Range;
  readonly run: RunLedger;
  readonly bound: BoundMapping;
  readonly tip: NewerTip | null;
  readonly changes: readonly Change[];
}

/** What is affected beside what is owed. What finds that is loaded only where something can be. */
async function affectedBy(
  { repository }: RunTools,
  { record, range, run, bound, tip, changes }: Affecting,
  { requests, headFiles }: Awaited<ReturnType<typeof wantedOf>>,
) {
  const { mapper, dependents: mode, isMapped } = bound;
  // Without a base nothing says what changed; from nothing all is new.
  const isAsked = isMapped && range.base !== null && mayAffect({ mapper, mode, changes, record });
  if (!isAsked) {
    return { rows: [] as DependentRow[], requests, nothing: [], record, notices: [] as Notice[], isUnknown: true };
  }
  const isLeft = tip === null ? () => false : supersededBy(tip, mapper);
  const found = await dependentsOf({
    repository,
    ledger: run.ledger,
    record,
    head: range.head,
    mapper,
    mode,
    changes,
    own: requests,
    headFiles,
    isSuperseded: (path) => isLeft({ before: null, after: { path: textPath(path), mode: '100644', oid: '' } }),
  });
  const all = found.requests.length === 0 ? requests : sortForFiling([...requests, ...found.requests]);
  return { ...found, requests: all };
}

async function inCompileOrder(
  { repository }: RunTools,
  { mapper }: BoundMapping,
  { head }: Range,
  requests: readonly PlannedRequest[],
  headFiles: Awaited<ReturnType<typeof wantedOf>>['headFiles'],
) {
  if (!requests.some(({ isOrdered }) => isOrdered)) return { requests, notices: [] };
  const { withCompileOrder } = await import('../uses/ordered.ts');
  return withCompileOrder({ repository, mapper, head }, requests, async () => (await headFiles()).all());
}
