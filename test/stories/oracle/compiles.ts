/** A compilation is filed when its cause is paid, and never lost (design §13). */
import type { Tree } from '../history.ts';
import { settledOutcomes } from '../told.ts';
import { liveOf, pathOf } from './held.ts';
import { makersIn, objectOf } from './makers.ts';
import { excusedIn, isUnsure, openRows } from './reasons.ts';
import { handedName, type Seen } from './seen.ts';
import { type Ground, groundOf, isShifted } from './wanted.ts';

/** Programs whose copy members have changed, and of which no request compiles them. */
export function lostCompiles(seen: Seen): string[] {
  const { branch } = seen.run;
  const ground = groundOf(seen, branch);
  if (ground === null || ground.mapping.dependents !== 'request' || !ground.isBegun) return [];
  const live = liveOf(seen.held, ground.mapping);
  const excused = excusedIn(seen);
  const makers = makersIn(ground.tip.tree, ground.mapping, ground.lvl);
  return [...ground.tip.tree].flatMap(([path, text]) => {
    const key = objectOf(ground.mapping, ground.lvl, path);
    if (key === null || excused.has(key) || isShifted(ground, key) || (live.get(key) ?? []).length > 0) return [];
    if ((makers.get(key) ?? []).length > 1 || seen.owners.endedOf(key).length > 0) return [];
    if (cameLater(ground, path, text)) return [];
    // The branch that goes on with its request answers for it.
    if (seen.handed.get(handedName(branch, key))?.has(text)) return [];
    const names = copyMembersIn(path, text);
    // Compiled now, it would be against the old one.
    if (names.some((name) => isChanged(ground, name) && !isOwed(seen, ground, name))) return [];
    const cause = names.find((name) => isOwed(seen, ground, name));
    return cause === undefined ? [] : [`${branch}, ${key}: ${cause} has changed, and nothing compiles it`];
  });
}

/**
 * True for a file as on main that came later than the branch, and for one that the skipped account brought: what a copy
 * member affects is asked for when that is paid.
 */
function cameLater({ branch, bases: [begun, ...forks], skipped }: Ground, path: string, text: string): boolean {
  if (skipped.some(({ tree, paths }) => paths.includes(path) && tree.get(path) === text)) return true;
  const isAsOnMain = forks.some((tree) => tree.get(path) === text);
  return branch !== 'main' && isAsOnMain && begun?.get(path) !== text;
}

/** Compilations that were asked for while the change that asks for them was refused. */
export function earlyCompiles(seen: Seen): string[] {
  const { run } = seen;
  // What a killed run had meant to compile is settled first.
  if (seen.doubts.broken.has(run.branch)) return [];
  const rows = run.told.report?.requests ?? [];
  const refused = new Set(rows.filter(({ outcome }) => !settledOutcomes.includes(outcome)).map(({ path }) => path));
  return run.changed.flatMap(({ request, before }) => {
    if (request.rsn !== '*RECOMPILE' || before.length > 0) return [];
    const path = pathOf(request);
    const names = copyMembersIn(path, run.head.tree.get(path) ?? '');
    const causes = names.flatMap((name) => filesNamed(run.head.tree, name)).map(([cause]) => cause);
    if (causes.length === 0 || !causes.every((cause) => refused.has(cause))) return [];
    return [`${run.branch}: request ${request.objectId} compiles ${path}, and ${causes.join(', ')} was refused`];
  });
}

/** Names of the copy members that a program includes. */
function copyMembersIn(path: string, text: string): string[] {
  if (!path.toUpperCase().endsWith('.RPGLE')) return [];
  return [...text.matchAll(/^\/copy (\w+)$/gm)].map(([, name]) => name ?? '');
}

function filesNamed(tree: Tree, name: string): [string, string][] {
  return [...tree].filter(([path]) => path.toUpperCase().endsWith(`/${name}.RPGLEINC`));
}

/** True where one file has the name, and its content is the branch's own. */
function isChanged({ tip, bases, skipped }: Ground, name: string): boolean {
  const [file, twin] = filesNamed(tip.tree, name);
  if (file === undefined || twin !== undefined) return false;
  const [path, text] = file;
  if (bases.some((tree) => tree.get(path) === text)) return false;
  return !skipped.some(({ tree, paths }) => paths.includes(path) && tree.get(path) === text);
}

/** True for a name that is changed, and whose own request, if it needs one, stands. */
function isOwed(seen: Seen, ground: Ground, name: string): boolean {
  const [file] = filesNamed(ground.tip.tree, name);
  if (file === undefined || !isChanged(ground, name)) return false;
  const [path] = file;
  const key = objectOf(ground.mapping, ground.lvl, path);
  if (key === null) return true;
  if (openRows(seen).some((row) => row.path === path)) return false;
  // What nobody knows to be filed is waited for.
  if (isUnsure(seen, name)) return false;
  const [holder] = liveOf(seen.held, ground.mapping).get(key) ?? [];
  return holder !== undefined && seen.owners.ownerOf(holder)?.branch === ground.branch;
}
