/**
 * The floor of a program that runs Git: an otherwise empty program that starts the processes of a list one after the other,
 * each with the input, the environment and the directory it is to have, reads what they print, and then makes the calls
 * of the list all at once.
 *
 * `node replay.cjs LIST.json`: { git: [{ args, cwd, env, input, objects, code }], calls: [{ url, method, headers, body }] };
 * `input` a file or null, `objects` a folder that is copied into those of the repository first, or null, `code` the exit
 * code that is expected, `body` base64.
 */
const { spawn } = require('node:child_process');
const { cpSync, createReadStream, readFileSync, rmSync } = require('node:fs');
const { join } = require('node:path');

const { git, calls } = JSON.parse(readFileSync(process.argv[2], 'utf8'));

function runGit({ args, cwd, env, input, objects, code: expected }) {
  if (objects) cpSync(objects, join(env.GIT_DIR, 'objects'), { recursive: true, force: false });
  return new Promise((done, reject) => {
    const child = spawn('git', args, { cwd, env, stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    let words = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk) => {
      words += chunk;
    });
    if (input !== null) {
      // A process that has seen enough closes its input.
      child.stdin.on('error', () => {});
      createReadStream(input).pipe(child.stdin);
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === expected) done();
      else reject(new Error(`git ${args.join(' ')} ended with ${code}, not ${expected}: ${words}`));
    });
  });
}

function call(http, { url, method, headers, body }) {
  return new Promise((done, reject) => {
    const request = http.request(url, { method, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode === 200) done();
        else reject(new Error(`${method} ${url} was answered with ${answer.statusCode}`));
      });
    });
    request.on('error', reject);
    request.end(Buffer.from(body, 'base64'));
  });
}

/** The refs that a process fetched go, as in the run: a later fetch would take their contents for present. */
function takeRefs({ args, env }) {
  const refs = args.flatMap((arg) => /^\+(refs\/[^:]+):\1$/.exec(arg)?.[1] ?? []);
  for (const ref of refs) rmSync(join(env.GIT_DIR, ref), { force: true });
}

async function main() {
  for (const process_ of git) {
    await runGit(process_);
    takeRefs(process_);
  }
  if (calls.length > 0) {
    const http = require('node:http');
    await Promise.all(calls.map((each) => call(http, each)));
  }
}

main();
