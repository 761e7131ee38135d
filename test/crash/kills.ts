import { setTimeout as wait } from 'node:timers/promises';
import { type Child, endWithin } from './child.ts';
import { type Phase, PhaseTeller, phases, reach, slowHooks } from './phases.ts';
import { mostPushes } from './pushes.ts';
import { type Random, randomFrom } from './random.ts';
import { lvl, type Push, Scene } from './scene.ts';
import { wrongAtService, wrongInLedger } from './verify.ts';

/** The kills of one phase. */
export interface PhaseRow {
  readonly phase: Phase;
  /** Kills that met a living process in the phase. */
  kills: number;
  missed: number;
  /** How many of the kills were completed by one run more, and by two. */
  readonly runs: [number, number];
  /** Runs that waited for a push that had outlived its killed process. */
  waited: number;
  readonly failures: string[];
}

/** What to kill. */
export interface Series {
  /** In each phase. */
  readonly kills: number;
  readonly seed: number;
  /** Scenes side by side. */
  readonly lanes: number;
  readonly bundle: string;
  /** Told of each kill, and whether all was well. */
  readonly onKill?: (isWell: boolean) => void;
}

const pollMs = 3;
const runMs = 60_000;

/** Kills runs in every phase until each phase has its number, runs each again, and verifies what came of it. */
export async function killSeries(series: Series): Promise<PhaseRow[]> {
  const rows = phases.map((phase): PhaseRow => ({ phase, kills: 0, missed: 0, runs: [0, 0], waited: 0, failures: [] }));
  const random = randomFrom(series.seed);
  const toDo = Array.from({ length: series.kills }, () => rows)
    .flat()
    .map((row) => ({ row, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ row }) => row);
  const lanes = Array.from({ length: series.lanes }, (_, n) => lane(series, toDo, randomFrom(series.seed + n + 1)));
  await Promise.all(lanes);
  return rows;
}

/** Takes kills from the list until it is empty, with a new scene for every few pushes. */
async function lane(series: Series, toDo: PhaseRow[], random: Random): Promise<void> {
  while (toDo.length > 0) {
    await using scene = await Scene.open(series.bundle, random, { slowMs: 40 });
    for (let pushes = 0; pushes < mostPushes; pushes += 1) {
      const row = toDo.shift();
      if (row === undefined) return;
      const failed = row.failures.length;
      const killed = await killOnce(scene, row, random).catch((error: unknown) => {
        row.failures.push(`${row.phase}: ${String(error)}`);
        return true;
      });
      series.onKill?.(row.failures.length === failed);
      if (!killed && row.missed > 2 * series.kills + 5) row.failures.push(`${row.phase}: missed too often`);
      else if (!killed) toDo.push(row);
      // What went wrong once would show again in every later push of this scene.
      if (row.failures.length > failed) break;
    }
  }
}

/** One push: its run is killed in the phase, run again, and verified. False when the run was over before. */
async function killOnce(scene: Scene, row: PhaseRow, random: Random): Promise<boolean> {
  const elsewhere = scene.elsewhere();
  const push = scene.push();
  scene.slow(slowHooks[row.phase]);
  scene.cuts = random() < 0.5 ? 1 : 0;
  const child = scene.start(push, 1);
  const isSent = await killIn(scene, push, child, row.phase, random);
  const end = await endWithin(child, runMs);
  scene.slow({});
  // A process that has just ended by itself takes the signal, too, and knows nothing of it.
  const killed = isSent && end.signal === 'SIGKILL';
  row[killed ? 'kills' : 'missed'] += 1;
  if (killed || end.code !== 0) await runAgain(scene, push, row, random);
  const found = [
    ...wrongAtService(scene.service, scene.model.objects.values(), lvl),
    ...wrongInLedger(scene.record(scene.ledgerTip()), push.head, scene.service, scene.model.objects, lvl),
    ...(scene.elsewhere() === elsewhere ? [] : ['something of another branch was touched']),
  ];
  if (found.length > 0) row.failures.push(`${row.phase}, ${push.id}: ${found.join('; ')}`);
  return killed;
}

/** Waits for the phase, goes some way into it, and kills the process if it is still there. @returns whether it was told. */
async function killIn(scene: Scene, push: Push, child: Child, phase: Phase, random: Random): Promise<boolean> {
  const teller = new PhaseTeller(scene, push);
  let at: number | null = null;
  for (; child.isAlive(); await wait(pollMs)) {
    const now = teller.now();
    if (now === phase) {
      at ??= performance.now() + random() * reach[phase];
      if (performance.now() >= at) return child.signal('SIGKILL');
    } else if (now !== null && phases.indexOf(now) > phases.indexOf(phase)) return false;
  }
  return false;
}

/** The next attempts of the run, until one has completed it. */
async function runAgain(scene: Scene, push: Push, row: PhaseRow, random: Random): Promise<void> {
  const ends: string[] = [];
  for (const attempt of [2, 3]) {
    scene.cuts = random() < 0.3 ? 1 : 0;
    const end = await endWithin(scene.start(push, attempt), runMs);
    if (/^waiting for /m.test(end.stderr)) row.waited += 1;
    if (end.code === 0) {
      row.runs[attempt === 2 ? 0 : 1] += 1;
      return;
    }
    ends.push(`attempt ${attempt} ended with ${end.code ?? end.signal}: ${end.stderr.trim().slice(-300)}`);
  }
  row.failures.push(`${row.phase}, ${push.id}: ${ends.join('; ')}`);
}

/** The rows as a table, with the failures below it. */
export function tableOf(rows: readonly PhaseRow[]): string {
  const head = ['phase', 'kills', 'missed', 'one run', 'two runs', 'waited', 'failures'];
  const lines = rows.map(({ phase, kills, missed, runs, waited, failures }) =>
    [phase, kills, missed, ...runs, waited, failures.length].map(String),
  );
  const table = [head, ...lines].map(([name = '', ...numbers]) =>
    [name.padEnd(20), ...numbers.map((text) => text.padStart(9))].join(''),
  );
  return [...table, ...rows.flatMap(({ failures }) => failures)].join('\n');
}
