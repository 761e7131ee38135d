/** Pushes through plan, steps, filing and record, at the real service over real HTTP, with every call kept. */

import { createHash } from 'node:crypto';
import type { Step } from '../../src/checkout/next.ts';
import type { FiledRequest } from '../../src/checkout/outcome.ts';
import { createClient } from '../../src/client/create-client.ts';
import { carryOut } from '../../src/filing/carry-out.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import { listBegunRfps } from '../../src/filing/rfp.ts';
import { type Change, listSides } from '../../src/git/changes.ts';
import { parsePathKey, toPathKey } from '../../src/git/git-path.ts';
import type { TreeSide } from '../../src/git/tree.ts';
import { type BranchRecord, createRecord } from '../../src/ledger/record.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import type { KnownObject } from '../../src/plan/planned.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import type { RunPaths } from '../../src/run/paths.ts';
import { deriveRecord } from '../../src/run/settle.ts';
import { decideSteps } from '../../src/run/steps.ts';
import { demoSite } from '../../src/service/demo.ts';
import { type RunningService, type ServiceOptions, startService } from '../../src/service/start.ts';
import type { Inspection } from '../../src/service/store.ts';
import { listedFiles } from '../git/listed-files.ts';
import { changesBetween, mapperOf, side, sides, type Tree } from '../plan/support.ts';
import { runPathOf } from '../run/support.ts';
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
  readonly set?: readonly string[];
}

export interface Pushed {
  readonly rows: readonly FiledRequest[];
  /** Calls of this push. */
  readonly calls: readonly Call[];
}

export interface Bench extends AsyncDisposable {
  readonly service: RunningService;
  readonly recorder: Recorder;
  record: BranchRecord;
  /** Files what is owed where the branch has come to this tree. */
  push(tree: Tree, options?: PushOptions): Promise<Pushed>;
  inspect(): Inspection;
  /** Plays what happens to a request later. */
  later(objectId: number, what: { readonly status: string }): Promise<void>;
}

interface BenchOptions {
  readonly branch?: string;
  readonly mapping?: string;
  readonly token?: string;
  /** What stands in the branch where its record begins. */
  readonly before?: Tree;
  readonly service?: Partial<ServiceOptions>;
}

const start = 'b'.repeat(40);

export async function bench(options: BenchOptions = {}): Promise<Bench> {
  const { branch = 'main', token = 'demo-token', before = {} } = options;
  const service = await startService({ site: demoSite, db: ':memory:', port: 0, ...switches(), ...options.service });
  const recorder = await startRecorder(service.port);
  const of = { repository: 'acme/orders', repo: 'ORDERS', mapping: '.file-checkouts.yml' };
  const key = { service: recorder.url, ...of, branch };
  const contents = new Map<string, Buffer>();
  const trees = new Map([[start, before]]);
  let pushes = 0;
  const self: Bench = {
    service,
    recorder,
    record: { ...createRecord(key), settled: { commit: start, began: start, fork: null } },
    inspect: () => service.inspect(),
    push: async (next, more = {}) => {
      const { set = [], ...runMore } = more;
      const { record } = self;
      pushes += 1;
      for (const [path, entry] of Object.entries(next)) {
        if (typeof entry === 'string' || Buffer.isBuffer(entry))
          contents.set(side(path, entry).oid, Buffer.from(entry));
      }
      const now = sides(next);
      const settled = settledSides(record, trees.get(record.settled.commit ?? '') ?? {});
      const owed = owedBetween(settled, now, record);
      const mapper = mapperOf(options.mapping ?? mapping, branch, set);
      const headFiles = () => listedFiles(now);
      const wanted = makePlan({ changes: owed, headFiles, mapper, deletes: 'request', known: knownObjects(record) });
      const decided = decideSteps(wanted, record, false);
      const steps = decided.filter(({ should, deeds }) => should.kind !== 'nothing' || deeds.length > 0);
      const head = createHash('sha1').update(`push ${pushes}`).digest('hex');
      trees.set(head, next);
      const vref = runMore.vref ?? `${4710 + pushes}-1`;
      const run: FilingRun = {
        ...{ mode: 'none', repo: 'ORDERS', branch, sha: head, vref, id: vref.replace(/-\d+$/, '') },
        ...{ pipeline: null, tkey: '4711-1', concurrency: 4, attachAs: 'gfile', disposition: 'form-data' },
        ...runMore,
      };
      const { concurrency } = run;
      const how = { timeoutSeconds: 10, concurrency, proxyEnv: {}, sleep: () => Promise.resolve() };
      const client = await createClient({ url: recorder.url, token, ...how });
      const from = recorder.calls.length;
      const read = async (oid: string) => new Blob([new Uint8Array(contents.get(oid) ?? Buffer.from('not there'))]);
      const works = buildWorks(steps, run, record);
      const result = await carryOut(
        {
          ...{ client, read, run, rfps: listBegunRfps(record, run, works) },
          numbers: ownRecordOnly(record, (path) => Object.hasOwn(next, path)),
          writeAhead: async () => null,
          waitForOther: async () => false,
        },
        works,
      );
      await client.close();
      const { filed, rfps, stop } = result;
      const lease = { run: vref, id: run.id, attempt: 1, instance: String(pushes), head, until: '' };
      self.record = deriveRecord(record, {
        ...{ record, head, fork: null, began: start, movesSettled: true, me: lease, actor: null, hasLease: false },
        ...{ paths: runPaths(owed, steps, settled, now), unmapped: [], uncompiled: new Set<string>(), filed, rfps },
        rule: 'push',
        isRefused: stop?.code === 'token' && filed.every(({ isSent }) => !isSent),
      });
      const rows = filed.flatMap((one) => one.rows);
      return { rows, calls: recorder.calls.slice(from) };
    },
    later: async (objectId, what) => {
      const url = `${service.url}/inspect/requests/${objectId}`;
      const { ok } = await fetch(url, { method: 'POST', body: JSON.stringify(what) });
      if (!ok) throw new Error(`request ${objectId} could not be changed`);
    },
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await recorder[Symbol.asyncDispose]();
    },
  };
  return self;
}

