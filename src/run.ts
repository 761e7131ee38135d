import { fileRange } from './filing.ts';
import { openObjects } from './git/objects.ts';
import { openRepository } from './git/repository.ts';
import { planRange } from './planning.ts';
import { type Draft, errorOf, finishDraft, newDraft } from './report/draft.ts';
import { planRows } from './report/plan-rows.ts';
import { type Report, reportRequest } from './report/report.ts';
import type { RunInput } from './run-input.ts';

/**
 * The one run behind every front door: event, range, changes, mapping, plan, filing, report. Never throws: what goes
 * wrong is in the report, whose `exitCode` is the verdict.
 */
export async function run(input: RunInput): Promise<Report> {
  const draft = newDraft();
  const at = input.now();
  try {
    await carry(input, draft);
  } catch (error) {
    draft.error = errorOf(error);
    if (draft.error.code === 'defect') input.onDefect(error);
  }
  return finishDraft(draft, { tool: input.version, command: input.command, event: input.event, at });
}

async function carry(input: RunInput, draft: Draft): Promise<void> {
  const { options, env, gitToken } = input;
  using repository = await openRepository({ repoDir: options['repo-dir'] ?? '.', env, gitToken });
  await using objects = openObjects(repository);
  const planned = await planRange(input, repository, objects, draft);
  if (planned === null) return;
  const { actions, range } = planned;
  if (actions.length === 0) draft.nothingToFile = nothingWhy(draft);
  if (input.command === 'plan' || options['dry-run'] === true || !range.mayFile) {
    draft.requests = planRows(actions);
    if (!range.mayFile && input.command === 'file') {
      draft.notices.push('a pull request, merge request or merge group is planned, never filed');
    }
    return;
  }
  const result = await fileRange(input, planned, objects, draft.notices);
  draft.requests = result.rows.map(reportRequest);
  if (result.stop !== null) {
    draft.error = { code: 'service', message: result.stop.why, remedy: result.stop.remedy, exitCode: result.exitCode };
  } else if (result.ledgerError !== null) {
    draft.error = errorOf(result.ledgerError);
  }
}

function nothingWhy(draft: Draft): string {
  if (draft.leftOut.length === 0) return 'no file changed';
  return draft.leftOut.length === 1 ? 'the one changed file is left out' : 'every changed file is left out';
}
