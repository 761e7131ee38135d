/**
 * The source types of the field, once: the extensions that files in Git carry for them, the object each makes, and the
 * source file (QRPGLESRC and so on) where its members usually stand. Extensions come from the source type of the member;
 * where build tools write another word for it (CMDSRC), `srca` says the type.
 */
import { pickNamePart } from '../mapping/names.ts';

/** What a source type makes: an object, an ILE program or module, or nothing of its own. */
export type Makes =
  | { readonly kind: 'object'; readonly objt: string }
  /** A program or a module: neither extension nor folder says it. `usual`: the type if nothing says another. */
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
  /** Its name, for the comment of its rule. */
  readonly title: string;
  /** Upper case, without the dot. */
  readonly extensions: readonly string[];
  readonly makes: Makes;
  /** Source type of the member (`srca`, interface §2.1); null: no member, the file holds commands. */
  readonly srca: string | null;
  /** More extensions, which a rule names only where they are seen. */
  readonly rare: readonly string[];
  /** Upper-case names of the source files where such members usually stand. */
  readonly sourceFiles: readonly string[];
  /** Such text may stand in an include folder, and is no object there. */
  readonly included?: true;
}

/** `srca` of a source whose extension is the source type of its member. */
export const byExtension = '{ext|upper}';
/** Returns `makes` for sources that become programs or modules: `usual` if nothing says which. */
const ile = (usual: '*PGM' | '*MODULE'): Makes => ({ kind: 'ile', usual });

type Details = Partial<Pick<SourceType, 'srca' | 'included'> & Record<'rare' | 'files', string>>;

/** Makes a row of the table; splits lists (`C CPP`) into words. @param makes a text is an objt (`*CMD`). Without `srca`: byExtension */
function row(title: string, makes: Makes | string, extensions: string, { rare, files, ...more }: Details = {}) {
  const words = (list = '') => list.match(/\S+/g) ?? [];
  const made = typeof makes === 'string' ? ({ kind: 'object', objt: makes } as const) : makes;
  const lists = { extensions: words(extensions), rare: words(rare), sourceFiles: words(files) };
  return { title, makes: made, srca: byExtension, ...more, ...lists };
}

/** Makes the row of a source type, as `CMD`: extensions CMD and (rare) CMDSRC, object type *CMD. @param files source files (`QCMDSRC`) */
function createMemberType(type: string, title: string, files: string): SourceType {
  return row(title, `*${type}`, type, { rare: `${type}SRC`, srca: type, files });
}

/** Puts each word before `.SQL` and `.DDL`, as extensions of SQL scripts: `TABLE.SQL TABLE.DDL VIEW.SQL VIEW.DDL` of `TABLE VIEW`. */
const toScriptExtensions = (words: string): string => words.replace(/\S+/g, '$&.SQL $&.DDL');

/** Why includes and tests are left out. */
export const includeReason = 'include file';
export const testReason = 'test: not deployed';

export const includes: SourceType = row('Includes', { kind: 'nothing', why: includeReason }, 'RPGLEINC', {
  srca: null,
  rare: 'RPGINC RPGLE_H SQLRPGLEINC CLLEINC CBLLEINC CPY COPY H HPP INC',
  files: 'H QRPGLEREF QCPYLESRC QPROTOSRC QRPGLEINC QCPYSRC QCBLLEINC',
});

const sqlScripts: Makes = {
  kind: 'nothing',
  why: 'SQL script: its name does not tell what it makes',
  comment: ['Where one script makes one table, view or index, give it a rule above: objt "*FILE".'],
  unsure: 'SQL scripts are left out: those that make one object each need a rule of their own',
};

