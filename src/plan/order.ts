import type { PlannedRequest } from './planned.ts';

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** By target, migrations before what only uses them and that before deletes, then object, then path: two runs of one range plan the same list. */
export function inOrder(requests: readonly PlannedRequest[]): PlannedRequest[] {
  const last = ({ reason, dependent }: PlannedRequest) => {
    if (reason === '*DELETE') return 2;
    return dependent === undefined ? 0 : 1;
  };
  return requests.toSorted(
    (one, other) =>
      compare(one.identity.appl, other.identity.appl) ||
      compare(one.identity.lvl, other.identity.lvl) ||
      compare(last(one), last(other)) ||
      compare(one.identity.objn, other.identity.objn) ||
      compare(one.identity.type ?? '', other.identity.type ?? '') ||
      compare(one.path.text, other.path.text),
  );
}
