import { createClient } from './client/client.ts';
import { exitCodes, Problem } from './errors.ts';
import type { Action } from './filing/actions.ts';
import { carryOut } from './filing/carry-out.ts';
import type { FilingRun, PipelineKeys, Stop } from './filing/context.ts';
import { noteText } from './filing/note.ts';
import type { FiledRequest } from './filing/outcome.ts';
import { recordAfter } from './filing/settle.ts';
import type { Objects } from './git/objects.ts';
import type { LedgerRecord } from './ledger/record.ts';
import { escapeText } from './log.ts';
import type { RfpMode } from './mapping/schema.ts';
import type { PlannedRange } from './planning.ts';
import type { RunInput } from './run-input.ts';

/** What filing a range came to. */
export interface FiledRange {
  readonly rows: readonly FiledRequest[];
  readonly stop: Stop | null;
  /** 4 when the service was lost, 1 when the run was cancelled. */
  readonly exitCode: number;
  /** Under `--ledger require`: what was filed could not be remembered. */
  readonly ledgerError: Problem | null;
}

/**
 * Files what was planned, within its limits, and writes the ledger.
 *
 * @param notices gets a line for what the user should know of the ledger.
 * @throws Problem('limit', 'usage') before the first call.
 */
export async function fileRange(
  input: RunInput,
  planned: PlannedRange,
  objects: Objects,
  notices: string[],
): Promise<FiledRange> {
  const { actions, ledger } = planned;
  checkLimits(input, actions);
  const calls = actions.some(({ kind }) => kind === 'create' || kind === 'update');
  const run = filingRun(input, planned);
  const result = calls
    ? await callService(input, actions, run, ledger.record, objects)
    : await carryOut({ client: noClient, read: (oid) => objects.read(oid), run, known: [] }, actions);
  const ledgerError = await remember(input, planned, run.vref, result.rows, notices);
  const exitCode = result.stop?.code === 'cancelled' ? exitCodes.notFiled : exitCodes.serviceLost;
  return { ...result, exitCode, ledgerError };
}

const noClient = {
  create: () => Promise.reject(new Error('no call was planned')),
  update: () => Promise.reject(new Error('no call was planned')),
  close: () => Promise.resolve(),
};

async function callService(
  input: RunInput,
  actions: readonly Action[],
  run: FilingRun,
  record: LedgerRecord | null,
  objects: Objects,
) {
  const { options, log } = input;
  const client = await createClient({
    url: required(options.url, 'the base address of the service', '--url or FILE_CHECKOUTS_URL'),
    token: required(input.token, 'the token of the service', 'FILE_CHECKOUTS_TOKEN, or --token-file'),
    timeoutSeconds: options.timeout ?? 120,
    ...(options['ca-file'] === undefined ? {} : { caFile: options['ca-file'] }),
    allowHttp: options['allow-http'] === true,
    concurrency: run.concurrency,
    proxyEnv: input.proxyEnv,
    version: input.version,
    signal: input.signal,
    log: (line) => log.notice(escapeText(line)),
  });
  try {
    const read = (oid: string) => objects.read(oid);
    return await carryOut({ client, read, run, known: record?.filed ?? [] }, actions);
  } finally {
    await client.close();
  }
}

function required(value: string | undefined, what: string, where: string): string {
  if (value !== undefined && value !== '') return value;
  throw new Problem('usage', `${what} is not given`, `Give it by ${where}.`);
}

/** Refuses before the first call when a push is larger than somebody expected (design §2). */
function checkLimits({ options }: RunInput, actions: readonly Action[]): void {
  const calls = actions.filter(({ kind }) => kind === 'create' || kind === 'update');
  const deletes = calls.filter(({ request }) => request.reason === '*DELETE');
  const most = options['max-requests'] ?? 200;
  const mostDeletes = options['max-deletes'] ?? 20;
  if (calls.length > most) throw tooMany(calls, 'requests', most, 'max-requests');
  if (deletes.length > mostDeletes) throw tooMany(deletes, 'deletes', mostDeletes, 'max-deletes');
}

