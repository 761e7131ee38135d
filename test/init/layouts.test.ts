/** Each layout of design §6, as a tree of names, and what becomes of every file of it. */
import { expect, test } from 'vitest';
import { makeStarter } from '../../src/init/starter.ts';
import { activeLines, collisionsOf, fieldsOf, filled, mapperOf, mappingFile, mapTree } from './support.ts';

/** Every path with what it must become. */
function expectTree(tree: Readonly<Record<string, string>>): void {
  expect(mapTree(Object.keys(tree))).toEqual(tree);
}

const include = 'skip: include file';

const layouts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'source files as folders, upper case, with plain names': {
    'QRPGLESRC/ORD100.RPGLE': '*PGM ORD100 RPGLE',
    'QRPGLESRC/ORD110.SQLRPGLE': '*PGM ORD110 SQLRPGLE',
    'QCLSRC/NIGHT.CLLE': '*PGM NIGHT CLLE',
    'QCLSRC/OLDNIGHT.CLP': '*PGM OLDNIGHT CLP',
    'QCBLLESRC/INV.CBLLE': '*PGM INV CBLLE',
    'QRPGSRC/OLD.RPG': '*PGM OLD RPG',
    'QDDSSRC/CUST.PF': '*FILE CUST PF',
    'QDDSSRC/CUSTL1.LF': '*FILE CUSTL1 LF',
    'QDDSSRC/ORD100D.DSPF': '*FILE ORD100D DSPF',
    'QDDSSRC/INVPRT.PRTF': '*FILE INVPRT PRTF',
    'QCMDSRC/ORDER.CMD': '*CMD ORDER CMD',
    'QPNLSRC/HELP.PNLGRP': '*PNLGRP HELP PNLGRP',
    'QMNUSRC/MAIN.MENU': '*MENU MAIN MENU',
    'README.md': 'skip: documentation',
  },
  'suffixes in lower case: a plain name beside .pgm. names is a module, also in CL, COBOL and C': {
    'qrpglesrc/depts.pgm.sqlrpgle': '*PGM DEPTS SQLRPGLE',
    'qrpglesrc/mail.module.rpgle': '*MODULE MAIL RPGLE',
    'qrpglesrc/dates.srvpgm.rpgle': '*SRVPGM DATES RPGLE',
    'qrpglesrc/empdet.sqlrpgle': '*MODULE EMPDET SQLRPGLE',
    'qrpglesrc/multi1.pgm..clle': '*PGM MULTI1 CLLE',
    'qrpglesrc/mag402.0.pgm.clle': '*PGM MAG402 CLLE',
    'qcllesrc/helper.clle': '*MODULE HELPER CLLE',
    'qcsrc/put.pgm.c': '*PGM PUT C',
    'qcsrc/putcheck.c': '*MODULE PUTCHECK C',
    'qrpglesrc/empdet.bnd': '*SRVPGM EMPDET BND',
    'qrpglesrc/app.bnddir': '*BNDDIR APP',
    'qsqlsrc/employee.table': '*FILE EMPLOYEE TABLE',
    'qsqlsrc/logcfg.temporal': '*FILE LOGCFG TEMPORAL',
    'qcsrc/putsql.sqlcle': '*MODULE PUTSQL SQLCLE',
    'qsqlsrc/popemp.sqlprc': '*PGM POPEMP SQLPRC',
    'qsqlsrc/isodate.sqludf': '*SRVPGM ISODATE SQLUDF',
    'qsqlsrc/custseq.sqlseq': '*DTAARA CUSTSEQ SQLSEQ',
    'qrpgleref/empdet.rpgleinc': include,
    'qtestsrc/empdet.test.sqlrpgle': 'skip: test: not deployed',
    'qrpglesrc/tax.test.pgm.rpgle': 'skip: test: not deployed',
    'qrpglesrc/Rules.mk': 'skip: build and settings',
    'iproj.json': 'skip: build and settings',
    '.vscode/actions.json': 'skip: settings of tools',
    '.gitignore': 'skip: settings of tools',
  },
  'modules by their extension, with embedded SQL too': {
    'src/llist.rpgmod': '*MODULE LLIST RPGLE',
    'src/sort.rpglemod': '*MODULE SORT RPGLE',
    'src/cust.sqlrpgmod': '*MODULE CUST SQLRPGLE',
    'src/order.sqlrpglemod': '*MODULE ORDER SQLRPGLE',
  },
  'text behind the name: NAME-text.TYPE, with blanks, umlauts and the special letters of the system': {
    'QDDSSRC/ART200D-Work with Article.DSPF': '*FILE ART200D DSPF',
    'QRPGLESRC/ART200-Work_with_article.PGM.SQLRPGLE': '*PGM ART200 SQLRPGLE',
    'QRPGLESRC/@MSG#API$.PGM.RPGLE': '*PGM @MSG#API$ RPGLE',
    'QRPGLESRC/Däöü.RPGLE': '*MODULE DÄÖÜ RPGLE',
    'order entry/QRPGLESRC/ORD1.RPGLE': '*MODULE ORD1 RPGLE',
  },
  'SQL scripts that say in their names what they make; others stay out': {
    'qsqlsrc/ORDERS.TABLE.SQL': '*FILE ORDERS SQL',
    'qsqlsrc/open_ord.view.sql': '*FILE OPEN_ORD SQL',
    'qsqlsrc/ordx1.index.sql': '*FILE ORDX1 SQL',
    'qsqlsrc/ord2.alias.sql': '*FILE ORD2 SQL',
    'qsqlsrc/addord.procedure.sql': '*PGM ADDORD SQL',
    'qsqlsrc/addord2.sqlprc.sql': '*PGM ADDORD2 SQL',
    'qsqlsrc/ordtrg.trigger.sql': '*PGM ORDTRG SQL',
    'qsqlsrc/total.function.ddl': '*SRVPGM TOTAL DDL',
    'qsqlsrc/ordno.sequence.sql': '*DTAARA ORDNO SQL',
    'qsqlsrc/money.type.sql': '*SQLUDT MONEY SQL',
    'qsqlsrc/load.sql': 'skip: SQL script: its name does not tell what it makes',
    'qsqlsrc/table.sql': 'skip: SQL script: its name does not tell what it makes',
    'qsqlsrc/fix.data.sql': 'skip: SQL script: its name does not tell what it makes',
    'qsqlsrc/clean.procedure': '*PGM CLEAN PROCEDURE',
    'web/index.html': '*IFS index.html /web',
  },
  'a folder named like an IFS tree that holds sources is none': {
    'ifs/qrpglesrc/CH1.rpgle': '*PGM CH1 RPGLE',
    'ifs/index.html': 'skip: other language: not deployed as a check-out',
  },
  'include folders leave out text that is copied, but not the objects beside it': {
    'QCPYLESRC/CONST.RPGLE': include,
    'QPROTOSRC/CUST.RPGLE': include,
    'Copy_Mbrs/PRT.RPGLE': include,
    'headers/util.h': include,
    'headers/util.bnd': '*SRVPGM UTIL BND',
    'common/REF.PF': '*FILE REF PF',
    'includes/parms.clle': include,
    'QRPGLESRC/ORD.RPGLE': '*PGM ORD RPGLE',
  },
  'prototypes by the end of the name; a source that has one, or binder source, is a module': {
    'src/cust.rpgle': '*MODULE CUST RPGLE',
    'src/cust_h.rpgle': include,
    'src/mail.rpgle': '*MODULE MAIL RPGLE',
    'src/mail.bnd': '*SRVPGM MAIL BND',
    'src/guid.sqlrpgle': '*MODULE GUID SQLRPGLE',
    'src/guid_cp.sqlrpgle': include,
    'src/order.rpgle': '*PGM ORDER RPGLE',
    'src/print_p.rpgle': '*PGM PRINT_P RPGLE',
    'copy/msg_p.rpgle': include,
    'one/base36_p.rpgle': include, // a copy of the one in the include folder
    'copy/base36_p.rpgle': include,
    'src/zip_p.rpgle': '*PGM ZIP_P RPGLE',
    'src/msg.rpgle': '*MODULE MSG RPGLE',
    'src/geo.sqlrpgle': '*MODULE GEO SQLRPGLE',
    'headers/geo.rpgle_h': include,
    'src/cors.rpgle': '*MODULE CORS RPGLE',
    'src/cors_h.rpginc': include,
  },
  'C: modules, but a program where it is alone in its folder': {
    'src/a.c': '*MODULE A C',
    'src/b.cpp': '*MODULE B CPP',
    'tool/backup.c': '*PGM BACKUP C',
    'one/one.c': '*MODULE ONE C',
    'one/one.bnd': '*SRVPGM ONE BND',
  },
  'objects without source, and sources without an object': {
    'QDTASRC/LAST.DTAARA': '*DTAARA LAST',
    'QDTASRC/IN.dtaq': '*DTAQ IN',
    'QMSGSRC/ORD.MSGF': '*MSGF ORD',
    'QTRGSRC/TRG1.SYSTRG': 'skip: source that makes no object of its own',
    'sql/load.sql': 'skip: SQL script: its name does not tell what it makes',
  },
  'members without an extension: the source file tells the type': {
    'QRPGLESRC/ORD100': '*PGM ORD100',
    'QRPGLESRC/ORD110': '*PGM ORD110',
    'QDDSSRC/CUST': '*FILE CUST',
    'QCPYLESRC/CONST': include,
  },
};

