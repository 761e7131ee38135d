import { countedHave, some } from '../counted.ts';
import { exitCodes } from '../errors.ts';
import { type GitPath, pathKey } from '../git/git-path.ts';
import type { Failure } from '../ledger/record.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { RunError } from '../report/make-report.ts';
import type { Notice } from '../sentences/notice.ts';
import type { OpenRun } from './open.ts';
import type { Owed } from './owe.ts';
import { contentOf } from './paths.ts';
import type { Range } from './range.ts';

/** A file that no rule matches, under `unmapped: error`. It stays owed until a rule matches it. */
export interface Unmapped {
  readonly path: GitPath;
  /** The push that has reported it so already; null: none but this one. */
  readonly since: Failure['since'] | null;
  /** True if it makes this run no longer red: it is gone, and was reported as gone, so that nobody can write a rule for it. */
  readonly isOver: boolean;
}

/** Returns the left-out files that no rule matches, under `unmapped: error`; none `isOver` under `--still-open fail`. */
export function unmappedFiles(
  { input }: OpenRun,
  range: Range,
  { record: { exceptions }, paths }: Pick<Owed, 'record' | 'paths'>,
  leftOut: readonly LeftOut[],
): Unmapped[] {
  const isQuiet = input.options['still-open'] !== 'fail';
  return leftOut.flatMap(({ because, path }) => {
    if (because.code !== 'unmapped' || !because.isError) return [];
    const key = pathKey(path);
    const content = contentOf(paths.get(key)?.after);
    const failed = exceptions.get(key)?.failed;
    const isSame = failed?.outcome === 'unmapped' && failed.blob === content;
    const since = isSame && failed.since.head !== range.head ? failed.since : null;
    return [{ path, since, isOver: isQuiet && since !== null && content === null }];
  });
}

/** Returns a `stillOpen` notice for each unmapped file that is over. */
export function unmappedNotices(unmapped: readonly Unmapped[]): Notice[] {
  const msg = 'it is deleted, and no rule or skip matches its name';
  return unmapped.flatMap(({ path, since, isOver }): Notice[] => {
    const { run = null, actor = null } = since ?? {};
    return isOver ? [{ code: 'stillOpen', path: path.text, outcome: 'unmapped', msg, run, actor }] : [];
  });
}

/** Makes the error (not thrown) of changed files without a rule that are not over; null: there is none. */
export function unmappedError(unmapped: readonly Unmapped[]): RunError | null {
  const red = unmapped.filter(({ isOver }) => !isOver);
  if (red.length === 0) return null;
  const paths = red.map(({ path }) => path.text);
  const earlier = red.filter(({ since }) => since !== null).length;
  const part = `${earlier === red.length ? 'all' : earlier} of them since earlier pushes`;
  const since = earlier === 0 ? '' : `, ${red.length === 1 ? 'since an earlier push' : part}`;
  return {
    code: 'unmapped',
    message: `${countedHave(red.length, 'changed file')} no rule in the mapping (unmapped: error)${since}: ${some(paths, 10)}`,
    remedy: 'Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.',
    exitCode: exitCodes.notFiled,
  };
}
