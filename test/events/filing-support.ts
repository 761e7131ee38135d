/** Runs that really file: a remote, the object-request service, and pushes told as GitHub tells them. */
import type { Env } from '../../src/host/event.ts';
import type { GivenOptions } from '../../src/options.ts';
import { demoSite } from '../../src/service/demo.ts';
import { startService } from '../../src/service/start.ts';
import { makeClone } from '../git/clones.ts';
import { hashTree, remote, runEnv } from '../git/support.ts';
import { github, pushed, zeros } from '../host/support.ts';
import { switches } from '../service/switches.ts';
import { runIn } from './support.ts';

export type Stage = Awaited<ReturnType<typeof stage>>;

const set = ['appl=ORD', 'lvl=10', 'attr=RPGLE', 'objt=*PGM', 'proj=null'];

export async function stage() {
  const origin = remote();
  const service = await startService({ site: demoSite, db: ':memory:', port: 0, ...switches() });
  let runs = 0;
  /** Runs `file` for a push in a fresh depth-1 clone of it. */
  const push = async (
    branch: string,
    before: string | null,
    after: string,
    extra: GivenOptions = {},
    { actor = 'jane-doe', env: gitEnv = runEnv }: { actor?: string; env?: Env } = {},
  ) => {
    runs += 1;
    const about = { GITHUB_REF: `refs/heads/${branch}`, GITHUB_RUN_ID: String(runs), GITHUB_ACTOR: actor };
    const env = github('push', about);
    // A commit that no branch has any more can still be checked out, as at the hosts.
    origin.push(after, `refs/keep/${after}`);
    const dir = makeClone('depth1', origin, { ref: branch, head: after }, `run-${runs}`);
    const told = { env, payload: pushed(`refs/heads/${branch}`, before ?? zeros, after) };
    const untouched = hashTree(dir);
    const all = { repo: 'ORDERS', set, url: service.url, ...extra };
    const report = await runIn(dir, told, all, { command: 'file', token: 'demo-token', env: gitEnv });
    if (hashTree(dir) !== untouched) throw new Error('the run changed the checkout');
    return report;
  };
  return {
    origin,
    url: service.url,
    push,
    /** The same, once the remote has the branch there. */
    pushed: (
      branch: string,
      before: string | null,
      after: string,
      ...more: [GivenOptions?, { actor?: string; env?: Env }?]
    ) => {
      origin.push(after, branch);
      return push(branch, before, after, ...more);
    },
    /** What the service holds: `<reason> <path> on <branch> = <content>`, sorted. */
    held: () =>
      service
        .inspect()
        .requests.map(({ objectId, rsn, gpath, gfile, branch }) => {
          const [content] = service.inspectContent(objectId).slice(-1);
          const text = content === undefined ? '' : ` = ${Buffer.from(content.bytes).toString('utf8').trim()}`;
          return `${rsn} ${gpath ? `${gpath}/` : ''}${gfile} on ${branch}${text}`;
        })
        .sort(),
    [Symbol.asyncDispose]: async () => {
      await service.close();
      origin[Symbol.dispose]();
    },
  };
}

/** main: m0 with A and B; m1 edits A and removes B; m2 edits A again and adds C. */
export function line({ origin }: Stage) {
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n', 'B.RPGLE': 'B 0\n' });
  const m1 = origin.commit({ 'A.RPGLE': 'A 1\n', 'B.RPGLE': null, 'D.RPGLE': 'D 1\n' });
  const m2 = origin.commit({ 'A.RPGLE': 'A 2\n', 'C.RPGLE': 'C 2\n' });
  return { m0, m1, m2 };
}
