import type { CreateFields, Reason } from '../interface/fields.ts';
import type { Identity } from '../plan/identity.ts';
import type { IntendedCall, RunUnderWay } from './runs.ts';

/**
 * The ledger's record of one branch: what this service was told about it. Apart for each service, repository ID,
 * mapping file and branch, because a number means something only to the service that gave it.
 */
export interface LedgerRecord {
  readonly version: 1;
  readonly service: string;
  readonly repo: string;
  readonly mapping: string;
  readonly branch: string;
  /**
   * The commit up to which every change is accounted for: filed, left out, or open below. The OID of the empty tree
   * before a first push is filed; null while only ranges given by hand were filed.
   */
  readonly head: string | null;
  /** The head of the push that began this record; tells a first push started again from a new branch of the same name. */
  readonly firstHead: string | null;
  readonly filed: readonly FiledObject[];
  readonly open: readonly OpenChange[];
  /** The pipeline key that each RFP was given, by RFP number. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Runs that have begun and not ended, as far as known. */
  readonly runs: readonly RunUnderWay[];
  /** Calls of runs that are over without having said what came of them: each may have been made or not. */
  readonly unanswered: readonly IntendedCall[];
}

/** Fields whose last sent value is remembered, because an update sends only what changed (design §7). */
export const rememberedFields = ['attr', 'srcn', 'srca', 'srcd', 'csqo', 'lock'] as const;
export type RememberedFields = Pick<CreateFields, (typeof rememberedFields)[number]>;

/** An object request that this branch filed and that is still ours as far as known. */
export interface FiledObject extends Identity {
  /** null when the service named none (the earlier variant); such a request cannot be updated. */
  readonly objectId: number | null;
  readonly reason: Reason;
  /** The file it came from. */
  readonly path: string;
  /** OID of the content that the service holds; null for a delete. */
  readonly blob: string | null;
  /** 0 when it is in no RFP. */
  readonly rfp: number;
  /** The commit and the run that filed it last. */
  readonly commit: string;
  readonly run: string;
  /** True when the branch itself added the object. */
  readonly added: boolean;
  readonly sent: RememberedFields;
}

/** A change that a run could not file, tried again by every later run of the branch. */
export interface OpenChange extends Identity {
  /** The file, as a key (see pathKey): with its bytes in base64 when the name is not UTF-8 text. */
  readonly path: string;
  readonly reason: Reason;
  readonly outcome: string;
  readonly why: string;
  /** True when only a person can settle it: red in the run that finds it, a warning afterwards. */
  readonly needsPerson: boolean;
  /** True when the branch itself added the object: gone again before it was filed, there is nothing to delete. */
  readonly added: boolean;
}

/** What a record is kept under. */
export type RecordKey = Pick<LedgerRecord, 'service' | 'repo' | 'mapping' | 'branch'>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a record from its JSON text. What comes from the repository is not trusted: anything that is not a record of
 * this version gives a sentence instead.
 */
export function parseAnyRecord(text: string): LedgerRecord | { readonly damaged: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { damaged: 'it is not JSON' };
  }
  if (!isRecord(json)) return { damaged: 'it is not a JSON object' };
  if (json.version !== 1)
    return { damaged: `it has version ${JSON.stringify(json.version)}; this tool knows version 1` };
  for (const name of keyNames) {
    if (typeof json[name] !== 'string') return { damaged: `it does not say its ${name}` };
  }
  const what = damagedPart(json);
  return what === null ? (json as unknown as LedgerRecord) : { damaged: what };
}

const keyNames = ['service', 'repo', 'mapping', 'branch'] as const;

/** Reads the record that is to stand under the key; one of another key there gives a sentence too. */
export function parseRecord(text: string, key: RecordKey): LedgerRecord | { readonly damaged: string } {
  const record = parseAnyRecord(text);
  if ('damaged' in record) return record;
  const other = keyNames.find((name) => record[name] !== key[name]);
  return other === undefined
    ? record
    : { damaged: `its ${other} is ${JSON.stringify(record[other])}, not ${key[other]}` };
}

function damagedPart(json: Record<string, unknown>): string | null {
  const isOid = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value);
  if (json.head !== null && !isOid(json.head)) return 'its head is no commit';
  if (!Array.isArray(json.filed) || !json.filed.every(isFiled)) return 'its filed objects cannot be read';
  if (!Array.isArray(json.open) || !json.open.every(isOpen)) return 'its open changes cannot be read';
  if (!Array.isArray(json.runs) || !json.runs.every(isRun)) return 'its runs cannot be read';
  const calls = json.unanswered;
  return Array.isArray(calls) && calls.every(isCall) ? null : 'its unanswered calls cannot be read';
}

function isIdentified(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    typeof value.appl === 'string' &&
    typeof value.lvl === 'number' &&
    typeof value.objn === 'string' &&
    typeof value.path === 'string' &&
    typeof value.reason === 'string'
  );
}

function isFiled(value: unknown): boolean {
  if (!isIdentified(value) || !isRecord(value.sent)) return false;
  return value.objectId === null || (Number.isSafeInteger(value.objectId) && Number(value.objectId) > 0);
}

function isOpen(value: unknown): boolean {
  return isIdentified(value) && typeof value.outcome === 'string';
}

function isCall(value: unknown): boolean {
  return isIdentified(value) && (value.objectId === null || typeof value.objectId === 'number');
}

function isRun(value: unknown): boolean {
  if (!isRecord(value) || typeof value.run !== 'string' || typeof value.attempt !== 'number') return false;
  return typeof value.until === 'string' && Array.isArray(value.calls) && value.calls.every(isCall);
}
