/** Plays a subject in a thread and keeps an eye on it. */
import { Worker } from 'node:worker_threads';
import { messageOf } from '../../src/errors.ts';
import type { Play, Played } from './play.ts';
import type { WorkerNote, WorkerTask } from './worker.ts';

/** What is played, and how long it may say nothing. */
export interface Watched {
  /** URL of the module that exports `subjects`. */
  readonly subjects: string;
  readonly subject: string;
  readonly play: Omit<Play, 'onRun' | 'onReplay'>;
  /** A run that takes longer counts as hanging. */
  readonly patienceSeconds: number;
  /** Folder for temporary files. */
  readonly folder: string;
  /** Told of the value that a path leads to. */
  readonly onReplay: (value: string) => void;
}

/** Plays a subject; a property that hangs, or breaks its thread down, has failed with the run it was at. */
export async function watchSubject(watched: Watched): Promise<Played[]> {
  const { subjects, subject, play, patienceSeconds, folder } = watched;
  const progress = new Int32Array(new SharedArrayBuffer(8));
  const task: WorkerTask = { subjects, subject, play, progress };
  const began = performance.now();
  const rows: Played[] = [];
  let current = play.property ?? '';
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    env: { ...process.env, TMPDIR: folder },
  });
  worker.on('message', (note: WorkerNote) => {
    if (note.kind === 'played') rows.push(note.played);
    else if (note.kind === 'replays') watched.onReplay(note.value);
    else current = note.property;
  });
  let broken = null as string | null;
  const eye = watchdog(progress, patienceSeconds, () => {
    broken ??= `the run did not end within ${patienceSeconds} s`;
    void worker.terminate();
  });
  worker.once('error', (error) => {
    broken ??= `the thread broke down: ${error.stack ?? messageOf(error)}`;
  });
  // Only at its exit has everything been heard that the thread said, also at which property it was.
  await new Promise((resolve) => worker.once('exit', resolve));
  clearInterval(eye);
  if (broken === null) return rows;
  const run = Atomics.load(progress, 0);
  const seconds = (performance.now() - began) / 1000;
  const failure = { path: play.path ?? String(run), counterexample: null, error: broken };
  return [...rows, { name: `${subject}/${current}`, runs: run + 1, seconds, failure }];
}

/** What a subject may take to open. */
const openingSeconds = 30;

/** Calls when nothing has run for so long. */
function watchdog(progress: Int32Array, seconds: number, hangs: () => void): NodeJS.Timeout {
  let last = -1;
  let since = performance.now();
  return setInterval(
    () => {
      const runs = Atomics.load(progress, 1);
      if (runs !== last) {
        last = runs;
        since = performance.now();
      } else if (performance.now() - since > 1000 * (runs === 0 ? openingSeconds : seconds)) hangs();
    },
    Math.min(250, seconds * 250),
  );
}
