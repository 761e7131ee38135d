/**
 * ILE sources: a program or a module? The name says it (`ORD100.pgm.rpgle`), or the files beside it do; where neither
 * does, the usual answer is a guess, and is marked as one.
 */

import { some } from '../counted.ts';
import { sourceTypes } from './source-types.ts';
import type { StarterRule } from './starter-rule.ts';
import { distinct, namePatterns, type TrackedFile } from './tracked-file.ts';

const suffix = /\.(pgm|module|mod|srvpgm)(\.+)[^.]+$/i;
const objectOf: Readonly<Record<string, string>> = {
  PGM: '*PGM',
  MODULE: '*MODULE',
  MOD: '*MODULE',
  SRVPGM: '*SRVPGM',
};

/** From which share of suffixed programs on a plain name means a module. */
const suffixedShare = 0.1;

const isIle = (file: TrackedFile): boolean => file.type?.makes.kind === 'ile';

/** True where programs carry `.pgm.` in their names, so that a plain source is a module. @param files as below. */
export function areProgramsSuffixed(files: readonly TrackedFile[]): boolean {
  const sources = files.filter(isIle);
  const programs = sources.filter(({ gfile }) => suffix.exec(gfile)?.[1]?.toUpperCase() === 'PGM');
  return programs.length > 0 && programs.length >= sources.length * suffixedShare;
}

/** @param files the sources that are neither includes nor tests. @param prototypes names of sources that have some. */
export function ileRules(files: readonly TrackedFile[], prototypes: ReadonlySet<string>): StarterRule[] {
  const sources = files.filter(isIle);
  const ofSuffixes = suffixRules(sources);
  if (areProgramsSuffixed(files)) return ofSuffixes;
  const plain = sources.filter(({ gfile }) => !suffix.test(gfile));
  const modules = modulesAmong(plain, files, prototypes);
  return [...ofSuffixes, moduleRule(modules), loneCRule(plain, new Set(modules))];
}

/** One rule for each object type that names tell; it lists the usual ILE languages, and others that are there. */
function suffixRules(sources: readonly TrackedFile[]): StarterRule[] {
  const usual = sourceTypes.flatMap(({ makes, extensions }) => (makes.kind === 'ile' ? extensions : []));
  const languages = [...new Set([...usual, ...distinct(sources.map(({ extension }) => extension))])];
  const words = new Map<string, string>();
  for (const { gfile } of sources) {
    const [, kind, dots] = suffix.exec(gfile) ?? [];
    if (kind !== undefined) words.set(`${kind.toUpperCase()}${dots}`, objectOf[kind.toUpperCase()] ?? '');
  }
  return [...new Set(words.values())].toSorted().map((objt) => ({
    comment: [`The name says it: ${objt}.`],
    match: {
      gfile: [...words].flatMap(([word, of]) => (of === objt ? languages.map((one) => `*.${word}${one}`) : [])),
    },
    result: { request: { objt, srca: '{ext|upper}' } },
  }));
}

/** Sources that have prototypes, binder source or a list of modules under their own name. */
function modulesAmong(
  plain: readonly TrackedFile[],
  files: readonly TrackedFile[],
  prototypes: ReadonlySet<string>,
): TrackedFile[] {
  const bound = new Set(
    files.filter(({ extension }) => /^(BND|BINDER|ILEPGM|ILESRVPGM)$/.test(extension)).map(({ name }) => name),
  );
  return plain.filter(({ name }) => bound.has(name) || prototypes.has(name));
}

function moduleRule(modules: readonly TrackedFile[]): StarterRule {
  const gfile = namePatterns(modules.map((file) => file.gfile));
  return {
    comment: ['A guess: modules, because prototypes or binder source of the same name stand beside them.'],
    match: { gfile },
    result: { request: { objt: '*MODULE', srca: '{ext|upper}' } },
    unsure: `sources with prototypes or binder source of their own are taken for modules: ${some(gfile, 5)}`,
  };
}

/**
 * A C source that is alone in its directory is a program of one module.
 * @param modules what the rule above takes by its name.
 */
function loneCRule(plain: readonly TrackedFile[], modules: ReadonlySet<TrackedFile>): StarterRule {
  const c = sourceTypes.find(({ makes }) => makes.kind === 'ile' && makes.usual === '*MODULE');
  const byFolder = Map.groupBy(
    plain.filter(({ type }) => type === c),
    ({ gpath }) => gpath,
  );
  const alone = [...byFolder.values()].flatMap((ofFolder) => (ofFolder.length === 1 ? ofFolder : []));
  const programs = alone.filter((file) => !modules.has(file));
  const path = namePatterns(programs.map((file) => file.path));
  return {
    comment: ['A guess: programs, because each is the only C source of its directory.'],
    match: { path },
    result: { request: { objt: '*PGM', srca: '{ext|upper}' } },
    unsure: `C sources that are alone in their directories are taken for programs: ${some(path, 5)}`,
  };
}

/** What a plain ILE source is, and why. @param usual what such a source is where nothing else speaks. */
export function plainIle(
  usual: '*PGM' | '*MODULE',
  suffixed: boolean,
): { readonly objt: string; readonly comment: string; readonly isGuess: boolean } {
  if (suffixed) return { objt: '*MODULE', comment: 'Modules: programs say .PGM in their names here.', isGuess: false };
  const [what, other] = usual === '*PGM' ? ['programs', '*MODULE'] : ['modules', '*PGM'];
  return { objt: usual, comment: `A guess: ${what}. A ${other} needs a rule above this one.`, isGuess: true };
}
