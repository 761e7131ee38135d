/**
 * Decides if ILE sources are programs or modules: by the name (`ORD100.pgm.rpgle`), a build file, the source, or the
 * files beside it; else the usual answer is a guess, and is marked as one.
 */
import { some } from '../counted.ts';
import { byExtension, sourceTypes } from './source-types.ts';
import { requestRule, type StarterRule } from './starter-rule.ts';
import { distinct, type InitFile, namePatterns } from './tracked-file.ts';

const suffix = /\.(pgm|module|mod|srvpgm)(\.+)[^.]+$/i;
const types: Readonly<Record<string, string>> = { PGM: '*PGM', MODULE: '*MODULE', MOD: '*MODULE', SRVPGM: '*SRVPGM' };

const isIle = (file: InitFile): boolean => file.type?.makes.kind === 'ile';

/** True if programs have `.pgm.` in their names: at least a tenth of the ILE sources. Then a plain source is a module. */
export function areProgramsSuffixed(files: readonly InitFile[]): boolean {
  const sources = files.filter(isIle);
  const programs = sources.filter(({ gfile }) => suffix.exec(gfile)?.[1]?.toUpperCase() === 'PGM');
  return programs.length > 0 && programs.length >= sources.length * 0.1;
}

/**
 * Returns the rules for ILE sources: by name, by what the source says, and, unless programs are pgmSuffixed, guesses.
 * @param files neither includes nor tests @param prototypes names of sources that have some
 */
export function ileRules(files: readonly InitFile[], prototypes: ReadonlySet<string>): StarterRule[] {
  const sources = files.filter(isIle);
  const pgmSuffixed = areProgramsSuffixed(files);
  const plain = findPlainSources(sources);
  const known = [...suffixRules(sources), ...exceptionRules(plain, pgmSuffixed)];
  if (pgmSuffixed) return known;
  const undecided = plain.filter(({ says }) => says === null);
  const modules = findModules(undecided, files, prototypes);
  return [...known, moduleRule(modules), loneCRule(undecided, new Set(modules))];
}

function ileRule(match: StarterRule['match'], objt: string, comment: string): StarterRule {
  return requestRule(match, { objt, srca: byExtension }, comment);
}

/** Returns sources whose names do not say the type. */
function findPlainSources(sources: readonly InitFile[]): InitFile[] {
  return sources.filter(({ gfile }) => !suffix.test(gfile));
}

const madeBy = { program: '*PGM', module: '*MODULE' } as const;

/** Returns the type of plain sources that do not say it: that of most which do, else `usual` (a module, if pgmSuffixed). */
function usualType(plain: readonly InitFile[], usual: '*PGM' | '*MODULE', pgmSuffixed: boolean): '*PGM' | '*MODULE' {
  const programs = plain.filter(({ says }) => says === 'program').length;
  const modules = plain.filter(({ says }) => says === 'module').length;
  if (programs === modules) return pgmSuffixed ? '*MODULE' : usual;
  return programs > modules ? '*PGM' : '*MODULE';
}

/** Returns sources that say another type than the usual one. */
function findExceptions(files: readonly InitFile[], usual: '*PGM' | '*MODULE'): InitFile[] {
  return files.filter(({ says }) => says !== null && says !== 'script' && madeBy[says] !== usual);
}

/** Returns two rules, without patterns if there are none, for sources that say another type than most of their language: programs, then modules. */
function exceptionRules(plain: readonly InitFile[], pgmSuffixed: boolean): StarterRule[] {
  const exceptions = [...Map.groupBy(plain, ({ type }) => type)].flatMap(([type, files]) =>
    findExceptions(files, usualType(files, type?.makes.kind === 'ile' ? type.makes.usual : '*PGM', pgmSuffixed)),
  );
  return (['program', 'module'] as const).map((what) => {
    const match = matchOf(
      exceptions.filter(({ says }) => says === what),
      plain,
    );
    return ileRule(match, madeBy[what], `The source or a build file says it: ${what}s.`);
  });
}

/** Matches files by their names, or by their paths if another plain source has one of the names. */
function matchOf(files: readonly InitFile[], plain: readonly InitFile[]): StarterRule['match'] {
  const chosen = new Set(files);
  const names = new Set(files.map(({ gfile }) => gfile.toLowerCase()));
  const isShared = plain.some((file) => !chosen.has(file) && names.has(file.gfile.toLowerCase()));
  if (isShared) return { path: namePatterns(files.map(({ path }) => path)) };
  return { gfile: namePatterns(files.map(({ gfile }) => gfile)) };
}

