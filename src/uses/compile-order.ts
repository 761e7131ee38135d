/** Places in the compile order. */
export interface CompileOrder {
  /** `{order}` by path: 1 for a file that uses none of the others, else one more than the greatest of those it uses. */
  readonly places: ReadonlyMap<string, number>;
  /** The files of each circle, which use each other and have no order; sorted. */
  readonly circles: readonly (readonly string[])[];
}

/** A file on the way of the search, and the index of its next use. */
interface Visit {
  readonly path: string;
  readonly uses: readonly string[];
  next: number;
}

/**
 * Returns the place of each of `paths` in the compile order; files of a circle share one. The same for every order of
 * input. A circle names only files of `paths`, two or more.
 * @param paths of one RFP. @param usesOf what a file uses; one outside of `paths` has no place, but its own uses count.
 */
export function compileOrder(paths: readonly string[], usesOf: (path: string) => readonly string[]): CompileOrder {
  const wanted = new Set(paths);
  const places = new Map<string, number>();
  const circles: string[][] = [];
  for (const group of circlesFirst([...wanted].toSorted(), usesOf)) {
    const own = group.filter((path) => wanted.has(path));
    const below = group.flatMap(usesOf).map((used) => places.get(used) ?? 0);
    const place = below.reduce((most, one) => Math.max(most, one), 0) + (own.length > 0 ? 1 : 0);
    for (const path of group) places.set(path, place);
    if (own.length > 1) circles.push(own.toSorted());
  }
  return {
    places: new Map([...wanted].map((path) => [path, places.get(path) ?? 1])),
    circles: circles.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  };
}

/**
 * Groups `paths`, and all files that they lead to, by which use each other (mostly one file alone); each group is after
 * all that it uses. Tarjan's strongly connected components, with a stack of its own for any depth.
 */
function circlesFirst(paths: readonly string[], usesOf: (path: string) => readonly string[]): string[][] {
  const groups: string[][] = [];
  const numbers = new Map<string, number>();
  /** The least number that a file leads back to. */
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const way: Visit[] = [];
  const enter = (path: string) => {
    numbers.set(path, numbers.size);
    lowest.set(path, numbers.size - 1);
    open.push(path);
    isOpen.add(path);
    way.push({ path, uses: usesOf(path), next: 0 });
  };
  const lower = (path: string, number = 0) => lowest.set(path, Math.min(lowest.get(path) ?? 0, number));
  const leave = ({ path }: Visit) => {
    way.pop();
    const before = way.at(-1);
    if (before !== undefined) lower(before.path, lowest.get(path));
    if (lowest.get(path) !== numbers.get(path)) return;
    const group = open.splice(open.lastIndexOf(path));
    for (const member of group) isOpen.delete(member);
    groups.push(group);
  };
  for (const path of paths) {
    if (!numbers.has(path)) enter(path);
    for (let visit = way.at(-1); visit !== undefined; visit = way.at(-1)) {
      const used = visit.uses[visit.next];
      visit.next += 1;
      if (used === undefined) leave(visit);
      else if (!numbers.has(used)) enter(used);
      else if (isOpen.has(used)) lower(visit.path, numbers.get(used));
    }
  }
  return groups;
}
