import { Problem } from '../errors.ts';
import { gitErrorLine } from './failure.ts';
import { ledgerRemoteName } from './ledger-remote.ts';
import type { RemoteAddress, Repository } from './repository.ts';

/** Returns the remote of the sources. @throws Problem('git') if there is none. */
export function requireRemote(repository: Repository): RemoteAddress {
  if (repository.remote !== null) return repository.remote;
  const remedy = 'Check out with the full history (fetch-depth: 0), or add the remote.';
  throw new Problem('git', 'the repository has no remote to fetch from', remedy);
}

/** Returns the branch (`main`) that a revision such as `origin/main` names at the remote; null: it names none. */
export function branchOfRemote({ remote }: Repository, rev: string): string | null {
  return remote !== null && rev.startsWith(`${remote.name}/`) ? rev.slice(remote.name.length + 1) : null;
}

/** Formats why a remote did not answer: Git's words, and why no Git token was sent. */
export function formatRemoteError({ tokenStays }: RemoteAddress, error: unknown): string {
  return [gitErrorLine(error), tokenStays].filter(Boolean).join('; ');
}

/** Makes the Problem('git') of a remote that does not answer; a Problem stays as it is. */
export function remoteProblem(remote: RemoteAddress, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const remedy =
    remote.name === ledgerRemoteName
      ? 'Check the network, the address (--ledger-remote), and that the repository is there; its token is FILE_CHECKOUTS_LEDGER_TOKEN.'
      : 'Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).';
  const what = `${remote.label} could not be asked: ${formatRemoteError(remote, error)}`;
  return new Problem('git', what, remedy, { cause: error });
}

/** Adds refs (full names, or `HEAD`) to the next question of remoteRef, so that one process asks for all; does not ask. */
export function wantRefs(repository: Repository, refs: readonly string[]): void {
  for (const ref of refs) repository.remoteView.wanted.add(ref);
}

/** Forgets the tip of a ref, so that remoteRef asks again. */
export function forgetRef(repository: Repository, ref: string): void {
  repository.remoteView.tips.delete(ref);
}

/** Forgets the tips of all refs, also the answer of a question under way. */
export function forgetAllRefs(repository: Repository): void {
  repository.remoteView.tips = new Map();
  repository.remoteView.asking = null;
}

/**
 * Returns the OID of a ref at the remote, as this run saw it last; null: the remote has no such ref. Asks, if it must, for
 * all wanted refs at once. @throws Problem('git') if there is no remote, or it does not answer; it is then not asked again.
 */
export async function remoteRef(repository: Repository, ref: string): Promise<string | null> {
  const view = repository.remoteView;
  view.wanted.add(ref);
  while (!view.tips.has(ref)) {
    if (view.trouble !== null) throw view.trouble;
    const open = [...view.wanted].filter((name) => !view.tips.has(name));
    view.asking ??= askRemote(repository, open);
    const { asking } = view;
    await asking.finally(() => {
      if (view.asking === asking) view.asking = null;
    });
  }
  return view.tips.get(ref) ?? null;
}

/** Returns the default branch as the host names it (`named`), else as the remote's HEAD does; null: unknown, or no answer. */
export async function defaultBranchOf(repository: Repository, named: string | null): Promise<string | null> {
  if (named !== null || repository.remote === null) return named;
  const { remoteView } = repository;
  if (remoteView.defaultBranch !== null) return remoteView.defaultBranch;
  await remoteRef(repository, 'HEAD').catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
  return remoteView.defaultBranch;
}

/** True if a branch is gone at the remote, as this run saw it last; null: the remote does not answer. */
export async function isBranchGone(repository: Repository, branch: string): Promise<boolean | null> {
  try {
    return (await remoteRef(repository, `refs/heads/${branch}`)) === null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** Asks the remote for refs; puts their tips (null: none) and the default branch into remoteView. @throws Problem('git') */
async function askRemote(repository: Repository, refs: readonly string[]): Promise<void> {
  const view = repository.remoteView;
  const { tips } = view;
  const remote = requireRemote(repository);
  const args = ['ls-remote', '--symref', remote.name, ...refs];
  const output = await repository.git(args, { remote }).catch((error) => {
    if (!(error instanceof Problem)) view.trouble = remoteProblem(remote, error);
    throw view.trouble ?? error;
  });
  if (output.trim() === '') await refuseNonRepository(repository);
  for (const ref of refs) tips.set(ref, null);
  for (const line of output.split('\n')) {
    const [value, ref] = line.split('\t');
    const branch = ref === 'HEAD' ? /^ref: refs\/heads\/(.+)$/.exec(value ?? '')?.[1] : undefined;
    if (branch !== undefined) view.defaultBranch = branch;
    // ls-remote matches the ends of names.
    else if (value && ref && refs.includes(ref)) tips.set(ref, value);
  }
}

/**
 * Refuses an `http(s)` remote that cannot be listed or has no ref: Git takes a web page of one line, such as a login, for an
 * empty repository. Other remotes are not asked. Keeps the problem for later questions to the remote.
 * @throws Problem('git')
 */
export async function refuseNonRepository(repository: Repository): Promise<void> {
  const remote = requireRemote(repository);
  if (!/^https?:/i.test(remote.url)) return;
  const answer = await repository.git(['ls-remote', remote.name], { remote }).catch((error: unknown) => error);
  if (typeof answer === 'string' && answer.trim() !== '') return;
  const noBranch = new Error('the answer has no branches: it may be a login page, or the address is wrong');
  repository.remoteView.trouble = remoteProblem(remote, typeof answer === 'string' ? noBranch : answer);
  throw repository.remoteView.trouble;
}