/** Returns a rule for each object type that names say; it lists the usual ILE languages, and others that are there. */
function suffixRules(sources: readonly InitFile[]): StarterRule[] {
  const usual = sourceTypes.flatMap(({ makes, extensions }) => (makes.kind === 'ile' ? extensions : []));
  const languages = [...new Set([...usual, ...distinct(sources.map(({ extension }) => extension))])];
  const words = new Map<string, string>();
  for (const { gfile } of sources) {
    const [, kind, dots] = suffix.exec(gfile) ?? [];
    if (kind !== undefined) words.set(`${kind.toUpperCase()}${dots}`, types[kind.toUpperCase()] ?? '');
  }
  return [...new Set(words.values())].toSorted().map((objt) => {
    const gfile = [...words].flatMap(([word, of]) => (of === objt ? languages.map((one) => `*.${word}${one}`) : []));
    return ileRule({ gfile }, objt, `The name says it: ${objt}.`);
  });
}

/** Returns sources with prototypes, binder source or a list of modules of the same name. */
function findModules(plain: readonly InitFile[], files: readonly InitFile[], prototypes: ReadonlySet<string>) {
  const binders = files.filter(({ extension }) => /^(BND|BINDER|ILEPGM|ILESRVPGM)$/.test(extension));
  const bound = new Set(binders.map(({ name }) => name));
  return plain.filter(({ name }) => bound.has(name) || prototypes.has(name));
}

/** Returns the rule by which sources are taken for modules: by file name, and marked as a guess. */
function moduleRule(modules: readonly InitFile[]): StarterRule {
  const gfile = namePatterns(modules.map((file) => file.gfile));
  const comment = 'A guess: modules, because prototypes or binder source of the same name stand beside them.';
  const unsure = `sources with prototypes or binder source of their own are taken for modules: ${some(gfile, 5)}`;
  return { ...ileRule({ gfile }, '*MODULE', comment), unsure };
}

/** Returns the rule for C sources that are alone in their directories, modules aside: programs. Without patterns if there are none. */
function loneCRule(plain: readonly InitFile[], modules: ReadonlySet<InitFile>): StarterRule {
  const c = sourceTypes.find(({ makes }) => makes.kind === 'ile' && makes.usual === '*MODULE');
  const sources = plain.filter(({ type }) => type === c);
  const byFolder = Map.groupBy(sources, ({ gpath }) => gpath);
  const alone = [...byFolder.values()].flatMap((ofFolder) => (ofFolder.length === 1 ? ofFolder : []));
  const path = namePatterns(alone.filter((file) => !modules.has(file)).map((file) => file.path));
  const comment = 'A guess: programs, because each is the only C source of its directory.';
  const unsure = `C sources that are alone in their directories are taken for programs: ${some(path, 5)}`;
  return { ...ileRule({ path }, '*PGM', comment), unsure };
}

/**
 * Decides the type of a language's plain sources, with the comment for its rule. `undecided`: names of those that do not say
 * it; `exceptions`: those that say another. @param usual the type if nothing says another @param files no includes
 */
export function decidePlainType(usual: '*PGM' | '*MODULE', pgmSuffixed: boolean, files: readonly InitFile[]) {
  const plain = findPlainSources(files);
  const objt = usualType(plain, usual, pgmSuffixed);
  const undecided = plain.flatMap(({ says, gfile }) => (says === null ? [gfile] : []));
  const [what, other] = objt === '*PGM' ? ['programs', '*MODULE'] : ['modules', '*PGM'];
  const found = { objt, undecided, exceptions: findExceptions(plain, objt) };
  const change = `A ${other} needs a rule above this one.`;
  if (plain.length > 0 && undecided.length === 0)
    return { ...found, comment: `Sources or build files say it: ${what}.` };
  if (undecided.length < plain.length) {
    const comment = `Sources or build files say it for most: ${what}. For ${undecided.length} it is a guess. ${change}`;
    return { ...found, comment };
  }
  const why = pgmSuffixed && objt === '*MODULE' ? ', as programs say .PGM in their names here' : '';
  return { ...found, comment: `A guess: ${what}${why}. ${change}` };
}
