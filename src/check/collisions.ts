/** Tracked files that make one object. */

import { identityKey, identityOf, identityText } from '../plan/identity.ts';
import type { Collision } from './finding.ts';
import type { MappedRequest } from './mapped-files.ts';

/**
 * Groups of files that collide, each told once, for the first sample branch on which it does. Requests that could not
 * be sent for another reason do not collide.
 */
export function collisionsIn(requests: readonly MappedRequest[]): Collision[] {
  const groups = Map.groupBy(
    requests.filter(({ problems }) => problems.length === 0),
    ({ branch, fields }) => `${branch}\n${identityKey(identityOf(fields))}`,
  );
  const collisions = new Map<string, Collision>();
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined || group.length === 1) continue;
    const paths = [...new Set(group.map(({ path }) => path.text))];
    const rules = [...new Set(group.map(({ rule }) => rule))];
    const key = JSON.stringify([paths, rules]);
    if (!collisions.has(key)) collisions.set(key, { object: identityText(identityOf(first.fields)), paths, rules });
  }
  return [...collisions.values()];
}
