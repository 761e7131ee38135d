/** Reads what a source uses, with the reader of its language. */
import { Problem } from '../errors.ts';
import { bindingWords, listBindingUses } from './binding.ts';
import { listCUses } from './c.ts';
import { listClUses } from './cl.ts';
import { extractCobolCode, listCobolUses } from './cobol.ts';
import { listDdsUses } from './dds.ts';
import { deriveFileNames } from './names.ts';
import { extractRpgCode, listRpgUses, saysNoMain } from './rpg.ts';
import { listMakefileUses } from './rules-mk.ts';
import { listTablesInSql, parseSql } from './sql.ts';
import type { SaidUses, Use } from './use.ts';

/** The languages whose sources use others. `commands` make one object; `file` makes a *FILE, and is SQL or DDS, with any extension. */
export type Language = 'RPG' | 'RPG III' | 'CL' | 'COBOL' | 'C' | 'DDS' | 'SQL' | 'commands' | OfBuilds | 'file';
type OfBuilds = 'Rules.mk' | 'makefile';

interface LanguageReader {
  readonly uses: (text: string, path: string) => Iterable<Use>;
  /** Reads the uses that a source states for other objects. */
  readonly says?: (text: string) => readonly SaidUses[];
  /** The code in which embedded SQL stands. */
  readonly sql?: (text: string) => string;
  /** The language that its sources include, alone; absent: they include nothing. */
  readonly includes?: string;
}

const readers: Readonly<Record<Language, LanguageReader>> = {
  RPG: { uses: (text) => listRpgUses(text, false), sql: extractRpgCode, includes: 'RPG' },
  'RPG III': { uses: (text) => listRpgUses(text, true), sql: extractRpgCode, includes: 'RPG' },
  CL: { uses: listClUses, says: (text) => (bound.test(text) ? listBindingUses(text, null) : []), includes: 'CL' },
  commands: { uses: (text, path) => listBindingUses(text, deriveFileNames(path).loose).flatMap(({ uses }) => uses) },
  COBOL: { uses: listCobolUses, sql: extractCobolCode, includes: 'COBOL' },
  DDS: { uses: listDdsUses },
  SQL: { uses: (text) => parseSql(text).uses },
  C: { uses: listCUses, sql: (text) => text, includes: 'C' },
  'Rules.mk': { uses: () => [], says: (text) => listMakefileUses(text, true) },
  makefile: { uses: () => [], says: (text) => listMakefileUses(text, false) },
  file: { uses: (text) => [...parseSql(text).uses, ...listDdsUses(text)] },
};

const bound = new RegExp(bindingWords.join('|'), 'i');

const suffixes: readonly (readonly [Language, string])[] = [
  ['RPG', 'RPGLE SQLRPGLE RPGLEINC SQLRPGLEINC RPGINC RPGLE_H RPGMOD RPGLEMOD SQLRPGMOD SQLRPGLEMOD'],
  ['RPG III', 'RPG SQLRPG RPG38 RPT RPT38'],
  ['CL', 'CL CLLE CLP CLP38 CLLEINC'],
  ['commands', 'BNDDIR ILEPGM ILESRVPGM'],
  ['COBOL', 'CBL CBLLE SQLCBL SQLCBLLE CBLLEINC COB CPY'],
  ['DDS', 'PF LF DSPF PRTF ICFF PF38 LF38 DSPF38 PRTF38'],
  ['SQL', 'SQL DDL TABLE VIEW INDEX ALIAS PFSQL LFSQL'],
  ['SQL', 'SQLTABLE SQLVIEW SQLINDEX SQLALIAS SQLMQT SQLDDL TEMPORAL HISTORY'],
  ['C', 'C CPP CLE H HPP SQLC SQLCPP SQLCLE'],
  ['makefile', 'MK MAKE'],
];

const bySuffix = new Map(
  suffixes.flatMap(([language, names]) => names.split(' ').map((name) => [name, language] as const)),
);

/** Languages by source file, for members without a suffix or with one that says nothing. */
const byFolder: readonly (readonly [RegExp, Language, globs: readonly string[]])[] = [
  [/^Q?(?:SQL)?RPGLE|^Q\w*PROTO|^QCPYLE/, 'RPG', ['*RPGLE*', 'Q*PROTO*', 'QCPYLE*']],
  [/^QRPG/, 'RPG III', ['QRPG*']],
  [/^QCL/, 'CL', ['QCL*']],
  [/^Q(?:CBL|LBL)/, 'COBOL', ['QCBL*', 'QLBL*']],
  [/^QDDS/, 'DDS', ['QDDS*']],
  [/^QSQLSRC/, 'SQL', ['QSQLSRC*']],
  [/^H$|^Q(?:SQL)?C(?:S|PP)/, 'C', ['H', 'QC*', 'QSQLC*']],
];

/** Returns Git's pathspecs for sources of languages (makefiles: .mk, .make); [] (everywhere) for none, `Rules.mk` alone, or with `file`. */
export function listPathspecs(languages: readonly Language[]): string[] {
  if (languages.includes('file')) return [];
  const named = suffixes.filter(([language]) => languages.includes(language)).flatMap(([, names]) => names.split(' '));
  const folders = byFolder.filter(([, language]) => languages.includes(language));
  return [
    ...named.map((suffix) => `:(icase)*.${suffix}`),
    ...folders.flatMap(([, , globs]) => globs.map((glob) => `:(icase,glob)**/${glob}/*`)),
  ];
}

