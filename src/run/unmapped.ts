import { countedHave, some } from '../counted.ts';
import { exitCodes } from '../errors.ts';
import { type GitPath, pathKey } from '../git/git-path.ts';
import type { BranchRecord, Failure } from '../ledger/record.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { RunError } from '../report/make-report.ts';
import type { Notice } from '../sentences/notice.ts';
import type { RunTools } from './input.ts';
import type { Range } from './range.ts';

/** Files that no rule matches, under `unmapped: error`. All of them stay owed until a rule says what they are. */
export interface Unmapped {
  readonly all: readonly GitPath[];
  /** Those that make the run red. */
  readonly red: readonly GitPath[];
  /** Of those, the ones that an earlier run has reported already. */
  readonly earlier: number;
  readonly notices: readonly Notice[];
}

interface UnmappedInput {
  readonly record: BranchRecord | null;
  readonly range: Range;
  readonly leftOut: readonly LeftOut[];
  /** What head has at a path that is owed; null: nothing. */
  readonly oidAt: (key: string) => string | null;
}

/**
 * A file that is gone, and that an earlier run has reported as that, makes no other push red: nobody can give its name a
 * rule for what it is. (`--still-open fail` makes it red again.)
 */
export function unmappedFiles({ input }: RunTools, { record, range, leftOut, oidAt }: UnmappedInput): Unmapped {
  const all = leftOut.flatMap(({ because, path }) => (because.code === 'unmapped' && because.isError ? [path] : []));
  const failures = new Map<GitPath, Failure>();
  for (const path of all) {
    const failed = record?.exceptions.get(pathKey(path))?.failed;
    const isSame = failed?.outcome === 'unmapped' && failed.blob === oidAt(pathKey(path));
    if (isSame && failed.since.head !== range.head) failures.set(path, failed);
  }
  const isOver = (path: GitPath) =>
    input.options['still-open'] !== 'fail' && failures.has(path) && oidAt(pathKey(path)) === null;
  return {
    all,
    red: all.filter((path) => !isOver(path)),
    earlier: all.filter((path) => failures.has(path) && !isOver(path)).length,
    notices: all.filter(isOver).map((path) => notice(path, failures.get(path))),
  };
}

function notice({ text: path }: GitPath, failure: Failure | undefined): Notice {
  const { run = null, actor = null } = failure?.since ?? {};
  const msg = 'it is deleted, and no rule or skip matches its name';
  return { code: 'stillOpen', path, outcome: 'unmapped', msg, run, actor };
}

/** Under `unmapped: error` a changed file without a rule makes the run red, even if everything else was filed. */
export function unmappedError({ red, earlier }: Unmapped): RunError | null {
  if (red.length === 0) return null;
  const paths = red.map(({ text }) => text);
  const since = sinceText(earlier, red.length);
  return {
    code: 'unmapped',
    message: `${countedHave(red.length, 'changed file')} no rule in the mapping (unmapped: error)${since}: ${some(paths, 10)}`,
    remedy: 'Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.',
    exitCode: exitCodes.notFiled,
  };
}

function sinceText(earlier: number, all: number): string {
  if (earlier === 0) return '';
  if (all === 1) return ', since an earlier push';
  return `, ${earlier === all ? 'all' : earlier} of them since earlier pushes`;
}
