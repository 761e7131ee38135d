import { createHash } from 'node:crypto';
import type { Env, HostEvent } from '../host/event.ts';
import type { Options } from '../options.ts';
import { buildPageLinks, type PageLinks } from '../report/links.ts';
import { renderMarkdownReport } from '../report/markdown.ts';
import type { Report } from '../report/report-json.ts';
import { type CommentInput, type CommentResult, keepComment, plainAddress } from './keep-comment.ts';

export interface OnPullRequest extends Pick<CommentInput, 'sleep' | 'signal' | 'log'> {
  readonly report: Report;
  readonly event: HostEvent;
  /** Variables of the job: GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_WORKFLOW, GITHUB_JOB. */
  readonly env: Env;
  readonly options: Options;
  readonly token: string | undefined;
}

/** Writes a plan's report into a comment of its pull request; null, without a call: not GitHub, no pull request, repository or token. */
export async function commentOnPullRequest(input: OnPullRequest): Promise<CommentResult | null> {
  const { report, event, env, options, token, signal, sleep, log } = input;
  const { host, happening } = event;
  const number = host === 'github' && happening.kind === 'proposal' ? happening.number : null;
  const { GITHUB_REPOSITORY: repository, GITHUB_API_URL: apiUrl = 'https://api.github.com' } = env;
  if (number === null || !repository || !token) return null;
  const { mapping, repo, url, 'ledger-key': key } = options;
  // From the options, so that the report of a failed plan replaces the plan before it.
  const marker = buildCommentMarker([env.GITHUB_WORKFLOW, env.GITHUB_JOB, mapping, repo, url, key]);
  const body = renderCommentBody(report, buildPageLinks(event), event.run.url);
  return keepComment({ token, apiUrl, repository, number, marker, body, signal, sleep, log });
}

/**
 * Returns the first line that marks our comments, an HTML comment with a hash of the parts (a name could end the comment). @param parts
 * what tells comments apart: workflow, job, mapping file, repository, service, ledger key; null and undefined are the same
 */
export function buildCommentMarker(parts: readonly (string | null | undefined)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `<!-- file-checkouts plan ${hash.slice(0, 16)} -->`;
}

/** Returns a plan's report as Markdown for a comment, with a link to the run if that needs no escaping; without marker, of any length. */
export function renderCommentBody(report: Report, links: PageLinks, runUrl: string | null): string {
  // At the top, which stays when a long comment is shortened.
  const run = runUrl !== null && plainAddress.test(runUrl) ? ` [Run and job summary](${runUrl})` : '';
  const body = renderMarkdownReport(report, links).replace(/^### .*\n+/, '');
  return `### file-checkouts: what merging would file\n\nPlanned only: a pull request files nothing.${run}\n\n${body}`;
}
