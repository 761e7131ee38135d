import { next } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import { listRemoteBranches } from '../git/branches.ts';
import { toGitPath } from '../git/git-path.ts';
import { emptyTree } from '../git/object-ids.ts';
import { refuseUnwrittenLedger } from '../ledger/problems.ts';
import type { CheckOut } from '../ledger/record.ts';
import { quoteShellWord } from '../near.ts';
import type { Notice } from '../sentences/notice.ts';
import { filePlan } from './file.ts';
import { foresee } from './foresee.ts';
import { type Facts, mayWrite } from './input.ts';
import { type OpenRun, readWholeRecord } from './open.ts';
import type { Plan } from './plan.ts';
import { buildPlainRange } from './range.ts';

/**
 * Releases the requests of the run's branch: finds out what unanswered calls have made, withdraws all requests but those that another
 * record has too, ends the record; `nothingToFile` if it has no check-out. A run that only plans returns rows of that. @throws before any
 * call Problem('usage') without a service, or to file for a branch at the remote without `--live`; Problem('ledger', 'git'); as filePlan
 */
export async function releaseBranch(run: OpenRun): Promise<Partial<Facts>> {
  const { input, repository, key, ledger } = run;
  if (!run.isNamed) throw new Problem('usage', 'release needs the service that has the requests', 'Give `--url`.');
  if (mayWrite(input) && !run.writes) throw refuseUnwrittenLedger(ledger.trouble ?? 'it cannot be written here');
  const mayBeLive = mayWrite(input) && input.options.live !== true && repository.remote !== null;
  if (mayBeLive && (await listRemoteBranches(repository)).tips.has(key.branch)) {
    const live = `file-checkouts release --branch ${quoteShellWord(key.branch)} --live`;
    const remedy = `Delete the branch first, or give \`--live\`: ${live}.`;
    throw new Problem('usage', `branch ${key.branch} is still at the remote`, remedy);
  }
  const whole = await readWholeRecord(run);
  const record = whole === null ? ledger.record() : await ledger.load({ objects: whole.checkOuts.values() });
  const all = [...(record?.checkOuts.values() ?? [])];
  const nothingToFile = all.length > 0 ? null : `the ledger knows no open request of ${key.branch}`;
  if (!record || (nothingToFile !== null && record.settled.commit === null)) return { nothingToFile };
  const { kept, notices } = await selectUnshared(run, all);
  const nothingFor = { kind: 'nothing', follows: false, isReleased: true } as const;
  const head = record.settled.commit ?? emptyTree[repository.objectFormat];
  const plan: Plan = {
    ...{ run, record, facts: {}, paths: new Map(), unmapped: [], uncompiled: new Set<string>() },
    ...{ began: null, movesSettled: false },
    range: { ...buildPlainRange(key.branch, null, head), base: head, rule: 'release' },
    steps: kept.map((checkOut) => next(checkOut, { ...nothingFor, request: toPlannedRequest(checkOut) })),
  };
  const facts: Partial<Facts> = mayWrite(input) ? await filePlan(plan) : await foresee(plan);
  return { ...facts, nothingToFile, notices: [...notices, ...(facts.notices ?? [])] };
}

/** Returns as `kept` the check-outs whose request stands in no other record; a notice for each of the others. Fetches the ledger. */
async function selectUnshared({ ledger }: OpenRun, all: readonly CheckOut[]) {
  const numbers = all.flatMap(({ stands }) => stands?.objectId ?? []);
  const claims = await ledger.findClaimsOn(numbers, true);
  const notices: Notice[] = [];
  const kept = all.filter(({ stands }) => {
    const objectId = stands?.objectId ?? null;
    const claim = claims.find(({ checkOut }) => objectId !== null && checkOut.stands?.objectId === objectId);
    if (claim === undefined) return true;
    notices.push({ code: 'notReleased', objectId, branch: claim.record.branch, believed: claim.verified === true });
    return false;
  });
  return { kept, notices };
}

/** Returns the planned request for a check-out's row in the report: as the request that stands, else as its last call without an answer. */
function toPlannedRequest({ stands, tried, appl, lvl, type, objn, rpth }: CheckOut) {
  const about = stands ?? tried.at(-1);
  const reason = about?.reason ?? '*MIGRATE';
  const fields = { appl, lvl, objn, ...(type === null ? {} : { objt: type }), rsn: reason, ...about?.fields };
  return {
    ...{ path: toGitPath(about?.path ?? ''), previousPath: null, reason, rule: '', fields, blob: about?.blob ?? null },
    ...{ identity: { appl, lvl, type, objn, rpth }, bytes: null, obstacle: null },
  };
}
