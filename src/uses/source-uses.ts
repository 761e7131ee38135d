/** What a source uses: picks the reader for its language. */

import { usesOfCommands } from './binding.ts';
import { usesOfC } from './c.ts';
import { called } from './called.ts';
import { usesOfCl } from './cl.ts';
import { usesOfCobol } from './cobol.ts';
import { usesOfDds } from './dds.ts';
import { saysNoMain, usesOfRpg } from './rpg.ts';
import { usesOfRulesMk } from './rules-mk.ts';
import { usesOfSql } from './sql.ts';
import type { Use } from './use.ts';

/** The languages whose sources use others. `RPG III` has other columns; `commands` make an object when they run. */
export type Language = 'RPG' | 'RPG III' | 'CL' | 'commands' | 'COBOL' | 'DDS' | 'SQL' | 'C' | 'Rules.mk';

const readers: Readonly<Record<Language, (text: string, path: string) => Use[]>> = {
  RPG: (text) => usesOfRpg(text, false),
  'RPG III': (text) => usesOfRpg(text, true),
  CL: usesOfCl,
  commands: (text, path) => usesOfCommands(text, called(path).loose),
  COBOL: usesOfCobol,
  DDS: usesOfDds,
  SQL: usesOfSql,
  C: usesOfC,
  'Rules.mk': usesOfRulesMk,
};

const suffixes: readonly (readonly [Language, string])[] = [
  ['RPG', 'RPGLE SQLRPGLE RPGLEINC SQLRPGLEINC RPGINC RPGLE_H RPGMOD RPGLEMOD SQLRPGMOD SQLRPGLEMOD'],
  ['RPG III', 'RPG SQLRPG RPG38 RPT RPT38'],
  ['CL', 'CL CLLE CLP CLP38 CLLEINC'],
  ['commands', 'BNDDIR ILEPGM ILESRVPGM'],
  ['COBOL', 'CBL CBLLE SQLCBL SQLCBLLE CBLLEINC COB CPY'],
  ['DDS', 'PF LF DSPF PRTF ICFF PF38 LF38 DSPF38 PRTF38'],
  ['SQL', 'SQL DDL TABLE VIEW INDEX ALIAS PFSQL LFSQL SQLTABLE SQLVIEW SQLINDEX SQLALIAS SQLMQT'],
  ['C', 'C CPP CLE H HPP SQLC SQLCPP'],
];

const bySuffix: ReadonlyMap<string, Language> = new Map(
  suffixes.flatMap(([language, names]) => names.split(' ').map((name) => [name, language] as const)),
);

/** Languages of the source files that members without a suffix, or with one that says nothing, stand in. */
const byFolder: readonly (readonly [RegExp, Language])[] = [
  [/^Q?(?:SQL)?RPGLE|^Q\w*PROTO|^QCPYLE/, 'RPG'],
  [/^QRPG/, 'RPG III'],
  [/^QCL/, 'CL'],
  [/^Q(?:CBL|LBL)/, 'COBOL'],
  [/^QDDS/, 'DDS'],
  [/^QSQLSRC/, 'SQL'],
  [/^H$|^Q(?:SQL)?C(?:S|PP)/, 'C'],
];

/** The language of a source by its path, or null: it uses nothing, so nobody needs to read it. */
export function languageOf(path: string): Language | null {
  const [name = '', folder = ''] = path.toUpperCase().split('/').reverse();
  if (name === 'RULES.MK') return 'Rules.mk';
  const suffix = name.slice(name.lastIndexOf('.') + 1);
  if (name.includes('.') && !/^(?:INC|COPY|MBR)$/.test(suffix)) return bySuffix.get(suffix) ?? null;
  return byFolder.find(([pattern]) => pattern.test(folder))?.[1] ?? null;
}

/** Mostly of COBOL; some hold RPG. */
const copyBook = /\.cpy$/i;

/** What no copy book of COBOL holds: free form, a directive, a specification with nothing in front of it. */
const rpgMark =
  /^(?:[ \t]*(?:\*\*free|dcl-\w|ctl-opt)|.{5}[ A-Z]\/(?:copy|include|if|define|free|eof)\b| {5}[HFDIP][ \w])/im;

/** Languages that include sources of their own only; what a `.cpy` holds, its suffix does not tell. */
function includedIn(path: string): string | null {
  const language = languageOf(path);
  if (copyBook.test(path)) return null;
  if (language === 'RPG III') return 'RPG';
  return language === 'RPG' || language === 'CL' || language === 'COBOL' || language === 'C' ? language : null;
}

/** False for two sources that are known to be of different languages. */
export function mayInclude(user: string, included: string): boolean {
  const [one, other] = [includedIn(user), includedIn(included)];
  return one === null || other === null || one === other;
}

/**
 * What a source uses, in the order of its lines.
 *
 * @param path its path in the repository, which tells its language
 * @param text the whole source
 */
export function usesOf(path: string, text: string): Use[] {
  const language = languageOf(path);
  const uses = language === null ? [] : readers[language](text, path);
  const isRpg = uses.length === 0 && copyBook.test(path) && rpgMark.test(text);
  return (isRpg ? readers.RPG(text, path) : uses).sort((a, b) => a.line - b.line);
}

/** True for a source that says itself that it becomes no program: RPG with NOMAIN. Parameters as above. */
export function isNoProgram(path: string, text: string): boolean {
  return languageOf(path) === 'RPG' && saysNoMain(text);
}
