/** A stand-in for the few routes of GitHub's API that a comment needs: real HTTP on port 0, with its rules of who may. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, stop } from '../client/support.ts';

export interface Written {
  readonly id: number;
  readonly login: string;
  body: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
}

/** Answers in place of the routes; false: they answer. */
export type Interfere = (call: Call, response: ServerResponse, n: number) => boolean;

export interface GitHub extends AsyncDisposable {
  /** What GITHUB_API_URL would be. */
  readonly apiUrl: string;
  readonly comments: Written[];
  readonly calls: Call[];
  /** Calls that change something. */
  writes(): string[];
}

/** The accounts and tokens of every test. */
const tokens: Readonly<Record<string, { login: string; userId: number; mayWrite: boolean }>> = {
  'job-token': { login: 'github-actions[bot]', userId: 41898282, mayWrite: true },
  'fork-token': { login: 'github-actions[bot]', userId: 41898282, mayWrite: false },
  'jane-token': { login: 'jane-doe', userId: 7, mayWrite: true },
};

/** Answers, and says so. */
export function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
  return true as const;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const text = Buffer.concat(await request.toArray()).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}

function shown({ id, login, body }: Written) {
  const userId = Object.values(tokens).find((token) => token.login === login)?.userId ?? 1000 + login.length;
  const user = { id: userId, login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
  return { id, body, html_url: `https://github.example/octo/orders/pull/7#issuecomment-${id}`, user };
}

const refused = { message: 'Resource not accessible by integration', documentation_url: 'https://docs.example/rest' };

interface Settings {
  /** '' as api.github.com, '/api/v3' as an Enterprise Server. */
  readonly base?: string;
  readonly repository?: string;
  /** As for a pull request from a fork. */
  readonly readOnly?: boolean;
  readonly interfere?: Interfere;
}

type Routes = Required<Omit<Settings, 'interfere'>> & { readonly comments: Written[] };

/** Starts the stand-in, for pull request 7. */
export async function startGitHub(
  comments: Written[] = [],
  { base = '', repository = 'octo/orders', readOnly = false, interfere = () => false }: Settings = {},
): Promise<GitHub> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const body = await bodyOf(request);
    const call = { method, path: url, authorization: request.headers.authorization ?? '' };
    calls.push(call);
    if (interfere(call, response, calls.length)) return;
    const token = tokens[call.authorization.replace(/^token /, '')];
    if (token === undefined) return answer(response, 401, { message: 'Bad credentials' });
    route({ base, repository, readOnly, comments }, call, token, body, response);
  });
  const port = await listen(server);
  const apiUrl = `http://127.0.0.1:${port}${base}`;
  const writing = ({ method, path }: Call) => method !== 'GET' && !path.endsWith('graphql');
  const writes = () => calls.filter(writing).map(({ method, path }) => `${method} ${path.slice(base.length)}`);
  return { apiUrl, comments, calls, writes, [Symbol.asyncDispose]: () => stop(server) };
}

function route(
  { base, repository, readOnly, comments }: Routes,
  { method, path }: Call,
  token: (typeof tokens)[string],
  body: Readonly<Record<string, unknown>>,
  response: ServerResponse,
) {
  const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
  if (method === 'POST' && pathname === (base === '' ? '/graphql' : '/api/graphql')) {
    const asked = String(body.query).replace(/\s+/g, ' ');
    if (asked !== '{ viewer { databaseId login } }') return answer(response, 200, { errors: [{ message: asked }] });
    return answer(response, 200, { data: { viewer: { databaseId: token.userId, login: token.login } } });
  }
  const list = `${base}/repos/${repository}/issues/7/comments`;
  if (pathname === list && method === 'GET') return answerPage(response, comments, searchParams, list);
  if (pathname !== list && !pathname.startsWith(`${base}/repos/${repository}/issues/comments/`)) {
    return answer(response, 404, { message: 'Not Found' });
  }
  if (readOnly || !token.mayWrite) return answer(response, 403, refused);
  const text = String(body.body);
  if ([...text].length > 65_536) return answer(response, 422, { message: 'Validation Failed: body is too long' });
  if (method === 'POST' && pathname === list) {
    const made = { id: 1 + Math.max(100, ...comments.map(({ id }) => id)), login: token.login, body: text };
    comments.push(made);
    return answer(response, 201, shown(made));
  }
  const found = comments.find(({ id }) => pathname.endsWith(`/${id}`));
  if (method !== 'PATCH' || found === undefined) return answer(response, 404, { message: 'Not Found' });
  found.body = text;
  return answer(response, 200, shown(found));
}

function answerPage(response: ServerResponse, comments: Written[], query: URLSearchParams, url: string): void {
  const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 30)];
  const rows = comments.slice((page - 1) * size, page * size).map(shown);
  const more = page * size < comments.length;
  const at = `https://api.github.example${url}?per_page=${size}`;
  const next = `<${at}&page=${page + 1}>; rel="next", <${at}&page=9>; rel="last"`;
  answer(response, 200, rows, more ? { link: next } : {});
}
