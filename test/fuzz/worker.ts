/** Plays one subject in a thread of its own, so that one that hangs or breaks down takes nothing along. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Play, type Played, playSubject } from './play.ts';
import type { Subject } from './subject.ts';

/** What the thread is given. */
export interface WorkerTask {
  /** URL of the module that exports `subjects`. */
  readonly subjects: string;
  readonly subject: string;
  readonly play: Omit<Play, 'onRun' | 'onReplay'>;
}

/** What it tells: each run before it begins. */
export type WorkerNote =
  | { readonly kind: 'run'; readonly property: string; readonly run: number }
  | { readonly kind: 'replays'; readonly value: string }
  | { readonly kind: 'played'; readonly played: Played };

const { subjects, subject: wanted, play } = workerData as WorkerTask;
const tell = (note: WorkerNote) => parentPort?.postMessage(note);
const { subjects: all } = (await import(subjects)) as { subjects: readonly Subject[] };
const found = all.find(({ name }) => name === wanted);
if (found === undefined) throw new Error(`there is no subject ${wanted}`);
const onRun = (property: string, run: number) => tell({ kind: 'run', property, run });
const onReplay = (value: string) => tell({ kind: 'replays', value });
await playSubject(found, { ...play, onRun, onReplay }, (played) => tell({ kind: 'played', played }));
