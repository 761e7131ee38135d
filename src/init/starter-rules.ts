import { formatNames } from '../counted.ts';
import { buildIncludeRules, buildTestRule, findNamesWithPrototypes, isTest } from './includes-and-tests.ts';
import { buildOtherRules, buildToolRules, buildWindowsScriptRule } from './other-files.ts';
import { areProgramsSuffixed, buildIleRules, decidePlainType } from './program-or-module.ts';
import { findSourceFileType, listExtensionPatterns, type SourceType, sourceTypes } from './source-types.ts';
import { createStarterRule, type StarterRule } from './starter-rule.ts';
import type { InitFile } from './tracked-file.ts';
import { asPattern, isListable, isOfTool, isSourceFileName, sortDistinct, toNamePatterns } from './tracked-file.ts';

/**
 * Returns in `drafted` the rules for the files of a repository, specific ones first: files of tools, IFS trees, other files, tests, Windows
 * scripts, includes, binder source beside an ILESRVPGM, ILE sources of another type than usual, a rule for each source type that is there,
 * members without extension. Each has patterns, but may win nothing, if earlier ones match all its files. Returns in `absent` a rule for
 * each source type with usual extensions of which there is no source yet, tests not counted.
 */
export function buildStarterRules(files: readonly InitFile[]) {
  const others = files.filter((file) => !isOfTool(file));
  const sources = others.filter((file) => file.type && !isTest(file) && file.says !== 'script');
  const includes = buildIncludeRules(sources);
  const own = sources.filter((file) => !includes.included.has(file));
  const isThere = (row: SourceType) => sources.some(({ type }) => type === row);
  const withoutExtension = others.filter(({ extension, gfile }) => extension === '' && isListable(gfile));
  const rules = [
    ...buildToolRules(files),
    buildIfsRule(others),
    ...buildOtherRules(others),
    buildTestRule(others.filter(isTest)),
    buildWindowsScriptRule(others.filter(({ says }) => says === 'script')),
    ...includes.rules,
    buildDoubleBinderRule(own),
    ...buildIleRules(own, findNamesWithPrototypes(sources)),
    ...sourceTypes.filter(isThere).map((row) => buildSourceTypeRule(row, sources, own)),
    ...buildMemberRules(withoutExtension, others),
  ];
  // A part without patterns would match nothing.
  const useful = rules.filter(({ match }) => Object.values(match).every((patterns) => patterns.length > 0));
  const absent = sourceTypes.filter((row) => row.extensions.length > 0 && !isThere(row));
  return { drafted: mergeSkipRules(useful), absent: absent.map((row) => buildSourceTypeRule(row, sources, own)) };
}

/** Returns the rules in their order, with neighbours merged that skip for the same reason, by file names only, and have no comment. */
function mergeSkipRules(rules: readonly StarterRule[]): StarterRule[] {
  const findPlainReason = ({ comment, match, result }: StarterRule) =>
    'skip' in result && comment.length === 0 && Object.keys(match).join() === 'gfile' ? result.skip : null;
  const all: StarterRule[] = [];
  for (const rule of rules) {
    const last = all.at(-1);
    if (last === undefined || findPlainReason(rule) === null || findPlainReason(last) !== findPlainReason(rule))
      all.push(rule);
    else all.splice(-1, 1, { ...last, match: { gfile: [...(last.match.gfile ?? []), ...(rule.match.gfile ?? [])] } });
  }
  return all;
}

/** Returns the skip rule, a guess, for binder source whose object an ILESRVPGM of the same name makes; without such, it lacks patterns. */
function buildDoubleBinderRule(own: readonly InitFile[]): StarterRule {
  const bound = new Set(own.filter(({ extension }) => extension === 'ILESRVPGM').map(({ name }) => name));
  const doubles = own.filter(({ extension, name }) => /^(BND|BINDER)$/.test(extension) && bound.has(name));
  const gfile = toNamePatterns(doubles.map((file) => file.gfile));
  const comment = 'Service programs that have an ILESRVPGM as well: only one of the two files may make the object.';
  const unsure = `${gfile.join(', ')}: left out, because the ILESRVPGM of the same name makes the same object`;
  return { ...createStarterRule({ gfile }, { skip: 'its ILESRVPGM makes the service program' }, comment), unsure };
}

