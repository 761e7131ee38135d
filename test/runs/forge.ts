/** What somebody can do who may push `refs/notes/check-outs`, and nothing else. */
import { execFileSync } from 'node:child_process';
import type { LedgerRecord, RecordKey } from '../../src/ledger/record.ts';
import { recordPath } from '../../src/ledger/record-path.ts';
import type { KeptRecord } from '../../src/ledger/seal.ts';
import type { Stage } from './support.ts';

export const ref = 'refs/notes/check-outs';

const git = ({ ledgerDir }: Stage, args: readonly string[], input?: string) =>
  execFileSync('git', args, { cwd: ledgerDir, encoding: 'utf8', ...(input === undefined ? {} : { input }) });

/** What a record is kept under. */
export function keyOf({ serviceKey }: Stage, branch = 'main', more: Partial<RecordKey> = {}): RecordKey {
  return { service: serviceKey, repo: 'ORDERS', mapping: '.file-checkouts.yml', branch, ...more };
}

/** The record as it is kept. */
export function keptAt(stage: Stage, key = keyOf(stage), at = ref): KeptRecord {
  return JSON.parse(git(stage, ['show', `${at}:${recordPath(key)}`]));
}

/** Puts a text in the place of a record, or of whatever lies there. */
export function plant(stage: Stage, path: string, text: string): void {
  const from = git(stage, ['for-each-ref', ref]) === '' ? '' : `from ${ref}^0\n`;
  const head = `commit ${ref}\ncommitter A <a@b> 1 +0000\ndata 5\nforge\n${from}`;
  const input = `${head}M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  git(stage, ['fast-import', '--quiet', '--force'], input);
}

/** Changes a record by hand; its seal stays as it was. */
export function forge(stage: Stage, change: (record: KeptRecord) => object, key = keyOf(stage)): void {
  plant(stage, recordPath(key), JSON.stringify(change(keptAt(stage, key))));
}

/** A record that was made up as a whole. */
export function makeUp(stage: Stage, more: Partial<LedgerRecord>, key = keyOf(stage)): void {
  const record = { version: 1, ...key, head: null, firstHead: null, filed: [], open: [], runs: [], unanswered: [] };
  plant(stage, recordPath(key), JSON.stringify({ ...record, ...more }));
}

/** Where the ref is. */
export function tipOf(stage: Stage): string {
  return git(stage, ['rev-parse', ref]).trim();
}

/** The number of the newest request for an object. */
export function numberOf({ service }: Stage, objn: string): number {
  return service.inspect().requests.findLast((entry) => entry.objn === objn)?.objectId ?? 0;
}
