import type { PlannedRequest } from './planned.ts';

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Sorts by target, then migrations, dependents, deletes, then by object and path: two runs of a range plan the same list. */
export function sortForFiling(requests: readonly PlannedRequest[]): PlannedRequest[] {
  const rank = ({ reason, dependent }: PlannedRequest) => {
    if (reason === '*DELETE') return 2;
    return dependent === undefined ? 0 : 1;
  };
  return requests.toSorted(
    (one, other) =>
      compare(one.identity.appl, other.identity.appl) ||
      compare(one.identity.lvl, other.identity.lvl) ||
      compare(rank(one), rank(other)) ||
      compare(one.identity.objn, other.identity.objn) ||
      compare(one.identity.type ?? '', other.identity.type ?? '') ||
      compare(one.path.text, other.path.text),
  );
}
