import { identityKey, identityText } from './identity.ts';
import type { PlannedRequest } from './planned.ts';

/**
 * Marks requests of one push that are about one object: which of them is meant cannot be known, so none is filed
 * (design §6). Deletes never collide: the delete guard has compared them with what is left.
 */
export function withCollisions(requests: readonly PlannedRequest[]): PlannedRequest[] {
  const groups = Map.groupBy(
    requests.filter((request) => request.reason !== '*DELETE' && !isRejected(request)),
    (request) => identityKey(request.identity),
  );
  return requests.map((request) => {
    if (request.reason === '*DELETE' || request.obstacle !== null) return request;
    const others = (groups.get(identityKey(request.identity)) ?? []).filter((other) => other !== request);
    if (others.length === 0) return request;
    const names = [...new Set(others.map((other) => other.path.text))].join(', ');
    const why = `${identityText(request.identity)} also comes from ${names}`;
    return { ...request, obstacle: { outcome: 'collision', why } };
  });
}

/** Values that cannot be right name no object that could be meant. */
function isRejected({ obstacle }: PlannedRequest): boolean {
  return obstacle?.outcome === 'rejected';
}
