/** Decides if ILE sources are programs or modules: by name (`ORD100.pgm.rpgle`), build file, content, files beside; else a marked guess. */
import { formatNames } from '../counted.ts';
import { byExtension, sourceTypes } from './source-types.ts';
import { createStarterRule, type StarterRule } from './starter-rule.ts';
import { type InitFile, sortDistinct, toNamePatterns } from './tracked-file.ts';

const suffix = /\.(pgm|module|mod|srvpgm)(\.+)[^.]+$/i;
const types: Readonly<Record<string, string>> = { PGM: '*PGM', MODULE: '*MODULE', MOD: '*MODULE', SRVPGM: '*SRVPGM' };

/** True for a file whose source type makes a program or a module, where neither extension nor folder says which. */
const isIle = (file: InitFile): boolean => file.type?.makes.kind === 'ile';

/** True if at least a tenth of the ILE sources, and at least one, have `.pgm.` (any case) in the name: the others are mostly modules. */
export function areProgramsSuffixed(files: readonly InitFile[]): boolean {
  const sources = files.filter(isIle);
  const programs = sources.filter(({ gfile }) => suffix.exec(gfile)?.[1]?.toUpperCase() === 'PGM');
  return programs.length > 0 && programs.length >= sources.length * 0.1;
}

/**
 * Builds the rules for ILE sources that need one before that of their source type: by the type in their name, and what the source says.
 * Unless a tenth are named `*.pgm.*`, adds guesses: sources whose name has a prototype (`prototypes`), binder source or a binding
 * command are modules; a directory's only undecided C source is a program. Rules may lack patterns. @param files no includes or tests
 */
export function buildIleRules(files: readonly InitFile[], prototypes: ReadonlySet<string>): StarterRule[] {
  const sources = files.filter(isIle);
  const pgmSuffixed = areProgramsSuffixed(files);
  const plain = sources.filter(isPlain);
  const known = [...buildSuffixRules(sources), ...buildExceptionRules(plain, pgmSuffixed)];
  if (pgmSuffixed) return known;
  const undecided = plain.filter(({ says }) => says === null);
  const binders = files.filter(({ extension }) => /^(BND|BINDER|ILEPGM|ILESRVPGM)$/.test(extension));
  const bound = new Set(binders.map(({ name }) => name));
  const modules = undecided.filter(({ name }) => bound.has(name) || prototypes.has(name));
  return [...known, buildModuleRule(modules), buildLoneCRule(undecided, new Set(modules))];
}

/** Makes a rule by which ILE sources make `objt` (`*PGM`), with the extension as source type. @param comment line above it, without `#` */
function buildIleRule(match: StarterRule['match'], objt: string, comment: string): StarterRule {
  return createStarterRule(match, { request: { objt, srca: byExtension } }, comment);
}

/** True for a source whose name does not say the object type, as `.pgm.`, `.module.`, `.mod.` and `.srvpgm.` do (in any case). */
const isPlain = ({ gfile }: InitFile): boolean => !suffix.test(gfile);

/** Returns two rules (programs, modules) for sources that say another type than the rule of their language makes; may lack patterns. */
function buildExceptionRules(plain: readonly InitFile[], pgmSuffixed: boolean): StarterRule[] {
  const exceptions = [...Map.groupBy(plain, ({ type }) => type)].flatMap(([type, files]) => {
    const usual = type?.makes.kind === 'ile' ? type.makes.usual : '*PGM';
    return decidePlainType(usual, pgmSuffixed, files).exceptions;
  });
  return (['program', 'module'] as const).map((what) => {
    const found = exceptions.filter(({ says }) => says === what);
    const objt = what === 'program' ? '*PGM' : '*MODULE';
    return buildIleRule(buildMatch(found, plain), objt, `The source or a build file says it: ${what}s.`);
  });
}

/** Returns a match for just these files of `plain`: by file names, or by paths if another file of `plain` has one of the names. */
function buildMatch(files: readonly InitFile[], plain: readonly InitFile[]): StarterRule['match'] {
  const chosen = new Set(files);
  const names = new Set(files.map(({ gfile }) => gfile.toLowerCase()));
  const isShared = plain.some((file) => !chosen.has(file) && names.has(file.gfile.toLowerCase()));
  if (isShared) return { path: toNamePatterns(files.map(({ path }) => path)) };
  return { gfile: toNamePatterns(files.map(({ gfile }) => gfile)) };
}

