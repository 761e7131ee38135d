/**
 * The floor of the filing benchmark: the same bytes, made before the clock starts, by `undici.request` alone with the
 * agent settings of the client, and of each answer no more than its severity.
 */
import { Agent, request } from 'undici';
import { type Body, buildBody } from '../../../src/client/multipart.ts';
import type { CallResult } from '../../../src/client/results.ts';
import { carryOut } from '../../../src/filing/carry-out.ts';
import { Objects } from '../../../src/git/objects.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { runEnv } from '../../git/support.ts';
import { concurrency, filingOf, worksOfRound } from '../filing-plan.ts';

/** The bodies that a run would send, in its order. */
async function recordBodies(dir: string, round: number): Promise<{ contentType: string; bytes: Buffer }[]> {
  using repository = await openRepository({ repoDir: dir, env: runEnv });
  await using objects = new Objects(repository);
  const bodies: Body[] = [];
  const answered: CallResult = {
    kind: 'done',
    reply: { sev: 10, msg: 'Request created', existingObjectId: null, request: { objectId: 1 } },
    status: 200,
    attempts: 1,
  };
  const client = {
    create: (...[fields, content]: Parameters<import('../../../src/client/create-client.ts').Client['create']>) => {
      bodies.push(buildBody(fields, content));
      return Promise.resolve(answered);
    },
    update: () => Promise.resolve(answered),
    close: () => Promise.resolve(),
  };
  const read = (oid: string) => objects.content(oid);
  await carryOut({ client, read, ...filingOf(round) }, worksOfRound(dir, round));
  return Promise.all(
    bodies.map(async ({ contentType, bytes }) => ({
      contentType,
      bytes: bytes instanceof Blob ? Buffer.from(await bytes.arrayBuffer()) : bytes,
    })),
  );
}

const [url = '', dir = '', round = ''] = process.argv.slice(2);
const bodies = await recordBodies(dir, Number(round));
const dispatcher = new Agent({
  ...{ connections: concurrency, headersTimeout: 0, bodyTimeout: 0, connectTimeout: 30_000, allowH2: false },
});
let next = 0;
let created = 0;

async function work(): Promise<void> {
  for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
    const headers = {
      authorization: 'Bearer demo-token',
      accept: 'application/json',
      'content-type': body.contentType,
      'user-agent': 'file-checkouts',
    };
    const answer = await request(`${url}/object-request`, { method: 'POST', headers, body: body.bytes, dispatcher });
    const reply = (await answer.body.json()) as { rtn: { sev: string } };
    if (Number(reply.rtn.sev) === 10) created += 1;
  }
}

const start = performance.now();
await Promise.all(Array.from({ length: concurrency }, work));
const ms = performance.now() - start;
await dispatcher.close();
console.log(JSON.stringify({ ms, created }));
