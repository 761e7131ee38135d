import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report-json.ts';
import { type Child, endWithin, keepBundle } from '../crash/child.ts';
import { randomFrom } from '../crash/random.ts';
import { lvl, type Push, Scene } from '../crash/scene.ts';
import { wrongAtService, wrongInLedger } from '../crash/verify.ts';
import { folder } from '../git/support.ts';

const place = folder();
const bundle = keepBundle(place.path);
afterAll(() => place[Symbol.dispose]());

type Signal = 'SIGINT' | 'SIGTERM';

/** The time in which a job must be over, from its first signal, in milliseconds. */
const windowMs = 10_000;

/** Signals a run as the host does: the first, 7.5 s later SIGTERM, 2.5 s later SIGKILL; gives how long it lived on. */
async function cancel(child: Child, first: Signal): Promise<{ code: number | null; stderr: string; ms: number }> {
  const from = performance.now();
  const over = new AbortController();
  const later = async () => {
    await wait(7_500, undefined, { signal: over.signal });
    child.signal('SIGTERM');
    await wait(2_500, undefined, { signal: over.signal });
    child.signal('SIGKILL');
  };
  expect(child.signal(first)).toBe(true);
  void later().catch(() => {});
  const { code, stderr } = await endWithin(child, 2 * windowMs);
  over.abort();
  return { code, stderr, ms: performance.now() - from };
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  for (; !isSo(); await wait(5)) if (performance.now() > end) throw new Error('it never came to that');
}

/** A push of sixteen requests: some are still to come when its run is cancelled. */
async function manyRequests(): Promise<{ scene: Scene; push: Push; report: () => Report }> {
  const scene = await Scene.open(bundle, randomFrom(1), { slowMs: 0, isAlone: true });
  return { scene, push: scene.push(scene.model.wide()), report: () => scene.runner.report('report.json') };
}

function args(scene: Scene): string[] {
  return ['--report', scene.runner.file('report.json')];
}

function verify(scene: Scene, push: Push): string[] {
  return [
    ...wrongAtService(scene.service, scene.model.objects.values(), lvl),
    ...wrongInLedger(scene.record(scene.ledgerTip()), push.head, scene.service, scene.model.objects, lvl),
  ];
}

function outcomes(report: Report): Record<string, number> {
  return Object.fromEntries(Object.entries(report.counts).filter(([name, count]) => count > 0 && name !== 'leftOut'));
}

/** The next attempt of the run: green, and each object filed once. */
async function completes(scene: Scene, push: Push): Promise<void> {
  scene.hold = () => false;
  const again = await endWithin(scene.start(push, 2, args(scene)), 60_000);
  expect(again).toMatchObject({ code: 0 });
  expect(verify(scene, push)).toEqual([]);
}

describe.concurrent('cancelled while calls are in flight', () => {
  test.each<Signal>(['SIGINT', 'SIGTERM'])('%s: they are settled, the rest is left to the next run', async (first) => {
    const { scene, push, report } = await manyRequests();
    await using _ = scene;
    scene.fixedMs = 500;
    const child = scene.start(push, 1, args(scene));
    await until(() => scene.watch.begun >= 5 && scene.watch.inFlight >= 4);
    const { begun } = scene.watch;
    const ended = await cancel(child, first);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.ms).toBeLessThan(5_000);
    expect(scene.watch).toMatchObject({ begun, inFlight: 0 });
    expect(report()).toMatchObject({ exitCode: 1, error: { code: 'cancelled' } });
    const rows = report().requests;
    expect(outcomes(report())).toEqual({ created: begun, notAttempted: rows.length - begun });
    expect(rows.length - begun).toBeGreaterThan(3);
    const held = scene.service.inspect().requests.filter((request) => request.lvl === lvl);
    expect(held.map(({ objectId }) => objectId).sort()).toEqual(rows.flatMap(({ objectId }) => objectId ?? []).sort());
    const record = scene.record(scene.ledgerTip());
    expect(record).toMatchObject({ settled: push.head, leases: [], tried: [] });
    expect(record?.stands.length).toBe(begun);
    const left = rows.filter(({ outcome }) => outcome === 'notAttempted');
    const paths = left.flatMap(({ path, previousPath }) => [path, ...(previousPath === null ? [] : [previousPath])]);
    expect(record?.exceptions.map(({ path }) => path).sort()).toEqual(paths.sort());
    scene.fixedMs = 0;
    if (first === 'SIGINT') await completes(scene, push);
  });

  test('no answer in time, the calls held after their work: left to the next run', async () => {
    const { scene, push, report } = await manyRequests();
    await using _ = scene;
    scene.hold = (moment, n) => moment === 'before-answer' && n > 1;
    const child = scene.start(push, 1, args(scene));
    await until(() => scene.watch.inFlight >= 4);
    const ended = await cancel(child, 'SIGINT');
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.ms).toBeLessThan(7_500);
    expect(report()).toMatchObject({ error: { code: 'cancelled' } });
    expect(outcomes(report())).toMatchObject({ created: 1, unknown: 4 });
    expect(scene.record(scene.ledgerTip())).toMatchObject({ leases: [], tried: { length: 4 } });
    await completes(scene, push);
  });
});

test('cancelled while it waits for another run of the branch: nothing is filed, and the next run files it', async () => {
  const { scene, push, report } = await manyRequests();
  await using _ = scene;
  scene.hold = () => true;
  const other = scene.start({ ...push, env: { ...push.env, GITHUB_RUN_ID: '999' } }, 1);
  await until(() => scene.watch.inFlight > 0);
  const child = scene.start(push, 1, args(scene));
  await until(() => child.stderr().includes('waiting for run 999-1'));
  const ended = await cancel(child, 'SIGINT');
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.ms).toBeLessThan(2_000);
  expect(scene.watch.begun).toBe(0);
  expect(report()).toMatchObject({ error: { code: 'cancelled' }, requests: [] });
  expect(scene.record(scene.ledgerTip())?.leases.map(({ run }) => run)).toEqual(['999-1']);
  scene.hold = () => false;
  expect(await endWithin(other, 30_000)).toMatchObject({ code: 0 });
  await completes(scene, push);
});

test('killed while it files, and another run of the branch comes: it says for whom it waits, and until when', async () => {
  const { scene, push } = await manyRequests();
  await using _ = scene;
  scene.hold = (moment, n) => moment === 'before-answer' && n > 1;
  const child = scene.start(push, 1, args(scene));
  await until(() => scene.watch.inFlight >= 4);
  child.signal('SIGKILL');
  await endWithin(child, 5_000);
  scene.hold = () => false;
  const next = scene.start({ ...push, env: { ...push.env, GITHUB_RUN_ID: '999' } }, 1, args(scene));
  await until(() => /waiting for run \d+-1, .* \(until \d\d:\d\d at the latest\)/.test(next.stderr()));
  next.signal('SIGKILL');
  await endWithin(next, 5_000);
});
