import { type IntendedCall, leaseMs, type RunUnderWay } from './lease.ts';
import type { Claims, FiledObject, LedgerRecord } from './record.ts';

/**
 * What a record may still say whose seal does not fit: another secret has sealed it (a token that was rotated), or
 * somebody has made it up. Its numbers are claims, which the service has to bear out; nothing is deleted or left out
 * because of it; and nobody waits for its runs longer than for a lease (design §8 "Sealed").
 */

/** Clocks of two machines may differ by so much, in milliseconds. */
const skewMs = 10_000;

/** The record as far as a run may use it that cannot verify it. @param since when the run began. */
export function claimsOf(record: LedgerRecord, since: Date): LedgerRecord {
  const { version, service, repo, mapping, branch } = record;
  const calls = [...record.unanswered, ...record.runs.flatMap((run) => run.calls)];
  const filed = record.filed.flatMap((entry) => (entry.objectId === null ? [] : [claimedObject(entry)]));
  return {
    ...{ version, service, repo, mapping, branch },
    head: null,
    firstHead: null,
    filed,
    open: [],
    runs: record.runs.filter((run) => isBelievable(run, since)).map((run) => claimedRun(run, since)),
    unanswered: calls.filter(isLostMigration).map(claimedCall),
    claims: {
      head: record.claims?.head ?? record.head,
      paths: [...pathsOf(record, calls)],
      ...passedOf(record),
    },
  };
}

/** What it holds, and whether this branch had added it, is not believed: then it is sent, and deleted, as usual. */
function claimedObject(entry: FiledObject): FiledObject {
  const { appl, lvl, type, objn, rpth, objectId, reason, path, rfp, commit, run, sent, closed } = entry;
  return {
    ...{ appl, lvl, type, objn, rpth, objectId, reason, path, blob: null, rfp, commit, run, added: false, sent },
    ...(closed === undefined ? {} : { closed }),
    claimed: true,
  };
}

/** A create; what else it may have been asks for nothing. */
function isLostMigration({ objectId, sent, withdraws, reason }: IntendedCall): boolean {
  return objectId === null && withdraws !== true && reason === '*MIGRATE' && sent !== null;
}

function claimedCall({ appl, lvl, type, objn, rpth, path, reason, blob, sent }: IntendedCall): IntendedCall {
  const call = { appl, lvl, type, objn, rpth, path, reason, blob, objectId: null, sent };
  return { ...call, added: false, closed: true, claimed: true };
}

/** One that is waited for, for one lease at most, and has nothing to say. */
function claimedRun({ run, id, attempt, instance, head, until }: RunUnderWay, since: Date): RunUnderWay {
  const last = new Date(since.getTime() + leaseMs + skewMs);
  const end = Date.parse(until) > last.getTime() ? last.toISOString() : until;
  return { run, id, attempt, instance, head, until: end, calls: [] };
}

/** A run that lives renews its lease; one that would hold for longer than that is made up. */
function isBelievable({ until }: RunUnderWay, since: Date): boolean {
  return Date.parse(until) <= since.getTime() + 2 * leaseMs;
}

function passedOf({ passed, claims }: LedgerRecord): Pick<Claims, 'passed'> {
  const all = { ...claims?.passed, ...passed };
  return Object.keys(all).length === 0 ? {} : { passed: all };
}

/** Files that, by its own word, wait to be filed. */
function pathsOf({ open, claims }: LedgerRecord, calls: readonly IntendedCall[]): Set<string> {
  // What only uses a changed file waits for nothing of its own.
  const waiting = [...open, ...calls].filter(({ causes }) => causes === undefined);
  return new Set([...(claims?.paths ?? []), ...waiting.map(({ path }) => path)]);
}
