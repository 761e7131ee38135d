import { randomUUID } from 'node:crypto';
import { Problem } from '../errors.ts';
import { buildHostedName, toRecordKey, toRecordPath } from '../ledger/key.ts';
import { selectActiveLeases } from '../ledger/lease.ts';
import { createClosedLedger, type Ledger, openLedger, type WriteResult } from '../ledger/ledger-access.ts';
import { refuseWithoutLedger, refuseWithoutSecret } from '../ledger/problems.ts';
import { type BranchRecord, createRecord, type RecordKey, type Settled } from '../ledger/record.ts';
import type { SealSecrets } from '../ledger/seal.ts';
import type { Notice } from '../sentences/notice.ts';
import { buildClientOptions, mayWrite, type RunInput, type RunTools, StartAgain } from './input.ts';
import type { RunSubject } from './read-mapping.ts';

/** A run with its mapping and its ledger open. */
export interface OpenRun extends RunTools {
  readonly subject: RunSubject;
  readonly ledger: Ledger;
  readonly key: RecordKey;
  /** False where no service or no branch is named, so that there is no record. */
  readonly isNamed: boolean;
  /** True where this run may write the record. */
  readonly writes: boolean;
}

/**
 * Opens the ledger of a run and reads its record. Without a service or branch the ledger is closed; one that an earlier attempt could not
 * write only reads the records of others. A first run that files without token and secret seals with a random secret. Does not try to
 * write. @throws Problem('usage') for a bad address; Problem('ledger') for a record damaged or not believed, and under `require` for a
 * ledger that cannot be read, or, if the run may write, for none; Problem('usage') without secret if the record names requests
 */
export async function openRun(tools: RunTools, subject: RunSubject): Promise<OpenRun> {
  const { input, repository, fetched, ledgerRefused: refused } = tools;
  const { options, now, event, token, ledgerSecret, ledgerSecretPrevious } = input;
  const { repo, branch, name } = subject;
  const parts = { repository: buildHostedName(event, repository.remote?.url ?? null), repo, mapping: name, branch };
  const named = toRecordKey(options, parts);
  const secrets = { token, ledgerSecret, ledgerSecretPrevious };
  const open = (key: RecordKey, sealing: SealSecrets, ask = () => askService(input)) =>
    openLedger({ repository, key, mode: options.ledger, secrets: sealing, now, ask, fetched });
  // A first run without a token fails, and what it owes must not be forgotten: nobody has to believe where a branch begins.
  const beginning = { ledgerSecret: randomUUID() };
  const isFirst = named !== null && mayWrite(input) && !token && !ledgerSecret;
  const begun = isFirst ? await open(named, beginning, async () => null).catch(() => null) : null;
  const opened = named === null ? createClosedLedger('no service is named') : (begun ?? (await open(named, secrets)));
  const ledger = refused === null ? opened : createClosedLedger(refused, opened);
  if (options.ledger === 'require' && mayWrite(input) && ledger.trouble !== null)
    throw ledger.verified ? refuseWithoutLedger(ledger.trouble) : refuseWithoutSecret();
  const key = named ?? { ...parts, service: '', branch: branch ?? '' };
  const writes = mayWrite(input) && ledger.trouble === null;
  return { ...tools, subject, ledger, key, isNamed: named !== null, writes };
}

/** Asks the service, changing nothing. Returns why none answers or the token is refused, or null. @throws Problem('cancelled', 'usage') */
async function askService(input: RunInput): Promise<Problem | null> {
  const { probeService } = await import('../client/probe-url.ts');
  const { came, said, remedy } = await probeService(buildClientOptions(input), { isPatient: true });
  if (came === 'service' || came === 'otherAnswer') return null;
  if (came === 'cancelled') throw new Problem('cancelled', said, remedy ?? '');
  return new Problem(came === 'page' ? 'unreachable' : came, said, remedy ?? '');
}

/** Returns this branch's record as last read, with the check-outs loaded so far; a new, empty one if there is none. Reads nothing more. */
export function peekRecord({ ledger, key }: OpenRun): BranchRecord {
  return ledger.record() ?? createRecord(key);
}

/**
 * Returns the first notice that is true, or []: the ledger is off; no service names the record ([] without a branch); there is no secret
 * to verify records ([] if the branch has no record); the ledger cannot be used. [] for `file` that names no service or no branch.
 */
export function listLedgerNotices({ input: { command, options }, subject, key, isNamed, ledger }: OpenRun): Notice[] {
  if (!isNamed && command === 'file') return [];
  if (options.ledger === 'off') return [{ code: 'ledgerOff' }];
  // Without a branch there is no record to look up.
  if (!isNamed) return subject.branch === null ? [] : [{ code: 'ledgerUnnamed' }];
  if (!ledger.verified) return ledger.record() === null ? [] : [{ code: 'ledgerNotVerified', branch: key.branch }];
  return ledger.trouble === null ? [] : [{ code: 'ledgerUnusable', why: ledger.trouble }];
}

/** Throws StartAgain for the first lease of another run under way that the record has, if any; never if this run writes no record. */
export function giveWay({ input, writes }: OpenRun, { leases }: BranchRecord): void {
  const [lease] = writes ? selectActiveLeases(leases, input.me, input.now()) : [];
  if (lease !== undefined) throw new StartAgain({ lease });
}

/** Throws StartAgain as giveWay, or if `newest` has another `settled`, other exceptions, or another state of a check-out in `planned`. */
export function requireCurrent(run: OpenRun, planned: BranchRecord, newest: BranchRecord): void {
  giveWay(run, newest);
  const toComparable = ({ settled, exceptions, checkOuts }: BranchRecord) =>
    JSON.stringify([settled, [...exceptions], [...planned.checkOuts.keys()].map((key) => checkOuts.get(key) ?? null)]);
  if (newest !== planned && toComparable(newest) !== toComparable(planned)) throw new StartAgain();
}

/** Writes to the ledger where the record begins (null: nothing), if the run may. @throws StartAgain if it has begun; as requireWritten */
export async function beginRecord(run: OpenRun, begins: Settled | null): Promise<void> {
  if (!run.writes || begins === null) return;
  const written = await run.ledger.write((newest) => {
    if (newest?.settled.commit) throw new StartAgain();
    return { ...(newest ?? createRecord(run.key)), settled: begins };
  });
  requireWritten(run, written);
}

/** Throws if a write was refused: its `stop` if any, else Problem('ledger') under `require`, else StartAgain to go on without ledger. */
export function requireWritten({ input }: OpenRun, written: WriteResult): void {
  if (written.kind !== 'refused') return;
  if (written.stop !== undefined) throw written.stop;
  if (input.options.ledger === 'require') throw refuseWithoutLedger(written.why);
  throw new StartAgain({ refused: written.why });
}

/** Reads this branch's record from the ledger, with all of its check-outs; null: there is none, or the ledger is closed. */
export async function readWholeRecord({ ledger, key }: OpenRun): Promise<BranchRecord | null> {
  if (ledger.record() === null) return null;
  const { records } = await ledger.all();
  return records.find(({ record }) => toRecordPath(record) === toRecordPath(key))?.record ?? null;
}
