/**
 * Pushes where the remote and the service answer 200 ms late, as over a slow line. The floor is what the promises leave:
 * the requests that cannot be made before the one before them is answered, at 200 ms each. A run that makes more requests
 * of the remote than these is an error.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { listen, stop } from '../client/support.ts';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { makeClone } from '../git/clones.ts';
import { serveGit } from '../git/http-remote.ts';
import { git, remote, runEnv } from '../git/support.ts';
import { groupOf, inTurns } from './group.ts';
import { type Change, commitOn } from './repositories.ts';
import type { Heading } from './row.ts';
import { serve } from './serving.ts';
import { type Size, team } from './team.ts';
import { timed } from './timed.ts';

const lateMs = 200;
/** Requests of one after the other: Git asks for refs in two, and sends or takes objects in one more; named objects it takes in two. */
const steps = { fetch: 3, contents: 2, question: 2, push: 2 };

interface Late extends Heading {
  readonly size: Size;
  /** What has to wait for each other, in requests of the remote, and rounds of calls. */
  readonly remote: number;
  readonly calls: number;
}

const unfiled = steps.fetch + steps.contents + steps.question + steps.push;
const filed = unfiled + steps.push;
const concurrency = 8;
const common = { unit: 'ms', target: { of: 'ratio', atMost: 1.3 } } as const;
const rows: readonly Late[] = [
  {
    name: 'late-nothing',
    what: 'a push that changes no source',
    ...common,
    size: 'nothing',
    remote: unfiled,
    calls: 0,
  },
  { name: 'late-3', what: 'a push of 3 sources', ...common, size: 3, remote: filed, calls: 1 },
  { name: 'late-48', what: 'a push of 48 sources, 8 calls at a time', ...common, size: 48, remote: filed, calls: 6 },
];

/** A server in front of another one that hands each request on late. */
async function lately(url: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const to = new URL(url);
  const server = createServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    await setTimeout(lateMs);
    const { method, headers, url: path = '/' } = incoming;
    const onward = request({ host: to.hostname, port: to.port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  });
  const own = `http://127.0.0.1:${await listen(server)}${to.pathname}`;
  return { url: own, [Symbol.asyncDispose]: () => stop(server) };
}

async function pairsOf(row: Late, runs: number) {
  using origin = remote();
  using runner = new Runner();
  await using service = await serve(bundles.cli);
  await using lateService = await lately(service.url);
  await using server = await serveGit(origin.root);
  await using lateRemote = await lately(`http://${server.host}/`);
  const { base } = team(origin, 300, []);
  const dir = makeClone('full', origin, { ref: 'main', head: base });
  git(dir, 'remote', 'set-url', 'origin', `${lateRemote.url}remote.git`);
  const file = async (before: string, after: string, url = lateService.url) => {
    const env = { ...runEnv, ...runner.push({ branch: 'main', before, after }), FILE_CHECKOUTS_TOKEN: 'demo-token' };
    const more = ['--concurrency', String(concurrency), '--ledger-key', 'late'];
    const args = [bundles.cli, 'file', '--report', runner.file('report.json'), '--url', url, ...more];
    return timed({ args, cwd: dir, env: { ...env, TMPDIR: origin.root } });
  };
  let head = base;
  const push = async () => {
    const before = head;
    head = commitOn(origin, before, 'main', changesOf(row.size));
    git(dir, 'fetch', '--quiet', origin.remote, head);
    const asked = server.requests.length;
    const { ms } = await file(before, head);
    const made = server.requests.length - asked;
    if (made > row.remote) throw new Error(`${row.name}: ${made} requests of the remote, not ${row.remote}`);
    return ms;
  };
  // The first push writes the record down; from then on each begins where it is.
  await file(base, base);
  await push().catch(() => {});
  const least = async () => (row.remote + row.calls) * lateMs;
  // Awaited here: what is returned unawaited would outlive the servers.
  return await inTurns(runs, push, least);
}

let version = 0;

/** Edits of the same sources, each time others. */
function changesOf(size: Size): Change[] {
  version += 1;
  if (size === 'nothing') return [{ path: 'README.md', content: `${version}\n` }];
  return Array.from({ length: size }, (_, n) => ({
    path: `app0/QSRC0/L${n}.PGM.RPGLE`,
    content: `**free // ${version}\n`,
  }));
}

export const late = groupOf(rows, { usual: 5, quick: 1 }, pairsOf);
