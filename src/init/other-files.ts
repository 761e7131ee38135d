/** Makes skip rules for files that are not IBM i sources: documentation, settings, scripts, other languages. */
import { formatNames } from '../counted.ts';
import { createStarterRule, type StarterRule } from './starter-rule.ts';
import type { InitFile } from './tracked-file.ts';
import { asPattern, isListable, isOfTool, isSourceFileName, sortDistinct, toNamePatterns } from './tracked-file.ts';

type OtherKind = ReturnType<typeof createOtherKind>;

/** Makes a row of the tables below: splits extensions and file names, given in lower case, at white space; no `names` become ['']. */
function createOtherKind(why: string, extensions: string, names = '') {
  return { why, extensions: extensions.split(/\s+/), names: names.split(/\s+/) };
}

/** Never deployed, also not from a directory whose files are. */
const never: readonly OtherKind[] = [
  createOtherKind(
    'documentation',
    'md markdown rst adoc asciidoc wiki rtf doc docx odt',
    'license licence readme changelog contributing authors notice copying codeowners',
  ),
  createOtherKind(
    'build and settings',
    'mk mak cmake lock iml code-workspace',
    `makefile gnumakefile jenkinsfile dockerfile configure package.json package-lock.json iproj.json tsconfig.json pom.xml
     build.xml build.gradle build.txt setup makefile.in`,
  ),
];

/** Not deployed as check-outs where they stand; the same extensions inside of an IFS tree are. */
const elsewhere: readonly OtherKind[] = [
  createOtherKind('build and settings', 'json jsonc yml yaml xml toml ini cfg conf config properties env pub'),
  createOtherKind('documentation', 'txt pdf xls xlsx ppt pptx'),
  createOtherKind('data, logs and backups', 'csv log old bak orig'),
  createOtherKind('picture', 'png jpg jpeg gif svg ico bmp tif tiff webp'),
  createOtherKind(
    'other language: not deployed as a check-out',
    `sh bash zsh ksh qsh ps1 bat py php pl rb js mjs cjs ts tsx jsx vue java class jar css scss less html htm xhtml xsl xslt
     xsd wsdl go cs vbs`,
  ),
  createOtherKind('archive', 'zip tar gz tgz bz2 7z rar savf savfsrc bin exe dll so'),
];

/** Names past these stay without a rule, and `check` shows them. */
const mostNames = 60;

/** Returns skip rules: files and folders `.NAME` (`unsure` if sources are there); documentation; build files (both may lack patterns). */
export function buildToolRules(files: readonly InitFile[]): StarterRule[] {
  const sources = files.filter((file) => isOfTool(file) && file.type !== null && file.type.makes.kind !== 'nothing');
  const comment = 'Files and directories of tools: .gitignore, .github, .vscode, and this file.';
  const tools = createStarterRule({ path: ['**/.*', '**/.*/**'] }, { skip: 'settings of tools' }, comment);
  const places = sortDistinct(sources.map(({ gpath }) => gpath.replace(/(^|\/)(\.[^/]*)\/.*/, '$1$2')));
  const unsure = `left out as files of tools: sources in ${formatNames(places, 5)}; if they make objects, put rules for them above`;
  const others = files.filter((file) => !isOfTool(file));
  return [places.length > 0 ? { ...tools, unsure } : tools, ...never.map((kind) => buildKindRule(kind, others))];
}

/**
 * Returns skip rules for the files without a source type, by kind, but for the kinds of buildToolRules; each may lack patterns. The last is
 * for files of no known kind, but not below a directory like `QRPGLESRC`, as they may be misspelt. @param files give none of tools
 */
export function buildOtherRules(files: readonly InitFile[]): StarterRule[] {
  const others = files.filter(({ type }) => type === null);
  const known = new Set([...never, ...elsewhere].flatMap(({ extensions }) => extensions));
  const names = new Set(never.flatMap((kind) => kind.names));
  const isKnown = ({ extension, gfile }: InitFile) =>
    known.has(extension.toLowerCase()) || names.has(gfile.toLowerCase());
  const unknown = others.filter((file) => !isKnown(file) && !file.folders.some(isSourceFileName));
  return [...elsewhere.map((kind) => buildKindRule(kind, others)), buildUnknownRule(unknown)];
}

/** Returns the skip rule for a kind, with patterns for those of its extensions and names that some file has; lacks patterns if none has. */
function buildKindRule(kind: OtherKind, files: readonly InitFile[]): StarterRule {
  const extensions = kind.extensions.filter((one) => files.some(({ extension }) => extension.toLowerCase() === one));
  const names = files.map((file) => file.gfile).filter((name) => kind.names.includes(name.toLowerCase()));
  const gfile = [...extensions.map((one) => `*.${one}`), ...toNamePatterns(names)];
  return createStarterRule({ gfile }, { skip: kind.why });
}

/** Returns the skip rule, `unsure`, for these files: at most 60 extensions, and 60 names of those without one; no files: no patterns. */
function buildUnknownRule(files: readonly InitFile[]): StarterRule {
  const listable = files.filter(({ gfile }) => isListable(gfile));
  const extensions = sortDistinct(listable.flatMap(({ extension }) => extension.toLowerCase() || []));
  const names = sortDistinct(listable.flatMap(({ extension, gfile }) => (extension === '' ? [gfile] : [])));
  const patterns = extensions.slice(0, mostNames).map((one) => `*.${asPattern(one)}`);
  const gfile = [...patterns, ...names.slice(0, mostNames).map(asPattern)];
  const comment = 'No source type is known for these. If one of them makes an object, give it a rule of its own.';
  const rule = createStarterRule({ gfile }, { skip: 'source type not known' }, comment);
  return { ...rule, unsure: `no source type is known for ${formatNames(gfile, 5)}: left out` };
}

/** Returns the skip rule for these scripts of Windows, by paths, as a file of the same name may be a command; no scripts: no patterns. */
export function buildWindowsScriptRule(scripts: readonly InitFile[]): StarterRule {
  const path = toNamePatterns(scripts.map((file) => file.path));
  const comment = 'Scripts of Windows: they hold no command definition (CMD).';
  return createStarterRule({ path }, { skip: 'script of Windows: not deployed as a check-out' }, comment);
}
