import { exitCodes } from '../errors.ts';
import { inTurns } from '../filing/limiter.ts';
import { type Release, releaseRequest } from '../filing/release.ts';
import { textPath } from '../git/git-path.ts';
import { runsToWaitFor } from '../ledger/lease.ts';
import type { FiledRequest } from '../ledger/outcome.ts';
import { ledgerNotWritten, otherSeal } from '../ledger/problems.ts';
import type { FiledObject, LedgerRecord } from '../ledger/record.ts';
import type { Again } from '../ledger/run-ledger.ts';
import { type RunLedger, writable } from '../ledger/run-ledger.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { errorOf, type RunError } from '../report/make-report.ts';
import { reportRequest } from '../report/report-json.ts';
import { clientOptions } from './client-options.ts';
import type { Told } from './facts.ts';
import type { RunTools } from './input.ts';

/** An entry of the ledger that names a request. */
type Numbered = FiledObject & { readonly objectId: number };

/**
 * Takes the open requests of a branch out of their RFPs and frees their objects (design §16 "A branch that is gone"). What
 * has moved on stays; what another branch goes on with is left to that one. The record forgets what is released.
 *
 * @throws Problem('ledger', 'usage') before the first call: without a record that is believed nothing is released.
 */
export async function releaseBranch({ input }: RunTools, run: RunLedger): Promise<Told | Again> {
  const open = writable(run);
  if (open === null) throw ledgerNotWritten(run.ledger.trouble ?? 'no service is named');
  const { ledger, key } = open;
  if (ledger.trust !== 'sealed') throw otherSeal(key.branch);
  const [waitFor] = runsToWaitFor(ledger.record?.runs ?? [], run.me, run.now());
  if (waitFor !== undefined) return { again: 'underWay', run: waitFor };
  const mine = await ownRequests(run, ledger.record);
  if (mine.length === 0) return { nothingToFile: `the ledger knows no open request of ${key.branch}` };
  const { createClient } = await import('../client/create-client.ts');
  const client = await createClient(clientOptions(input, input.options.concurrency));
  const release: Release = { client, stop: null };
  const rows: FiledRequest[] = [];
  try {
    await inTurns([...mine.entries()], input.options.concurrency, async ([n, entry]) => {
      rows[n] = await releaseRequest(release, requestOf(entry), entry.objectId);
    });
  } finally {
    await client.close();
  }
  const gone = new Set(rows.filter(isReleased).map(({ objectId }) => objectId));
  const written = await ledger.write((newest) =>
    newest === null ? null : { ...newest, filed: newest.filed.filter(({ objectId }) => !gone.has(objectId)) },
  );
  return {
    requests: rows.map(reportRequest),
    error: errorAfter(release, written.kind === 'refused' ? written.why : null),
  };
}

/** Requests of the branch that no other branch has as well. */
async function ownRequests({ ledger, key }: RunLedger, record: LedgerRecord | null): Promise<Numbered[]> {
  const entries = (record?.filed ?? []).filter((entry): entry is Numbered => entry.objectId !== null);
  if (entries.length === 0 || key === null) return [];
  const others = (await ledger.all()).records.filter(
    ({ service, repo, mapping, branch }) =>
      service === key.service && !(repo === key.repo && mapping === key.mapping && branch === key.branch),
  );
  const theirs = new Set(others.flatMap(({ filed }) => filed.map(({ objectId }) => objectId)));
  return entries.filter(({ objectId }) => !theirs.has(objectId));
}

/** What is released, and what has moved on, is not this branch's any more. */
function isReleased({ outcome }: FiledRequest): boolean {
  return outcome === 'withdrawn' || outcome === 'unchanged';
}

function errorAfter({ stop }: Release, notWritten: string | null): RunError | null {
  if (stop !== null) {
    return { code: stop.code, message: stop.why, remedy: stop.remedy, exitCode: exitCodes.serviceLost };
  }
  return notWritten === null ? null : errorOf(ledgerNotWritten(notWritten));
}

/** A request as the ledger knows it, for its row. */
function requestOf({ appl, lvl, type, objn, rpth, path, reason, blob }: Numbered): PlannedRequest {
  const fields = { appl, lvl, objn, ...(type === null ? {} : { objt: type }), rsn: reason };
  return {
    path: textPath(path),
    previousPath: null,
    reason,
    rule: '',
    identity: { appl, lvl, type, objn, rpth },
    fields,
    blob,
    bytes: null,
    added: false,
    obstacle: null,
  };
}
