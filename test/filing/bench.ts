/** Pushes through plan, filing and record, at the real service over real HTTP, with every call kept. */

import { createHash } from 'node:crypto';
import { createClient } from '../../src/client/create-client.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import { decideActions } from '../../src/filing/decide-actions.ts';
import type { FilingRun, Stop } from '../../src/filing/filing-state.ts';
import type { OwnershipSources } from '../../src/filing/ownership.ts';
import type { Change } from '../../src/git/changes.ts';
import type { Objects } from '../../src/git/objects.ts';
import { listedFiles } from '../../src/git/tree-files.ts';
import type { FiledRequest } from '../../src/ledger/outcome.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { recordAfter } from '../../src/ledger/settle.ts';
import { reopened } from '../../src/plan/reopened.ts';
import { withAddedFacts } from '../../src/run/added-objects.ts';
import { demoSite } from '../../src/service/demo.ts';
import { type RunningService, type ServiceOptions, startService } from '../../src/service/start.ts';
import type { Inspection } from '../../src/service/store.ts';
import { changesOf, mapperOf, planChanges, side, sides, type Tree } from '../plan/support.ts';
import { switches } from '../service/switches.ts';
import { type Call, type Recorder, record as startRecorder } from './recorder.ts';
import { ownRecordOnly } from './sources.ts';

export const mapping = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: "feature/**", appl: ORD, lvl: 10, creq: "*NO" }
rules:
  - match: { gpath: "**/QRPGLESRC", gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { gfile: "*.BND" }
    request: { attr: BND, objt: "*SRVPGM" }
  - match: { gfile: "*.TEN.BND" }
    request: { attr: BND, objt: "*SRVPGM" }
  - match: { gfile: "*.BAD" }
    request: { attr: NOSUCH, objt: "*PGM" }
  - match: { path: "web/**" }
    request: { attr: WEBF, objt: "*IFS", rpth: "/{gpath}" }
  - match: { gfile: "*.OPEN" }
    request: {}
`;

/** How one push is filed. */
export interface PushOptions extends Partial<FilingRun> {
  readonly explicit?: boolean;
  readonly set?: readonly string[];
  /** The changes, where they are not those from the last push. */
  readonly changes?: readonly Change[];
  /** What tells otherwise than this branch's own record. */
  readonly sources?: Partial<OwnershipSources>;
  /** Aborted when the run is cancelled. */
  readonly signal?: AbortSignal;
  /** Reading this content fails. */
  readonly unreadable?: { readonly content: string; readonly error: Error };
}

export interface Pushed {
  readonly rows: readonly FiledRequest[];
  readonly stop: Stop | null;
  readonly defect: Error | null;
  /** Calls of this push. */
  readonly calls: readonly Call[];
  /** Rows as `created ORD100 #10001`. */
  readonly texts: readonly string[];
}

export interface Bench extends AsyncDisposable {
  readonly service: RunningService;
  readonly recorder: Recorder;
  record: LedgerRecord | null;
  /** Files what differs between the tree and that of the push before. */
  push(tree: Tree, options?: PushOptions): Promise<Pushed>;
  inspect(): Inspection;
  /** Plays what happens to a request later. */
  later(
    objectId: number,
    what: { readonly status: string; readonly lock?: string } | { readonly delete: true },
  ): Promise<void>;
  /** A create by somebody else, for its number. */
  stranger(fields: Readonly<Record<string, unknown>>): Promise<number>;
}

export interface BenchOptions {
  readonly branch?: string;
  readonly mapping?: string;
  readonly token?: string;
  /** What stands in the branch before its first push of the test. */
  readonly before?: Tree;
  readonly service?: Partial<ServiceOptions>;
}

