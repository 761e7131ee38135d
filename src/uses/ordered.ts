import { Problem } from '../errors.ts';
import type { Repository } from '../git/repository.ts';
import type { TreeSide } from '../git/tree.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Notice } from '../sentences/notice.ts';
import { compileOrder } from './compile-order.ts';
import { embeddedTables } from './source-uses.ts';
import type { SaidUses } from './use.ts';
import { usedThrough } from './used-by.ts';
import { type UsesAtHead, usesAtHead } from './uses-at-head.ts';

/**
 * Adds to requests their place in the compile order as `csqo`, where the mapping asks for it (design §13), with a
 * notice for each circle. Each application and level has its own order, without deletes and paths that are no text.
 * @param headTree lists all files of `head`.
 * @throws Problem('git') if a source cannot be read or searched.
 */
export async function withCompileOrder(
  { repository, mapper, head }: { readonly repository: Repository; readonly mapper: Mapper; readonly head: string },
  requests: readonly PlannedRequest[],
  headTree: () => Promise<readonly TreeSide[]>,
): Promise<{ readonly requests: readonly PlannedRequest[]; readonly notices: readonly Notice[] }> {
  const compiled = requests.filter(({ reason, path }) => reason !== '*DELETE' && path.raw === null);
  const tree = await headTree();
  const uses = usesAtHead(repository, mapper, { commit: head, tree: { all: () => tree }, deleted: [] });
  const used = await readUses(
    compiled.map(({ path }) => path.text),
    uses,
  );
  const notices: Notice[] = [];
  const places = new Map<PlannedRequest, number>();
  // What shares a target can share an RFP.
  for (const group of Map.groupBy(compiled, ({ identity }) => `${identity.appl} ${identity.lvl}`).values()) {
    const order = compileOrder(
      group.map(({ path }) => path.text),
      (path) => used.get(path) ?? [],
    );
    for (const request of group) places.set(request, order.places.get(request.path.text) ?? 1);
    notices.push(...order.circles.map((circle): Notice => ({ code: 'compileCircle', paths: circle })));
  }
  const ordered = requests.map((request) => {
    const csqo = request.isOrdered === true ? places.get(request) : undefined;
    return csqo === undefined ? request : { ...request, fields: { ...request.fields, csqo } };
  });
  return { requests: ordered, notices };
}

/** Reads what files use, and what those use in turn, by path. @throws Problem('git') if a content cannot be read. */
async function readUses(
  paths: readonly string[],
  sources: UsesAtHead,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { read, text, bring } = sources;
  const readAll = async (found: readonly string[]) => {
    await bring(found);
    return Promise.all(found.map(async (path) => [path, (await read(path)).said] as const));
  };
  const binding: ReadonlyMap<string, readonly SaidUses[]> = new Map(
    await readAll(requireKnown(await sources.binding())),
  );
  return usedThrough(paths, binding, {
    ...sources,
    resolve: await sources.resolver(),
    tables: async (path) => embeddedTables(path, await text(path)),
    findScripts: async (names) => {
      await readAll(requireKnown(await sources.scripts(names)));
    },
  });
}

function requireKnown<T extends object>(found: T | { readonly unknown: string }): T {
  if (!('unknown' in found)) return found;
  throw new Problem('git', found.unknown, 'Leave "{order}" out of the mapping for this push.');
}
