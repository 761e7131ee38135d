import type { TreeSide } from '../git/tree.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { compileOrder } from '../uses/compile-order.ts';
import type { RunTools } from './input.ts';
import type { PlanBasis } from './plan-basis.ts';
import { type UsesAtHead, usesAtHead } from './uses-at-head.ts';

/** Requests with their place in the compile order as `csqo`, where the mapping asks for it (design §13). */
export async function withCompileOrder(
  { repository }: RunTools,
  { range, mapper }: PlanBasis,
  requests: readonly PlannedRequest[],
  headTree: () => Promise<readonly TreeSide[]>,
): Promise<{ readonly requests: readonly PlannedRequest[]; readonly notices: readonly Notice[] }> {
  const compiled = requests.filter(({ reason, path }) => reason !== '*DELETE' && path.raw === null);
  const uses = await usesAtHead(repository, mapper, {
    commit: range.head,
    tree: await headTree(),
    deleted: [],
  });
  await uses.bring(compiled.map(({ path }) => path.text));
  const paths = new Map<string, readonly string[]>();
  for (const { path } of compiled) paths.set(path.text, await usedThrough(path.text, uses));
  const notices: Notice[] = [];
  const places = new Map<PlannedRequest, number>();
  // What shares a target can share an RFP.
  for (const group of Map.groupBy(compiled, ({ identity }) => `${identity.appl} ${identity.lvl}`).values()) {
    const order = compileOrder(
      group.map(({ path }) => path.text),
      (path) => paths.get(path) ?? [],
    );
    for (const request of group) places.set(request, order.places.get(request.path.text) ?? 1);
    notices.push(...order.circles.map(({ paths: circle }): Notice => ({ code: 'compileCircle', paths: circle })));
  }
  const ordered = requests.map((request) => {
    const csqo = request.isOrdered === true ? places.get(request) : undefined;
    return csqo === undefined ? request : { ...request, fields: { ...request.fields, csqo } };
  });
  return { requests: ordered, notices };
}

/** What a file uses, also by way of its includes. */
async function usedThrough(path: string, { read, resolve, objectsOf, bring }: UsesAtHead): Promise<string[]> {
  const found = new Set<string>();
  const ahead = [path];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    for (const { target, uses } of await read(at)) {
      if (target !== null) continue;
      for (const used of uses.flatMap((use) => resolve(at, use))) {
        if (found.has(used)) continue;
        found.add(used);
        if (objectsOf(used).length > 0) continue;
        await bring([used]);
        ahead.push(used);
      }
    }
  }
  found.delete(path);
  return [...found];
}
