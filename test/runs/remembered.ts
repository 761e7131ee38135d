/** What the ledger remembers of a branch, read with Git alone. */
import { execFileSync } from 'node:child_process';
import { ledgerDirectory } from '../../src/ledger/key.ts';
import type { CheckOut, Exception, Lease, RecordKey, Settled, Standing, Tried } from '../../src/ledger/record.ts';
import type { Identity } from '../../src/plan/identity.ts';

export const ref = 'refs/notes/check-outs';

/** A head file of a short record, as it is kept. */
export interface KeptRecord extends RecordKey {
  readonly version: number;
  readonly settled: Settled;
  readonly leases: readonly Lease[];
  readonly exceptions: readonly (Exception & { readonly path: string })[];
  readonly checkOuts: readonly CheckOut[];
  readonly seal?: string;
}

/** A record as tests ask for it. */
export interface Remembered {
  /** The settled commit. */
  readonly settled: string | null;
  readonly exceptions: KeptRecord['exceptions'];
  readonly stands: readonly (Standing & Identity)[];
  readonly tried: readonly (Tried & Identity)[];
  readonly leases: readonly Lease[];
}

export const nothingRemembered: Remembered = { settled: null, exceptions: [], stands: [], tried: [], leases: [] };

/** The head files at a commit of the ledger, by their paths. */
export function keptRecords(dir: string, at: string = ref): Map<string, KeptRecord> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, encoding: 'utf8' });
  const paths = git('ls-tree', '-r', '--name-only', at, `${ledgerDirectory}/`).split('\n');
  const heads = paths.filter((path) => /^[^/]+\/[^/]+\/[^/]+\.json$/.test(path));
  return new Map(heads.map((path) => [path, JSON.parse(git('show', `${at}:${path}`))]));
}

/** What a ledger has of a branch at one of its commits; null: no record. */
export function remembered(dir: string, branch: string, at: string = ref): Remembered | null {
  const kept = [...keptRecords(dir, at).values()].find((record) => record.branch === branch);
  if (kept === undefined) return null;
  const { settled, exceptions, checkOuts, leases } = kept;
  const stands = checkOuts.flatMap(({ stands: one, ...rest }) => (one === null ? [] : [{ ...rest, ...one }]));
  const tried = checkOuts.flatMap(({ tried: calls, ...rest }) => calls.map((call) => ({ ...rest, ...call })));
  return { settled: settled.commit, exceptions, stands, tried, leases };
}
