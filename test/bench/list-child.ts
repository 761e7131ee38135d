/** Lists what changed between two commits, as a run does it; with `contents` also reads every changed content. */
import { listChanges } from '../../src/git/changes.ts';
import { ensureBlobs, ensureCommits } from '../../src/git/fetch.ts';
import { Objects } from '../../src/git/objects.ts';
import { openRepository } from '../../src/git/repository.ts';

const [, , repoDir = '.', base = '', head = '', mode = 'list'] = process.argv;
using repository = await openRepository({ repoDir, env: process.env });
await using objects = new Objects(repository);
const gone = await ensureCommits(repository, [base, head]);
if (gone.length > 0) throw new Error(JSON.stringify(gone));
const changes = await listChanges(repository, base, head);
if (mode === 'contents') {
  const oids = changes.flatMap(({ after }) => (after === null ? [] : [after.oid]));
  await ensureBlobs(repository, oids);
  for (const oid of oids) await new Blob([(await objects.content(oid)) as Blob]).arrayBuffer();
}
console.log(JSON.stringify({ changes: changes.length }));
