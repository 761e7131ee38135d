import { next } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { remoteBranches } from '../git/branches.ts';
import { textPath } from '../git/git-path.ts';
import { emptyTree } from '../git/object-ids.ts';
import { ledgerNotWritten } from '../ledger/problems.ts';
import type { CheckOut } from '../ledger/record.ts';
import { quoteShellWord } from '../near.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import type { StepFacts } from './facts.ts';
import { fileRun } from './file.ts';
import { foresee } from './foresee.ts';
import { mayWrite } from './input.ts';
import { type OpenRun, wholeRecord } from './open.ts';
import type { Plan } from './plan.ts';
import { plainRange } from './range.ts';

/**
 * Releases the requests of a branch (design §16 "A branch that is gone"): settles what was tried, takes its requests out of
 * their RFPs and frees their objects, and ends its record. Leaves alone what another record names. A run that may not write lists them.
 * @throws Problem('ledger', 'usage') before the first call.
 */
export async function releaseBranch(run: OpenRun): Promise<StepFacts> {
  const { input, repository, key, ledger } = run;
  if (!run.isNamed) throw new Problem('usage', 'release needs the service that has the requests', 'Give `--url`.');
  if (mayWrite(input) && !run.writes) throw ledgerNotWritten(ledger.trouble ?? 'it cannot be written here');
  if (mayWrite(input)) await refuseLive(run, key.branch);
  const whole = await wholeRecord(run);
  const record = whole === null ? ledger.record() : await ledger.load({ objects: whole.checkOuts.values() });
  const all = [...(record?.checkOuts.values() ?? [])];
  if (record === null || all.length === 0)
    return { nothingToFile: `the ledger knows no open request of ${key.branch}` };
  const { kept, notices } = await withoutOthers(run, all);
  const nothingFor = { kind: 'nothing', follows: false, isReleased: true } as const;
  const head = record.settled.commit ?? emptyTree[repository.objectFormat];
  const plan: Plan = {
    ...{ run, record, facts: {} },
    range: { ...plainRange(key.branch, null, head), base: head, rule: 'release' },
    steps: kept.map((checkOut) => next(checkOut, { ...nothingFor, request: requestOf(checkOut) })),
    ...{ paths: new Map(), began: null, movesSettled: false, ends: true, unmapped: [] },
  };
  if (!mayWrite(input)) return { requests: (await foresee(plan)).rows, notices };
  const ended = await fileRun(plan);
  return { ...ended, notices: [...notices, ...(ended.notices ?? [])] };
}

/** Refuses to release a branch that is still at the remote, as it uses its requests; not with `--live`. @throws Problem('usage') */
async function refuseLive({ input, repository }: OpenRun, branch: string): Promise<void> {
  if (input.options.live === true || repository.remote === null) return;
  if (!(await remoteBranches(repository)).tips.has(branch)) return;
  const live = `file-checkouts release --branch ${quoteShellWord(branch)} --live`;
  const remedy = `Delete the branch first, or give \`--live\`: ${live}.`;
  throw new Problem('usage', `branch ${branch} is still at the remote`, remedy);
}

/** Splits check-outs: `kept`, and a notice for each whose request is open in another branch's record too, which is not released. */
async function withoutOthers({ ledger }: OpenRun, all: readonly CheckOut[]) {
  const numbers = all.flatMap(({ stands }) => stands?.objectId ?? []);
  const claims = await ledger.claimsOn(numbers, true);
  const notices: Notice[] = [];
  const kept = all.filter(({ stands }) => {
    const claim = claims.find(({ checkOut }) => stands !== null && checkOut.stands?.objectId === stands.objectId);
    if (claim === undefined || stands === null) return true;
    const { branch } = claim.record;
    notices.push({ code: 'notReleased', objectId: stands.objectId, branch, believed: claim.verified === true });
    return false;
  });
  return { kept, notices };
}

/** Makes a planned request, for its row in the report, from the open request of a check-out, else from its last call. */
function requestOf({ stands, tried, appl, lvl, type, objn, rpth }: CheckOut): PlannedRequest {
  const about = stands ?? tried.at(-1);
  const reason = about?.reason ?? '*MIGRATE';
  const fields = { appl, lvl, objn, ...(type === null ? {} : { objt: type }), rsn: reason, ...about?.fields };
  return {
    ...{ path: textPath(about?.path ?? ''), previousPath: null, reason, rule: '', fields, blob: about?.blob ?? null },
    ...{ identity: { appl, lvl, type, objn, rpth }, bytes: null, obstacle: null },
  };
}
