/** Finds what is left out until a person decides: includes, by folder or by the end of the name, and tests. */
import { includeReason, includes, listExtensionPatterns, sourceTypes, testReason } from './source-types.ts';
import { createStarterRule, type StarterRule } from './starter-rule.ts';
import { asPattern, type InitFile, parseTrackedFile, sortDistinct, toNamePatterns } from './tracked-file.ts';

/** Matches a directory named for includes, such as `copybooks` or `QCPYSRC`, in any case. */
const includeFolder =
  /^(q[a-z]*(cpy|copy|proto|ref|incl?|include)(s|le|src|lesrc|types?)?|includes?|headers?|cop(y|ies)|copy_?(mbrs?|members?|src)|copybooks?|proto(s|types?)?|cpy|inc|h)$/i;

/** Ends of a prototype's name: `CUST_H` has the prototypes of `CUST`. */
const prototypeEnd = /^(.+)_(H|P|CP|PR)$/;

/** True for RPG, CL, COBOL, C source and SQL scripts below a directory named for includes; false for a file with an include's extension. */
export function isInIncludeFolder({ type, folders }: InitFile): boolean {
  return type?.included === true && folders.some((folder) => includeFolder.test(folder));
}

/** True for the path of an include: by extension, as a source in a folder of includes or, without extension, by its folder (`QCPYSRC`). */
export function isInclude(path: string): boolean {
  const file = parseTrackedFile(path);
  if (file.type === includes || isInIncludeFolder(file)) return true;
  return file.extension === '' && includes.sourceFiles.includes(file.folders.at(-1)?.toUpperCase() ?? '');
}

const rpg = ['RPGLE', 'SQLRPGLE'];

/** Returns each `file` whose name ends as a prototype's, _H, _P, _CP or _PR, with both parts: `of` CUST, `end` H for `CUST_H`. */
function findPrototypes(files: readonly InitFile[]) {
  return files.flatMap((file) => {
    const [, of, end] = prototypeEnd.exec(file.name) ?? [];
    return of === undefined || end === undefined ? [] : [{ file, of, end }];
  });
}

/** Returns the names (upper case) whose prototypes are among the files, as CUST for `CUST_H.RPGLE`, `CUST_P.RPGINC` or `CUST.RPGLE_H`. */
export function findNamesWithPrototypes(files: readonly InitFile[]): ReadonlySet<string> {
  const headers = files.filter(({ extension }) => extension === 'RPGLE_H');
  const named = files.filter(({ extension }) => [...rpg, 'RPGLEINC', 'RPGINC'].includes(extension));
  return new Set([...headers.map(({ name }) => name), ...findPrototypes(named).map(({ of }) => of)]);
}

/** Returns two skip `rules`, which may lack patterns, for include folders and prototypes by name, and the files they skip (`included`). */
export function buildIncludeRules(files: readonly InitFile[]) {
  const inside = files.filter(isInIncludeFolder);
  const parts = inside.flatMap(({ gpath }) => gpath.split('/'));
  const folders = sortDistinct(parts.filter((one) => includeFolder.test(one)));
  const types = sourceTypes.filter((row) => inside.some(({ type }) => type === row));
  const seen = new Set(inside.map(({ extension }) => extension));
  const gfile = types.flatMap((row) => listExtensionPatterns(row, seen));
  const named = findPrototypeNames(files);
  const rules = [
    createStarterRule({ gpath: buildFolderPatterns(folders), gfile }, { skip: includeReason }, 'Folders of includes.'),
    createStarterRule({ gfile: named.patterns }, { skip: includeReason }, 'Prototypes, by the end of their names.'),
  ];
  return { rules, included: new Set([...inside, ...named.files]) };
}

/** Returns patterns that match all paths below directories of these names, at any depth. */
const buildFolderPatterns = (names: readonly string[]) => names.map((name) => `**/${asPattern(name)}/**`);

/**
 * Finds RPG prototypes outside of include folders by the end of their names; returns `patterns`, and the `files` that match. Every file
 * with `_H` is one. `_P`, `_CP` and `_PR` may also end a program's name: such a file is one if there is a source of the name before the
 * ending, or a file of the same name in an include folder. If most with the ending are, all are, by `*_P.RPGLE`; else those, by file names.
 */
function findPrototypeNames(files: readonly InitFile[]) {
  const outside = files.filter((file) => !isInIncludeFolder(file));
  const copies = new Set(files.filter(isInIncludeFolder).map(({ name }) => name));
  const prototypes = findPrototypes(outside.filter(({ extension }) => rpg.includes(extension)));
  const names = new Set(outside.map(({ name }) => name));
  const patterns: string[] = [];
  const matched: InitFile[] = [];
  for (const end of ['H', 'P', 'CP', 'PR']) {
    const ofEnd = prototypes.filter((one) => one.end === end);
    const known = ofEnd.filter(({ of, file }) => names.has(of) || copies.has(file.name));
    if (ofEnd.length === 0) continue;
    const isGeneral = end === 'H' || known.length * 2 > ofEnd.length;
    const taken = (isGeneral ? ofEnd : known).map(({ file }) => file);
    const byName = toNamePatterns(taken.map(({ gfile }) => gfile));
    patterns.push(...(isGeneral ? rpg.map((ext) => `*_${end}.${ext}`) : byName));
    matched.push(...taken);
  }
  return { patterns, files: matched };
}

const testName = /\.test\../i;

/** True for a directory named for tests, such as `tests`, `unit-test`, `QTESTSRC` or `rpgunit`, in any case. */
const isTestFolder = (folder: string): boolean => /^(q?(unit_?-?)?tests?(src)?|q?rpgunit(src)?)$/i.test(folder);

/** True for a file at any depth below a folder of tests, or named `*.test.*`; in any case. */
export const isTest = ({ gfile, folders }: InitFile): boolean => testName.test(gfile) || folders.some(isTestFolder);

/** Returns the skip rule for files of tests: by their folders, and by `*.test.*` if one is named so; without patterns for no files. */
export function buildTestRule(tests: readonly InitFile[]): StarterRule {
  const folders = sortDistinct(tests.flatMap(({ gpath }) => gpath.split('/')).filter(isTestFolder));
  const names = tests.some(({ gfile }) => testName.test(gfile)) ? ['**/*.test.*'] : [];
  const path = [...buildFolderPatterns(folders), ...names];
  return createStarterRule({ path }, { skip: testReason }, 'Tests are run by a test tool, and seldom deployed.');
}
