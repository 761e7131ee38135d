/** A thread that opens one new file after the other, each at the same moment as its fellows (writers.slow.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../src/service/database.ts';

const { files, threads, gate } = workerData as { files: string[]; threads: number; gate: Int32Array };
const failures: string[] = [];
for (const [index, file] of files.entries()) {
  Atomics.add(gate, 0, 1);
  while (Atomics.load(gate, 0) < threads * (index + 1)) {
    // Spins, as a wait would let the threads go one after the other.
  }
  try {
    openDatabase(file).close();
  } catch (error) {
    failures.push(String(error));
  }
}
parentPort?.postMessage(failures);
