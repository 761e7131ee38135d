/** Plays a subject in a thread and keeps an eye on it. */
import { Worker } from 'node:worker_threads';
import { toMessage } from '../../src/errors.ts';
import type { Played } from './play.ts';
import type { WorkerNote, WorkerTask } from './worker.ts';

/** What is played, and how long it may say nothing. */
export interface Watched extends WorkerTask {
  /** A run that takes longer counts as hanging. */
  readonly patienceSeconds: number;
  /** Folder for temporary files. */
  readonly folder: string;
  /** Told of the value that a path leads to. */
  readonly onReplay: (value: string) => void;
}

/** What a subject may take to open on a busy machine. */
const openingSeconds = 120;

/** Plays a subject; a property that hangs, or breaks its thread down, has failed with the run it was at. */
export async function watchSubject(watched: Watched): Promise<Played[]> {
  const { subjects, subject, play, patienceSeconds, folder, onReplay } = watched;
  const began = performance.now();
  const rows: Played[] = [];
  const at = { property: play.property ?? '', run: 0 };
  let broken = null as string | null;
  const task: WorkerTask = { subjects, subject, play };
  const options = { workerData: task, env: { ...process.env, TMPDIR: folder } };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), options);
  const waitFor = (seconds: number) =>
    setTimeout(() => {
      broken ??= `the run did not end within ${seconds} s`;
      void worker.terminate();
    }, seconds * 1000);
  let eye = waitFor(openingSeconds);
  worker.on('message', (note: WorkerNote) => {
    clearTimeout(eye);
    eye = waitFor(patienceSeconds);
    if (note.kind === 'played') rows.push(note.played);
    else if (note.kind === 'replays') onReplay(note.value);
    else Object.assign(at, note);
  });
  worker.once('error', (error) => {
    broken ??= `the thread broke down: ${error.stack ?? toMessage(error)}`;
  });
  // Only at its exit has everything been heard that the thread said, also at which property it was.
  await new Promise((resolve) => worker.once('exit', resolve));
  clearTimeout(eye);
  if (broken === null) return rows;
  const seconds = (performance.now() - began) / 1000;
  const failure = { path: play.path ?? String(at.run), counterexample: null, error: broken };
  return [...rows, { name: `${subject}/${at.property}`, runs: at.run + 1, seconds, failure }];
}
