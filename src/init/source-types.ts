/**
 * The source types of the field, once: the extensions that files in Git carry for them, the object each makes, and the
 * source file (QRPGLESRC and so on) where its members usually stand. Extensions come from the source type of the member;
 * where build tools write another word for it (CMDSRC), `srca` says the type.
 */

/** What a source type makes: an object, an ILE program or module, or nothing of its own. */
export type Makes =
  | { readonly kind: 'object'; readonly objt: string }
  /** A program or a module: neither the extension nor the folder tells. `usual`: what it is where nothing else speaks. */
  | { readonly kind: 'ile'; readonly usual: '*PGM' | '*MODULE' }
  | {
      readonly kind: 'nothing';
      readonly why: string;
      /** More for a person to know, above the rule. */
      readonly comment?: readonly string[];
      /** What a person should look at. */
      readonly unsure?: string;
    };

/** One row: source types that are treated alike. */
export interface SourceType {
  /** What it is, as the comment of its rule says it. */
  readonly title: string;
  /** Upper case, without the dot. */
  readonly extensions: readonly string[];
  /** More extensions, which a rule names only where they are seen. */
  readonly rare?: readonly string[];
  readonly makes: Makes;
  /** Source type of the member (`srca`, interface §2.1); null: there is no member, the file holds commands. */
  readonly srca: string | null;
  /** Upper-case names of the source files where such members usually stand. */
  readonly sourceFiles: readonly string[];
  /** Such text may stand in an include folder, and is no object there. */
  readonly included?: true;
}

const byExtension = '{ext|upper}';
const object = (objt: string): Makes => ({ kind: 'object', objt });
const nothing = (why: string): Makes => ({ kind: 'nothing', why });

/** Why an include is left out. */
export const includeReason = 'include: makes no object';

export const includes: SourceType = {
  title: 'Includes',
  extensions: ['RPGLEINC'],
  rare: ['RPGINC', 'RPGLE_H', 'SQLRPGLEINC', 'CLLEINC', 'CBLLEINC', 'CPY', 'COPY', 'H', 'HPP', 'INC'],
  makes: nothing(includeReason),
  srca: null,
  sourceFiles: ['H', 'QRPGLEREF', 'QCPYLESRC', 'QPROTOSRC', 'QRPGLEINC', 'QCPYSRC', 'QCBLLEINC'],
};

