/**
 * Loads the modules that the action loads on a push with nothing to file, and runs nothing of them, while the Git
 * processes of replay.cjs are started one after the other: what the libraries cost by being there.
 *
 * `node loading.cjs LIST.json CHUNKS`: the list of replay.cjs, and the folder of the bundle's chunks.
 */
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const [, , list, chunks] = process.argv;
const load = (name) => import(pathToFileURL(join(chunks, `${name}.mjs`)));

async function main() {
  // A run needs these before it can start a process; the others it loads while Git is at work.
  for (const name of ['start', 'action', 'common', 'run']) await load(name);
  process.argv[2] = list;
  require('./replay.cjs');
  await new Promise((done) => setImmediate(done));
  for (const name of ['yaml', 'planning', 'filing']) await load(name);
}

main();
