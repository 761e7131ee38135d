/** The calls of the host's API that a comment needs, through `@actions/github`, which is loaded only then. */
import { toRecord } from '../host/event.ts';
import { isLoopback } from '../loopback.ts';

/** The calls for the comments of one pull request. Each throws the library's errors, or NoCommentAnswer; see refusal.ts. */
export type CommentApi = Awaited<ReturnType<typeof openCommentApi>>;

export interface CommentApiOptions {
  readonly token: string;
  /** Base of the REST API, as GITHUB_API_URL has it: `https://api.github.com`, or `https://HOST/api/v3`. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  /** Ends every call that is under way. */
  readonly signal: AbortSignal;
}

/** An answer of the API that is no comment: a proxy's page, for example. */
export class NoCommentAnswer extends Error {
  override readonly name = 'NoCommentAnswer';
}

/** Reads an account from an answer of the API, of any form: its number (under `idName`) and its login, each null if it is missing. */
function readAccount(value: unknown, idName: 'id' | 'databaseId') {
  const { login, [idName]: id } = toRecord(value);
  return { id: typeof id === 'number' ? id : null, login: typeof login === 'string' ? login : null };
}

/** A comment as the API gives it; `url` is its page. */
export type Comment = Readonly<ReturnType<typeof readComment>>;

/** Reads a comment from an answer of the API: a missing body is '', other parts are null. @throws NoCommentAnswer without a number */
function readComment(value: unknown) {
  const { id, body, html_url: url, user } = toRecord(value);
  if (typeof id !== 'number') throw new NoCommentAnswer('the answer holds no comment');
  const text = typeof body === 'string' ? body : '';
  return { id, body: text, url: typeof url === 'string' ? url : null, author: readAccount(user, 'id') };
}

/** Returns null for an error that means that host or token has no GraphQL (status 403, 404, 405, 501); throws any other error again. */
function ignoreMissingGraphQl(error: unknown): null {
  if ([403, 404, 405, 501].includes(Number(toRecord(error).status))) return null;
  throw error;
}

/** Checks that the token is sent by https, or to this machine. @throws Error for any other address, or for text that is none */
function requireHttps(apiUrl: string): void {
  const url = URL.parse(apiUrl);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return;
  throw new Error(`the token is not sent to ${url?.origin ?? 'the API of the host'}, which is not https`);
}

/**
 * Returns the calls for the comments of one pull request; sends nothing yet. Loads the library of GitHub, which then chooses the proxy by
 * GITHUB_API_URL of the environment: `apiUrl` must be that address. @throws Error for plain http, except to this machine
 */
export async function openCommentApi(options: CommentApiOptions) {
  requireHttps(options.apiUrl);
  const { getOctokit } = await import('@actions/github');
  const { number: issue_number, signal } = options;
  const [owner = '', repo = ''] = options.repository.split('/');
  const octokit = getOctokit(options.token, {
    baseUrl: options.apiUrl.replace(/\/+$/, ''),
    // It would print headers of the server, which must not reach a runner's log unescaped.
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const pull = { owner, repo, issue_number, request: { signal } };
  return {
    /** Returns all comments, oldest first. */
    list: async () => {
      const comments: Comment[] = [];
      // The library's own paging loses the signal, and sends the token to any linked host.
      for (let page = 1; ; page += 1) {
        const answer = await octokit.rest.issues.listComments({ ...pull, per_page: 100, page });
        if (!Array.isArray(answer.data)) throw new NoCommentAnswer('the answer is no list of comments');
        comments.push(...answer.data.map(readComment));
        if (!/rel="next"/.test(answer.headers.link ?? '')) break;
      }
      return comments.sort((one, other) => one.id - other.id);
    },
    /** Adds a comment, and returns it. @param body Markdown, at most 65,536 characters */
    create: async (body: string) => readComment((await octokit.rest.issues.createComment({ ...pull, body })).data),
    /** Replaces the text of a comment. @param body as in `create` */
    update: async (comment_id: number, body: string) => {
      const answer = await octokit.rest.issues.updateComment({ owner, repo, comment_id, body, request: { signal } });
      readComment(answer.data);
    },
    /** Returns the account of the token, which REST does not tell for an app's token; null if this host or token has no GraphQL. */
    account: async () => {
      const question = '{ viewer { databaseId login } }';
      const answer: unknown = await octokit.graphql(question, { request: { signal } }).catch(ignoreMissingGraphQl);
      if (answer === null) return null;
      const account = readAccount(toRecord(answer).viewer, 'databaseId');
      if (account.login === null) throw new NoCommentAnswer('the answer names no account');
      return account;
    },
  };
}
