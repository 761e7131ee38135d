/** A ledger of any size at a real remote, written as runs write it: sealed records, and the notes on their commits. */
import { createHash } from 'node:crypto';
import { formatHead } from '../../src/ledger/kept.ts';
import { toRecordFolder, toRecordPath } from '../../src/ledger/key.ts';
import { type BranchRecord, type CheckOut, createRecord, type Standing } from '../../src/ledger/record.ts';
import { deriveSealKeys } from '../../src/ledger/seal.ts';
import { divideRecord } from '../../src/ledger/shards.ts';
import { gitBytes, type Remote } from '../git/support.ts';
import { keyed, ref } from '../ledger/support.ts';

/** What seals what is written here. */
export const manySecret = 'demo-token';

/** Writes records over what the ledger holds, all in one commit; notes by the commit they are on. */
export function writeRecords(at: Remote, records: readonly BranchRecord[], notes: ReadonlyMap<string, string>): void {
  const keys = deriveSealKeys({ token: manySecret });
  if (keys === null) throw new Error('there is a secret');
  const text = (value: string) => `data ${Buffer.byteLength(value)}\n${value}\n`;
  const from = gitBytes(at.remote, ['for-each-ref', ref]).length === 0 ? '' : `from ${ref}^0\n`;
  const lines = [`commit ${ref}\ncommitter A <a@b> 1 +0000\n${text('records')}${from}`];
  for (const record of records) {
    const written = divideRecord({ record: createRecord(record), division: null }, record);
    if (!('now' in written)) throw new Error('nothing is to be loaded');
    const { now, files } = written;
    const path = toRecordPath(record);
    lines.push(`M 100644 inline ${path}\n${text(formatHead(now, keys))}`);
    for (const [n, of] of files) lines.push(`M 100644 inline ${toRecordFolder(path)}/${n}.json\n${text(of ?? '')}`);
  }
  for (const [commit, note] of notes) lines.push(`M 100644 inline ${commit}\n${text(note)}`);
  gitBytes(at.remote, ['fast-import', '--quiet', '--force'], lines.join(''));
}

/** The nth commit of the branches below. */
const commitOf = (n: number) => n.toString(16).padStart(40, '0');

/** Records of many branches, with as many requests each as it takes, and ten commits a branch, each with its note. */
export function manyRecords(branches: number, requests: number) {
  const records: BranchRecord[] = [];
  const notes = new Map<string, string>();
  for (let b = 0; b < branches; b += 1) {
    const branch = b === 0 ? 'main' : `feature/ORD-${1000 + b}-change-the-order-entry`;
    const first = Math.floor((requests * b) / branches);
    const last = Math.floor((requests * (b + 1)) / branches);
    const filed = Array.from({ length: last - first }, (_, n) => requestOf(first + n, b * 10 + (n % 10) + 1));
    const key = { service: 'https://service.example/api', repository: 'acme/orders', repo: 'ORDERS' };
    const record = createRecord({ ...key, mapping: '.file-checkouts.yml', branch });
    const settled = { commit: commitOf(b * 10 + 1), began: null, fork: null };
    records.push({ ...record, settled, checkOuts: keyed(...filed) });
    for (let n = 1; n <= 10; n += 1) notes.set(commitOf(b * 10 + n), noteOf(b * 10 + n, branch, filed));
  }
  return { records, notes };
}

/** As incompressible as what Git makes of a content. */
const contentOf = (n: number) => createHash('sha1').update(String(n)).digest('hex');

function requestOf(n: number, commit: number): CheckOut {
  const objn = `OBJ${n.toString(36).toUpperCase().padStart(6, '0')}`;
  const object = { appl: 'ORD', lvl: n % 2 === 0 ? 10 : 50, type: '*PGM', objn, rpth: null };
  const user = n % 3 === 0 ? 'JANE' : 'BOB';
  const fields = {
    ...{ appl: object.appl, lvl: object.lvl, objn, objt: '*PGM', attr: 'RPGLE', user, proj: 'CUST', task: 12 },
  };
  const stands: Standing = {
    ...{ objectId: 10_001 + n, reason: '*MIGRATE', path: `src/QRPGLESRC/${objn}.PGM.RPGLE`, blob: contentOf(n) },
    ...{ rfp: 1 + (n % 900), commit: commitOf(commit), run: `${90_000 + commit}-1`, fields, user },
  };
  return { ...object, stands, tried: [], before: {} };
}

function noteOf(n: number, branch: string, filed: readonly CheckOut[]): string {
  const own = filed.filter(({ stands }) => stands?.commit === commitOf(n));
  const rows = own.map((entry) => {
    const { appl, lvl, objn, type, stands } = entry;
    return `created *MIGRATE ${appl}/${lvl} ${objn} ${type} #${stands?.objectId} RFP ${stands?.rfp} ${stands?.path}`;
  });
  const at = new Date(Date.UTC(2026, 10, 1) + n * 60_000).toISOString();
  const head = [
    ...[`Run: ${90_000 + n}-1 https://ci.example/runs/${n}`, `At: ${at}`, 'Service: https://service.example/api'],
    ...['Account: jane-doe', 'Tool: file-checkouts 0.1.0', `Mapping: ${commitOf(7)}`, `Branch: ${branch}`],
  ];
  return [...head, ...rows].join('\n');
}