/** Returns a rule for each object type that names say, with patterns (`*.PGM.RPGLE`) for usual ILE extensions and those of the sources. */
function buildSuffixRules(sources: readonly InitFile[]): StarterRule[] {
  const usual = sourceTypes.flatMap(({ makes, extensions }) => (makes.kind === 'ile' ? extensions : []));
  const languages = [...new Set([...usual, ...sortDistinct(sources.map(({ extension }) => extension))])];
  const words = new Map<string, string>();
  for (const { gfile } of sources) {
    const [, kind, dots] = suffix.exec(gfile) ?? [];
    if (kind !== undefined) words.set(`${kind.toUpperCase()}${dots}`, types[kind.toUpperCase()] ?? '');
  }
  return [...new Set(words.values())].toSorted().map((objt) => {
    const gfile = [...words].flatMap(([word, of]) => (of === objt ? languages.map((one) => `*.${word}${one}`) : []));
    return buildIleRule({ gfile }, objt, `The name says it: ${objt}.`);
  });
}

/** Returns the rule that makes modules of these sources, by file name, marked as a guess; without patterns for no sources. */
function buildModuleRule(modules: readonly InitFile[]): StarterRule {
  const gfile = toNamePatterns(modules.map((file) => file.gfile));
  const comment = 'A guess: modules, because prototypes or binder source of the same name stand beside them.';
  const unsure = `sources with prototypes or binder source of their own are taken for modules: ${formatNames(gfile, 5)}`;
  return { ...buildIleRule({ gfile }, '*MODULE', comment), unsure };
}

/** Returns the rule, a guess, for programs: each the only C source of `plain` in its directory, and not in `modules`; may lack patterns. */
function buildLoneCRule(plain: readonly InitFile[], modules: ReadonlySet<InitFile>): StarterRule {
  const sources = plain.filter(({ type }) => type?.makes.kind === 'ile' && type.makes.usual === '*MODULE');
  const byFolder = Map.groupBy(sources, ({ gpath }) => gpath);
  const alone = [...byFolder.values()].flatMap((ofFolder) => (ofFolder.length === 1 ? ofFolder : []));
  const path = toNamePatterns(alone.filter((file) => !modules.has(file)).map((file) => file.path));
  const comment = 'A guess: programs, because each is the only C source of its directory.';
  const unsure = `C sources that are alone in their directories are taken for programs: ${formatNames(path, 5)}`;
  return { ...buildIleRule({ path }, '*PGM', comment), unsure };
}

/**
 * Decides the object type (`objt`, *PGM or *MODULE) of a language's sources whose names say none: the one that more of these say by content
 * or build file; on a tie, *MODULE if `pgmSuffixed`, else `usual`. Returns also the `other` type; `undecided`, names of files that say
 * none; `exceptions`, files that say `other`; `comment` for the rule: sources say it, or a guess. @param files of one language, no includes
 */
export function decidePlainType(usual: '*PGM' | '*MODULE', pgmSuffixed: boolean, files: readonly InitFile[]) {
  const plain = files.filter(isPlain);
  const programs = plain.filter(({ says }) => says === 'program');
  const modules = plain.filter(({ says }) => says === 'module');
  const tie = pgmSuffixed || usual === '*MODULE';
  const areModules = programs.length === modules.length ? tie : programs.length < modules.length;
  const [objt, what, other, exceptions] = areModules
    ? ['*MODULE', 'modules', '*PGM', programs]
    : ['*PGM', 'programs', '*MODULE', modules];
  const undecided = plain.flatMap(({ says, gfile }) => (says === null ? [gfile] : []));
  const change = `A ${other} needs a rule above this one.`;
  const why = pgmSuffixed && areModules ? ', as programs say .PGM in their names here' : '';
  const guess = `A guess: ${what}${why}. ${change}`;
  const [most, rest] =
    undecided.length === 0 ? ['', ''] : [' for most', ` For ${undecided.length} it is a guess. ${change}`];
  const comment = undecided.length === plain.length ? guess : `Sources or build files say it${most}: ${what}.${rest}`;
  return { objt, other, undecided, exceptions, comment };
}
