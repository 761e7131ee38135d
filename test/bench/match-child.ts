/** Reads what changed between two commits and matches every path against a mapping, each timed, as a run does it. */
import { readFileSync } from 'node:fs';
import { listChanges } from '../../src/git/changes.ts';
import { openRepository } from '../../src/git/repository.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { matchFile } from '../../src/mapping/match.ts';

const [, , repoDir = '.', base = '', head = '', file = ''] = process.argv;
using repository = await openRepository({ repoDir, env: process.env });
const started = performance.now();
const changes = await listChanges(repository, base, head);
const read = performance.now();
const mapping = loadMapping(readFileSync(file, 'utf8'), file);
const loaded = performance.now();
const compiled = compileMapping(mapping);
for (const { after } of changes) {
  if (after !== null) matchFile(compiled, { path: after.path.text, repo: 'ORDERS', branch: 'main' });
}
const matched = performance.now();
console.log(JSON.stringify({ reading: read - started, matching: matched - loaded }));
