import { type Files, type Kinds, usual } from './affected-support.ts';

/** What a push affects in the repositories that people have (design §13). */

const copies = (name: string) => `**free\n/copy ${name}\n`;
const dds = (words: string) => `     A${' '.repeat(38)}${words}\n`;

export interface Case {
  readonly name: string;
  readonly files: Files;
  readonly changed: string;
  readonly affects: readonly string[];
  readonly kinds?: Kinds;
}

const moduleAndBinder = { 'src/ORDSRV.module.rpgle': '', 'src/ORDSRV.bnd': 'STRPGMEXP\nENDPGMEXP\n' };
const directory = "ctl-opt bnddir('ORDBND');\n";
const user = { 'src/ORD100.rpgle': directory };

export const cases: readonly Case[] = [
  {
    name: 'a source that others include is a program to the mapping',
    files: { 'src/directives.pgm.rpgle': '', 'src/A.rpgle': copies("'directives.pgm.rpgle'"), 'src/B.rpgle': '' },
    changed: 'src/directives.pgm.rpgle',
    affects: ['src/A.rpgle *RECOMPILE'],
  },
  {
    name: 'a program that is recompiled is included, too',
    files: { 'src/I.rpgleinc': '', 'src/A.rpgle': copies('I'), 'src/B.rpgle': copies('A') },
    changed: 'src/I.rpgleinc',
    affects: ['src/A.rpgle *RECOMPILE', 'src/B.rpgle *RECOMPILE'],
  },
  {
    name: 'a COBOL program that is recompiled is included, too',
    files: {
      'src/I.cpy': '',
      'src/A.cbl': '           COPY I.\n',
      'src/B.cbl': '           COPY A.\n',
    },
    kinds: { '.cbl': '*PGM', ...usual },
    changed: 'src/I.cpy',
    affects: ['src/A.cbl *RECOMPILE', 'src/B.cbl *RECOMPILE'],
  },
  {
    name: 'a file in the columns of a specification',
    files: {
      'src/CUST.pf': '',
      'src/A.rpgle': '     FCUST      IF   E           K DISK\n',
      'src/B.rpgle': '     D custrec       E DS                  EXTNAME(CUST)\n',
      'src/C.rpgle': '     FCUSTOMER  IF   E           K DISK\n',
    },
    changed: 'src/CUST.pf',
    affects: ['src/A.rpgle *RECOMPILE', 'src/B.rpgle *RECOMPILE'],
  },
  {
    name: 'a file whose object has another name',
    files: { 'src/custpf.pf': '', 'src/A.rpgle': '**free\ndcl-f CUST;\n', 'src/B.rpgle': '**free\ndcl-f CUSTPF;\n' },
    kinds: { 'custpf.pf': '*FILE CUST', ...usual },
    changed: 'src/custpf.pf',
    affects: ['src/A.rpgle *RECOMPILE'],
  },
  {
    name: 'through ten copy members, the last one of which names a binding directory',
    files: {
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, n) => [`src/C${n}.rpgleinc`, n < 9 ? copies(`C${n + 1}`) : directory]),
      ),
      'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV *SRVPGM))\n',
      'src/ORDSRV.bnd': '',
      'src/A.rpgle': copies('C0'),
    },
    changed: 'src/ORDSRV.bnd',
    affects: ['src/A.rpgle *UPDATE'],
  },
  {
    name: 'a binder source beside a module of its name',
    files: moduleAndBinder,
    changed: 'src/ORDSRV.module.rpgle',
    affects: ['src/ORDSRV.bnd *UPDATE'],
  },
  {
    name: 'a binder source beside a module of its name, where a makefile binds another one',
    files: { ...moduleAndBinder, makefile: 'ordsrv.srvpgm: other.module\n', 'src/OTHER.module.rpgle': '' },
    changed: 'src/ORDSRV.module.rpgle',
    affects: [],
  },
  {
    name: 'CRTSRVPGM without MODULE, in CL',
    files: { ...moduleAndBinder, 'src/BUILD.clle': 'CRTSRVPGM SRVPGM(&LIB/ORDSRV) SRCFILE(QSRVSRC)\n' },
    changed: 'src/ORDSRV.module.rpgle',
    affects: ['src/ORDSRV.bnd *UPDATE'],
  },
  {
    name: 'a rule of a makefile',
    files: { ...moduleAndBinder, 'src/MORE.module.rpgle': '', makefile: 'ordsrv.srvpgm: ordsrv.module more.module\n' },
    changed: 'src/MORE.module.rpgle',
    affects: ['src/ORDSRV.bnd *UPDATE'],
  },
  {
    name: 'a recipe of a makefile, with variables',
    files: {
      ...moduleAndBinder,
      'src/MORE.module.rpgle': '',
      'src/Makefile':
        'LIB=ORD\nMODS=ordsrv more\nALL=$(addprefix $(LIB)/,$(MODS))\nbind:\n\tsystem "CRTSRVPGM SRVPGM($(LIB)/ORDSRV) MODULE($(ALL))"\n',
    },
    changed: 'src/MORE.module.rpgle',
    affects: ['src/ORDSRV.bnd *UPDATE'],
  },
  {
    name: 'sources of C from which a makefile binds',
    files: { 'src/ORDSRV.bnd': '', 'src/more.c': '', makefile: 'ordsrv.srvpgm: ordsrv.c more.c ordsrv.bnd\n' },
    changed: 'src/more.c',
    affects: ['src/ORDSRV.bnd *UPDATE'],
  },
  {
    name: 'CRTPGM in CL',
    files: {
      'src/BUILD.clle': 'CRTPGM PGM(&LIB/ORD100) MODULE(&LIB/ORD100M +\n  &LIB/MORE)\n',
      'src/ORD100.ilepgm': '',
      'src/MORE.module.rpgle': '',
    },
    kinds: { '.ilepgm': '*PGM', ...usual },
    changed: 'src/MORE.module.rpgle',
    affects: ['src/ORD100.ilepgm *UPDATE'],
  },
  {
    name: 'commands that make a program of the module of its name, without naming it',
    files: { 'src/ORD.module.clle': '', 'src/ORD.ilepgm': 'CRTPGM PGM(&O/&N)\n', 'src/ORD2.pgm.clle': '' },
    kinds: { '.module.clle': '*MODULE', '.ilepgm': '*PGM', ...usual },
    changed: 'src/ORD.module.clle',
    affects: ['src/ORD.ilepgm *UPDATE'],
  },
  {
    name: 'UPDSRVPGM in CL',
    files: { ...moduleAndBinder, 'src/MORE.module.rpgle': '', 'src/B.clle': 'UPDSRVPGM ORDSRV MODULE(MORE)\n' },
    changed: 'src/MORE.module.rpgle',
    affects: ['src/ORDSRV.bnd *UPDATE'],
  },
  ...(
    [
      ['UPDPGM in CL', 'src/BUILD.clle', 'PGM\nUPDPGM PGM(&LIB/ORD100) MODULE(&LIB/MORE)\n'],
      ['UPDPGM in a recipe', 'makefile', 'all:\n\tsystem "UPDPGM PGM(L/ORD100) MODULE(L/MORE)"\n'],
      ['CRTPGM in a recipe', 'makefile', 'ord100.pgm:\n\tsystem "CRTPGM PGM(L/$*) MODULE(L/ORD100M L/MORE)"\n'],
    ] as const
  ).map(([name, path, text]) => ({
    name,
    files: { [path]: text, 'src/ORD100.ilepgm': '', 'src/MORE.module.rpgle': '' },
    kinds: { '.ilepgm': '*PGM', ...usual },
    changed: 'src/MORE.module.rpgle',
    affects: ['src/ORD100.ilepgm *UPDATE'],
  })),
  {
    name: 'UPDSRVPGM in a recipe',
    files: {
      ...moduleAndBinder,
      'src/MORE.module.rpgle': '',
      makefile: 'all:\n\tsystem "UPDSRVPGM SRVPGM(L/ORDSRV) MODULE(L/MORE)"\n',
    },
    changed: 'src/MORE.module.rpgle',
    affects: ['src/ORDSRV.bnd *UPDATE'],
  },
  {
    name: 'a table that embedded SQL reads: the program finds it when it runs',
    files: {
      'sql/CUSTP.table': 'create table custp (id int);\n',
      'src/ORD100.sqlrpgle': '**free\nexec sql select id into :id from custp;\n',
      'src/RUN.clle': 'PGM\nOVRDBF FILE(CUSTP)\nENDPGM\n',
    },
    kinds: { '.clle': '*PGM', ...usual },
    changed: 'sql/CUSTP.table',
    affects: [],
  },
  {
    name: 'exports, through a binding directory that CL fills and no file makes',
    files: { ...moduleAndBinder, ...user, 'src/B.clle': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((*LIBL/ORDSRV *SRVPGM))\n' },
    changed: 'src/ORDSRV.bnd',
    affects: ['src/ORD100.rpgle *UPDATE'],
  },
  {
    name: 'exports of a service program that no file makes',
    files: {
      'src/ORDSRV.bnd': '',
      ...user,
      makefile: 'ordsrv.srvpgm: ordsrv.bnd\nordbnd.bnddir: ordsrv.srvpgm\n',
    },
    kinds: { '.bnd': null, ...usual },
    changed: 'src/ORDSRV.bnd',
    affects: ['src/ORD100.rpgle *UPDATE'],
  },
  {
    name: 'exports, through the binding directory of a program with embedded SQL, not of a module',
    files: {
      ...moduleAndBinder,
      'src/ORD100.sqlrpgle': '',
      'src/ORD200.sqlrpgle': '',
      makefile: [
        'ordbnd.bnddir: ordsrv.srvpgm',
        'build:',
        ...['ORD100', 'ORD200) OBJTYPE(*MODULE'].map(
          (name) => `\tsystem "CRTSQLRPGI OBJ(L/${name}) COMPILEOPT('TGTCCSID(*JOB) BNDDIR((L/ORDBND))')"`,
        ),
      ].join('\n'),
    },
    kinds: { '.sqlrpgle': '*PGM', ...usual },
    changed: 'src/ORDSRV.bnd',
    affects: ['src/ORD100.sqlrpgle *UPDATE'],
  },
  {
    name: 'a service program out of one source: what binds it is shown',
    files: { 'src/ORDSRV.SRVPGM.RPGLE': '', 'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV))\n', ...user },
    changed: 'src/ORDSRV.SRVPGM.RPGLE',
    affects: ['src/ORD100.rpgle *UPDATE!'],
  },
  {
    name: 'EXPORT(*ALL): what binds it is shown',
    files: {
      'src/ORDSRV.ilesrvpgm': 'CRTSRVPGM SRVPGM(ORDSRV) MODULE(MORE) EXPORT(*ALL)\n',
      'src/MORE.module.rpgle': '',
      'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV))\n',
      ...user,
    },
    kinds: { '.ilesrvpgm': '*SRVPGM', ...usual },
    changed: 'src/MORE.module.rpgle',
    affects: ['src/ORD100.rpgle *UPDATE!', 'src/ORDSRV.ilesrvpgm *UPDATE'],
  },
  {
    name: 'EXPORT(*ALL): a binder source beside it exports nothing',
    files: {
      'src/ORDSRV.ilesrvpgm': 'CRTSRVPGM SRVPGM(&O/&N) MODULE(MORE) EXPORT(*ALL)\n',
      'src/ORDSRV.bnd': 'STRPGMEXP\nENDPGMEXP\n',
      'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV))\n',
      ...user,
    },
    kinds: { '.ilesrvpgm': '*SRVPGM', '.bnddir': '*BNDDIR', '.rpgle': '*PGM' },
    changed: 'src/ORDSRV.bnd',
    affects: [],
  },
  {
    name: 'a view and an index over the long name of a table',
    files: {
      'sql/CUSTP.table': 'create or replace table customer_master for system name custp (id int);\n',
      'sql/V.view': 'create view v as select * from customer_master;\n',
      'sql/I.index': 'create index i on ord.customer_master (id);\n',
      'src/A.rpgle': '**free\ndcl-f customer_master;\n',
      'src/B.rpgle': '**free\ndcl-f custp;\n',
    },
    changed: 'sql/CUSTP.table',
    affects: ['sql/I.index *RECOMPILE', 'sql/V.view *RECOMPILE', 'src/A.rpgle *RECOMPILE', 'src/B.rpgle *RECOMPILE'],
  },
  {
    name: 'the second object of a script',
    files: {
      'sql/setup.sql': 'create table first (id int);\ncreate table second (id int);\n',
      'src/A.rpgle': '**free\ndcl-f second;\n',
    },
    kinds: { '.sql': '*FILE', ...usual },
    changed: 'sql/setup.sql',
    affects: ['src/A.rpgle *RECOMPILE'],
  },
  {
    name: 'LIKE, over the long name',
    files: {
      'sql/CUSTP.table': 'create table customer_master for system name custp (id int);\n',
      'sql/OLD.table': 'create table old like customer_master;\n',
    },
    changed: 'sql/CUSTP.table',
    affects: ['sql/OLD.table *RECOMPILE'],
  },
  {
    name: 'ALTER TABLE',
    files: {
      'sql/CUSTP.table': 'create table custp (id int);\n',
      'sql/CUSTH.history': 'create table custh like custp;\n',
      'sql/CUSTT.temporal': 'alter table custp add versioning use history table custh;\n',
    },
    changed: 'sql/CUSTH.history',
    affects: ['sql/CUSTT.temporal *RECOMPILE'],
  },
  {
    name: 'an extension of their own that the mapping makes a file',
    files: {
      'sql/CUSTP.mytable': 'create table custp (id int);\n',
      'sql/V.myview': 'create view v as select * from custp;\n',
    },
    kinds: { '.mytable': '*FILE', '.myview': '*FILE', ...usual },
    changed: 'sql/CUSTP.mytable',
    affects: ['sql/V.myview *RECOMPILE'],
  },
  {
    name: '#include <FILE/MBR>',
    files: { 'H/CUST.h': '', 'src/a.c': '#include <stdio.h>\n#include <H/CUST>\n' },
    changed: 'H/CUST.h',
    affects: ['src/a.c *RECOMPILE'],
  },
  {
    name: '#include <x.h>',
    files: { 'headers/cust.h': '', 'src/a.c': '#include <cust.h>\n' },
    changed: 'headers/cust.h',
    affects: ['src/a.c *RECOMPILE'],
  },
  {
    name: 'an object that two sources make, in Rules.mk: the one that it names',
    files: {
      'a/ORD100.rpgle': '',
      'b/ORD100.rpgle': '',
      'QDDSSRC/CUST.pf': '',
      'a/Rules.mk': 'ORD100.PGM: ORD100.rpgle CUST.FILE\n',
    },
    changed: 'QDDSSRC/CUST.pf',
    affects: ['a/ORD100.rpgle *RECOMPILE'],
  },
  ...['Rules.mk', 'makefile'].map((makefile) => ({
    name: `a pattern rule of ${makefile}: all that it makes, below it`,
    files: {
      'inc/head.txt': '',
      'src/A.rpgle': '',
      'src/sub/B.rpgle': '',
      'src/C.clle': '',
      'other/D.rpgle': '',
      [`src/${makefile}`]: '%.pgm: %.rpgle ../inc/head.txt\n',
    },
    changed: 'inc/head.txt',
    affects: ['src/A.rpgle *RECOMPILE', 'src/sub/B.rpgle *RECOMPILE'],
  })),
  ...(
    [
      ['a pattern rule', '%.pgm: %.module\n', 'ORD100', ['ORD100']],
      ['a pattern rule for some', 'LIB=L\n$(LIB)/ord100.pgm: $(LIB)/%.pgm: $(LIB)/%.module\n', 'ORD100', ['ORD100']],
      ['a pattern rule for others', 'ord100.pgm: %.pgm: %.module\n', 'ORD200', []],
      ['the recipe of a pattern rule', '%.pgm:\n\tsystem "CRTPGM PGM(L/$*) MODULE($* UTIL)"\n', 'ORD200', ['ORD200']],
      ['the same for all', '%.pgm:\n\tsystem "CRTPGM PGM(L/$*) MODULE($* UTIL)"\n', 'UTIL', ['ORD100', 'ORD200']],
    ] as const
  ).map(([name, makefile, changed, affects]) => ({
    name: `${name}, which binds`,
    files: {
      ...Object.fromEntries(['ORD100', 'ORD200', 'UTIL'].map((module) => [`src/${module}.module.rpgle`, ''])),
      'src/ORD100.ilepgm': '',
      'src/ORD200.ilepgm': '',
      makefile,
    },
    kinds: { '.ilepgm': '*PGM', ...usual },
    changed: `src/${changed}.module.rpgle`,
    affects: affects.map((program) => `src/${program}.ilepgm *UPDATE`),
  })),
  {
    name: 'copies of a tool: both count',
    files: {
      'itests/assert.rpgle': '',
      'jwt/unittests/assert.rpginc': '',
      'unittests/base64ut.rpgle': '**free\n/include assert\n',
    },
    changed: 'itests/assert.rpgle',
    affects: ['unittests/base64ut.rpgle *RECOMPILE?'],
  },
  {
    name: 'a copy member and a program of one name: the copy member',
    files: { 'QCPYSRC/CUST.rpgleinc': '', 'src/CUST.rpgle': '', 'pgm/A.rpgle': copies('CUST') },
    changed: 'src/CUST.rpgle',
    affects: [],
  },
  {
    name: 'a name that is not in ASCII, in sources of any encoding',
    files: {
      'src/D\u00e4\u00f6CUST\u00fc.rpgleinc': '',
      'src/A.rpgle': '**free\n/copy d\u00e4\u00f6cust\u00fc\n',
      'src/B.rpgle': Buffer.from('**free\n/copy d\u00e4\u00f6cust\u00fc\n', 'latin1'),
    },
    changed: 'src/D\u00e4\u00f6CUST\u00fc.rpgleinc',
    affects: ['src/A.rpgle *RECOMPILE', 'src/B.rpgle *RECOMPILE'],
  },
  {
    name: 'the name of a display file that goes on in the next line',
    files: { 'src/CUST.pf': '', 'src/D.dspf': dds('REFFLD(NAME CU-') + dds('ST)') },
    changed: 'src/CUST.pf',
    affects: ['src/D.dspf *RECOMPILE'],
  },
];
