/** Finds everything that a push of one file affects, as a run does it, timed once the tree of the commit is known. */
import { readFileSync } from 'node:fs';
import { openRepository } from '../../src/git/repository.ts';
import { treeFiles } from '../../src/git/tree.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { bindMapping } from '../../src/plan/bind-mapping.ts';
import { findAffected } from '../../src/uses/affected.ts';
import { usesAtHead } from '../../src/uses/uses-at-head.ts';

const [, , repoDir = '.', commit = '', path = '', file = ''] = process.argv;
using repository = await openRepository({ repoDir, env: process.env });
const { objects } = repository;
const compiled = compileMapping(loadMapping(readFileSync(file, 'utf8'), file));
const run = { repo: 'ORDERS', branch: 'main', sha: commit, run: '1', user: null, set: {} };
const mapper = bindMapping(compiled, findBranchRule(compiled, run.branch), run);
const tree = await treeFiles(objects, commit);
tree.all();
const started = performance.now();
const { objectsOf, seek } = usesAtHead(repository, mapper, { commit, tree, deleted: [] });
const affected = await findAffected([{ path, deleted: false }], objectsOf, seek);
const ms = performance.now() - started;
if ('unknown' in affected) throw new Error(affected.unknown);
console.log(JSON.stringify({ affected: affected.length, ms }));