/** Returns the language (not `file`) by extension or makefile name; without extension, or for .inc, .copy, .mbr by folder name; or null. */
export function detectLanguage(path: string): Language | null {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const suffix = dot > slash ? path.slice(dot + 1).toUpperCase() : '';
  const found = bySuffix.get(suffix);
  if (found !== undefined && found !== 'makefile') return found;
  const name = path.slice(slash + 1).toUpperCase();
  if (name === 'RULES.MK') return 'Rules.mk';
  if (found !== undefined || /^(?:GNU)?MAKEFILE\b/.test(name)) return 'makefile';
  if (suffix !== '' && !/^(?:INC|COPY|MBR)$/.test(suffix)) return null;
  const folder = path.slice(path.lastIndexOf('/', slash - 1) + 1, slash).toUpperCase();
  return byFolder.find(([pattern]) => pattern.test(folder))?.[1] ?? null;
}

/** Mostly of COBOL; some hold RPG. */
const copyBook = /\.cpy$/i;

/** Matches RPG, not COBOL: free form, a directive, a specification with nothing before it. */
const rpgMark =
  /^(?:[ \t]*(?:\*\*free|dcl-\w|ctl-opt)|.{5}[ A-Z]\/(?:copy|include|if|define|free|eof)\b| {5}[HFDIP][ \w])/im;

/** Returns the language whose sources may include this one (RPG III is RPG); null if not known, as for `.cpy`, or if none, as for DDS. */
export function findIncludeLanguage(path: string): string | null {
  const language = detectLanguage(path);
  return language === null || copyBook.test(path) ? null : (readers[language].includes ?? null);
}

/** True if two languages are the same, or one is not known (null). */
export const areOfOneLanguage = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

/** True for a source of RPG, CL, COBOL or C: others of its language may include it, even if it is a program. */
export const canBeIncluded = (path: string): boolean => findIncludeLanguage(path) !== null || copyBook.test(path);

/**
 * Returns the uses that a source states for itself, but no tables of embedded SQL: each once, sorted by line; none for makefiles, or if
 * `language` is null. A `.cpy` without uses of COBOL is read as RPG if it looks like that. @throws Problem('limit') for more than 50,000
 */
export function listUses(path: string, text: string, language = detectLanguage(path)): Use[] {
  const uses = language === null ? [] : selectDistinctUses(path, readers[language].uses(text, path));
  const isRpg = uses.length === 0 && copyBook.test(path) && rpgMark.test(text);
  return (isRpg ? selectDistinctUses(path, readers.RPG.uses(text, path)) : uses).toSorted((a, b) => a.line - b.line);
}

/** So much one source says that it uses, or its objects do; in real ones of many thousand objects it is less. */
export const mostUses = 50_000;

/** Returns the uses in order, of those that differ only in their line the first. @throws Problem('limit') if more than `most` are left */
function selectDistinctUses(path: string, uses: Iterable<Use>, most = mostUses): Use[] {
  const alike = Map.groupBy(uses, ({ kind, name, exportsAll, mayBeOfSystem }) =>
    JSON.stringify([kind, name, exportsAll, mayBeOfSystem]),
  );
  if (alike.size > most)
    throw new Problem('limit', `more than ${mostUses} uses in ${path}`, 'Make several sources of it.');
  return Array.from(alike.values(), ([first]) => first).filter((use) => use !== undefined);
}

/**
 * Returns all uses that a source states, but no tables of embedded SQL: first an entry of its own ones, if any, then one for each statement
 * about other objects (makefiles, CL). An entry has each use once. @throws Problem('limit') for over 50,000 uses and objects
 */
export function listStatedUses(path: string, text: string, language = detectLanguage(path)): SaidUses[] {
  const uses = listUses(path, text, language);
  const own = uses.length > 0 ? [{ targets: null, source: null, uses }] : [];
  let left = mostUses - uses.length;
  const others = ((language && readers[language].says?.(text)) ?? []).map((one) => {
    left -= one.targets?.length ?? 0;
    const distinctUses = selectDistinctUses(path, one.uses, left);
    left -= distinctUses.length;
    return { ...one, uses: distinctUses };
  });
  return [...own, ...others];
}

/** Returns the uses of the tables in embedded SQL, each once; none for languages other than RPG, COBOL and C. @throws Problem('limit') */
export function listEmbeddedTables(path: string, text: string): Use[] {
  const language = detectLanguage(path);
  const code = language === null ? undefined : readers[language].sql;
  return code === undefined || !/exec\s+sql/i.test(text) ? [] : selectDistinctUses(path, listTablesInSql(code(text)));
}

/** Returns the names (upper case) of the files that an SQL source, or a `file`, creates; none for other languages. */
export function listCreatedFiles(path: string, text: string, language = detectLanguage(path)): readonly string[] {
  return language === 'SQL' || language === 'file' ? parseSql(text).creates : [];
}

/** True for a source that says itself that it is no program: RPG with NOMAIN. */
export const isNoProgram = (path: string, text: string): boolean => detectLanguage(path) === 'RPG' && saysNoMain(text);