/** What is settled at each path. */
function settledSides(record: BranchRecord, tree: Tree): TreeSide[] {
  const at = new Map(sides(tree).map((one) => [toPathKey(one.path), one]));
  for (const [path, { was }] of record.exceptions) {
    if (was === null) at.delete(path);
    else at.set(path, { path: parsePathKey(path), mode: '100644', oid: was });
  }
  return [...at.values()];
}

/** What differs from what is settled, and what may have been sent (as `owe` finds it with Git). */
function owedBetween(settled: readonly TreeSide[], now: readonly TreeSide[], record: BranchRecord): Change[] {
  const changes = changesBetween(settled, now);
  const named = new Set(changes.flatMap(({ before, after }) => [before, after].map((one) => one?.path.text)));
  const tried = [...record.checkOuts.values()].filter(({ tried: calls }) => calls.length > 0);
  const paths = tried.flatMap(({ stands, tried: calls }) =>
    [...calls, ...(stands ? [stands] : [])].map(({ path }) => path),
  );
  const unknown = [...record.exceptions].flatMap(([path, exception]) => (exception.unknown === true ? [path] : []));
  const more = [...new Set([...paths, ...unknown])].filter((path) => !named.has(path));
  return [
    ...changes,
    ...more.map((path): Change => {
      const there = now.find((one) => one.path.text === path);
      if (there !== undefined) return { before: there, after: there };
      return { before: { path: parsePathKey(path), mode: '100644', oid: '' }, after: null };
    }),
  ];
}

type Sides = readonly TreeSide[];

function runPaths(changes: readonly Change[], steps: readonly Step[], settled: Sides, now: Sides): RunPaths {
  const oidIn = (tree: Sides, key: string) => tree.find((one) => toPathKey(one.path) === key)?.oid ?? null;
  const others = steps.flatMap(({ checkOut }) => checkOut?.stands?.path ?? []);
  const left = others.map((key) => runPathOf(key, null, oidIn(now, key), { code: 'settled' }));
  const owed = listSides(changes).map(({ path }) => toPathKey(path));
  return new Map([...left, ...owed.map((key) => runPathOf(key, oidIn(settled, key), oidIn(now, key)))]);
}

function knownObjects({ checkOuts }: BranchRecord): KnownObject[] {
  return [...checkOuts.values()].flatMap(({ stands, tried, before, ...identity }) => {
    const about = stands ?? tried.at(-1);
    if (about === undefined) return [];
    const { path, objectId, reason } = about;
    const existedBefore = Object.keys(before).length > 0 || reason === '*DELETE';
    const isUnsure = stands === null || tried.length > 0;
    return [{ ...identity, path, objectId, reason, isUnsure, existedBefore, before }];
  });
}

export const pgm = (name: string) => `QRPGLESRC/${name}.PGM.RPGLE`;
