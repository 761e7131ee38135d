/** One round of the filing benchmark as a run files: contents from Git, calls by the client, rows at the end. */
import { createClient } from '../../src/client/create-client.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import { Objects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';
import { runEnv } from '../git/support.ts';
import { concurrency, filingOf, worksOfRound } from './filing-plan.ts';

const [url = '', dir = '', round = ''] = process.argv.slice(2);
using repository = await openRepository({ repoDir: dir, env: runEnv });
await using objects = new Objects(repository);
const works = worksOfRound(dir, Number(round));
const client = await createClient({ url, token: 'demo-token', timeoutSeconds: 60, concurrency, proxyEnv: {} });
const read = (oid: string) => objects.content(oid);
const setup = { client, read, ...filingOf(Number(round)) };

const start = performance.now();
const { filed } = await carryOut(setup, works);
const ms = performance.now() - start;
await client.close();

const rows = filed.flatMap((one) => one.rows);
const created = rows.filter(({ outcome }) => outcome === 'created').length;
console.log(JSON.stringify({ ms, created }));
