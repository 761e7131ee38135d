/** A filing whose service gives the answers of a script, for answers that a real one gives once in a blue moon. */
import type { CallResult } from '../../src/client/results.ts';
import type { Filing } from '../../src/filing/filing-state.ts';
import { limiter } from '../../src/filing/limiter.ts';
import type { Holder, OwnershipSources } from '../../src/filing/ownership.ts';
import type { CreateFields, UpdateFields } from '../../src/interface/fields.ts';
import type { Reply } from '../../src/interface/replies.ts';

export const answered = (reply: Partial<Reply> = {}, afterLost = false): CallResult => ({
  kind: 'answered',
  reply: { sev: 10, msg: 'Request updated', existingObjectId: null, request: null, ...reply },
  status: 200,
  attempts: 1,
  afterLost,
});

export const stopped = {
  kind: 'stopped',
  code: 'token',
  why: 'HTTP 401',
  remedy: 'Give a token.',
  attempts: 1,
} as const satisfies CallResult;
export const cancelled: CallResult = { kind: 'cancelled' };
export const unreadable: CallResult = { kind: 'unreadable', why: 'HTTP 500', snippet: '', status: 500, attempts: 1 };
export const lostAnswer: CallResult = { kind: 'lost', why: 'no answer', attempts: 1, stop: null, cancelled: false };

/** What tells whose request 7 is, and how the run stands. */
export interface Given extends Partial<OwnershipSources> {
  readonly holders?: readonly Holder[];
  readonly filing?: Partial<Filing>;
}

export interface ScriptedCall {
  readonly method: 'POST' | 'PATCH';
  readonly fields: CreateFields | UpdateFields;
  /** `name: text` of the file part. */
  readonly content: string | null;
}

export interface Scripted {
  readonly filing: Filing;
  readonly calls: readonly ScriptedCall[];
}

/** Every call takes the next answer; one too many is an error. */
export function scripted(
  { holders = [], filing: more = {}, ...sources }: Given,
  answers: readonly CallResult[],
): Scripted {
  const left = [...answers];
  const calls: ScriptedCall[] = [];
  const play = (method: 'POST' | 'PATCH') => async (fields: CreateFields | UpdateFields, content: Content | null) => {
    calls.push({
      method,
      fields,
      content: content === null ? null : `${content.name}: ${Buffer.from(content.blob as Uint8Array)}`,
    });
    const answer = left.shift();
    if (answer === undefined) throw new Error('one call too many');
    return answer;
  };
  const filing: Filing = {
    client: { create: play('POST'), update: play('PATCH'), close: () => Promise.resolve() },
    read: async (oid) => Buffer.from(`content of ${oid}`),
    run: {
      mode: 'none',
      repo: 'ORDERS',
      branch: 'main',
      sha: 'f'.repeat(40),
      vref: '4711-1',
      pipeline: null,
      tkey: '4711-1',
      concurrency: 1,
      attachAs: 'gfile',
      disposition: 'form-data',
    },
    known: [],
    ownership: {
      onConflict: 'prove',
      rivalFor: async () => null,
      holdersOf: async (number) => (number === 7 ? holders : []),
      lostFor: () => [],
      ownNumbers: async () => [],
      meantElsewhere: async () => null,
      soleBranch: () => false,
      isGone: async () => false,
      atHead: async () => false,
      ...sources,
    },
    limit: limiter(4),
    takenOver: [],
    created: [],
    unproven: new Set(),
    user: null,
    learning: null,
    stop: null,
    defect: null,
    ...more,
  };
  return { filing, calls };
}

interface Content {
  readonly name: string;
  readonly blob: Blob | Uint8Array;
}
