import { countedHave, some } from '../counted.ts';
import { exitCodes } from '../errors.ts';
import { type GitPath, pathKey } from '../git/git-path.ts';
import type { BranchRecord } from '../ledger/record.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { RunError } from '../report/make-report.ts';
import type { Notice } from '../sentences/notice.ts';
import type { OpenRun } from './open.ts';
import type { Range } from './range.ts';

/** Files that no rule matches, under `unmapped: error`. All of them stay owed until a rule matches them. */
export interface Unmapped {
  readonly all: readonly GitPath[];
  /** Those that make the run red. */
  readonly red: readonly GitPath[];
  /** How many of the red ones an earlier run has reported already. */
  readonly earlier: number;
  readonly notices: readonly Notice[];
}

/**
 * Finds the files that no rule matches. One that is gone, and that an earlier run has reported as gone, makes no other push
 * red: nobody can write a rule for it. (`--still-open fail` makes it red again.)
 *
 * @param oidAt returns the content of head at an owed path, by key; null: none.
 */
export function unmappedFiles(
  { input }: OpenRun,
  range: Range,
  { exceptions }: BranchRecord,
  leftOut: readonly LeftOut[],
  oidAt: (key: string) => string | null,
): Unmapped {
  const isQuiet = input.options['still-open'] !== 'fail';
  const files = leftOut.flatMap(({ because, path }) => {
    if (because.code !== 'unmapped' || !because.isError) return [];
    const key = pathKey(path);
    const failed = exceptions.get(key)?.failed;
    const isSame = failed?.outcome === 'unmapped' && failed.blob === oidAt(key);
    const since = isSame && failed.since.head !== range.head ? failed.since : null;
    return [{ path, since, isOver: isQuiet && since !== null && oidAt(key) === null }];
  });
  const red = files.filter(({ isOver }) => !isOver);
  const msg = 'it is deleted, and no rule or skip matches its name';
  return {
    all: files.map(({ path }) => path),
    red: red.map(({ path }) => path),
    earlier: red.filter(({ since }) => since !== null).length,
    notices: files.flatMap(({ path, since, isOver }) => {
      const { run = null, actor = null } = since ?? {};
      return isOver ? [{ code: 'stillOpen', path: path.text, outcome: 'unmapped', msg, run, actor } as const] : [];
    }),
  };
}

/** Makes the error of changed files without a rule; null: none is red. */
export function unmappedError({ red, earlier }: Unmapped): RunError | null {
  if (red.length === 0) return null;
  const paths = red.map(({ text }) => text);
  const part = `${earlier === red.length ? 'all' : earlier} of them since earlier pushes`;
  const since = earlier === 0 ? '' : `, ${red.length === 1 ? 'since an earlier push' : part}`;
  return {
    code: 'unmapped',
    message: `${countedHave(red.length, 'changed file')} no rule in the mapping (unmapped: error)${since}: ${some(paths, 10)}`,
    remedy: 'Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.',
    exitCode: exitCodes.notFiled,
  };
}
