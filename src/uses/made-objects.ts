/** Decides which objects a file makes, and if other sources can use it. */
import type { MadeObject } from '../plan/mapper.ts';
import { canBeIncluded, detectLanguage, type Language } from './source-uses.ts';
import type { ObjectType, UsedObject } from './use.ts';

/** An object that the mapping makes of a file; a type of null is left open by the mapping. */
type ObjectOfFile = { readonly objn: string; readonly objt: string | null };

/** Returns the objects that the mapping makes of a path (see listMadeObjects), even if deleted; none if it is left out. */
export type ObjectsOf = (path: string) => readonly ObjectOfFile[];

/** Returns the objects of a file's targets: types in upper case, *PF, *LF as *FILE; a missing name ''. Drops *SRC, *IFS, *REMOTE, *PIPE. */
export function listMadeObjects(targets: readonly Pick<MadeObject, 'fields'>[]): ObjectOfFile[] {
  return targets.flatMap(({ fields: { objn = '', objt: written } }) => {
    const objt = written?.toUpperCase() ?? null;
    // Delivered as it is: it affects others only as an include.
    if (objt !== null && ['*SRC', '*IFS', '*REMOTE', '*PIPE'].includes(objt)) return [];
    return { objn, objt: objt === '*PF' || objt === '*LF' ? '*FILE' : objt };
  });
}

/** The object type by extension, for objects whose type the mapping leaves open. */
const byExtension: readonly (readonly [RegExp, ObjectType])[] = [
  [/\.(pf|lf|dspf|prtf|icff|pf38|lf38|dspf38|prtf38|table|view|index|alias|temporal|history)$/i, '*FILE'],
  [/(\.(bnd|binder|ilesrvpgm)|\.srvpgm\.[^./]+| \*SRVPGM)$/i, '*SRVPGM'],
  [/(\.bnddir| \*BNDDIR)$/i, '*BNDDIR'],
  [/\.module\.[^./]+$|\.(c|cpp)$/i, '*MODULE'],
  [/ \*PGM$|\.pgm\.[^./]+$|\.(ilepgm|clle|clp|clp38|rpg|sqlrpg|cbl)$/i, '*PGM'],
];

/** Returns the type of an object of a file: by the mapping, else by the file's extension or stand-in path; null if none of them says it. */
export function findObjectType(path: string, { objt }: Pick<ObjectOfFile, 'objt'> = { objt: null }): string | null {
  return objt ?? byExtension.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** False for what no include means: binder source, commands, files that make only *FILEs, or nothing and have an extension like `.pf`. */
export function isIncludable(path: string, objects: readonly ObjectOfFile[]): boolean {
  if (isBinderSource(path) || detectLanguage(path) === 'commands') return false;
  const all = objects.length > 0 ? objects : [{ objt: null }];
  return all.some((one) => findObjectType(path, one) !== '*FILE');
}

/**
 * True if one of a file's objects is of one of these types (`*PGM`), or may be: if neither mapping nor extension tells its type, an object
 * of a compiler's source (canBeIncluded) may be a program, module or service program, and that of another file may be of any type.
 */
export function makesOneOf(path: string, objects: readonly ObjectOfFile[], types: readonly string[]): boolean {
  return objects.some((object) => {
    const type = findObjectType(path, object);
    if (type !== null) return types.includes(type);
    return types.some((one) => !canBeIncluded(path) || ['*PGM', '*MODULE', '*SRVPGM'].includes(one));
  });
}

/** True if one of a file's objects is, or may be, of these types; without any, if extension (`.sql`: *FILE) or stand-in path says it. */
export function mayMakeOneOf(path: string, objectsOf: ObjectsOf, types: readonly string[]): boolean {
  const objects = objectsOf(path);
  if (objects.length > 0) return makesOneOf(path, objects, types);
  // A script may make anything; a use of a file of its name takes it for one.
  const type = /\.(sql|ddl)$/i.test(path) ? '*FILE' : findObjectType(path);
  return type !== null && types.includes(type);
}

/** Returns the stand-in path of an object that only a makefile or command makes, `ORD *BNDDIR`; no source ends so. */
export const toStandInPath = ({ name, type }: UsedObject): string => `${name} ${type}`;

/** True for a stand-in path (see toStandInPath) of a program, service program or binding directory. */
export const isStandInPath = (path: string): boolean => / \*(?:PGM|SRVPGM|BNDDIR)$/.test(path);

/** Returns a path's language (detectLanguage); else `file` if the mapping makes a *FILE of it, but for a name such as `X.md`; else null. */
export function findLanguage(path: string, objectsOf: ObjectsOf): Language | null {
  const language = detectLanguage(path);
  if (language !== null || noSource.test(path)) return language;
  return objectsOf(path).some(({ objt }) => objt === '*FILE') ? 'file' : null;
}

/** True for binder source, which lists the exports of a service program: `.bnd` or `.binder`. */
export const isBinderSource = (path: string): boolean => /\.(bnd|binder)$/i.test(path);

/** True if a file's extension, such as `.clle` or `.pf`, says that it makes an object, and for stand-in paths; false for `.rpgleinc`. */
export const isCompiled = (path: string): boolean =>
  findObjectType(path) !== null || /\.(sql)?(rpgle|cblle|rpg(le)?mod)$|\.sqlc(pp)?$/i.test(path);

/** Matches files that no source names: documents, pictures, settings, scripts and files of tools. */
const noSource =
  /(^|\/)(\.|(readme|license|makefile|rules\.mk)$)|\.(md|markdown|mk|json|ya?ml|toml|xml|html?|css|[cm]?[jt]sx?|png|jpe?g|gif|svg|ico|webp|pdf|docx?|xlsx?|zip|jar|savf|sh|bat|cmd|ps1|py|java|php|lock|log|csv|properties)$/i;

/** True for a file that no source can name, as a document or a setting, unless the mapping makes an object of it and gives its type. */
export const isNoSource = (path: string, objectsOf: ObjectsOf): boolean =>
  noSource.test(path) && objectsOf(path).every(({ objt }) => objt === null);

/**
 * True if a change of a file can affect others: it makes no object, can be included, is binder source, or may make a *FILE or *MODULE.
 * False for what isNoSource, and for the stand-in path of a *PGM.
 */
export function canBeUsed(path: string, objects: readonly ObjectOfFile[]): boolean {
  if (isNoSource(path, () => objects) || path.endsWith(' *PGM')) return false;
  if (objects.length === 0 || isBinderSource(path) || canBeIncluded(path)) return true;
  return makesOneOf(path, objects, ['*FILE', '*MODULE']);
}