function tooMany(actions: readonly Action[], what: string, most: number, option: string): Problem {
  const first = actions.slice(0, 10).map(({ request }) => request.path.text);
  return new Problem(
    'limit',
    `this would file ${actions.length} ${what}, more than ${most}: ${first.join(', ')}${actions.length > 10 ? ', ...' : ''}`,
    `If that is meant, run with --${option} ${actions.length}.`,
  );
}

function filingRun(input: RunInput, planned: PlannedRange): FilingRun {
  const { options, event } = input;
  const { mapping } = planned.mapping;
  const { id, attempt } = event.run;
  const run = id === null ? `local-${input.now().getTime().toString(36)}` : `${id}-${attempt}`;
  const mode = options.rfp === undefined ? mapping.rfp : readRfpMode(options.rfp);
  return {
    mode,
    repo: planned.repo,
    branch: planned.range.branch,
    sha: planned.range.head,
    vref: run,
    pipeline: pipelineKeys(input, planned, mode, run),
    concurrency: Math.max(1, options.concurrency ?? 4),
    attachAs: options['attach-as'] ?? mapping.attach.as,
    disposition: options.disposition ?? mapping.attach.disposition,
  };
}

/** Reads `--rfp`. @throws Problem('usage') for anything but a mode or a number. */
function readRfpMode(text: string): RfpMode {
  if (text === 'none' || text === 'per-push' || text === 'per-branch') return text;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Problem(
    'usage',
    `--rfp: ${JSON.stringify(text)} is no way to assign an RFP`,
    'Give none, per-push, per-branch or a number.',
  );
}

function pipelineKeys(input: RunInput, planned: PlannedRange, mode: RfpMode, run: string): PipelineKeys | null {
  const { options, event } = input;
  const mapped = planned.mapping.mapping.pipe;
  const pipe = options.pipe ?? mapped?.pipe;
  const pipa = options.pipa ?? mapped?.pipa;
  if (pipe === undefined && pipa === undefined) return null;
  // GitLab's key is the pipeline, as its API knows it; elsewhere it is the run as vref names it.
  const ofRun = event.host === 'gitlab' && event.run.id !== null ? event.run.id : run;
  const tkey = options.tkey ?? mapped?.tkey ?? ofRun;
  if (pipe === undefined || pipa === undefined) {
    throw new Problem('usage', 'pipe and pipa go together', 'Give both --pipe and --pipa.');
  }
  if (mode === 'none') {
    throw new Problem('usage', 'pipeline keys need an RFP', 'Map rfp: per-push (or per-branch), or give --rfp.');
  }
  return { pipe, pipa, tkey };
}

/** Writes the record and the note; a ledger that cannot be written is said so, and under `require` fails the run. */
async function remember(
  input: RunInput,
  planned: PlannedRange,
  run: string,
  rows: readonly FiledRequest[],
  notices: string[],
): Promise<Problem | null> {
  const { key, ledger, range, mappingBlob } = planned;
  if (key === null || input.options.ledger === 'off' || ledger.trouble !== null) return null;
  const settlement = { key, head: range.head, run, rows, firstPush: range.firstPush, movesHead: range.movesHead };
  const note = {
    commit: range.head,
    text: noteText({ run, event: input.event, version: input.version, mappingBlob, branch: range.branch }, rows),
  };
  const trouble = await ledger.write((newest) => recordAfter(newest, settlement), rows.length === 0 ? null : note);
  if (trouble === null) return null;
  if (input.options.ledger === 'require') {
    return new Problem('ledger', `the ledger could not be written: ${trouble}`, 'Let the job push (contents: write).');
  }
  notices.push(
    `the ledger could not be written (${trouble}): the next push that changes one of these files will meet their locks`,
  );
  return null;
}
