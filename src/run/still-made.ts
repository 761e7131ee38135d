import { textPath } from '../git/git-path.ts';
import type { FiledObject } from '../ledger/record.ts';
import { mayBeSame, nameKey } from '../plan/identity.ts';
import { targetsOf } from '../plan/mapper.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { RunTools } from './input.ts';
import type { PlanBasis } from './plan-basis.ts';

/** What became of the file that a request was filed for: it still makes the object, another one, or is gone. */
export type Standing = ReadonlyMap<FiledObject, 'same' | 'other'>;

/**
 * Looks after the files of requests that this branch filed for objects of the same name from other files: while such a
 * file is there, its request is not another file's to go on with.
 */
export async function stillMade(
  { repository }: RunTools,
  requests: readonly PlannedRequest[],
  { range, record, mapper }: PlanBasis,
): Promise<Standing> {
  if (record === null || record.filed.length === 0) return new Map();
  const byName = Map.groupBy(requests, ({ identity }) => nameKey(identity));
  const others = record.filed.filter((entry) =>
    byName.get(nameKey(entry))?.some(({ path }) => path.text !== entry.path),
  );
  const infos = await repository.objects.info(others.map(({ path }) => `${range.head}:${path}`));
  return new Map(
    others.flatMap((entry, n) => {
      if (infos[n]?.type !== 'blob') return [];
      const targets = targetsOf(mapper(textPath(entry.path)));
      const asked = byName.get(nameKey(entry)) ?? [];
      const isSame = asked.some(
        ({ identity, path }) =>
          path.text !== entry.path && targets.some((target) => mayBeSame(target.identity, identity)),
      );
      return [[entry, isSame ? ('same' as const) : ('other' as const)] as const];
    }),
  );
}
