/** Plays one subject in a thread of its own, so that one that hangs or breaks down takes nothing along. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Play, type Played, playSubject } from './play.ts';
import type { Subject } from './subject.ts';

/** What the thread is given. */
export interface WorkerTask {
  /** URL of the module that exports `subjects`. */
  readonly subjects: string;
  readonly subject: string;
  readonly play: Play;
  /** [index of the property in order of appearance, run, how often anything ran]: read while the thread hangs. */
  readonly progress: Int32Array;
}

/** What it tells. */
export type WorkerNote =
  | { readonly kind: 'begins'; readonly property: string }
  | { readonly kind: 'replays'; readonly value: string }
  | { readonly kind: 'played'; readonly played: Played };

const { subjects, subject: wanted, play, progress } = workerData as WorkerTask;
const tell = (note: WorkerNote) => parentPort?.postMessage(note);
const found = ((await import(subjects)) as { subjects: readonly Subject[] }).subjects.find(
  ({ name }) => name === wanted,
);
if (found === undefined) throw new Error(`there is no subject ${wanted}`);

let current = '';
const onRun = (property: string, run: number) => {
  if (property !== current) {
    current = property;
    tell({ kind: 'begins', property });
  }
  Atomics.store(progress, 0, run);
  Atomics.add(progress, 1, 1);
};
await playSubject(found, { ...play, onRun, onReplay: (value) => tell({ kind: 'replays', value }) }, (played) =>
  tell({ kind: 'played', played }),
);
