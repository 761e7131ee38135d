import { Problem } from '../errors.ts';
import { askHolders } from '../filing/ask-holders.ts';
import type { FilingRun } from '../filing/filing.ts';
import { rfpsAhead } from '../filing/rfp.ts';
import { nameWarnings } from '../plan/object-names.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Foreseen, planRows } from '../report/plan-rows.ts';
import type { HeldBy, ReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { makesCalls } from './ahead.ts';
import { clientOptions } from './client-options.ts';
import { filingRun } from './filing-run.ts';
import { heldBy } from './held-by.ts';
import type { RunInput, RunTools } from './input.ts';
import { checkLimits } from './limits.ts';
import type { Plan } from './plan.ts';

/** The rows of a plan, with what it knows of its filing: who holds the objects, which RFPs they join, what would be refused. */
export async function foresee(
  { input, repository }: RunTools,
  plan: Plan,
): Promise<{ readonly rows: ReportRequest[]; readonly notices: Notice[] }> {
  const { steps, record } = plan;
  const notices: Notice[] = [];
  /** A plan says so when filing it would be refused, by a limit or by options that do not go together. */
  const orRefused = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (steps.some(makesCalls)) notices.push({ code: 'wouldBeRefused', why: error.message });
      return null;
    }
  };
  orRefused(() => checkLimits(input, steps));
  const run: FilingRun | null = orRefused(() => filingRun(input, plan));
  const known = [...(record?.checkOuts.values() ?? [])];
  const requests = steps.map(({ should }) => should.request);
  const holders = await present(input, await heldBy(repository, plan));
  const foreseen: Foreseen = {
    names: nameWarnings(requests, known),
    heldBy: holders.heldBy,
    rfpMode: run?.mode ?? null,
    rfpOf: run === null ? () => null : rfpsAhead(run.mode, known),
  };
  return { rows: planRows(steps, foreseen), notices: [...notices, ...holders.notices] };
}

type HeldByRequest = Foreseen['heldBy'];

/** Who holds the objects now: what the ledger knows, without what the service says has moved on. */
async function present(input: RunInput, heldBy: HeldByRequest): Promise<{ heldBy: HeldByRequest; notices: Notice[] }> {
  if (heldBy.size === 0) return { heldBy, notices: [] };
  const numbers = [...heldBy.values()].flatMap((rows) => rows.flatMap(({ objectId }) => objectId ?? []));
  const at = input.now().toISOString();
  const mayAsk = Boolean(input.token && input.options.url);
  const options = mayAsk ? clientOptions(input, input.options.concurrency) : null;
  const told = options && (await askHolders(options, [...new Set(numbers)]));
  if (told === null) return { heldBy, notices: [{ code: 'heldByLedger', at }] };
  const left = [...heldBy].map(([request, rows]) => [
    request,
    rows.filter(({ objectId }) => objectId === null || !told.gone.has(objectId)),
  ]);
  const notices: Notice[] = [{ code: 'heldAsked', at, asked: told.asked, gone: [...told.gone] }];
  return { heldBy: new Map(left as [PlannedRequest, HeldBy[]][]), notices };
}