/** The one table; a rule of the starter file is made from a row, in this order. */
export const sourceTypes: readonly SourceType[] = [
  includes,
  {
    title: 'ILE RPG',
    extensions: ['RPGLE', 'SQLRPGLE'],
    makes: { kind: 'ile', usual: '*PGM' },
    srca: byExtension,
    sourceFiles: ['QRPGLESRC'],
    included: true,
  },
  {
    title: 'ILE CL',
    extensions: ['CLLE'],
    makes: { kind: 'ile', usual: '*PGM' },
    srca: byExtension,
    sourceFiles: ['QCLLESRC'],
    included: true,
  },
  {
    title: 'ILE COBOL',
    extensions: ['CBLLE', 'SQLCBLLE'],
    makes: { kind: 'ile', usual: '*PGM' },
    srca: byExtension,
    sourceFiles: ['QCBLLESRC'],
    included: true,
  },
  {
    title: 'ILE C and C++',
    extensions: ['C', 'CPP'],
    rare: ['SQLC', 'SQLCPP', 'CLE'],
    makes: { kind: 'ile', usual: '*MODULE' },
    srca: byExtension,
    sourceFiles: ['QCSRC'],
    included: true,
  },
  {
    title: 'RPG modules',
    extensions: [],
    rare: ['RPGMOD', 'RPGLEMOD'],
    makes: object('*MODULE'),
    srca: 'RPGLE',
    sourceFiles: [],
  },
  {
    title: 'Programs of the original program model (RPG, CL, COBOL)',
    extensions: ['RPG', 'CLP', 'CBL'],
    rare: ['SQLRPG', 'RPG38', 'RPT', 'CL', 'CLP38', 'SQLCBL'],
    makes: object('*PGM'),
    srca: byExtension,
    sourceFiles: ['QRPGSRC', 'QCLSRC', 'QCBLSRC', 'QLBLSRC'],
    included: true,
  },
  {
    title: 'Programs bound from modules: the commands that bind them',
    extensions: ['ILEPGM'],
    makes: object('*PGM'),
    srca: null,
    sourceFiles: ['QILESRC'],
  },
  {
    title: 'Service programs: their binder source',
    extensions: ['BND'],
    rare: ['BINDER'],
    makes: object('*SRVPGM'),
    srca: 'BND',
    sourceFiles: ['QSRVSRC'],
  },
  {
    title: 'Service programs bound from modules: the commands that bind them',
    extensions: ['ILESRVPGM'],
    makes: object('*SRVPGM'),
    srca: null,
    sourceFiles: ['QILESRVSRC'],
  },
  {
    title: 'Files described in DDS',
    extensions: ['PF', 'LF', 'DSPF', 'PRTF'],
    rare: ['ICFF', 'PF38', 'LF38', 'DSPF38', 'PRTF38'],
    makes: object('*FILE'),
    srca: byExtension,
    sourceFiles: ['QDDSSRC'],
  },
  {
    title: 'SQL tables, views, indexes and aliases',
    extensions: ['TABLE', 'VIEW', 'INDEX'],
    rare: ['PFSQL', 'LFSQL', 'SQLALIAS', 'ALIAS', 'SQLMQT'],
    makes: object('*FILE'),
    srca: byExtension,
    sourceFiles: [],
  },
  {
    title: 'SQL procedures and triggers: the database makes a program for each',
    extensions: ['SQLPRC', 'SQLTRG'],
    makes: object('*PGM'),
    srca: byExtension,
    sourceFiles: [],
  },
  {
    title: 'SQL functions and global variables: the database makes a service program for each',
    extensions: ['SQLUDF'],
    rare: ['SQLVAR'],
    makes: object('*SRVPGM'),
    srca: byExtension,
    sourceFiles: [],
  },
  {
    title: 'SQL sequences: a data area',
    extensions: ['SQLSEQ'],
    makes: object('*DTAARA'),
    srca: byExtension,
    sourceFiles: [],
  },
  {
    title: 'SQL distinct types',
    extensions: ['SQLUDT'],
    makes: object('*SQLUDT'),
    srca: byExtension,
    sourceFiles: [],
  },
  {
    title: 'Commands',
    extensions: ['CMD'],
    rare: ['CMDSRC'],
    makes: object('*CMD'),
    srca: 'CMD',
    sourceFiles: ['QCMDSRC'],
  },
  {
    title: 'Menus',
    extensions: ['MENU'],
    rare: ['MENUSRC'],
    makes: object('*MENU'),
    srca: 'MENU',
    sourceFiles: ['QMNUSRC'],
  },
  {
    title: 'Panel groups',
    extensions: ['PNLGRP'],
    rare: ['PNLGRPSRC'],
    makes: object('*PNLGRP'),
    srca: 'PNLGRP',
    sourceFiles: ['QPNLSRC', 'QUIMSRC'],
  },
  {
    title: 'Workstation customizing objects',
    extensions: [],
    rare: ['WSCST', 'WSCSTSRC'],
    makes: object('*WSCST'),
    srca: 'WSCST',
    sourceFiles: [],
  },
  { title: 'Queries', extensions: ['QMQRY'], makes: object('*QMQRY'), srca: 'QMQRY', sourceFiles: ['QQMQRYSRC'] },
  {
    title: 'Objects without source, each called by its type: the file holds the commands that make it',
    extensions: ['BNDDIR', 'DTAARA', 'DTAQ', 'MSGF'],
    rare: ['MSGQ', 'JOBD', 'JOBQ', 'OUTQ', 'SBSD', 'USRSPC', 'QMFORM'],
    makes: object(`*${byExtension}`),
    srca: null,
    sourceFiles: [],
  },
  {
    title: 'SQL scripts',
    extensions: ['SQL'],
    rare: ['DDL'],
    makes: {
      kind: 'nothing',
      why: 'SQL script: its name does not tell what it makes',
      comment: ['Where one script makes one table, view or index, give it a rule above: objt "*FILE".'],
      unsure: 'SQL scripts are left out: those that make one object each need a rule of their own',
    },
    srca: null,
    sourceFiles: [],
    included: true,
  },
  {
    title: 'Sources that make no object of their own: triggers of files, REXX, SQL permissions',
    extensions: [],
    rare: ['SYSTRG', 'REXX', 'MNUCMD', 'SQLPRM', 'SQLMSK'],
    makes: nothing('source that makes no object of its own'),
    srca: null,
    sourceFiles: ['QREXSRC'],
  },
];

const byName: ReadonlyMap<string, SourceType> = new Map(
  sourceTypes.flatMap((type) => [...type.extensions, ...(type.rare ?? [])].map((name) => [name, type] as const)),
);

/** The row of an extension (case does not matter), or null: no source that is known. */
export function sourceTypeOf(extension: string): SourceType | null {
  return byName.get(extension.toUpperCase()) ?? null;
}
