import { Problem } from '../errors.ts';
import type { FilingRun } from '../filing/filing.ts';
import { rfpsAhead } from '../filing/rfp.ts';
import { nameWarnings } from '../plan/object-names.ts';
import { type Foreseen, planRows } from '../report/plan-rows.ts';
import type { ReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { makesCalls } from './ahead.ts';
import { filingRun } from './filing-run.ts';
import { heldBy } from './held-by.ts';
import type { RunTools } from './input.ts';
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
  const foreseen: Foreseen = {
    names: nameWarnings(requests, known),
    heldBy: await heldBy(repository, plan),
    rfpMode: run?.mode ?? null,
    rfpOf: run === null ? () => null : rfpsAhead(run.mode, known),
  };
  return { rows: planRows(steps, foreseen), notices };
}
