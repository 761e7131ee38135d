import { messageOf, Problem } from '../errors.ts';
import type { Objects } from './objects.ts';
import type { Repository } from './repository.ts';

/** The command line of a fetch into the scratch repository that updates no ref. */
function fetchArgs(remote: string, wants: readonly string[], flags: readonly string[]): string[] {
  return [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    ...flags,
    remote,
    ...wants,
  ];
}

function needRemote(repository: Repository): { name: string; url: string } {
  if (repository.remote !== null) return repository.remote;
  throw new Problem(
    'git',
    'the repository has no remote to fetch from',
    'Check out with the full history (fetch-depth: 0), or add the remote.',
  );
}

/**
 * The OIDs that refs have at the remote right now; a ref that is not there is missing from the map.
 *
 * @throws Problem('git') when the remote cannot be asked.
 */
export async function remoteRefs(repository: Repository, refs: readonly string[]): Promise<Map<string, string>> {
  const remote = needRemote(repository);
  const output = await repository.git(['ls-remote', remote.name, ...refs], { remote: true }).catch((error) => {
    throw new Problem(
      'git',
      `the remote ${remote.name} could not be asked: ${firstLine(error)}`,
      'Check the network and the credentials of the checkout, or give a Git token.',
      { cause: error },
    );
  });
  const found = new Map<string, string>();
  for (const line of output.split('\n')) {
    const [oid, ref] = line.split('\t');
    if (oid && ref && refs.includes(ref)) found.set(ref, oid);
  }
  return found;
}

function firstLine(error: unknown): string {
  const lines = messageOf(error).trim().split('\n');
  return (lines.find((line) => /^(fatal|error|remote):/.test(line)) ?? lines[0] ?? '').slice(0, 300);
}

/** Which of the commits are not in the object store. */
export async function missingCommits(objects: Objects, oids: readonly string[]): Promise<string[]> {
  const infos = await objects.info(oids.map((oid) => `${oid}^{commit}`));
  return oids.filter((_, n) => infos[n]?.type !== 'commit');
}

/**
 * Makes commits and their trees available, fetching what is missing: without file contents first, which is quick, then
 * with them for servers that cannot filter.
 *
 * @returns the OIDs that are nowhere to be had, with the reason the remote gave.
 */
export async function ensureCommits(
  repository: Repository,
  objects: Objects,
  oids: readonly string[],
): Promise<{ oid: string; why: string }[]> {
  const gone: { oid: string; why: string }[] = [];
  for (const oid of await missingCommits(objects, oids)) {
    const why = await fetchCommit(repository, oid);
    if ((await missingCommits(objects, [oid])).length > 0) gone.push({ oid, why: why ?? 'the remote did not send it' });
  }
  return gone;
}

/** Fetches one commit without its history; null when it worked, else why not. */
async function fetchCommit(repository: Repository, oid: string): Promise<string | null> {
  if (repository.remote === null) return 'the repository has no remote';
  let why: string | null = null;
  for (const flags of [['--depth=1', '--filter=blob:none'], ['--depth=1']]) {
    try {
      await repository.git(fetchArgs(repository.remote.name, [oid], flags), { remote: true });
      return null;
    } catch (error) {
      why = firstLine(error);
    } finally {
      repository.resetConfig();
    }
  }
  return why;
}

/** Fetches the tip of a ref that was just seen at the remote, with its contents but without its history. */
export async function fetchRef(repository: Repository, ref: string): Promise<void> {
  await repository.git(fetchArgs(needRemote(repository).name, [ref], ['--depth=1']), { remote: true });
}

/** Fetches blobs that a partial clone left out, all in one request. */
export async function fetchBlobs(repository: Repository, oids: readonly string[]): Promise<void> {
  const remote = needRemote(repository).name;
  const flags = ['-c', `remote.${remote}.promisor=true`, '-c', 'fetch.negotiationAlgorithm=noop'];
  const args = [...flags, ...fetchArgs(remote, [], ['--filter=blob:none', '--stdin'])];
  try {
    await repository.git(args, { remote: true, input: `${oids.join('\n')}\n` });
  } finally {
    repository.resetConfig();
  }
}

/**
 * The best common ancestor of two commits, or null when they have none. In a shallow clone the history between them
 * is fetched first, as commits only: a merge base found in a cut history may not be the best one.
 */
export async function mergeBase(repository: Repository, one: string, other: string): Promise<string | null> {
  if (repository.isShallow()) await fetchHistory(repository, [one, other]);
  const output = await repository.git(['merge-base', one, other]).catch(() => '');
  return output.trim() || null;
}

async function fetchHistory(repository: Repository, oids: readonly string[]): Promise<void> {
  const remote = needRemote(repository).name;
  try {
    await repository.git(fetchArgs(remote, oids, ['--unshallow', '--filter=tree:0']), { remote: true });
  } catch (error) {
    throw new Problem(
      'git',
      `the history between two commits could not be fetched: ${firstLine(error)}`,
      'Check out with the full history (fetch-depth: 0).',
      { cause: error },
    );
  } finally {
    repository.resetConfig();
  }
}
