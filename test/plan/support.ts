/** Trees held in memory, what differs between two of them, and the real mapping language bound to a run. */
import type { Change } from '../../src/git/changes.ts';
import { decodePath, type GitPath, toGitPath } from '../../src/git/git-path.ts';
import { hashBlob } from '../../src/git/object-ids.ts';
import type { TreeSide } from '../../src/git/tree.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { parseSet } from '../../src/mapping/set.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { bindMapping, type Mapper } from '../../src/plan/mapper.ts';
import type { KnownObject, PlanInput, PlannedPush, PlannedRequest } from '../../src/plan/planned.ts';
import { explainLeftOut } from '../../src/sentences/left-out.ts';
import { listedFiles } from '../git/listed-files.ts';

/** Content of a regular file, or a mode with the content behind it. */
export type Entry = string | Buffer | { readonly mode: string; readonly content: string };
export type Tree = Readonly<Record<string, Entry>>;

export const link = (target: string): Entry => ({ mode: '120000', content: target });
export const submodule = (commit: string): Entry => ({ mode: '160000', content: commit });

/** What stands at a path; the content decides the OID, as in Git. */
export function side(path: string | GitPath, entry: Entry): TreeSide {
  const plain = typeof entry === 'string' || Buffer.isBuffer(entry);
  return {
    path: typeof path === 'string' ? toGitPath(path) : path,
    mode: plain ? '100644' : entry.mode,
    oid: hashBlob(Buffer.from(plain ? entry : entry.content), 'sha1'),
  };
}

export function sides(tree: Tree): TreeSide[] {
  return Object.entries(tree).map(([path, entry]) => side(path, entry));
}

/** A name whose bytes are not UTF-8. */
export const latin = (text: string): GitPath => decodePath(text);

/** What `git diff-tree -M100%` tells of two trees: exact renames are one change. */
export function changesOf(before: Tree, after: Tree): Change[] {
  return changesBetween(sides(before), sides(after));
}

export function changesBetween(old: readonly TreeSide[], now: readonly TreeSide[]): Change[] {
  const at = (list: readonly TreeSide[], path: GitPath) => list.find((other) => other.path.text === path.text);
  const gone = old.filter(({ path }) => at(now, path) === undefined);
  const changes: Change[] = [];
  for (const after_ of now) {
    const before_ = at(old, after_.path);
    if (before_ !== undefined) {
      const same = before_.oid === after_.oid && before_.mode === after_.mode;
      if (!same) changes.push({ before: { ...before_, path: after_.path }, after: after_ });
      continue;
    }
    const from = gone.findIndex(({ oid, mode }) => oid === after_.oid && mode.slice(0, 3) === after_.mode.slice(0, 3));
    const [moved = null] = from < 0 ? [] : gone.splice(from, 1);
    changes.push({ before: moved, after: after_ });
  }
  return [...changes, ...gone.map((before_) => ({ before: before_, after: null }))];
}

export const rules = `version: 1
repo: ORDERS
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: "feature/**", appl: ORD, lvl: 10, creq: "*NO" }
rules:
  - match: { gpath: "**/QRPGLESRC", gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { gfile: ["*.ILESRVPGM", "*.BND"] }
    request: { attr: BND, objt: "*SRVPGM" }
  - match: { gfile: "*.PF" }
    requests:
      - { attr: PF, objt: "*FILE" }
      - { appl: WEB, lvl: 10, attr: PF, objt: "*FILE", objn: "{name|upper}H" }
  - match: { gfile: "*.SQLRPGLE" }
    request: {}
  - match: { path: "web/**", repo: ORDERS, branch: [main, "feature/**"] }
    request: { attr: WEBF, objt: "*IFS", rpth: "/{gpath}" }
  - match: { path: "docs/**" }
    skip: documentation
unmapped: warn
`;

/** A mapping as text, bound to a branch and a run. */
export function mapperOf(text: string, branch = 'main', set: readonly string[] = []): Mapper {
  const compiled = compileMapping(loadMapping(text, 'mapping.yml'));
  const { fields } = parseSet([...set]);
  const run = { repo: 'ORDERS', branch, sha: 'f'.repeat(40), run: '4711-1', user: null, set: fields };
  return bindMapping(compiled, findBranchRule(compiled, branch), run);
}

export interface Planning {
  readonly mapping?: string;
  readonly branch?: string;
  readonly deletes?: PlanInput['deletes'];
  readonly set?: readonly string[];
  readonly known?: readonly KnownObject[];
}

/** The plan of what differs between two trees. */
export function planOf(before: Tree, after: Tree, options: Planning = {}): PlannedPush {
  return planChanges(changesOf(before, after), sides(after), options);
}

export function planChanges(changes: readonly Change[], head: readonly TreeSide[], options: Planning = {}) {
  return makePlan({
    changes,
    headFiles: () => listedFiles(head),
    mapper: mapperOf(options.mapping ?? rules, options.branch ?? 'main', options.set),
    deletes: options.deletes ?? 'request',
    known: options.known ?? [],
  });
}

/** A request in a line: `*MIGRATE ORD/50 ORD100 *PGM <- new (was old)`. */
function requestText(request: PlannedRequest): string {
  const { identity, path, previousPath, reason } = request;
  const type = identity.type === null ? 'open' : identity.type;
  const from = previousPath === null ? '' : ` (was ${previousPath.text})`;
  const obstacle = request.obstacle === null ? '' : ` ! ${request.obstacle.outcome}`;
  return `${reason} ${identity.appl}/${identity.lvl} ${identity.objn} ${type} <- ${path.text}${from}${obstacle}`;
}

export const requestTexts = (plan: Pick<PlannedPush, 'requests'>): string[] => plan.requests.map(requestText);
const leftOutTexts = (plan: PlannedPush): string[] =>
  plan.leftOut.map(({ path, previousPath, because }) => {
    const from = previousPath === null ? '' : ` (was ${previousPath.text})`;
    return `${path.text}${from}: ${explainLeftOut(because)}`;
  });

/** A plan in lines: its requests, the objects for which nothing should stand, and what is left out. */
export const planTexts = (plan: PlannedPush): string[] => [
  ...requestTexts(plan),
  ...plan.nothing.map((request) => `nothing: ${requestText(request)}`),
  ...leftOutTexts(plan),
];
