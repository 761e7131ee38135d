/** From the tracked files to the rules of the starter file, in the order in which they must stand. */

import { ifsRule } from './ifs.ts';
import { areProgramsSuffixed, ileRules } from './ile.ts';
import { includeRules, includesAmong, namesWithPrototypes } from './includes.ts';
import { otherRules, toolRules } from './other-files.ts';
import { sourceTypes, testReason } from './source-types.ts';
import { canMatch, type StarterRule } from './starter-rule.ts';
import { asPattern, distinct, type InitFile, isListable, isOfTool, namePatterns } from './tracked-file.ts';
import { memberRules, rowRule } from './type-rules.ts';
import { windowsScriptRule, windowsScripts } from './windows-scripts.ts';

const testFolder = /^(q?(unit_?-?)?tests?(src)?|q?rpgunit(src)?)$/;
const testName = /\.test\.[^.]+$/i;

const isTest = (file: InitFile): boolean =>
  testName.test(file.gfile) || file.folders.some((folder) => testFolder.test(folder));

/**
 * The rules for a repository, specific ones first: what is never deployed, IFS trees, other files, tests, includes, names
 * that tell the object type, and at last one rule for each source type that is there. None of them matches every file.
 * A rule may turn out to reach nothing, because an earlier one takes it all.
 */
export function starterRules(files: readonly InitFile[]): StarterRule[] {
  const others = files.filter((file) => !isOfTool(file));
  const scripts = windowsScripts(files);
  const sources = sourcesAmong(files, scripts);
  const included = includesAmong(sources);
  const own = sources.filter((file) => !included.has(file));
  const suffixed = areProgramsSuffixed(own);
  const rules = [
    ...toolRules(files),
    ifsRule(others),
    ...otherRules(files),
    testRule(others.filter(isTest)),
    windowsScriptRule(scripts),
    ...includeRules(sources),
    twinRule(own),
    ...ileRules(own, namesWithPrototypes(sources)),
    ...sourceTypes.flatMap((row) => {
      const ofRow = sources.filter(({ type }) => type === row);
      return ofRow.length === 0 ? [] : [rowRule(row, ofRow, suffixed, included)];
    }),
    ...memberRules(
      others.filter(({ extension, gfile }) => extension === '' && isListable(gfile)),
      others,
    ),
  ];
  return merged(rules.filter(canMatch));
}

/** The sources of objects, tests aside. */
function sourcesAmong(files: readonly InitFile[], scripts: ReadonlySet<InitFile>): InitFile[] {
  return files.filter((file) => file.type !== null && !isOfTool(file) && !isTest(file) && !scripts.has(file));
}

/** Rules for the usual source types that are not there yet, for a person to take over when the first one comes. */
export function absentRules(files: readonly InitFile[]): StarterRule[] {
  const sources = sourcesAmong(files, windowsScripts(files));
  const included = includesAmong(sources);
  const suffixed = areProgramsSuffixed(sources.filter((file) => !included.has(file)));
  const absent = sourceTypes.filter((row) => row.extensions.length > 0 && sources.every(({ type }) => type !== row));
  return absent.map((row) => rowRule(row, [], suffixed, included));
}

/** Skip rules that follow each other and say the same of file names, as one. */
function merged(rules: readonly StarterRule[]): StarterRule[] {
  const all: StarterRule[] = [];
  for (const rule of rules) {
    const last = all.at(-1);
    if (last === undefined || !isPlainSkip(last) || !isPlainSkip(rule) || skipOf(last) !== skipOf(rule)) all.push(rule);
    else all.splice(-1, 1, { ...last, match: { gfile: [...(last.match.gfile ?? []), ...(rule.match.gfile ?? [])] } });
  }
  return all;
}

const skipOf = ({ result }: StarterRule): string | null => ('skip' in result ? result.skip : null);

function isPlainSkip(rule: StarterRule): boolean {
  return rule.comment.length === 0 && skipOf(rule) !== null && Object.keys(rule.match).join() === 'gfile';
}

function testRule(tests: readonly InitFile[]): StarterRule {
  const folders = distinct(
    tests.flatMap(({ folders: lower, gpath }) => gpath.split('/').filter((_, at) => testFolder.test(lower[at] ?? ''))),
  );
  const names = tests.some(({ gfile }) => testName.test(gfile)) ? ['**/*.test.*'] : [];
  return {
    comment: ['Tests are run by a test tool, and seldom deployed.'],
    match: { path: [...folders.map((folder) => `**/${asPattern(folder)}/**`), ...names] },
    result: { skip: testReason },
  };
}

/** Binder source beside the commands that bind the same service program: two files, one object. */
function twinRule(own: readonly InitFile[]): StarterRule {
  const bound = new Set(own.filter(({ extension }) => extension === 'ILESRVPGM').map(({ name }) => name));
  const twins = own.filter(({ extension, name }) => /^(BND|BINDER)$/.test(extension) && bound.has(name));
  const gfile = namePatterns(twins.map((file) => file.gfile));
  return {
    comment: ['Service programs that have an ILESRVPGM as well: one of the two files may stand for the object.'],
    match: { gfile },
    result: { skip: 'its ILESRVPGM stands for the service program' },
    unsure: `${gfile.join(', ')}: left out, because the ILESRVPGM of the same name makes the same object`,
  };
}