export async function bench(options: BenchOptions = {}): Promise<Bench> {
  const { branch = 'main', token = 'demo-token' } = options;
  const service = await startService({ site: demoSite, db: ':memory:', port: 0, ...switches(), ...options.service });
  const recorder = await startRecorder(service.port);
  const key = { service: recorder.url, repo: 'ORDERS', mapping: '.file-checkouts.yml', branch };
  const contents = new Map<string, Buffer>();
  let tree: Tree = options.before ?? {};
  let pushes = 0;
  const self: Bench = {
    service,
    recorder,
    record: null,
    inspect: () => service.inspect(),
    push: async (next, more = {}) => {
      const { explicit = false, set = [], changes, sources, unreadable, signal, ...runMore } = more;
      pushes += 1;
      for (const [path, entry] of Object.entries(next)) {
        if (typeof entry === 'string' || Buffer.isBuffer(entry))
          contents.set(side(path, entry).oid, Buffer.from(entry));
      }
      const listed = changes ?? changesOf(tree, next);
      const open = explicit ? [] : (self.record?.open ?? []).map(({ path }) => path);
      const all = [...listed, ...reopened(open, listed, sides(next))];
      const text = options.mapping ?? mapping;
      const plan = await withAddedFacts(planChanges(all, sides(next), { mapping: text, branch, set }), {
        record: self.record,
        mapper: mapperOf(text, branch, set),
        // Asked only for what a merge brought in.
        objects: {} as Objects,
        brought: null,
        claimed: null,
        recorded: null,
        headFiles: async () => listedFiles(sides(next)),
        changes: all,
      });
      tree = next;
      const head = createHash('sha1').update(`push ${pushes}`).digest('hex');
      const run: FilingRun = {
        mode: 'none',
        repo: 'ORDERS',
        branch,
        sha: head,
        vref: `${4710 + pushes}-1`,
        pipeline: null,
        tkey: '4711-1',
        concurrency: 4,
        attachAs: 'gfile',
        disposition: 'form-data',
        ...runMore,
      };
      const client = await createClient({
        url: recorder.url,
        token,
        timeoutSeconds: 10,
        concurrency: run.concurrency,
        proxyEnv: {},
        sleep: () => Promise.resolve(),
        ...(signal === undefined ? {} : { signal }),
      });
      const from = recorder.calls.length;
      const read = async (oid: string) => {
        const content = contents.get(oid) ?? Buffer.from('not there');
        if (content.toString() === unreadable?.content) throw unreadable.error;
        return new Blob([new Uint8Array(content)]);
      };
      const actions = decideActions(plan.requests, self.record, () => explicit, new Map());
      const ownership = { ...ownRecordOnly(self.record, (path) => Object.hasOwn(next, path)), ...sources };
      const setup = { client, read, run, known: self.record?.filed ?? [], ownership };
      const { rows, stop, defect } = await carryOut(setup, actions);
      await client.close();
      const countedFrom = self.record?.head ?? null;
      const me = { run: run.vref, id: String(4710 + pushes), attempt: 1, instance: String(pushes) };
      const gone = actions.filter(({ kind }) => kind === 'nothing').map(({ request }) => request.identity);
      const looked = { hasBegun: false, left: null, hasLookedAtClaims: true, gone, given: [], mappingBlob: null };
      const about = { key, head, me, actor: null, countedFrom, stays: new Set<string>(), unmapped: [], ...looked };
      const settlement = { ...about, rows, firstPush: self.record === null, movesHead: !explicit };
      self.record = recordAfter(self.record, settlement);
      return { rows, stop, defect, calls: recorder.calls.slice(from), texts: rows.map(rowText) };
    },
    later: async (objectId, what) => {
      const url = `${service.url}/inspect/requests/${objectId}`;
      const { ok } = await fetch(url, { method: 'POST', body: JSON.stringify(what) });
      if (!ok) throw new Error(`request ${objectId} could not be changed`);
    },
    stranger: async (fields) => {
      const headers = { authorization: 'Bearer demo-lead-token', 'content-type': 'application/json' };
      const body = JSON.stringify(fields);
      const answer = await fetch(`${service.url}/object-request`, { method: 'POST', headers, body });
      const { request } = (await answer.json()) as { request: { objectId: number } };
      // A text under quoted numbers.
      return Number(request.objectId);
    },
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await recorder[Symbol.asyncDispose]();
    },
  };
  return self;
}

export function rowText({ outcome, reason, request, objectId }: FiledRequest): string {
  const number = objectId === null ? '' : ` #${objectId}`;
  return `${outcome} ${reason} ${request.identity.objn}${number}`;
}

export const pgm = (name: string) => `QRPGLESRC/${name}.PGM.RPGLE`;
