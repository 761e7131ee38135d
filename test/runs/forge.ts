/** What somebody can do who may push `refs/notes/check-outs`, and nothing else. */
import { execFileSync } from 'node:child_process';
import { toRecordPath } from '../../src/ledger/key.ts';
import type { CheckOut, RecordKey } from '../../src/ledger/record.ts';
import { ref } from './remembered.ts';
import type { Stage } from './support.ts';

const git = ({ ledgerDir }: Stage, args: readonly string[], input?: string) =>
  execFileSync('git', args, { cwd: ledgerDir, encoding: 'utf8', ...(input === undefined ? {} : { input }) });

/** What a record of the runs of a stage is kept under. */
export function keyOf({ serviceKey }: Stage, branch = 'main', more: Partial<RecordKey> = {}): RecordKey {
  const repository = 'github.com/acme/orders';
  return { service: serviceKey, repository, repo: 'ORDERS', mapping: '.file-checkouts.yml', branch, ...more };
}

/** The number of the newest request for an object. */
export const numberOf = (stage: Stage, objn: string): number => stage.newest(objn)?.objectId ?? 0;

/** The text of a record as it is kept. */
export function keptAt(stage: Stage, key = keyOf(stage), at = ref): string {
  return git(stage, ['show', `${at}:${toRecordPath(key)}`]);
}

/** Puts a text in the place of a record, or of anything that lies there. */
export function plant(stage: Stage, path: string, text: string, end = '\n'): void {
  const from = git(stage, ['for-each-ref', ref]) === '' ? '' : `from ${ref}^0\n`;
  const head = `commit ${ref}\ncommitter A <a@b> 1 +0000\ndata 5\nforge\n${from}`;
  const input = `${head}M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}${end}`;
  git(stage, ['fast-import', '--quiet', '--force'], input);
}

/** Changes a record by hand; its seal stays as it was. */
export function forge(stage: Stage, change: (text: string) => string, key = keyOf(stage)): void {
  plant(stage, toRecordPath(key), change(keptAt(stage, key)));
}

/** A record that was made up as a whole, and is not sealed. */
export function makeUp(stage: Stage, checkOuts: CheckOut[], key: RecordKey, commit: string | null = null): void {
  const settled = { commit, began: commit, fork: null };
  plant(
    stage,
    toRecordPath(key),
    JSON.stringify({ version: 2, ...key, settled, leases: [], exceptions: [], checkOuts }),
  );
}

/** A check-out that says of a request that this branch has filed it. */
export function checkOutOf(objn: string, objectId: number, commit = '1'.repeat(40)): CheckOut {
  const about = { objectId, reason: '*MIGRATE', path: `${objn}.RPGLE`, blob: null, rfp: 0, fields: {} } as const;
  const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null };
  return { ...object, stands: { ...about, user: null, commit, run: '1-1' }, tried: [], before: {} };
}

/** Where the ref is. */
export function tipOf(stage: Stage): string {
  return git(stage, ['rev-parse', ref]).trim();
}

/** Puts the ref back to where it was. */
export function putBack(stage: Stage, tip: string): void {
  git(stage, ['update-ref', ref, tip]);
}
