/** Lists what changed between two commits, as a run does it; with `contents` also reads every changed content. */
import { listChanges } from '../../src/git/changes.ts';
import { ensureCommits, presentBlobs } from '../../src/git/fetch.ts';
import { openObjects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';

const [, , repoDir = '.', base = '', head = '', mode = 'list'] = process.argv;
using repository = await openRepository({ repoDir, env: process.env });
await using objects = openObjects(repository);
const gone = await ensureCommits(repository, [base, head]);
if (gone.length > 0) throw new Error(JSON.stringify(gone));
const changes = await listChanges(repository, base, head);
if (mode === 'contents') {
  const oids = changes.flatMap(({ after }) => (after === null ? [] : [after.oid]));
  await presentBlobs(repository, oids);
  for (const oid of oids) await (await objects.read(oid)).arrayBuffer();
}
console.log(JSON.stringify({ changes: changes.length }));
