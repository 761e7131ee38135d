/** Finds what is left out until a person decides: includes, by folder or by the end of the name, and tests. */
import { includeReason, includes, type SourceType, sourceTypes, testReason } from './source-types.ts';
import { type StarterRule, skipRule } from './starter-rule.ts';
import { asPattern, distinct, type InitFile, namePatterns, trackedFile } from './tracked-file.ts';

const includeFolder =
  /^(q[a-z]*(cpy|copy|proto|ref|incl?|include)(s|le|src|lesrc|types?)?|includes?|headers?|cop(y|ies)|copy_?(mbrs?|members?|src)|copybooks?|proto(s|types?)?|cpy|inc|h)$/;

/** Ends of a prototype's name: `CUST_H` has the prototypes of `CUST`. */
const prototypeEnd = /^(.+)_(H|P|CP|PR)$/;

/** True for a source below a directory named for includes (`copybooks`, `QCPYSRC`), if its type may be an include there. */
export function isInIncludeFolder(file: InitFile): boolean {
  return file.type?.included === true && file.folders.some((folder) => includeFolder.test(folder));
}

/** Returns the sources that the rules of includes leave out: in an include folder, or named like a prototype. */
export function includesAmong(files: readonly InitFile[]): ReadonlySet<InitFile> {
  return new Set([...files.filter(isInIncludeFolder), ...prototypeNames(files).files]);
}

/** True if the path is that of an include, by its extension or a folder; without an extension, by the name of its source file. */
export function isInclude(path: string): boolean {
  const file = trackedFile(path);
  if (file.type === includes || isInIncludeFolder(file)) return true;
  return file.extension === '' && includes.sourceFiles?.includes(file.folders.at(-1)?.toUpperCase() ?? '') === true;
}

const isRpg = ({ extension }: InitFile): boolean => extension === 'RPGLE' || extension === 'SQLRPGLE';

/** True for an include by extension, as `CUST_H.RPGINC`; `CUST.RPGLE_H` needs no ending before the dot. */
const isRpgInclude = ({ extension }: InitFile): boolean => extension === 'RPGLEINC' || extension === 'RPGINC';

/** Returns the files named like prototypes, as `CUST_H`: `of` is the name of the source (`CUST`), `end` the ending (`H`, `P`, `CP` or `PR`). */
function prototypesAmong(files: readonly InitFile[]) {
  return files.flatMap((file) => {
    const [, of, end] = prototypeEnd.exec(file.name) ?? [];
    return of === undefined || end === undefined ? [] : [{ file, of, end }];
  });
}

/** Returns names (upper case) of sources with prototypes of their own, as `CUST_H.RPGLE` and `CUST.RPGLE_H` for CUST. */
export function namesWithPrototypes(files: readonly InitFile[]): ReadonlySet<string> {
  const headers = files.filter(({ extension }) => extension === 'RPGLE_H');
  return new Set([
    ...headers.map(({ name }) => name),
    ...prototypesAmong(files.filter((file) => isRpg(file) || isRpgInclude(file))).map(({ of }) => of),
  ]);
}

/**
 * Returns two skip rules, for includes in folders and by name; they may lack patterns. `_H` always counts; `_P`, `_CP` and
 * `_PR` may end a program's name, so they count for all only if most sources with such names have the source beside them.
 */
export function includeRules(files: readonly InitFile[]): StarterRule[] {
  const inside = files.filter(isInIncludeFolder);
  const folders = distinct(inside.flatMap(includeFoldersOf)).map((folder) => `**/${asPattern(folder)}/**`);
  const names = prototypeNames(files).patterns;
  return [
    skipRule({ gpath: folders, gfile: patternsOf(inside) }, includeReason, 'Folders of includes.'),
    skipRule({ gfile: names }, includeReason, 'Prototypes, by the end of their names.'),
  ];
}

/** Returns the names of the include folders above a file, as written, from the top. */
function includeFoldersOf(file: InitFile): string[] {
  const spelled = file.gpath.split('/');
  return file.folders.flatMap((folder, index) => (includeFolder.test(folder) ? (spelled[index] ?? []) : []));
}

/** Returns the patterns of extensions (`*.RPGLE`) for all source types that these files have, in the order of sourceTypes. */
function patternsOf(files: readonly InitFile[]): string[] {
  const rows = new Set(files.map(({ type }) => type));
  const seen = new Set(files.map(({ extension }) => extension));
  return sourceTypes.filter((row) => rows.has(row)).flatMap((row) => extensionPatterns(row, seen));
}

/** Returns patterns (`*.RPGLE`) for a source type: of its usual extensions, and of the rare ones that are in `seen`. */
export function extensionPatterns(row: SourceType, seen: ReadonlySet<string>): string[] {
  return [...row.extensions, ...(row.rare ?? []).filter((one) => seen.has(one))].map((one) => `*.${one}`);
}

/** Finds RPG prototypes outside of include folders. Returns the file patterns for them, `*_H.RPGLE` and the like, else single names, and the `files` that these match. */
function prototypeNames(files: readonly InitFile[]) {
  const outside = files.filter((file) => !isInIncludeFolder(file));
  const copies = new Set(files.filter(isInIncludeFolder).map(({ name }) => name));
  const prototypes = prototypesAmong(outside.filter(isRpg));
  const names = new Set(outside.map(({ name }) => name));
  const patterns: string[] = [];
  const matched: InitFile[] = [];
  for (const end of ['H', 'P', 'CP', 'PR']) {
    const ofEnd = prototypes.filter((one) => one.end === end);
    const known = ofEnd.filter(({ of, file }) => names.has(of) || copies.has(file.name));
    if (ofEnd.length === 0) continue;
    const isGeneral = end === 'H' || known.length * 2 > ofEnd.length;
    const taken = (isGeneral ? ofEnd : known).map(({ file }) => file);
    const general = [`*_${end}.RPGLE`, `*_${end}.SQLRPGLE`];
    patterns.push(...(isGeneral ? general : namePatterns(taken.map((file) => file.gfile))));
    matched.push(...taken);
  }
  return { patterns, files: matched };
}

const testFolder = /^(q?(unit_?-?)?tests?(src)?|q?rpgunit(src)?)$/;
const testName = /\.test\.[^.]+$/i;

const isTestFolder = (folder: string): boolean => testFolder.test(folder.toLowerCase());
/** True for a file in a folder of tests, or named `*.test.*`. */
export const isTest = ({ gfile, folders }: InitFile): boolean => testName.test(gfile) || folders.some(isTestFolder);

/** Returns the skip rule for the files of tests: by their folders and, if one is named so, by `*.test.*`. Without patterns if there are no tests. */
export function testRule(tests: readonly InitFile[]): StarterRule {
  const folders = distinct(tests.flatMap(({ gpath }) => gpath.split('/')).filter(isTestFolder));
  const names = tests.some(({ gfile }) => testName.test(gfile)) ? ['**/*.test.*'] : [];
  const path = [...folders.map((folder) => `**/${asPattern(folder)}/**`), ...names];
  return skipRule({ path }, testReason, 'Tests are run by a test tool, and seldom deployed.');
}