test.each(Object.entries(layouts))('%s', (_, tree) => expectTree(tree));

const script = 'skip: script of Windows: not deployed as a check-out';

test('scripts of Windows are no commands, as what they hold says', () => {
  const tree = {
    'mvnw.cmd': script,
    'tools/[x] save.cmd': script,
    'src/save.cmd': '*CMD SAVE CMD',
    'QCMDSRC/ORDER': '*CMD ORDER',
    '.tool/run.cmd': 'skip: settings of tools',
  };
  const scripts = ['mvnw.cmd', 'tools/[x] save.cmd', '.tool/run.cmd'];
  const says = new Map(scripts.map((path) => [path, { is: 'script' } as const]));
  const map = mapperOf(makeStarter([...Object.keys(tree), mappingFile], filled, says).text);
  expect(Object.fromEntries(Object.keys(tree).map((path) => [path, map(path)]))).toEqual(tree);
  const { text } = makeStarter(['mvnw.cmd', 'a/ORDER.RPGLE', mappingFile], filled, says);
  // As if it were not there: the rule for commands waits below for the first one.
  expect(text).toMatch(/^ {2}# .*"\*\.CMD"/m);
});

test('sources in directories of tools: left out, with a word about it', () => {
  const { unsure } = makeStarter(['.vscode/tasks.json', 'a/.db/CUST.PF', 'a/.db/sub/X.LF', '.t/Y.RPGLE'], filled);
  const said = 'left out as files of tools: sources in .t, a/.db; if they make objects, put rules for them above';
  expect(unsure).toContain(said);
});

test('a single .pgm. name among many plain ones does not make those modules', () => {
  const plain = Array.from({ length: 20 }, (_, n) => `QRPGLESRC/ORD${n}.RPGLE`);
  const mapped = mapTree([...plain, 'QRPGLESRC/NEW.PGM.RPGLE']);
  expect(mapped['QRPGLESRC/ORD7.RPGLE']).toBe('*PGM ORD7 RPGLE');
  expect(mapped['QRPGLESRC/NEW.PGM.RPGLE']).toBe('*PGM NEW RPGLE');
});

test('several applications, each with its own source files: one set of rules, and how appl could follow the folder', () => {
  const tree = {
    'sales/qrpglesrc/ord1.rpgle': '*PGM ORD1 RPGLE',
    'sales/qddssrc/ord.pf': '*FILE ORD PF',
    'stock/qrpglesrc/stk1.rpgle': '*PGM STK1 RPGLE',
    'copy/qrpglesrc/api_h.rpgle': include,
  };
  const { text } = makeStarter(Object.keys(tree), filled);
  expect(text).toContain('# Directories at the top look like applications: sales, stock.');
  expectTree(tree);
  // Taken out of its comment, the example is a rule that works.
  const [example = ''] = /^ {2}# - match: \{ gpath: "\{app\}.*\n.*\n/m.exec(text) ?? [];
  const first = text.replace('rules:\n', `rules:\n${example.replaceAll('  # ', '  ')}`);
  expect(fieldsOf(first, 'sales/qrpglesrc/new.rpgle')).toMatchObject({ appl: 'SALES', objt: '*PGM', objn: 'NEW' });
});

test('IFS trees: the directory goes to rpth, so that two index.html are two objects', () => {
  const tree = {
    'web/index.html': '*IFS index.html /web',
    'web/admin/index.html': '*IFS index.html /web/admin',
    'web/css/main.css': '*IFS main.css /web/css',
    'web/data/list.json': '*IFS list.json /web/data',
    'web/README.md': 'skip: documentation',
    'web/.htaccess': 'skip: settings of tools',
    'docs/html/index.html': 'skip: other language: not deployed as a check-out',
    'settings.json': 'skip: build and settings',
    'QRPGLESRC/WEB1.RPGLE': '*PGM WEB1 RPGLE',
  };
  expectTree(tree);
  expect(collisionsOf(Object.keys(tree))).toEqual([]);
});

test('C that is alone in its folder and has prototypes elsewhere is a module, and in no rule for programs', () => {
  const tree = {
    'jwt/message.c': '*MODULE MESSAGE C',
    'src/message_h.rpgle': include,
    'tool/backup.c': '*PGM BACKUP C',
    'two/message.c': '*MODULE MESSAGE C',
    'two/second.c': '*MODULE SECOND C',
  };
  expectTree(tree);
  const { text, unsure } = makeStarter([...Object.keys(tree), mappingFile], filled);
  expect(activeLines(text)).not.toContain('jwt/message.c');
  expect(unsure).toContain('C sources that are alone in their directories are taken for programs: tool/backup.c');
});

test('one service program from two files: the commands that bind it stand for the object', () => {
  const tree = {
    'QSRVSRC/FART.BND': 'skip: its ILESRVPGM makes the service program',
    'QSRVSRC/FCUS.BND': '*SRVPGM FCUS BND',
    'QILESRVSRC/FART.ILESRVPGM': '*SRVPGM FART',
    'QILESRC/PAR.ILEPGM': '*PGM PAR',
    'QRPGLESRC/PAR.RPGLE': '*MODULE PAR RPGLE',
  };
  expectTree(tree);
  expect(collisionsOf(Object.keys(tree))).toEqual([]);
});

test('what has no type: known and unknown kinds get skip rules; in a source file it stays without a rule', () => {
  expectTree({
    Makefile: 'skip: build and settings',
    'logo.PNG': 'skip: picture',
    'tool.xyz': 'skip: source type not known',
    'weird{1}': 'skip: source type not known',
    'QCLLESRC/ERROR,clle': 'no rule matches',
    'QCLLESRC/OK.CLLE': '*PGM OK CLLE',
  });
  const { unsure } = makeStarter(['QCLLESRC/ERROR,clle', 'QCLLESRC/OK.CLLE', 'tool.xyz'], filled);
  expect(unsure).toContain('no rule reaches QCLLESRC/ERROR,clle');
  expect(unsure).toContain('no source type is known for *.xyz: left out');
});

test('doubts are told: guesses, long names, objects that two files make', () => {
  const { unsure } = makeStarter(['a/X.RPGLE', 'b/X.RPGLE', 'a/CREATE_ALL_TABLES.SQLRPGLE', 'load.sql'], filled);
  expect(unsure).toEqual([
    'plain ILE RPG sources are taken for *PGM, a guess: CREATE_ALL_TABLES.SQLRPGLE, X.RPGLE; those of *MODULE need a rule above',
    'SQL scripts are left out: those that make one object each need a rule of their own',
    'object names of more than 10 characters: a/CREATE_ALL_TABLES.SQLRPGLE; map objn',
    'objects that several files make: 1, for example from a/X.RPGLE, b/X.RPGLE; check lists them',
  ]);
});

test('usual source types that are not here yet stand below as a comment; out of it they work', () => {
  const { text } = makeStarter(['QRPGLESRC/ORD.PGM.RPGLE', 'QRPGLESRC/MAIL.RPGLE', mappingFile], filled);
  expect(mapperOf(text)('QCLSRC/NIGHT.CLP')).toBe('no rule matches');
  expect(mapperOf(text)('QCLSRC/DAY.PGM.CLLE')).toBe('*PGM DAY CLLE');
  const [before = '', absent = ''] = text.split(/^ {2}# Usual source types that are not in the repository yet.*\n/m);
  const map = mapperOf(before + absent.replace(/^ {2}# /gm, '  '));
  const types = ['NIGHT.CLP', 'JOB.CLLE', 'CUST.PF', 'CUST.TABLE', 'ORD.CMD', 'LAST.DTAARA', 'CUST.RPGLEINC'];
  expect(types.map((name) => map(`X/${name}`))).toEqual([
    ...['*PGM NIGHT CLP', '*MODULE JOB CLLE', '*FILE CUST PF', '*FILE CUST TABLE', '*CMD ORD CMD'],
    ...['*DTAARA LAST', include],
  ]);
  expect(absent).not.toContain('"*.RPGLE"');
});
