import type { Step } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { type Change, listChanges, sidesIn } from '../git/changes.ts';
import { pathKey, textPath } from '../git/git-path.ts';
import { filesAt, isFile, listTree } from '../git/tree.ts';
import { pathFilter } from '../glob/match.ts';
import { type BranchRecord, emptyRecord } from '../ledger/record.ts';
import { type Placeholder, placeholdersIn } from '../mapping/placeholders.ts';
import type { Mapping } from '../mapping/schema.ts';
import { identityText } from '../plan/identity.ts';
import type { Lookup } from '../plan/lookup.ts';
import { type LeftOut, type PlannedRequest, sortForFiling } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { dependentsOf, mayAffect, withUsers } from './dependents.ts';
import type { StepFacts } from './facts.ts';
import { mayWrite, type RunTools } from './input.ts';
import type { RunLedger, RunSubject } from './open.ts';
import { loadCheckOuts, type Owed, owe } from './owe.ts';
import type { Range } from './range.ts';
import { type BranchMapping, branchMapping } from './read-mapping.ts';
import type { Owing } from './settle.ts';
import { decideSteps, findWanted, madeBefore, type Wanted } from './steps.ts';
import { type NewerTip, newerTip, supersededBy, withoutSuperseded } from './tip.ts';
import { type Unmapped, unmappedFiles } from './unmapped.ts';

/** Everything that was decided about a head, ready to be shown or filed. */
export interface Plan {
  readonly range: Range;
  readonly run: RunLedger;
  readonly subject: RunSubject;
  /** The record as it was planned with; null: none. */
  readonly record: BranchRecord | null;
  readonly steps: readonly Step[];
  /** The files that made objects before, for those without a check-out. */
  readonly before: Lookup<{ readonly path: string; readonly oid: string }>;
  readonly owing: Owing;
  readonly unmapped: Unmapped;
  readonly facts: StepFacts;
}

/** From this number of files on, memory counts for more than the time of a start. */
const manyFiles = 500;

/**
 * Plans a range: finds the paths that are owed and are the same at the tip, the requests that should stand for them and for
 * what uses them, their order, and the steps to that. Calls no service and writes nothing.
 *
 * @param remoteTip the tip at the remote; null: the branch is gone; undefined: not asked. @param listed the changes of the
 * range, if the caller has begun to list them; null: it has not. @throws Problem('mapping', 'usage', 'range'), and what Git
 * throws.
 */
export async function planRun(
  tools: RunTools,
  subject: RunSubject,
  range: Range,
  run: RunLedger,
  remoteTip: string | null | undefined,
  listed: Promise<Change[]> | null,
): Promise<Plan> {
  const { input, repository } = tools;
  const { mapping } = subject.mapping;
  const { head, fork } = range;
  const bound = branchMapping(input, subject.mapping, { ...range, repo: subject.repo });
  const { mapper } = bound;
  const settled = run.ledger.record()?.settled.commit ?? null;
  const tip = remoteTip === undefined ? null : await newerTip(repository, { ...range, settled }, remoteTip);
  const owed = await listOwed(tools, range, run, bound, listed);
  if (mayWrite(input) && owed.changes.length >= manyFiles) {
    // Collects garbage early: a filing run has time for that while it waits for the service.
    process.getBuiltinModule('node:v8').setFlagsFromString('--optimize-for-size');
  }
  const { kept: changes, leftOut: superseded } = withoutSuperseded(owed.changes, bound.isMapped ? tip : null, mapper);
  const { record } = owed;
  const attachAs = input.options['attach-as'] ?? mapping.attach.as;
  const about = { repository, record, head, fork, mapper };
  const wanted = await findWanted(about, changes, { deletes: mapping.deletes, attachAs });
  const open = placeholdersIn(mapping);
  requireTarget(wanted.requests, open);
  const affected = await findDependents(tools, range, run, bound, tip, { changes, record, wanted });
  const { requests, notices: ordered } = await inCompileOrder(tools, bound, range, affected.requests, wanted);
  const nothing = [...wanted.nothing, ...affected.nothing];
  const all = decideSteps({ requests, nothing }, affected.record, range.isGiven);
  const { idle = [], steps = [] } = Object.groupBy(all, ({ should, deeds }) =>
    should.kind === 'nothing' && deeds.length === 0 ? 'idle' : 'steps',
  );
  const leftOut = withUsers([...owed.free, ...superseded, ...wanted.leftOut, ...idle.map(neverFiled)], affected.rows);
  const oidAt = oidsAtHead(owed.changes);
  const unmapped = unmappedFiles(tools, range, record, leftOut, oidAt);
  const notices = [
    ...[...range.notices, ...unmapped.notices, ...planNotices(tools, run, mapping, leftOut, open)],
    ...[...affected.notices, ...ordered],
  ];
  const { was, passed, began } = owed;
  const left = new Set(superseded.flatMap(({ path, previousPath }) => [path, previousPath ?? path].map(pathKey)));
  return {
    range,
    run,
    subject,
    record: affected.record,
    steps,
    before: madeBefore(changes, mapper, record),
    owing: {
      ...{ oidAt, passed, began },
      was: new Map([...was].filter(([key]) => !left.has(key))),
      movesSettled: range.mayFile && !range.isGiven && tip === null,
      ...('isUnknown' in affected ? { keepsCompilations: true } : {}),
    },
    unmapped,
    facts: { leftOut, dependents: affected.rows, notices },
  };
}

function neverFiled({ should: { request } }: Step): LeftOut {
  const object = identityText(request.identity);
  return { path: request.path, previousPath: null, because: { code: 'neverFiled', object } };
}