/** Returns a source type's rule, request or skip. ILE: *PGM or *MODULE, as most of `own` (no includes) say, `unsure` if some do not. */
function buildSourceTypeRule(row: SourceType, sources: readonly InitFile[], own: readonly InitFile[]): StarterRule {
  const isOfRow = ({ type }: InitFile) => type === row;
  const seen = new Set(sources.filter(isOfRow).map(({ extension }) => extension));
  const match = { gfile: listExtensionPatterns(row, seen) };
  const { makes, srca, title } = row;
  if (makes.kind === 'nothing') {
    const { why, comment = [], unsure } = makes;
    return { ...createStarterRule(match, { skip: why }, `${title}.`, ...comment), ...(unsure && { unsure }) };
  }
  const ofMember = srca === null ? {} : { srca };
  if (makes.kind === 'object')
    return createStarterRule(match, { request: { objt: makes.objt, ...ofMember } }, `${title}.`);
  const pgmSuffixed = areProgramsSuffixed(own);
  const { objt, other, undecided, comment } = decidePlainType(makes.usual, pgmSuffixed, own.filter(isOfRow));
  const unsure = `plain ${title} sources are taken for ${objt}, a guess: ${formatNames(sortDistinct(undecided), 5)}; those of ${other} need a rule above`;
  const rule = createStarterRule(match, { request: { objt, ...ofMember } }, `${title}. ${comment}`);
  return undecided.length > 0 ? { ...rule, unsure } : rule;
}

/**
 * Returns rules for members without an extension: for each name of a known source file, if most `files` in all directories of that name
 * have no extension, a request or skip by the type of that source file, a guess; before it, for ILE sources, one for members that say
 * another type (may lack patterns). Must come last: the guess matches all files there.
 */
function buildMemberRules(withoutExtension: readonly InitFile[], files: readonly InitFile[]): StarterRule[] {
  const folders = withoutExtension.map(({ gpath }) => gpath.slice(gpath.lastIndexOf('/') + 1));
  return sortDistinct(folders.filter(isSourceFileName)).flatMap((folder) => {
    const isInFolder = (file: InitFile) => file.folders.at(-1) === folder.toLowerCase();
    const row = findSourceFileType(folder);
    const members = withoutExtension.filter(isInFolder);
    if (row === undefined || members.length * 2 <= files.filter(isInFolder).length) return [];
    const { makes } = row;
    const gpath = [`**/${asPattern(folder)}`];
    const unsure = `members of ${folder} without an extension: their type is a guess`;
    const comment = `Members of ${folder}: their names have no extension, so the directory tells. srca is left to the service.`;
    const buildRestRule = (result: StarterRule['result']) => ({
      ...createStarterRule({ gpath, gfile: ['*'] }, result, comment),
      unsure,
    });
    if (makes.kind === 'nothing') return [buildRestRule({ skip: makes.why })];
    if (makes.kind === 'object') return [buildRestRule({ request: { objt: makes.objt } })];
    const { objt, other, exceptions } = decidePlainType(makes.usual, false, members);
    const match = { gpath, gfile: toNamePatterns(exceptions.map(({ gfile }) => gfile)) };
    const what = objt === '*PGM' ? 'modules' : 'programs';
    const says = `Members of ${folder} that are ${what}: sources or build files say it.`;
    return [createStarterRule(match, { request: { objt: other } }, says), buildRestRule({ request: { objt } })];
  });
}

const treeName = /^(web|www|wwwroot|htdocs|public_html|html|ifs|webapp|webcontent)$/;
/** Directories whose pages are not deployed. */
const notDeployed = /^(docs?|documentation|tests?|unit_?tests?|examples?|samples?|node_modules)$/;
const pages = new Set(['HTML', 'HTM', 'XHTML', 'CSS', 'JS', 'MJS', 'SVG', 'JSP', 'PHP']);

/** Returns, sorted, paths of directories like `www` (findIfsTree) with web pages and no source; ignores folders such as docs and tests. */
function listIfsTrees(files: readonly InitFile[]): string[] {
  const candidates = files.filter(({ folders }) => !folders.some((one) => notDeployed.test(one)));
  const trees = [...Map.groupBy(candidates, findIfsTree)].flatMap(([top, inside]) => {
    const hasPages = inside.some(({ extension }) => pages.has(extension));
    return top !== null && hasPages && inside.every(({ type }) => type === null) ? [top] : [];
  });
  return sortDistinct(trees).filter(isListable);
}

/** Returns the path (`src/www`) of a file's topmost directory with a name as IFS trees have (`treeName`: `www`, `ifs`, ...); null: none. */
function findIfsTree({ folders, gpath }: InitFile): string | null {
  const length = folders.findIndex((folder) => treeName.test(folder)) + 1;
  return length === 0 ? null : gpath.split('/').slice(0, length).join('/');
}

/** Returns one rule, a guess, by which all files of the directories of listIfsTrees (`www`) make *IFS objects; without such no patterns. */
function buildIfsRule(files: readonly InitFile[]): StarterRule {
  const trees = listIfsTrees(files);
  const [first = ''] = trees;
  const rule = createStarterRule(
    { path: trees.map((tree) => `${asPattern(tree)}/**`) },
    { request: { objt: '*IFS', rpth: '/{gpath}' } },
    'Files of the IFS. rpth is appended to the target directory of the attribute, and keeps two index.html',
    'apart; here it is the whole directory in the repository. To leave the first part out, write a rule for each',
    `depth: gpath: "${asPattern(first)}/{d1}" with rpth: "/{d1}", and so on.`,
  );
  return { ...rule, unsure: `${trees.join(', ')}: taken for files of the IFS; look at rpth` };
}
