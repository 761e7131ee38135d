import { countedHave, some } from '../counted.ts';
import { exitCodes } from '../errors.ts';
import { type GitPath, pathKey } from '../git/git-path.ts';
import { isFile } from '../git/tree.ts';
import { isUnmapped, type OpenChange } from '../ledger/record.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { RunError } from '../report/make-report.ts';
import type { Notice } from '../sentences/notice.ts';
import type { PlannedChanges } from './changes.ts';
import type { RunTools } from './input.ts';
import type { PlanBasis } from './plan-basis.ts';

/** Files that no rule matches, under `unmapped: error`. All of them stay open until a rule says what they are. */
export interface Unmapped {
  readonly all: readonly GitPath[];
  /** Those that make the run red. */
  readonly red: readonly GitPath[];
  /** Of those, the ones that only earlier pushes changed. */
  readonly earlier: number;
  readonly notices: readonly Notice[];
}

/**
 * A file that is gone by now, and that an earlier run has reported, makes no other push red: nobody can give its name a
 * rule for what it is. (`--still-open fail` makes it red again.)
 */
export async function unmappedFiles(
  { input }: RunTools,
  { record, range }: PlanBasis,
  { leftBehind, headTree }: Pick<PlannedChanges, 'leftBehind' | 'headTree'>,
  leftOut: readonly LeftOut[],
): Promise<Unmapped> {
  const all = leftOut.flatMap(({ because, path }) => (because.code === 'unmapped' && because.isError ? [path] : []));
  const earlier = all.filter((path) => leftBehind.has(pathKey(path)));
  const known = (record?.open ?? []).filter((change) => isUnmapped(change) && change.openSince?.head !== range.head);
  const reported = new Map(known.map((change) => [change.path, change]));
  const mayBeOver = earlier.some((path) => reported.has(pathKey(path))) && input.options['still-open'] !== 'fail';
  const there = mayBeOver ? new Set((await headTree()).filter(isFile).map(({ path }) => pathKey(path))) : null;
  const isOver = (path: GitPath) => {
    const key = pathKey(path);
    // What the push itself deletes is its own to be red for.
    return there !== null && leftBehind.has(key) && reported.has(key) && !there.has(key);
  };
  return {
    all,
    red: all.filter((path) => !isOver(path)),
    earlier: earlier.filter((path) => !isOver(path)).length,
    notices: earlier.filter(isOver).map((path) => notice(path, reported.get(pathKey(path)))),
  };
}

function notice({ text: path }: GitPath, change: OpenChange | undefined): Notice {
  const { run = null, actor = null } = change?.openSince ?? {};
  const msg = 'it is deleted, and no rule or skip matches its name';
  return { code: 'stillOpen', path, outcome: 'unmapped', msg, run, actor };
}

/** Under `unmapped: error` a changed file without a rule makes the run red, whatever else was filed. */
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