/** The key of a run that keeps no record. */
const noKey = { service: '', repository: '', repo: '', mapping: '' };

/** Lists what is owed; for a range given by hand, and a proposal, what that names. */
async function listOwed(
  tools: RunTools,
  range: Range,
  run: RunLedger,
  { mapper }: BranchMapping,
  listed: Promise<Change[]> | null,
): Promise<Owed> {
  const { repository } = tools;
  const { ledger } = run;
  const recorded = ledger.record();
  if (!range.isGiven && range.mayFile && range.base !== null) {
    const record = recorded ?? emptyRecord(run.key ?? { ...noKey, branch: range.branch });
    // Where the settled commit is gone, a merge base takes its place.
    const settled = range.begins ?? { ...record.settled, commit: range.base };
    return owe({ ...range, repository, ledger, record: { ...record, settled }, mapper, listed });
  }
  const isChosen = pathFilter(tools.input.options.paths);
  const all =
    range.base === null
      ? await chosenFiles(tools, range.head, isChosen)
      : await listChanges(repository, range.base, range.head);
  const named = all.filter((change) => sidesIn([change]).some(({ path }) => isChosen(path.text)));
  const was = range.mayFile ? await settledAt(tools, recorded, named) : new Map<string, string | null>();
  const isSettled = range.mayFile && (recorded?.settled.commit ?? null) !== null;
  const changes = isSettled ? named.map((change) => withoutUnseen(change, was)) : named;
  const record = (await loadCheckOuts({ ledger, mapper }, changes)) ?? recorded;
  return { changes, was, record, free: [], passed: new Map(), began: null };
}

/** Empties the old side of a file that is gone and that no run has ever seen. */
function withoutUnseen(change: Change, was: ReadonlyMap<string, string | null>): Change {
  const { before, after } = change;
  if (before === null || after !== null || (was.get(pathKey(before.path)) ?? null) !== null) return change;
  return { before: { ...before, oid: '' }, after };
}

/** Lists the chosen files of the head as changes without a difference. @throws Problem('usage') where there is none. */
async function chosenFiles(
  { input, repository }: RunTools,
  head: string,
  isChosen: (path: string) => boolean,
): Promise<Change[]> {
  const tree = await listTree(repository.objects, head);
  const chosen = tree.filter(({ path }) => isChosen(path.text)).map((side) => ({ before: side, after: side }));
  if (chosen.length > 0) return chosen;
  throw new Problem(
    'usage',
    `no file at the head matches --paths ${(input.options.paths ?? []).join(', ')}`,
    'Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.',
  );
}

/** Reads what is settled at the paths of a range given by hand. */
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

/** Makes a lookup of contents of head, by the key of a changed path. */
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
      'Set appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set. file-checkouts init writes a first mapping.',
    );
  }
}

/** Finds the objects that are affected beside the owed ones, and adds the requests for them. */
async function findDependents(
  { repository }: RunTools,
  { head, base }: Range,
  { ledger }: RunLedger,
  { mapper, dependents: mode, isMapped }: BranchMapping,
  tip: NewerTip | null,
  about: { readonly changes: readonly Change[]; readonly record: BranchRecord | null; readonly wanted: Wanted },
) {
  const { changes, record, wanted } = about;
  const { requests: own, headFiles } = wanted;
  // Without a base nothing says what changed; from nothing all is new.
  const isAsked = isMapped && base !== null && mayAffect({ mapper, mode, changes, record });
  if (!isAsked) return { rows: [], requests: own, nothing: [], record, notices: [], isUnknown: true };
  const isLeft = tip === null ? () => false : supersededBy(tip, mapper);
  const isSuperseded = (path: string) =>
    isLeft({ before: null, after: { path: textPath(path), mode: '100644', oid: '' } });
  const found = await dependentsOf({
    ...{ repository, ledger, record, head, mapper, mode, changes, own, headFiles },
    isSuperseded,
  });
  return { ...found, requests: found.requests.length === 0 ? own : sortForFiling([...own, ...found.requests]) };
}

async function inCompileOrder(
  { repository }: RunTools,
  { mapper }: BranchMapping,
  { head }: Range,
  requests: readonly PlannedRequest[],
  { headFiles }: Wanted,
) {
  if (!requests.some(({ isOrdered }) => isOrdered)) return { requests, notices: [] };
  const { withCompileOrder } = await import('../uses/ordered.ts');
  return withCompileOrder({ repository, mapper, head }, requests, async () => (await headFiles()).all());
}

/** Returns the notices about a plan as a whole. @param open marks that `init` left: `file` refuses them. */
function planNotices(
  { repository }: RunTools,
  { ledger }: RunLedger,
  { unmapped, deletes }: Mapping,
  leftOut: readonly LeftOut[],
  open: readonly Placeholder[],
): Notice[] {
  const notices: Notice[] = [];
  const marks = open.map(({ path, value }) => `${path} (${value})`);
  if (marks.length > 0) notices.push({ code: 'placeholders', marks });
  // A plan goes on without the remote where the clone itself knows enough.
  const { trouble } = repository.remoteView;
  const isAsked = repository.remote !== null && ledger.trouble === null;
  if (trouble !== null && isAsked) notices.push({ code: 'remoteNotAsked', why: trouble.message });
  const files = leftOut.filter(({ because }) => because.code === 'unmapped').length;
  if (files > 0 && unmapped === 'warn') notices.push({ code: 'unmapped', files });
  const paths = leftOut.flatMap(({ because, path }) => (because.code === 'deleteMode' ? [path.text] : []));
  if (paths.length > 0 && deletes === 'report') notices.push({ code: 'deletesReported', paths });
  return notices;
}
