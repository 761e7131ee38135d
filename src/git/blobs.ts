import { Problem, toMessage } from '../errors.ts';
import { GitFailure, toGitProblem, toReadProblem } from './failure.ts';
import { fetchInto, notSent } from './fetch.ts';
import type { ObjectInfo } from './objects.ts';
import type { Remote } from './remote.ts';
import type { Repository } from './repository.ts';

/** OIDs in one argument list: Windows takes 32,767 characters, macOS 1 MiB; `--stdin` came with Git 2.29. */
const blobsPerRequest = process.platform === 'win32' ? 400 : 10_000;

/**
 * Fetches those of some blobs that are missing, and returns type and size (bytes) of all, none null, in their order. @param pathOf path of
 * a file with that content, for messages. @throws Problem('git') if one cannot be fetched: damaged, absent from a partial clone, or lost.
 */
export async function ensureBlobs(
  repository: Repository,
  oids: readonly string[],
  pathOf: (oid: string) => string | undefined = () => undefined,
): Promise<ObjectInfo[]> {
  const { remote, git, isPartial } = repository;
  return fetchMissing(repository, oids, remote, async (missing, error) => {
    if (error instanceof Problem && remote !== null) return error;
    const [oid = ''] = missing;
    const path = pathOf(oid);
    const object = path === undefined ? `object ${oid}` : `object ${oid} (${path})`;
    const failure = await git(['cat-file', '-s', oid]).catch((reason: unknown) => reason);
    // Git names an error only for an object that is there.
    if (failure instanceof GitFailure && /^error: /m.test(failure.message)) return toReadProblem(object, failure);
    const reason = new Error(error === null ? notSent : toMessage(error));
    const network = 'Check the network and the credentials of the checkout, or check out without --filter.';
    const lacked = `${missing.length} file contents that this partial clone lacks could not be fetched`;
    if (isPartial) return toGitProblem(lacked, reason, network);
    const whole = 'Check that the clone is whole (git fsck) and that the remote can be reached, or check out again.';
    return toGitProblem(`${object} is not in this clone and could not be fetched`, reason, whole);
  });
}

/**
 * Fetches from `remote` those of some blobs that this repository lacks; returns type and size of all, none null, in order. @throws what
 * `toProblem` returns: it gets all missing OIDs and the error if a fetch fails or `remote` is null; else the first not brought, and null.
 */
export async function fetchMissing(
  repository: Repository,
  oids: readonly string[],
  remote: Remote | null,
  toProblem: (missing: readonly string[], error: unknown) => Problem | Promise<Problem>,
): Promise<ObjectInfo[]> {
  const infos = await repository.objects.info(oids);
  const missing = [...new Set(oids.filter((_, n) => infos[n] === null))];
  if (missing.length === 0) return infos;
  try {
    for (let at = 0; at < missing.length; at += blobsPerRequest) {
      const wants = missing.slice(at, at + blobsPerRequest);
      await repository.runExclusive(async () => {
        // Another search may have brought them meanwhile.
        if ((await repository.objects.info(wants)).every((info) => info !== null)) return;
        await fetchInto(repository, wants, ['--filter=blob:none'], remote);
      });
    }
  } catch (error) {
    throw await toProblem(missing, error);
  }
  const fetched = await repository.objects.info(oids);
  const gone = oids.find((_, n) => fetched[n] === null);
  if (gone === undefined) return fetched;
  throw await toProblem([gone], null);
}
