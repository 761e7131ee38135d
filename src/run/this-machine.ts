import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harmsLate, type Machine, onItsWayMs, type ProcessName, type RunUnderWay } from '../ledger/lease.ts';

/**
 * This process as the lease names it, so that the next run on the same machine sees at once whether it still lives
 * (design §14). Only where all of this can be told for sure, which is Linux: elsewhere the lease counts.
 *
 * A process number means something in its own container alone, and may be given again: the machine's boot, the
 * container's namespace and the start of the process go with it. A machine may also be a copy of another, boot and all:
 * the run leaves a file here, and only where that is found was it here.
 *
 * @param instance the text that no other process has.
 * @returns null where it cannot be told.
 */
export function thisMachine(instance: string): Machine | null {
  const host = hostName();
  const started = hasOwnProc() ? startOf(process.pid) : null;
  if (host === null || started === null) return null;
  const name: ProcessName = { host, pid: process.pid, started };
  const isKilled: Machine['isGone'] = (run) => isGone(run, host);
  return { process: name, leaveMark: () => leaveMark(instance), isGone: isKilled, isOver: isOverAfter(isKilled) };
}

/** When it died nobody knows: what it had sent is waited for from the moment on at which it is seen to be gone. */
function isOverAfter(isKilled: Machine['isGone']): Machine['isOver'] {
  const seen = new Map<string, number>();
  return (run, now) => {
    if (!isKilled(run)) return false;
    const since = seen.get(run.instance) ?? now.getTime();
    seen.set(run.instance, since);
    return !run.calls.some(harmsLate) || now.getTime() >= since + onItsWayMs;
  };
}

function isGone({ process: other, instance }: Pick<RunUnderWay, 'process' | 'instance'>, host: string): boolean {
  if (other === undefined || other.host !== host || !existsSync(markOf(instance))) return false;
  if (!isThere(other.pid)) return true;
  const started = startOf(other.pid);
  // A process of another user may be hidden (hidepid): it is there, and may well be that run.
  return started !== null && started !== other.started;
}

/** False where /proc shows the processes of another namespace: the numbers there are not ours. */
function hasOwnProc(): boolean {
  try {
    return readlinkSync('/proc/self') === String(process.pid);
  } catch {
    return false;
  }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One of another user is there, and may not be asked.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A boot of this machine and a namespace of processes, as nobody can read them out of the ledger; null: not known. */
function hostName(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = readlinkSync('/proc/self/ns/pid');
    return createHash('sha256').update(`${boot} ${namespace}`).digest('hex').slice(0, 24);
  } catch {
    return null;
  }
}

/** When a process started, in ticks since the machine did; null where that cannot be read. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, may hold anything; the start is the 20th field behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function markOf(instance: string): string {
  const name = createHash('sha256').update(instance).digest('hex').slice(0, 24);
  return join(tmpdir(), `file-checkouts-run-${name}`);
}

/** Files of the runs of this process. */
const marks = new Set<string>();

function takeMarksAway(): void {
  for (const mark of marks) rmSync(mark, { force: true });
}

/** It is taken away at the end: what a killed process leaves says that it was here. */
function leaveMark(instance: string): void {
  const file = markOf(instance);
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // Without it the lease counts.
    return;
  }
  if (marks.size === 0) process.once('exit', takeMarksAway);
  marks.add(file);
}
