import { Problem } from '../errors.ts';
import { makesCalls } from '../filing/actions.ts';
import type { FilingRun } from '../filing/filing-state.ts';
import { rfpAhead } from '../filing/rfp.ts';
import { nameWarnings } from '../plan/object-names.ts';
import type { Foreseen } from '../report/plan-rows.ts';
import type { Notice } from '../sentences/notice.ts';
import { filingRun } from './filing-run.ts';
import { heldBy } from './held-by.ts';
import type { RunTools } from './input.ts';
import { checkLimits } from './limits.ts';
import type { PlannedRange } from './plan.ts';

/** What a plan knows of its filing: who holds the objects, which RFPs they join, and what would be refused. */
export async function foresee(
  { input, repository }: RunTools,
  planned: PlannedRange,
): Promise<{ readonly foreseen: Foreseen; readonly notices: Notice[] }> {
  const { actions, record, report } = planned;
  const notices: Notice[] = [];
  /** A plan says so when filing it would be refused, by a limit or by options that do not go together. */
  const orRefused = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (actions.some(makesCalls)) notices.push({ code: 'wouldBeRefused', why: error.message });
      return null;
    }
  };
  orRefused(() => checkLimits(input, actions));
  const run: FilingRun | null = orRefused(() => filingRun(input, planned));
  const filed = record?.filed ?? [];
  const requests = actions.map(({ request }) => request);
  const foreseen = {
    because: report.because,
    names: nameWarnings(requests, filed),
    heldBy: await heldBy(repository, planned),
    rfpMode: run?.mode ?? null,
    rfpOf: run === null ? () => null : rfpAhead(run.mode, filed),
  };
  return { foreseen, notices };
}
