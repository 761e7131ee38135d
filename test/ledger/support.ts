/** Ledgers of clones of one real remote. */
import { join } from 'node:path';
import { requireLedgerPlace } from '../../src/git/remote.ts';
import { openRepository } from '../../src/git/repository.ts';
import { toRecordPath } from '../../src/ledger/key.ts';
import { type Opening, openLedger, type RecordChange } from '../../src/ledger/ledger-access.ts';
import { type BranchRecord, type CheckOut, createRecord, type RecordKey } from '../../src/ledger/record.ts';
import { toIdentityKey } from '../../src/plan/identity.ts';
import { git, gitBytes, type Remote, remote, runEnv } from '../git/support.ts';

const main = { repo: 'ORDERS', mapping: '.file-checkouts.yml', branch: 'main' };
export const key: RecordKey = { service: 'https://s.example', repository: 'acme/orders', ...main };

export const oid = (letter: string) => letter.repeat(40);

export const pathOf = (objn: string) => `QRPGLESRC/${objn}.PGM.RPGLE`;

export function checkOut(objn: string, objectId: number | null, more: Partial<CheckOut['stands']> = {}): CheckOut {
  const fields = { appl: 'ORD', lvl: 50, objn, objt: '*PGM' };
  const stands: CheckOut['stands'] = {
    ...{ objectId, reason: '*MIGRATE', path: pathOf(objn), blob: oid('a'), rfp: 0, fields, user: null },
    ...{ commit: oid('1'), run: '1-1', ...more },
  };
  return { appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null, stands, tried: [], before: {} };
}

export function record(more: Partial<BranchRecord> = {}): BranchRecord {
  return { ...createRecord(key), settled: { commit: oid('1'), began: oid('0'), fork: null }, ...more };
}

export function keyed(...all: readonly CheckOut[]): ReadonlyMap<string, CheckOut> {
  return new Map(all.map((one) => [toIdentityKey(one), one]));
}

/** Adds check-outs to what is there. */
export const adding =
  (...all: readonly CheckOut[]): RecordChange =>
  (newest) => {
    const to = newest ?? record();
    return { ...to, checkOuts: new Map([...to.checkOuts, ...keyed(...all)]) };
  };

export const numbersIn = (of: BranchRecord | null) =>
  [...(of?.checkOuts.values() ?? [])].map((one) => one.stands?.objectId);

/** A clone of a remote; more arguments as `--depth=1`. */
export function clone(at: Remote, name: string, ...more: string[]): string {
  const dir = join(at.root, name);
  git(at.root, 'clone', '--quiet', ...more, at.url, dir);
  return dir;
}

/** How a ledger is opened where a test asks for something else than usual. */
export interface Opened extends Partial<Omit<Opening, 'repository'>> {
  /** Where the ledger is, if not beside the sources. */
  readonly elsewhere?: string;
  readonly env?: Record<string, string>;
}

export async function open(dir: string, { elsewhere, env = runEnv, ...more }: Opened = {}) {
  const place = elsewhere === undefined ? undefined : requireLedgerPlace(elsewhere, undefined);
  const repository = await openRepository({ repoDir: dir, env, ledgerPlace: place });
  const close = async () => {
    repository[Symbol.dispose]();
  };
  try {
    const secrets = { token: 'demo-token' };
    const ledger = await openLedger({ repository, key, mode: 'auto', secrets, now: () => new Date(), ...more });
    return Object.assign(ledger, { repository, [Symbol.asyncDispose]: close });
  } catch (error) {
    await close();
    throw error;
  }
}

export const ref = 'refs/notes/check-outs';

/** Puts texts (null: nothing) at paths of the ref, as somebody's hand or another tool would. */
export function plantAt(at: Remote, files: Readonly<Record<string, string | Buffer | null>>): void {
  const from = git(at.remote, 'for-each-ref', ref) === '' ? '' : `from ${ref}^0\n`;
  const head = `commit ${ref}\ncommitter A <a@b> 1 +0000\ndata 5\nplant\n${from}`;
  const changes = Object.entries(files).flatMap(([path, text]) =>
    text === null ? [`D ${path}\n`] : [`M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n`, text, '\n'],
  );
  const bytes = [head, ...changes].map((one) => Buffer.from(one as string));
  gitBytes(at.remote, ['fast-import', '--quiet', '--force'], Buffer.concat(bytes));
}

/** Puts a text in place of the record. */
export function plant(at: Remote, text: string, of: RecordKey = key): void {
  plantAt(at, { [toRecordPath(of)]: text });
}

/** What the ref holds: texts by path. */
export function kept(at: Remote): Map<string, string> {
  const paths = git(at.remote, 'ls-tree', '-r', '--name-only', ref).split('\n');
  const asked = paths.map((path) => `${ref}:${path}\n`).join('');
  const bytes = gitBytes(at.remote, ['cat-file', '--batch=%(objectsize)'], asked);
  let from = 0;
  return new Map(
    paths.map((path) => {
      const start = bytes.indexOf('\n', from) + 1;
      const end = start + Number(bytes.toString('utf8', from, start));
      from = end + 1;
      return [path, bytes.toString('utf8', start, end).trimEnd()];
    }),
  );
}

/** A remote with one commit on main: its head. */
export function started() {
  const at = remote();
  const head = at.commit({ [pathOf('ORD100')]: '**free\n' }, 'first');
  at.push(head, 'main');
  return { ...at, at, head };
}
