/**
 * Loaded before a run by `--import`: notes when its Git processes and its calls began and ended, in milliseconds since
 * the process began, and writes that to the file that WATCH_FILE names.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const git = [];
const calls = new Map();

subscribe('child_process', ({ process: child }) => {
  const entry = { child, from: performance.now(), to: null };
  git.push(entry);
  child.once('exit', () => {
    entry.to = performance.now();
  });
});
subscribe('undici:request:create', ({ request }) => calls.set(request, { from: performance.now(), to: null }));
for (const name of ['trailers', 'error']) {
  subscribe(`undici:request:${name}`, ({ request }) => {
    const call = calls.get(request);
    if (call !== undefined) call.to ??= performance.now();
  });
}

process.on('exit', () => {
  const all = performance.now();
  // What has no end is still there: a process that is talked to all along.
  const processes = git.map(({ child, from, to }) => ({ args: child.spawnargs ?? [], from, to }));
  const watched = { all, git: processes, calls: [...calls.values()] };
  writeFileSync(process.env.WATCH_FILE ?? '', JSON.stringify(watched));
});
