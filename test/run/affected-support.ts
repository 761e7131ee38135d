import { toGitPath } from '../../src/git/git-path.ts';
import { openRepository } from '../../src/git/repository.ts';
import { readTreeFiles } from '../../src/git/tree.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import type { Notice } from '../../src/sentences/notice.ts';
import { type Affected, findAffected } from '../../src/uses/affected.ts';
import { withCompileOrder } from '../../src/uses/compile-order.ts';
import { openUsesAtHead } from '../../src/uses/uses-at-head.ts';
import { remote, runEnv } from '../git/support.ts';
import { mapperOf } from '../plan/support.ts';

/** Files of a repository, by their paths. */
export type Files = Readonly<Record<string, string | Buffer>>;

/** A mapping by what files end in; the first that fits wins. `null`: they make no object; `*FILE CUST`: one of that name. */
export type Kinds = Readonly<Record<string, string | null>>;

/** As `init` would write it for most. */
export const usual: Kinds = {
  ...{ '.rpgleinc': null, '.rpginc': null, '.module.rpgle': '*MODULE', '.srvpgm.rpgle': '*SRVPGM' },
  ...{ '.c': '*MODULE', '.h': null, '.pf': '*FILE', '.lf': '*FILE', '.dspf': '*FILE' },
  ...{ '.table': '*FILE', '.view': '*FILE', '.index': '*FILE', '.temporal': '*FILE', '.history': '*FILE' },
  ...{ '.bnd': '*SRVPGM', '.bnddir': '*BNDDIR', '.rpgle': '*PGM', '.sqlrpgle': '*PGM', '.pgm.clle': '*PGM' },
  '': null,
};

const objectOf = (object: string) => {
  const [objt, objn] = object.split(' ');
  return `objt: "${objt}"${objn === undefined ? '' : `, objn: ${objn}`}`;
};

export function mappingText(kinds: Kinds = usual, request = ''): string {
  const rules = Object.entries(kinds).map(([end, objt]) => {
    const made = objt === null ? 'skip: nothing' : `request: { ${objectOf(objt)} }`;
    return `  - { match: { path: "**${end === '' ? '' : `/*${end}`}" }, ${made} }`;
  });
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
export async function affectedBy(files: Files, changed: readonly string[], kinds: Kinds = usual) {
  using stage = await staged(files, kinds);
  const found = await stage.push(changed);
  return 'unknown' in found ? found.unknown : found.map(lineOf);
}

/** A repository of these files, with what pushes to it affect. */
export async function staged(files: Files, kinds: Kinds) {
  const origin = remote();
  const head = origin.commit(files);
  const repository = await openRepository({ repoDir: origin.work, env: runEnv });
  const tree = (await readTreeFiles(repository.objects, head)).all();
  const mapper = mapperOf(mappingText(kinds));
  const uses = () => openUsesAtHead(repository, mapper, { commit: head, tree: { all: () => tree }, deleted: [] });
  const push = (changed: readonly string[]) => {
    const { objectsOf, seek } = uses();
    const paths = changed.map((path) => ({ path, deleted: false }));
    return findAffected(paths, objectsOf, seek);
  };
  const notices: Notice[] = [];
  const order = async (paths: readonly string[]) => {
    const requests = paths.map((path) => ({
      ...{ path: toGitPath(path), reason: '*MIGRATE', isOrdered: true, fields: {} },
      identity: { appl: 'ORD', lvl: 10 },
    }));
    const asked = requests as unknown as PlannedRequest[];
    const ordered = await withCompileOrder({ repository, mapper, head }, asked, async () => tree);
    notices.push(...ordered.notices);
    return ordered.requests.map(({ path, fields }) => `${nameOf(path.text)} ${fields.csqo}`);
  };
  /** The paths whose objects a push of these asks for beside its own. */
  const affected = async (changed: readonly string[]) => {
    const found = await push(changed);
    const asked = 'unknown' in found ? [] : found.filter(({ onlyReported }) => !onlyReported);
    return asked.map(({ path }) => path).filter((path) => made.includes(path));
  };
  const { objectsOf } = uses();
  /** The paths of which the mapping makes an object. */
  const made = Object.keys(files).filter((path) => objectsOf(path).length > 0);
  /** The name of an object, of a module with its type if another object has it, too. */
  const nameOf = (path: string) => {
    const isNamesake = made.some((other) => other !== path && stemOf(other) === stemOf(path));
    return stemOf(path) + (isNamesake && path.includes('.module.') ? '.module' : '');
  };
  const dispose = () => {
    repository[Symbol.dispose]();
    origin[Symbol.dispose]();
  };
  return { push, affected, order, notices, made, nameOf, [Symbol.dispose]: dispose };
}

const stemOf = (path: string) => path.replace(/^.*\/|\..*$/g, '');
