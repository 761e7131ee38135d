/**
 * A small history, every step of which is written down, so that what each event changed can be worked out by hand:
 *
 *     main     m0 --- m1 --- m2 --- m3            (old.. new)
 *                      \              \
 *     feature           f1 --- f2 --- fm          fm merges m3
 *
 *     m0  README.md, A, B, old/C, D, keep.txt
 *     m1  A edited, E added
 *     m2  old/C moved to new/C
 *     m3  D deleted, B edited
 *     f1  F added
 *     f2  A edited, G added
 *     fm  f2 and m3
 *     fr  f1 and f2 again on top of m3 (the rebase)
 *     x   on top of m1: E edited (what main was before somebody forced it)
 *     o   no parent: only O (an orphan branch)
 *     oct on top of m3, merging two branches at once: P1 and P2 added there, P3 in the merge itself
 */
import { type Format, takenFrom } from '../git/by-hand.ts';
import { git, gitBytes, type Remote, remote } from '../git/support.ts';

export interface History extends Disposable {
  readonly origin: Remote;
  /** OIDs by the names above. */
  readonly at: Readonly<Record<Step, string>>;
}
export type Step = 'm0' | 'm1' | 'm2' | 'm3' | 'f1' | 'f2' | 'fm' | 'fr' | 'x' | 'o' | 'oct' | 'far' | 'behind';

const file = (name: string, version = 1) => `**free\n// ${name} ${version}\n${'dsply name;\n'.repeat(4)}`;

/** The history, in a remote and a work tree of its own. Git makes it once in a process; the others are copies. */
export function history(format: Format = 'sha1'): History {
  const origin = remote(format);
  const first = made.get(format) ?? keep(format);
  first.restore(origin.root);
  return { origin, at: first.at, [Symbol.dispose]: origin[Symbol.dispose] };
}

interface Kept {
  readonly at: History['at'];
  readonly restore: (root: string) => void;
}
const made = new Map<Format, Kept>();

function keep(format: Format): Kept {
  using origin = remote(format);
  const at = makeHistory(origin);
  const kept = { at, restore: takenFrom(origin.root) };
  made.set(format, kept);
  return kept;
}

function makeHistory(origin: Remote): History['at'] {
  const { work, commit } = origin;
  const at: Record<string, string> = {};
  const go = (step: string) => git(work, 'checkout', '--quiet', '--detach', at[step] ?? step);
  at.m0 = commit({
    'README.md': '# Orders\n',
    'A.RPGLE': file('A'),
    'B.RPGLE': file('B'),
    'old/C.RPGLE': file('C'),
    'D.RPGLE': file('D'),
    'keep.txt': 'kept\n',
  });
  at.m1 = commit({ 'A.RPGLE': file('A', 2), 'E.RPGLE': file('E') });
  at.m2 = commit({ 'old/C.RPGLE': null, 'new/C.RPGLE': file('C') });
  at.m3 = commit({ 'D.RPGLE': null, 'B.RPGLE': file('B', 2) });
  go('m1');
  at.x = commit({ 'E.RPGLE': file('E', 9) });
  go('m1');
  at.f1 = commit({ 'F.RPGLE': file('F') });
  at.f2 = commit({ 'A.RPGLE': file('A', 3), 'G.RPGLE': file('G') });
  git(work, 'merge', '--quiet', '--no-edit', at.m3);
  at.fm = git(work, 'rev-parse', 'HEAD');
  go('m3');
  git(work, 'cherry-pick', at.f1, at.f2);
  at.fr = git(work, 'rev-parse', 'HEAD');
  go('m3');
  const side = ['P1', 'P2'].map((name) => {
    go('m3');
    return commit({ [`${name}.RPGLE`]: file(name) });
  });
  go('m3');
  git(work, 'merge', '--quiet', '--no-commit', '--no-ff', ...side);
  at.oct = commit({ 'P3.RPGLE': file('P3') }, 'octopus');
  git(work, 'checkout', '--quiet', '--orphan', 'orphan');
  git(work, 'rm', '-rfq', '.');
  at.o = commit({ 'O.RPGLE': file('O') });
  Object.assign(at, longLine(work, at.m3));
  for (const [ref, step] of published) origin.push(at[step] ?? '', ref);
  git(origin.remote, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  return at as History['at'];
}

/** Where the branches are in the end. `far` is 300 commits ahead of `behind`, of which only the last changes a file. */
const published: [ref: string, step: Step][] = [
  ['main', 'm3'],
  ['feature', 'fm'],
  ['rebased', 'fr'],
  ['orphan', 'o'],
  ['octopus', 'oct'],
  ['release', 'far'],
  ['at-m1', 'm1'],
  ['refs/keep/x', 'x'],
];

function longLine(work: string, from: string): { behind: string; far: string } {
  git(work, 'checkout', '--quiet', '--detach', from);
  const tree = git(work, 'rev-parse', 'HEAD^{tree}');
  let tip = git(work, 'rev-parse', 'HEAD');
  const input = [`commit refs/heads/long\ncommitter J <j@example.com> 0 +0000\ndata 0\nfrom ${tip}\n`];
  for (let n = 0; n < 299; n += 1)
    input.push(`commit refs/heads/long\ncommitter J <j@example.com> ${n} +0000\ndata 0\n`);
  fastImport(work, input.join('\n'));
  const behind = tip;
  tip = git(work, 'rev-parse', 'refs/heads/long');
  if (git(work, 'rev-parse', `${tip}^{tree}`) !== tree) throw new Error('the long line was to change nothing');
  git(work, 'checkout', '--quiet', '--detach', tip);
  git(work, 'rm', '--quiet', 'A.RPGLE');
  git(work, 'commit', '--quiet', '-m', 'far');
  return { behind, far: git(work, 'rev-parse', 'HEAD') };
}

function fastImport(work: string, stream: string): void {
  gitBytes(work, ['fast-import', '--quiet'], `${stream}\ndone\n`);
}
