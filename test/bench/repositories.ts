/** Repositories of many files, made in one process each. */
import { git, gitBytes, type Remote } from '../git/support.ts';

/** What happens to one file. */
export type Change =
  | { readonly path: string; readonly content: string | Buffer }
  | { readonly path: string; readonly movedFrom: string }
  | { readonly path: string; readonly removed: true };

const commitLine = (branch: string) =>
  `commit refs/heads/${branch}\ncommitter J <j@example.com> 0 +0000\ndata 0\n` as const;

function streamOf(change: Change): readonly (string | Buffer)[] {
  if ('movedFrom' in change) return [`R ${change.movedFrom} ${change.path}\n`];
  if ('removed' in change) return [`D ${change.path}\n`];
  const length = Buffer.byteLength(change.content);
  return [`M 100644 inline ${change.path}\ndata ${length}\n`, change.content, '\n'];
}

function imported(origin: Remote, branch: string, stream: readonly (string | Buffer)[]): string {
  const bytes = Buffer.concat(
    [...stream, 'done\n'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  );
  gitBytes(origin.work, ['fast-import', '--quiet', '--force'], bytes);
  const tip = git(origin.work, 'rev-parse', `refs/heads/${branch}`);
  origin.push(tip, branch);
  return tip;
}

/** Commits each list of changes on top of the one before to a new branch, pushes it, and gives the commits. */
export function commits(origin: Remote, branch: string, ...lists: readonly (readonly Change[])[]): string[] {
  const stream = lists.flatMap((changes) => [commitLine(branch), ...changes.flatMap(streamOf)]);
  return git(origin.work, 'rev-list', '--reverse', imported(origin, branch, stream)).split('\n');
}

/** Commits the changes on top of a commit, as a new branch, pushes it, and gives the new commit. */
export function commitOn(origin: Remote, base: string, branch: string, changes: readonly Change[]): string {
  return imported(origin, branch, [commitLine(branch), `from ${base}\n`, ...changes.flatMap(streamOf)]);
}

/** Packs a repository again, as hosts do: an import leaves chains of changes through all of its files. */
export function packed(dir: string): void {
  git(dir, 'repack', '-adfq', '--window=5');
}

/** A source of about 2 kB. */
export function source(n: number, version: number): string {
  return `**free // ${n} ${version}\n`.padEnd(2000, `dsply ${n};\n`);
}

/** Two commits between which `count` sources changed: a third each edited, added and moved. */
export function manyChanges(origin: Remote, branch: string, count: number): { base: string; head: string } {
  const all = Array.from({ length: count }, (_, n) => n);
  const at = (n: number, folder = 'lib') => `${folder}${n % 50}/P${n}.RPGLE`;
  const first = all.filter((n) => n % 3 !== 1).map((n) => ({ path: at(n), content: source(n, 1) }));
  const second = all.map((n) =>
    n % 3 === 2 ? { path: at(n, 'moved'), movedFrom: at(n) } : { path: at(n), content: source(n, 2) },
  );
  const [base = '', head = ''] = commits(origin, branch, first, second);
  return { base, head };
}
