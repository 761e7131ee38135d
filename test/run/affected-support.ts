import { textPath } from '../../src/git/git-path.ts';
import { openRepository } from '../../src/git/repository.ts';
import { listTree } from '../../src/git/tree.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { type Affected, findAffected } from '../../src/uses/affected.ts';
import { withCompileOrder } from '../../src/uses/ordered.ts';
import { usesAtHead } from '../../src/uses/uses-at-head.ts';
import { remote, runEnv } from '../git/support.ts';
import { mapperOf } from '../plan/support.ts';

/** Files of a repository, by their paths. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** A mapping by what files end in; the first that fits wins. `null`: they make no object; `*FILE CUST`: one of that name. */
export type Kinds = Readonly<Record<string, string | null>>;

/** As `init` would write it for most. */
export const usual: Kinds = {
  '.rpgleinc': null,
  '.rpginc': null,
  '.module.rpgle': '*MODULE',
  '.srvpgm.rpgle': '*SRVPGM',
  '.c': '*MODULE',
  '.h': null,
  '.pf': '*FILE',
  '.lf': '*FILE',
  '.dspf': '*FILE',
  '.table': '*FILE',
  '.view': '*FILE',
  '.index': '*FILE',
  '.temporal': '*FILE',
  '.history': '*FILE',
  '.bnd': '*SRVPGM',
  '.bnddir': '*BNDDIR',
  '.rpgle': '*PGM',
  '.sqlrpgle': '*PGM',
  '.pgm.clle': '*PGM',
  '': null,
};

const objectOf = (object: string) => {
  const [objt, objn] = object.split(' ');
  return `objt: "${objt}"${objn === undefined ? '' : `, objn: ${objn}`}`;
};

export function mappingText(kinds: Kinds = usual, request = ''): string {
  const rules = Object.entries(kinds).map(
    ([end, objt]) =>
      `  - { match: { path: "**${end === '' ? '' : `/*${end}`}" }, ${objt === null ? 'skip: nothing' : `request: { ${objectOf(objt)} }`} }`,
  );
  return [
    'version: 1',
    'repo: ORDERS',
    'dependents: request',
    'branches: [{ branch: main, appl: ORD, lvl: 10 }]',
    ...(request === '' ? [] : [`request: { ${request} }`]),
    'rules:',
    ...rules,
  ].join('\n');
}

/** `a/ORD.rpgle *RECOMPILE`; `!`: only reported, `?`: the name may mean another file. */
function lineOf({ path, reason, onlyReported, ambiguous }: Affected): string {
  return `${path} ${reason}${onlyReported ? '!' : ''}${ambiguous ? '?' : ''}`;
}

/** What a push of these files affects, or why that is not known. */
export async function affectedBy(
  files: Files,
  changed: readonly string[],
  kinds: Kinds = usual,
): Promise<readonly string[] | string> {
  using stage = await staged(files, kinds);
  const found = await stage.push(changed);
  return 'unknown' in found ? found.unknown : found.map(lineOf);
}

/** The same with the place of each in the compile order, that of the changed files too: `ORD100 3`, by name. */
export async function orderOf(files: Files, changed: readonly string[], affects: boolean): Promise<string[]> {
  using stage = await staged(files, usual);
  const found = affects ? await stage.push(changed) : [];
  return await stage.order([...changed, ...('unknown' in found ? [] : found.map(({ path }) => path))]);
}

async function staged(files: Files, kinds: Kinds) {
  const origin = remote();
  const head = origin.commit(files);
  const repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const tree = await listTree(repository.objects, head);
  const mapper = mapperOf(mappingText(kinds));
  const push = async (changed: readonly string[]) => {
    const { objectsOf, seek } = usesAtHead(repository, mapper, {
      commit: head,
      tree: { all: () => tree },
      deleted: [],
    });
    return findAffected(
      changed.map((path) => ({ path, deleted: false })),
      objectsOf,
      seek,
    );
  };
  const order = async (paths: readonly string[]) => {
    const requests = paths.map((path) => ({
      ...{ path: textPath(path), reason: '*MIGRATE', isOrdered: true, fields: {} },
      identity: { appl: 'ORD', lvl: 10 },
    }));
    const asked = requests as unknown as PlannedRequest[];
    const ordered = await withCompileOrder({ repository, mapper, head }, asked, async () => tree);
    return ordered.requests.map(({ path, fields }) => `${nameOf(path.text)} ${fields.csqo}`);
  };
  const dispose = () => {
    repository[Symbol.dispose]();
    origin[Symbol.dispose]();
  };
  return { push, order, [Symbol.dispose]: dispose };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
