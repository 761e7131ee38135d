import type { Env, HostEvent } from '../host/event.ts';
import type { Options } from '../options.ts';
import { linksOf } from '../report/links.ts';
import type { Report } from '../report/report-json.ts';
import { commentBody, commentMarker } from './body.ts';
import { type CommentInput, type CommentResult, commentPlan } from './keep-comment.ts';

export interface OnPullRequest extends Pick<CommentInput, 'sleep' | 'signal' | 'log'> {
  readonly report: Report;
  readonly event: HostEvent;
  /** Variables of the job: GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_WORKFLOW, GITHUB_JOB. */
  readonly env: Env;
  readonly options: Options;
  /** The job's token. */
  readonly token: string | undefined;
}

/** Returns the number of the run's pull request; null: it has none, or is not on GitHub. */
export function pullRequestOf({ host, happening }: HostEvent): number | null {
  return host === 'github' && happening.kind === 'proposal' ? happening.number : null;
}

/** Writes the plan of a pull request as its comment. Returns null without pull request, repository or token; never throws. */
export async function commentOnPullRequest(input: OnPullRequest): Promise<CommentResult | null> {
  const { report, event, env, options, token, signal, sleep, log } = input;
  const number = pullRequestOf(event);
  const { GITHUB_REPOSITORY: repository, GITHUB_API_URL: apiUrl = 'https://api.github.com' } = env;
  if (number === null || !repository || !token) return null;
  const { mapping, repo, url, 'ledger-key': key } = options;
  // From the options, so that the report of a failed plan replaces the plan before it.
  const marker = commentMarker([env.GITHUB_WORKFLOW, env.GITHUB_JOB, mapping, repo, url, key]);
  const body = commentBody(report, linksOf(event), event.run.url);
  return commentPlan({ token, apiUrl, repository, number, marker, body, signal, sleep, log });
}
