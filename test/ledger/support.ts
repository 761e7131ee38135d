/** Ledgers of clones of one real remote. */
import { join } from 'node:path';
import { openRepository } from '../../src/git/repository.ts';
import type { Ledger } from '../../src/ledger/ledger-access.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import type { FiledObject, LedgerRecord, RecordKey } from '../../src/ledger/record.ts';
import { recordPath } from '../../src/ledger/record-path.ts';
import { type SealKeys, sealKeys } from '../../src/ledger/seal.ts';
import type { Options } from '../../src/options.ts';
import { git, gitBytes, type Remote, remote, runEnv } from '../git/support.ts';

export const key: RecordKey = {
  service: 'https://s.example',
  repo: 'ORDERS',
  mapping: '.file-checkouts.yml',
  branch: 'main',
};

export const oid = (letter: string) => letter.repeat(40);

export function entry(objn: string, objectId: number): FiledObject {
  const object = { appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null };
  const at = { path: `QRPGLESRC/${objn}.PGM.RPGLE`, blob: oid('a'), commit: oid('1'), run: '1-1' };
  return { ...object, ...at, objectId, reason: '*MIGRATE', rfp: 0, added: false, sent: {} };
}

export function record(more: Partial<LedgerRecord> = {}): LedgerRecord {
  return {
    version: 1,
    ...key,
    head: oid('1'),
    firstHead: null,
    filed: [],
    open: [],
    runs: [],
    unanswered: [],
    ...more,
  };
}

/** Adds one filed object to whatever is there. */
export const adding =
  (objn: string, objectId: number, to: Partial<LedgerRecord> = {}) =>
  (newest: LedgerRecord | null): LedgerRecord => ({
    ...(newest ?? record(to)),
    filed: [...(newest?.filed ?? []), entry(objn, objectId)],
  });

/** A clone of a remote; more arguments as `--depth=1`. */
export function clone(at: Remote, name: string, ...more: string[]): string {
  const dir = join(at.root, name);
  git(at.root, 'clone', '--quiet', ...more, at.url, dir);
  return dir;
}

export interface OpenedLedger extends AsyncDisposable {
  readonly ledger: Ledger;
}

export async function open(
  dir: string,
  mode: Options['ledger'] = 'auto',
  of: RecordKey = key,
  keys: SealKeys | null = sealKeys({ token: 'demo-token' }),
  env: Record<string, string> = runEnv,
): Promise<Ledger & AsyncDisposable> {
  const repository = await openRepository({ repoDir: dir, env });
  const close = async () => {
    repository[Symbol.dispose]();
  };
  try {
    const ledger = await openLedger({ repository, key: of, mode, keys, now: () => new Date() });
    return Object.assign(ledger, { [Symbol.asyncDispose]: close });
  } catch (error) {
    await close();
    throw error;
  }
}

export const ref = 'refs/notes/check-outs';

/** Puts a text in place of the record, as somebody's hand or another tool would. */
export function plant(at: Remote, text: string, of: RecordKey = key): void {
  const path = recordPath(of);
  const message = 'data 5\nplant\n';
  const from = git(at.remote, 'for-each-ref', ref) === '' ? '' : `from ${ref}^0\n`;
  const head = `commit ${ref}\ncommitter A <a@b> 1 +0000\n${message}${from}`;
  const input = `${head}M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  gitBytes(at.remote, ['fast-import', '--quiet', '--force'], input);
}

/** A remote with one commit on main. */
export function started() {
  const at = remote();
  const head = at.commit({ 'QRPGLESRC/ORD100.PGM.RPGLE': '**free\n' }, 'first');
  at.push(head, 'main');
  return { at, head };
}
