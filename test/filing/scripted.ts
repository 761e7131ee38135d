/** A filing whose service gives the answers of a script, for answers that a real one gives once in a blue moon. */
import { next, type Should } from '../../src/checkout/next.ts';
import type { Holder } from '../../src/checkout/whose.ts';
import { buildNotDone, buildReplyResult, type CallResult, triedAgain } from '../../src/client/results.ts';
import { Problem } from '../../src/errors.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import { beginFiling, type Filing, type FilingRun, type NumberSources } from '../../src/filing/filing.ts';
import type { CreateFields, UpdateFields } from '../../src/interface/fields.ts';
import type { Reply } from '../../src/interface/replies.ts';
import type { CheckOut, Tried } from '../../src/ledger/record.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { planned } from '../checkout/support.ts';
import { ownRecordOnly } from './sources.ts';

const updated = { sev: 10, msg: 'Request updated', existingObjectId: null, request: null } as const;
export const answered = (reply: Partial<Reply> = {}, mayBeDone = false): CallResult =>
  buildReplyResult({ ...updated, ...reply }, { status: 200, attempts: 1, mayBeDone });

export const refusedAs = (msg: string) => answered({ sev: 30, msg });
/** Another request holds the object; null: it is not named. */
export const heldAs = (existingObjectId: number | null, mayBeDone = false) =>
  answered({ sev: 30, msg: 'Target Object already locked by another request', existingObjectId }, mayBeDone);
export const held = heldAs(7);
export const movedOn = refusedAs('Request not in open or assigned status');
export const stop = new Problem('token', 'HTTP 401', 'Give a token.');
export const stopped = buildNotDone('stopped', stop.message, stop.remedy, { stop });
export const lostAnswer = buildNotDone('lost', 'no answer', triedAgain, { mayBeDone: true });

export const scriptedRun: FilingRun = {
  ...{ mode: 'none', repo: 'ORDERS', branch: 'main', sha: 'f'.repeat(40), vref: '4711-1', id: '4711' },
  ...{ pipeline: null, tkey: '4711-1', concurrency: 1, attachAs: 'gfile', disposition: 'form-data' },
};

/** What tells whose request 7 is, and how the run stands. */
export interface Given extends Partial<Omit<NumberSources, 'holders'>> {
  readonly holders?: readonly Holder[];
  readonly filing?: Partial<Filing>;
}

interface ScriptedCall {
  readonly method: 'POST' | 'PATCH';
  readonly fields: CreateFields | UpdateFields;
  /** `name: text` of the file part. */
  readonly content: string | null;
}

/** Every call takes the next answer; one too many is an error. */
export function scripted({ holders = [], filing: more = {}, ...sources }: Given, answers: readonly CallResult[]) {
  const left = [...answers];
  const calls: ScriptedCall[] = [];
  const play = (method: 'POST' | 'PATCH') => async (fields: CreateFields | UpdateFields, content: Content | null) => {
    const text = content && `${content.name}: ${Buffer.from(content.blob as Uint8Array)}`;
    calls.push({ method, fields, content: text });
    const answer = left.shift();
    if (answer === undefined) throw new Error('one call too many');
    return answer;
  };
  const ofSeven = (number: number) => (number === 7 ? holders : []);
  const ofHolders = { holders: async (number: number) => ofSeven(number), holdersAtBegin: ofSeven };
  const setup: Parameters<typeof beginFiling>[0] = {
    client: { create: play('POST'), update: play('PATCH'), close: () => Promise.resolve() },
    read: async (oid) => Buffer.from(`content of ${oid}`),
    run: scriptedRun,
    numbers: { ...ownRecordOnly(undefined, () => false), ...ofHolders, ...sources },
    writeAhead: async () => null,
    waitForOther: async () => false,
    rfps: new Map(),
    ...more,
  };
  const filing: Filing = { ...beginFiling(setup, () => {}), ...more };
  return { filing, calls };
}

interface Content {
  readonly name: string;
  readonly blob: Blob | Uint8Array;
}

/** One object, and what is known of it. */
export interface AskedObject extends Given {
  /** A migration with a new content, unless it says otherwise. */
  readonly should?: Should;
  readonly known?: CheckOut | null;
}

/** Files objects in their order; `ended`: names of objects as their end is reported; `ahead`: calls written down during filing. */
export async function fileAll(asked: readonly AskedObject[], given: Given, ...answers: CallResult[]) {
  const ahead: Tried[] = [];
  const writeAhead: Filing['writeAhead'] = async (_, call) => {
    ahead.push(call);
    return null;
  };
  const { filing, calls } = scripted({ ...given, filing: { writeAhead, ...given.filing } }, answers);
  const all = asked.flatMap(({ known }) => known?.stands ?? []);
  const { ownStanding = (number) => all.find(({ objectId }) => objectId === number) ?? null } = given;
  const setup = { ...filing, numbers: { ...filing.numbers, ownStanding } };
  const migration: Should = { kind: 'request', request: planned() };
  const works = buildWorks(
    asked.map(({ should = migration, known = null }) => next(known, should)),
    filing.run,
  );
  const ended: string[] = [];
  const result = await carryOut(setup, works, ({ work }) => ended.push(work.step.should.request.identity.objn));
  return { ...result, calls, ahead, ended };
}

/** Files one object with the service's answers given. `row`: the last of the rows; `believed`: of the object then. */
export async function fileOne(asked: AskedObject, ...answers: CallResult[]) {
  const { filed, defect, ...came } = await fileAll([asked], asked, ...answers);
  if (defect !== null) throw defect;
  const how = filed[0];
  if (how === undefined) throw new Error('it did not end');
  return { ...came, rows: how.rows, row: how.rows.at(-1), believed: how.checkOut, ended: how };
}