/** All source types; each row makes a rule of the starter file, in this order. */
export const sourceTypes: readonly SourceType[] = [
  includes,
  row('ILE RPG', ile('*PGM'), 'RPGLE SQLRPGLE', { files: 'QRPGLESRC', included: true }),
  row('ILE CL', ile('*PGM'), 'CLLE', { files: 'QCLLESRC', included: true }),
  row('ILE COBOL', ile('*PGM'), 'CBLLE SQLCBLLE', { files: 'QCBLLESRC', included: true }),
  row('ILE C and C++', ile('*MODULE'), 'C CPP', { rare: 'SQLC SQLCPP CLE SQLCLE', files: 'QCSRC', included: true }),
  row('RPG modules', '*MODULE', '', { rare: 'RPGMOD RPGLEMOD', srca: 'RPGLE' }),
  row('RPG modules with embedded SQL', '*MODULE', '', { rare: 'SQLRPGMOD SQLRPGLEMOD', srca: 'SQLRPGLE' }),
  row('Programs of the original program model (RPG, CL, COBOL)', '*PGM', 'RPG CLP CBL', {
    rare: 'SQLRPG RPG38 RPT CL CLP38 SQLCBL',
    files: 'QRPGSRC QCLSRC QCBLSRC QLBLSRC',
    included: true,
  }),
  row('Programs bound from modules: the commands that bind them', '*PGM', 'ILEPGM', { srca: null, files: 'QILESRC' }),
  row('Service programs: their binder source', '*SRVPGM', 'BND', {
    rare: 'BINDER',
    srca: 'BND',
    files: 'QSRVSRC QBNDSRC',
  }),
  row('Service programs bound from modules: the commands that bind them', '*SRVPGM', 'ILESRVPGM', {
    srca: null,
    files: 'QILESRVSRC',
  }),
  row('Files described in DDS', '*FILE', 'PF LF DSPF PRTF', { rare: 'ICFF PF38 LF38 DSPF38 PRTF38', files: 'QDDSSRC' }),
  row('SQL tables, views, indexes and aliases', '*FILE', 'TABLE VIEW INDEX', {
    rare: `PFSQL LFSQL SQLALIAS ALIAS SQLMQT TEMPORAL HISTORY ${toScriptExtensions('TABLE VIEW INDEX ALIAS SQLALIAS MQT SQLMQT')}`,
  }),
  row('SQL procedures and triggers: the database makes a program for each', '*PGM', 'SQLPRC SQLTRG', {
    rare: `PROCEDURE TRIGGER ${toScriptExtensions('PROCEDURE PROC SQLPRC TRIGGER TRG SQLTRG')}`,
  }),
  row('SQL functions and global variables: the database makes a service program for each', '*SRVPGM', 'SQLUDF', {
    rare: `SQLVAR FUNCTION ${toScriptExtensions('FUNCTION FUNC UDF SQLUDF VARIABLE SQLVAR')}`,
  }),
  row('SQL sequences: a data area', '*DTAARA', 'SQLSEQ', {
    rare: `SEQUENCE ${toScriptExtensions('SEQUENCE SEQ SQLSEQ')}`,
  }),
  row('SQL distinct types', '*SQLUDT', 'SQLUDT', { rare: toScriptExtensions('TYPE UDT SQLUDT') }),
  createMemberType('CMD', 'Commands', 'QCMDSRC'),
  createMemberType('MENU', 'Menus', 'QMNUSRC'),
  createMemberType('PNLGRP', 'Panel groups', 'QPNLSRC QUIMSRC'),
  row('Workstation customizing objects', '*WSCST', '', { rare: 'WSCST WSCSTSRC', srca: 'WSCST' }),
  row('Queries', '*QMQRY', 'QMQRY', { srca: 'QMQRY', files: 'QQMQRYSRC' }),
  row(
    'Objects without source, each called by its type: the file holds the commands that make it',
    `*${byExtension}`,
    'BNDDIR DTAARA DTAQ MSGF',
    { srca: null, rare: 'MSGQ JOBD JOBQ OUTQ SBSD USRSPC QMFORM' },
  ),
  row('SQL scripts', sqlScripts, 'SQL', { srca: null, rare: 'DDL', included: true }),
  row(
    'Sources that make no object of their own: triggers of files, REXX, SQL permissions',
    { kind: 'nothing', why: 'source that makes no object of its own' },
    '',
    { srca: null, rare: 'SYSTRG REXX MNUCMD SQLPRM SQLMSK', files: 'QREXSRC' },
  ),
];

const byName: ReadonlyMap<string, SourceType> = new Map(
  sourceTypes.flatMap((type) => [...type.extensions, ...type.rare].map((name) => [name, type] as const)),
);

/** Returns the source type of an extension (in any case, no dot in front: `RPGLE`, `TABLE.SQL`); null if no row of the table has it. */
export const findSourceType = (extension: string): SourceType | null => byName.get(extension.toUpperCase()) ?? null;

/** Returns the source type of the members of a source file (`QRPGLESRC`, in any case); undefined if no row names it. */
export function findSourceFileType(sourceFile: string): SourceType | undefined {
  return sourceTypes.find(({ sourceFiles }) => sourceFiles.includes(sourceFile.toUpperCase()));
}

/** Returns the extension of a file name in upper case (`SQL`, or ''), with the word before it if the table names both (`TABLE.SQL`). */
export function parseExtension(gfile: string): string {
  const ext = pickNamePart(gfile, 'ext');
  const inner = pickNamePart(pickNamePart(gfile, 'stem'), 'ext');
  const both = `${inner}.${ext}`.toUpperCase();
  return inner !== '' && byName.has(both) ? both : ext.toUpperCase();
}

/** Returns patterns (`*.RPGLE`) of a source type: of its usual extensions, and of its rare ones that are in `seen` (in upper case). */
export function listExtensionPatterns(row: SourceType, seen: ReadonlySet<string>): string[] {
  return [...row.extensions, ...row.rare.filter((one) => seen.has(one))].map((one) => `*.${one}`);
}
