/** Tracked files that make one object. */

import { unsendableName } from '../git/git-path.ts';
import { identityKey, identityOf, identityText } from '../plan/identity.ts';
import { needsNoContent } from '../plan/planned.ts';
import type { MappedRequest } from './mapped-files.ts';
import type { Collision } from './remark.ts';

/**
 * Groups of files that collide, each told once, for the first sample branch on which it does. As in a plan, values that
 * cannot be right name no object that could be meant; a file whose name cannot be sent does.
 */
export function collisionsIn(requests: readonly MappedRequest[]): Collision[] {
  const groups = Map.groupBy(
    requests.filter(({ path, problems }) => problems.length === 0 || unsendableName(path) !== null),
    ({ branch, fields }) => `${branch}\n${identityKey(identityOf(fields))}`,
  );
  const collisions = new Map<string, Collision>();
  for (const all of groups.values()) {
    const migrated = all.some(({ fields }) => (fields.rsn ?? '*MIGRATE') === '*MIGRATE');
    const group = migrated ? all.filter(({ fields }) => !needsNoContent(fields.rsn)) : all;
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    const paths = [...new Set(group.map(({ path }) => path.text))];
    const rules = [...new Set(group.map(({ rule }) => rule))];
    const key = JSON.stringify([paths, rules]);
    if (!collisions.has(key)) collisions.set(key, { object: identityText(identityOf(first.fields)), paths, rules });
  }
  return [...collisions.values()];
}
