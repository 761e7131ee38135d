import { makesCalls } from '../filing/actions.ts';
import { needsLedger } from '../git/range.ts';
import type { Again } from '../ledger/run-ledger.ts';
import { secureRange } from '../ledger/secure-range.ts';
import { planRows } from '../report/plan-rows.ts';
import type { ReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import { askService } from './ask-service.ts';
import { type Facts, noFacts, type Told, withTold } from './facts.ts';
import { fetchAhead } from './fetch-ledger.ts';
import { factsOf, nothingToFile } from './finish.ts';
import { mayWrite, type RunTools } from './input.ts';
import { listRange } from './listed-range.ts';
import { type Ahead, nameRun, openRunLedger } from './open.ts';
import { outgrowsHeap } from './outgrows-heap.ts';
import { type PlannedRange, planRange } from './plan.ts';
import { choose, decide, endWithNothing } from './range.ts';
import { unmappedError } from './unmapped.ts';

/**
 * The steps in their order: each takes plain records and returns one, with what it tells the report.
 *
 * @returns all that is known of the run, with the error that ended it; or why it has to be tried again.
 */
export async function attempt(tools: RunTools, ahead: Ahead): Promise<Facts | Again> {
  let facts = noFacts;
  const noted = <Step extends { readonly told: Told }>(step: Step): Step => {
    facts = withTold(facts, step.told);
    return step;
  };
  try {
    const fetched = ahead.fetched ?? fetchAhead(tools.input, tools.repository);
    const named = noted(await nameRun(tools));
    const { run } = noted(await openRunLedger(tools, named, { ...ahead, fetched }));
    const decided = noted(await decide(tools, named, run, ahead.mayAssumeTip));
    const { decision } = decided;
    if (decision.kind === 'nothing') {
      const releases = tools.input.releases === true || named.read.mapping.mapping['branch-deleted'] === 'release';
      const ended = await endWithNothing(tools, decision, run, releases);
      return 'again' in ended ? ended : withTold(facts, ended);
    }
    const chosen = noted(await choose(tools, named, run, { ...decided, decision }));
    const listing = { ...tools, listed: listRange(tools.repository, chosen.range, tools.listed ?? null) };
    if (await outgrowsHeap(listing, chosen.range.mayFile)) return { again: 'smallHeap' };
    // Before anything else, so that nothing that fails from here on can lose the range.
    const secured = await secureRange(run, chosen.range, chosen.record, () => askService(tools.input));
    if ('again' in secured) return secured;
    const { trouble } = secured.run.ledger;
    const isRefused = trouble !== null && run.ledger.trouble === null && secured.stop === null;
    if (isRefused && needsLedger(decision, tools.input.event)) {
      return { again: 'ledgerRefused', why: trouble };
    }
    const planned = noted(await planRange(listing, named, chosen, secured));
    // There is more to do than the push itself shows: then it matters where the branch is.
    if (decided.isTipAssumed && planned.actions.some(makesCalls)) return { again: 'moved' };
    const nothing = nothingToFile(planned);
    if (nothing !== null) facts = withTold(facts, { nothingToFile: nothing });
    if (!mayWrite(tools.input) || !planned.range.mayFile) return withTold(facts, await shown(tools, planned));
    const { fileRange } = await import('./file.ts');
    const filed = await fileRange(tools, planned);
    return 'again' in filed ? filed : withTold(facts, filed);
  } catch (error) {
    return factsOf(tools.input, facts, error);
  }
}

/** A plan, and what filing it would meet. */
async function shown(tools: RunTools, planned: PlannedRange): Promise<Told> {
  const { actions, range, report } = planned;
  const { rows, notices } =
    actions.length === 0 ? { rows: [], notices: [] as Notice[] } : await foreseenRows(tools, planned);
  if (!range.mayFile && tools.input.command === 'file') notices.push({ code: 'neverFiled' });
  if (report.leftUnder !== null) notices.push({ code: 'leftUnderMovedMapping', why: report.leftUnder.message });
  return { requests: rows, notices, error: unmappedError(planned.unmapped) };
}

async function foreseenRows(
  tools: RunTools,
  planned: PlannedRange,
): Promise<{ rows: ReportRequest[]; notices: Notice[] }> {
  const { foresee } = await import('./foresee.ts');
  const { foreseen, notices } = await foresee(tools, planned);
  const seen = planned.actions.filter(({ request }) => !planned.report.quiet.has(request));
  return { rows: planRows(seen, foreseen), notices };
}
