/**
 * `node record-git.mjs FOLDER PATH ARGS...`: runs Git from that PATH and writes down how: arguments, directory,
 * environment, input, exit code, each process in a folder of its own below FOLDER/processes. A repository below
 * FOLDER/tmp, where the run under record has its scratch, is copied to FOLDER/scratch before the first process uses it,
 * and its objects once more before a push, as the run itself has written some by then.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [folder, path, ...args] = process.argv.slice(2);
const at = `${process.hrtime.bigint()}`.padStart(20, '0');
const place = join(folder, 'processes', `${at}-${process.pid}`);
mkdirSync(place, { recursive: true });

/** Only who makes the folder copies. */
function keepScratch(gitDir) {
  if (!gitDir.startsWith(join(folder, 'tmp'))) return;
  mkdirSync(join(folder, 'scratch'), { recursive: true });
  const copy = join(folder, 'scratch', basename(gitDir));
  try {
    mkdirSync(copy);
  } catch {
    return;
  }
  cpSync(gitDir, copy, { recursive: true });
}

const env = { ...process.env, PATH: path };
keepScratch(env.GIT_DIR ?? '');
const objects = args.includes('push') ? join(place, 'objects') : null;
if (objects !== null) cpSync(join(env.GIT_DIR, 'objects'), objects, { recursive: true });
const child = spawn('git', args, { env, stdio: ['pipe', 'inherit', 'inherit'] });
const input = join(place, 'input');
let bytes = 0;
let written = false;

function writeDown(code) {
  if (written) return;
  written = true;
  const call = { args, cwd: process.cwd(), env, input: bytes === 0 ? null : input, objects, code };
  // Named at the end, so that it is whole when it is there.
  writeFileSync(join(place, 'part'), JSON.stringify(call));
  renameSync(join(place, 'part'), join(place, 'process.json'));
}

child.stdin.on('error', () => {});
process.stdin.on('data', (chunk) => {
  bytes += chunk.length;
  appendFileSync(input, chunk);
  child.stdin.write(chunk);
});
process.stdin.on('end', () => child.stdin.end());
// Who was talked to all along is told to go: it would have ended well.
process.on('SIGTERM', () => {
  writeDown(0);
  child.stdin.end();
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
  writeDown(code);
});
