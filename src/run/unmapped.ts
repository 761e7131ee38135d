import { countedHave, some } from '../counted.ts';
import { Problem } from '../errors.ts';
import { pathKey } from '../git/git-path.ts';
import type { Failure } from '../ledger/record.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import type { OpenRun } from './open.ts';
import type { Owed } from './owe.ts';
import { contentOf } from './paths.ts';

/**
 * Finds those of `all` left-out files that no rule matches, under `unmapped: error`. Returns their `keys`, as they stay owed; the `error`
 * of the run (null: none); and `notices` about deleted files that an earlier push has reported already. Those are no error, as nobody can
 * write a rule for them, unless under `--still-open fail`.
 */
export function unmappedIn(run: OpenRun, head: string, owed: Pick<Owed, 'record' | 'paths'>, all: readonly LeftOut[]) {
  const isQuiet = run.input.options['still-open'] !== 'fail';
  const files = all.flatMap(({ because, path }) => {
    if (because.code !== 'unmapped' || !because.isError) return [];
    const key = pathKey(path);
    const content = contentOf(owed.paths.get(key)?.after);
    const failed = owed.record.exceptions.get(key)?.failed;
    const isSame = failed?.outcome === 'unmapped' && failed.blob === content && failed.since.head !== head;
    const since = isSame ? failed.since : null;
    return [{ key, path: path.text, since, isOver: isQuiet && since !== null && content === null }];
  });
  const msg = 'it is deleted, and no rule or skip matches its name';
  const notices = files.flatMap(({ path, since, isOver }): Notice[] => {
    const { run = null, actor = null } = since ?? {};
    return isOver ? [{ code: 'stillOpen', path, outcome: 'unmapped', msg, run, actor }] : [];
  });
  return { keys: files.map(({ key }) => key), notices, error: unmappedError(files.filter(({ isOver }) => !isOver)) };
}

/**
 * Makes the Problem('unmapped') of files that no rule matches; it says how many of them earlier pushes have reported (`since` is not null).
 * null: there are no files.
 */
function unmappedError(files: readonly { path: string; since: Failure['since'] | null }[]): Problem | null {
  if (files.length === 0) return null;
  const earlier = files.filter(({ since }) => since !== null).length;
  const part = `${earlier === files.length ? 'all' : earlier} of them since earlier pushes`;
  const since = earlier === 0 ? '' : `, ${files.length === 1 ? 'since an earlier push' : part}`;
  const paths = files.map(({ path }) => path);
  const message = `${countedHave(files.length, 'changed file')} no rule in the mapping (unmapped: error)${since}: ${some(paths, 10)}`;
  const remedy = 'Add a rule, or a skip with its reason; file-checkouts explain PATH shows why no rule matches.';
  return new Problem('unmapped', message, remedy);
}
