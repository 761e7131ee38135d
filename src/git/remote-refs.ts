import { Problem } from '../errors.ts';
import { gitWords } from './failure.ts';
import { ledgerRemoteName } from './ledger-remote.ts';
import type { RemoteAddress, Repository } from './repository.ts';

/** The remote to talk to. @throws Problem('git') when there is none. */
export function needRemote(repository: Repository): RemoteAddress {
  if (repository.remote !== null) return repository.remote;
  const remedy = 'Check out with the full history (fetch-depth: 0), or add the remote.';
  throw new Problem('git', 'the repository has no remote to fetch from', remedy);
}

/** Git's words, and why the Git token did not help. */
export function remoteWords({ tokenStays }: Pick<RemoteAddress, 'tokenStays'>, error: unknown): string {
  return [gitWords(error), tokenStays].filter(Boolean).join('; ');
}

/** The Problem when the remote does not answer. */
export function cannotAsk(remote: Pick<RemoteAddress, 'name' | 'said' | 'tokenStays'>, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const remedy =
    remote.name === ledgerRemoteName
      ? 'Check the network, the address (--ledger-remote), and that the repository is there; its token is FILE_CHECKOUTS_LEDGER_TOKEN.'
      : 'Check the network and the credentials of the checkout, or give a Git token (FILE_CHECKOUTS_GIT_TOKEN).';
  return new Problem('git', `${remote.said} could not be asked: ${remoteWords(remote, error)}`, remedy, {
    cause: error,
  });
}

/** Adds refs (full names, or `HEAD`) to the one question that this run asks the remote. */
export function wantRefs(repository: Repository, refs: readonly string[]): void {
  for (const ref of refs) repository.remoteView.wanted.add(ref);
}

/** Forgets where a ref is, so that the next question asks about it anew. */
export function forgetRef(repository: Repository, ref: string): void {
  repository.remoteView.tips.delete(ref);
}

/** Forgets where all refs are, also what a question under way will say: a run looks anew. */
export function forgetTips(repository: Repository): void {
  repository.remoteView.tips = new Map();
  repository.remoteView.asking = null;
}

/**
 * Where a ref is at the remote, as this run saw it last; null when the remote has no such ref.
 * @throws Problem('git') when the remote cannot be asked.
 */
export async function remoteRef(repository: Repository, ref: string): Promise<string | null> {
  const view = repository.remoteView;
  view.wanted.add(ref);
  while (!view.tips.has(ref)) {
    if (view.trouble !== null) throw view.trouble;
    const open = [...view.wanted].filter((name) => !view.tips.has(name));
    view.asking ??= ask(repository, open);
    const { asking } = view;
    await asking.finally(() => {
      if (view.asking === asking) view.asking = null;
    });
  }
  return view.tips.get(ref) ?? null;
}

/** The default branch: as the host names it, else as the remote does; null: nobody does. */
export async function defaultBranchOf(repository: Repository, named: string | null): Promise<string | null> {
  if (named !== null || repository.remote === null) return named;
  const { remoteView } = repository;
  if (remoteView.defaultBranch !== null) return remoteView.defaultBranch;
  await remoteRef(repository, 'HEAD').catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
  return remoteView.defaultBranch;
}

/** Whether a branch is gone at the remote, as this run saw it last; null: the remote cannot be asked. */
export async function branchIsGone(repository: Repository, branch: string): Promise<boolean | null> {
  try {
    return (await remoteRef(repository, `refs/heads/${branch}`)) === null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

async function ask(repository: Repository, refs: readonly string[]): Promise<void> {
  const view = repository.remoteView;
  const { tips } = view;
  const remote = needRemote(repository);
  const args = ['ls-remote', '--symref', remote.name, ...refs];
  const output = await repository.git(args, { remote }).catch((error) => {
    if (!(error instanceof Problem)) view.trouble = cannotAsk(remote, error);
    throw view.trouble ?? error;
  });
  if (output.trim() === '') await refuseNoRemote(repository);
  for (const ref of refs) tips.set(ref, null);
  for (const line of output.split('\n')) {
    const [value, ref] = line.split('\t');
    const branch = ref === 'HEAD' ? /^ref: refs\/heads\/(.+)$/.exec(value ?? '')?.[1] : undefined;
    if (branch !== undefined) view.defaultBranch = branch;
    // ls-remote matches the ends of names; only the very ref counts.
    else if (value && ref && refs.includes(ref)) tips.set(ref, value);
  }
}

/**
 * A web page of one line, as a login, passes with Git for a repository without refs. Where none of the wanted refs is
 * there, nor any other, what answered is none.
 * @throws Problem('git')
 */
export async function refuseNoRemote(repository: Repository): Promise<void> {
  const remote = needRemote(repository);
  if (!/^https?:/i.test(remote.url)) return;
  const why = 'what answers there has no branch at all: a login page, or another address';
  const all = await repository.git(['ls-remote', remote.name], { remote }).catch((error: unknown) => error);
  if (typeof all === 'string' && all.trim() !== '') return;
  repository.remoteView.trouble = cannotAsk(remote, typeof all === 'string' ? new Error(why) : all);
  throw repository.remoteView.trouble;
}
