import { type Files, type Kinds, usual } from './affected-support.ts';

/** What a push affects in the repositories that people have (design §13). */

const copies = (name: string) => `**free\n/copy ${name}\n`;
const dds = (words: string) => `     A${' '.repeat(38)}${words}\n`;

interface Case {
  readonly files: Files;
  /** The file that a push changes, and what that affects, in the order of paths. */
  readonly affects: `${string} > ${string}`;
  readonly kinds?: Kinds;
}

const moduleAndBinder = { 'src/ORDSRV.module.rpgle': '', 'src/ORDSRV.bnd': 'STRPGMEXP\nENDPGMEXP\n' };
const [one, other] = ['src/ORD100.ilepgm *UPDATE', 'src/ORD200.ilepgm *UPDATE'] as const;
const directory = "ctl-opt bnddir('ORDBND');\n";
const user = { 'src/ORD100.rpgle': directory };

const byName: Readonly<Record<string, Case>> = {
  'a source that others include is a program to the mapping': {
    files: { 'src/directives.pgm.rpgle': '', 'src/A.rpgle': copies("'directives.pgm.rpgle'"), 'src/B.rpgle': '' },
    affects: 'src/directives.pgm.rpgle > src/A.rpgle *RECOMPILE',
  },
  'a program that is recompiled is included, too': {
    files: { 'src/I.rpgleinc': '', 'src/A.rpgle': copies('I'), 'src/B.rpgle': copies('A') },
    affects: 'src/I.rpgleinc > src/A.rpgle *RECOMPILE, src/B.rpgle *RECOMPILE',
  },
  'a COBOL program that is recompiled is included, too': {
    files: {
      'src/I.cpy': '',
      'src/A.cbl': '           COPY I.\n',
      'src/B.cbl': '           COPY A.\n',
    },
    kinds: { '.cbl': '*PGM', ...usual },
    affects: 'src/I.cpy > src/A.cbl *RECOMPILE, src/B.cbl *RECOMPILE',
  },
  'a file in the columns of a specification': {
    files: {
      'src/CUST.pf': '',
      'src/A.rpgle': '     FCUST      IF   E           K DISK\n',
      'src/B.rpgle': '     D custrec       E DS                  EXTNAME(CUST)\n',
      'src/C.rpgle': '     FCUSTOMER  IF   E           K DISK\n',
    },
    affects: 'src/CUST.pf > src/A.rpgle *RECOMPILE, src/B.rpgle *RECOMPILE',
  },
  'a file whose object has another name': {
    files: { 'src/custpf.pf': '', 'src/A.rpgle': '**free\ndcl-f CUST;\n', 'src/B.rpgle': '**free\ndcl-f CUSTPF;\n' },
    kinds: { 'custpf.pf': '*FILE CUST', ...usual },
    affects: 'src/custpf.pf > src/A.rpgle *RECOMPILE',
  },
  'through ten copy members, the last one of which names a binding directory': {
    files: {
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, n) => [`src/C${n}.rpgleinc`, n < 9 ? copies(`C${n + 1}`) : directory]),
      ),
      'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV *SRVPGM))\n',
      'src/ORDSRV.bnd': '',
      'src/A.rpgle': copies('C0'),
    },
    affects: 'src/ORDSRV.bnd > src/A.rpgle *UPDATE',
  },
  'a binder source beside a module of its name': {
    files: moduleAndBinder,
    affects: 'src/ORDSRV.module.rpgle > src/ORDSRV.bnd *UPDATE',
  },
  'a binder source beside a module of its name, where a makefile binds another one': {
    files: { ...moduleAndBinder, makefile: 'ordsrv.srvpgm: other.module\n', 'src/OTHER.module.rpgle': '' },
    affects: 'src/ORDSRV.module.rpgle > nothing',
  },
  'CRTSRVPGM without MODULE, in CL': {
    files: { ...moduleAndBinder, 'src/BUILD.clle': 'CRTSRVPGM SRVPGM(&LIB/ORDSRV) SRCFILE(QSRVSRC)\n' },
    affects: 'src/ORDSRV.module.rpgle > src/ORDSRV.bnd *UPDATE',
  },
  'a rule of a makefile': {
    files: { ...moduleAndBinder, 'src/MORE.module.rpgle': '', makefile: 'ordsrv.srvpgm: ordsrv.module more.module\n' },
    affects: 'src/MORE.module.rpgle > src/ORDSRV.bnd *UPDATE',
  },
  'a recipe of a makefile, with variables': {
    files: {
      ...moduleAndBinder,
      'src/MORE.module.rpgle': '',
      'src/Makefile':
        'LIB=ORD\nMODS=ordsrv more\nALL=$(addprefix $(LIB)/,$(MODS))\nbind:\n\tsystem "CRTSRVPGM SRVPGM($(LIB)/ORDSRV) MODULE($(ALL))"\n',
    },
    affects: 'src/MORE.module.rpgle > src/ORDSRV.bnd *UPDATE',
  },
  'sources of C from which a makefile binds': {
    files: { 'src/ORDSRV.bnd': '', 'src/more.c': '', makefile: 'ordsrv.srvpgm: ordsrv.c more.c ordsrv.bnd\n' },
    affects: 'src/more.c > src/ORDSRV.bnd *UPDATE',
  },
  'CRTPGM in CL': {
    files: {
      'src/BUILD.clle': 'CRTPGM PGM(&LIB/ORD100) MODULE(&LIB/ORD100M +\n  &LIB/MORE)\n',
      'src/ORD100.ilepgm': '',
      'src/MORE.module.rpgle': '',
    },
    kinds: { '.ilepgm': '*PGM', ...usual },
    affects: 'src/MORE.module.rpgle > src/ORD100.ilepgm *UPDATE',
  },
  'commands that make a program of the module of its name, without naming it': {
    files: { 'src/ORD.module.clle': '', 'src/ORD.ilepgm': 'CRTPGM PGM(&O/&N)\n', 'src/ORD2.pgm.clle': '' },
    kinds: { '.module.clle': '*MODULE', '.ilepgm': '*PGM', ...usual },
    affects: 'src/ORD.module.clle > src/ORD.ilepgm *UPDATE',
  },
  'UPDSRVPGM in CL': {
    files: { ...moduleAndBinder, 'src/MORE.module.rpgle': '', 'src/B.clle': 'UPDSRVPGM ORDSRV MODULE(MORE)\n' },
    affects: 'src/MORE.module.rpgle > src/ORDSRV.bnd *UPDATE',
  },
  ...Object.fromEntries(
    (
      [
        ['UPDPGM in CL', 'src/BUILD.clle', 'PGM\nUPDPGM PGM(&LIB/ORD100) MODULE(&LIB/MORE)\n'],
        ['UPDPGM in a recipe', 'makefile', 'all:\n\tsystem "UPDPGM PGM(L/ORD100) MODULE(L/MORE)"\n'],
        ['CRTPGM in a recipe', 'makefile', 'ord100.pgm:\n\tsystem "CRTPGM PGM(L/$*) MODULE(L/ORD100M L/MORE)"\n'],
      ] as const
    ).map(([name, path, text]): [string, Case] => [
      name,
      {
        files: { [path]: text, 'src/ORD100.ilepgm': '', 'src/MORE.module.rpgle': '' },
        kinds: { '.ilepgm': '*PGM', ...usual },
        affects: 'src/MORE.module.rpgle > src/ORD100.ilepgm *UPDATE',
      },
    ]),
  ),
  'UPDSRVPGM in a recipe': {
    files: {
      ...moduleAndBinder,
      'src/MORE.module.rpgle': '',
      makefile: 'all:\n\tsystem "UPDSRVPGM SRVPGM(L/ORDSRV) MODULE(L/MORE)"\n',
    },
    affects: 'src/MORE.module.rpgle > src/ORDSRV.bnd *UPDATE',
  },
  'a table that embedded SQL reads: the program finds it when it runs': {
    files: {
      'sql/CUSTP.table': 'create table custp (id int);\n',
      'src/ORD100.sqlrpgle': '**free\nexec sql select id into :id from custp;\n',
      'src/RUN.clle': 'PGM\nOVRDBF FILE(CUSTP)\nENDPGM\n',
    },
    kinds: { '.clle': '*PGM', ...usual },
    affects: 'sql/CUSTP.table > nothing',
  },
  'exports, through a binding directory that CL fills and no file makes': {
    files: { ...moduleAndBinder, ...user, 'src/B.clle': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((*LIBL/ORDSRV *SRVPGM))\n' },
    affects: 'src/ORDSRV.bnd > src/ORD100.rpgle *UPDATE',
  },
  'exports of a service program that no file makes': {
    files: {
      'src/ORDSRV.bnd': '',
      ...user,
      makefile: 'ordsrv.srvpgm: ordsrv.bnd\nordbnd.bnddir: ordsrv.srvpgm\n',
    },
    kinds: { '.bnd': null, ...usual },
    affects: 'src/ORDSRV.bnd > src/ORD100.rpgle *UPDATE',
  },
  'exports, through the binding directory of a program with embedded SQL, not of a module': {
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
    affects: 'src/ORDSRV.bnd > src/ORD100.sqlrpgle *UPDATE',
  },
  'a service program out of one source: what binds it is shown': {
    files: { 'src/ORDSRV.SRVPGM.RPGLE': '', 'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV))\n', ...user },
    affects: 'src/ORDSRV.SRVPGM.RPGLE > src/ORD100.rpgle *UPDATE!',
  },
  'EXPORT(*ALL): what binds it is shown': {
    files: {
      'src/ORDSRV.ilesrvpgm': 'CRTSRVPGM SRVPGM(ORDSRV) MODULE(MORE) EXPORT(*ALL)\n',
      'src/MORE.module.rpgle': '',
      'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV))\n',
      ...user,
    },
    kinds: { '.ilesrvpgm': '*SRVPGM', ...usual },
    affects: 'src/MORE.module.rpgle > src/ORD100.rpgle *UPDATE!, src/ORDSRV.ilesrvpgm *UPDATE',
  },
  'EXPORT(*ALL): a binder source beside it exports nothing': {
    files: {
      'src/ORDSRV.ilesrvpgm': 'CRTSRVPGM SRVPGM(&O/&N) MODULE(MORE) EXPORT(*ALL)\n',
      'src/ORDSRV.bnd': 'STRPGMEXP\nENDPGMEXP\n',
      'src/ORDBND.bnddir': 'ADDBNDDIRE BNDDIR(ORDBND) OBJ((ORDSRV))\n',
      ...user,
    },
    kinds: { '.ilesrvpgm': '*SRVPGM', '.bnddir': '*BNDDIR', '.rpgle': '*PGM' },
    affects: 'src/ORDSRV.bnd > nothing',
  },
  'a view and an index over the long name of a table': {
    files: {
      'sql/CUSTP.table': 'create or replace table customer_master for system name custp (id int);\n',
      'sql/V.view': 'create view v as select * from customer_master;\n',
      'sql/I.index': 'create index i on ord.customer_master (id);\n',
      'src/A.rpgle': '**free\ndcl-f customer_master;\n',
      'src/B.rpgle': '**free\ndcl-f custp;\n',
    },
    affects:
      'sql/CUSTP.table > sql/I.index *RECOMPILE, sql/V.view *RECOMPILE, src/A.rpgle *RECOMPILE, src/B.rpgle *RECOMPILE',
  },
  'the second object of a script': {
    files: {
      'sql/setup.sql': 'create table first (id int);\ncreate table second (id int);\n',
      'src/A.rpgle': '**free\ndcl-f second;\n',
    },
    kinds: { '.sql': '*FILE', ...usual },
    affects: 'sql/setup.sql > src/A.rpgle *RECOMPILE',
  },
  'LIKE, over the long name': {
    files: {
      'sql/CUSTP.table': 'create table customer_master for system name custp (id int);\n',
      'sql/OLD.table': 'create table old like customer_master;\n',
    },
    affects: 'sql/CUSTP.table > sql/OLD.table *RECOMPILE',
  },
  'ALTER TABLE': {
    files: {
      'sql/CUSTP.table': 'create table custp (id int);\n',
      'sql/CUSTH.history': 'create table custh like custp;\n',
      'sql/CUSTT.temporal': 'alter table custp add versioning use history table custh;\n',
    },
    affects: 'sql/CUSTH.history > sql/CUSTT.temporal *RECOMPILE',
  },
  'an extension of their own that the mapping makes a file': {
    files: {
      'sql/CUSTP.mytable': 'create table custp (id int);\n',
      'sql/V.myview': 'create view v as select * from custp;\n',
    },
    kinds: { '.mytable': '*FILE', '.myview': '*FILE', ...usual },
    affects: 'sql/CUSTP.mytable > sql/V.myview *RECOMPILE',
  },
  '#include <FILE/MBR>': {
    files: { 'H/CUST.h': '', 'src/a.c': '#include <stdio.h>\n#include <H/CUST>\n' },
    affects: 'H/CUST.h > src/a.c *RECOMPILE',
  },
  '#include <x.h>': {
    files: { 'headers/cust.h': '', 'src/a.c': '#include <cust.h>\n' },
    affects: 'headers/cust.h > src/a.c *RECOMPILE',
  },
  'an object that two sources make, in Rules.mk: the one that it names': {
    files: {
      'a/ORD100.rpgle': '',
      'b/ORD100.rpgle': '',
      'QDDSSRC/CUST.pf': '',
      'a/Rules.mk': 'ORD100.PGM: ORD100.rpgle CUST.FILE\n',
    },
    affects: 'QDDSSRC/CUST.pf > a/ORD100.rpgle *RECOMPILE',
  },
  ...Object.fromEntries(
    ['Rules.mk', 'makefile'].map((makefile): [string, Case] => [
      `a pattern rule of ${makefile}: all that it makes, below it`,
      {
        files: {
          'inc/head.txt': '',
          'src/A.rpgle': '',
          'src/sub/B.rpgle': '',
          'src/C.clle': '',
          'other/D.rpgle': '',
          [`src/${makefile}`]: '%.pgm: %.rpgle ../inc/head.txt\n',
        },
        affects: 'inc/head.txt > src/A.rpgle *RECOMPILE, src/sub/B.rpgle *RECOMPILE',
      },
    ]),
  ),
  ...Object.fromEntries(
    (
      [
        ['a pattern rule', '%.pgm: %.module\n', 'ORD100', one],
        ['a pattern rule for some', 'LIB=L\n$(LIB)/ord100.pgm: $(LIB)/%.pgm: $(LIB)/%.module\n', 'ORD100', one],
        ['a pattern rule for others', 'ord100.pgm: %.pgm: %.module\n', 'ORD200', 'nothing'],
        ['the recipe of a pattern rule', '%.pgm:\n\tsystem "CRTPGM PGM(L/$*) MODULE($* UTIL)"\n', 'ORD200', other],
        ['the same for all', '%.pgm:\n\tsystem "CRTPGM PGM(L/$*) MODULE($* UTIL)"\n', 'UTIL', `${one}, ${other}`],
      ] as const
    ).map(([name, makefile, changed, affects]): [string, Case] => [
      `${name}, which binds`,
      {
        files: {
          ...Object.fromEntries(['ORD100', 'ORD200', 'UTIL'].map((module) => [`src/${module}.module.rpgle`, ''])),
          'src/ORD100.ilepgm': '',
          'src/ORD200.ilepgm': '',
          makefile,
        },
        kinds: { '.ilepgm': '*PGM', ...usual },
        affects: `src/${changed}.module.rpgle > ${affects}`,
      },
    ]),
  ),
  'copies of a tool: both count': {
    files: {
      'itests/assert.rpgle': '',
      'jwt/unittests/assert.rpginc': '',
      'unittests/base64ut.rpgle': '**free\n/include assert\n',
    },
    affects: 'itests/assert.rpgle > unittests/base64ut.rpgle *RECOMPILE?',
  },
  'a copy member and a program of one name: the copy member': {
    files: { 'QCPYSRC/CUST.rpgleinc': '', 'src/CUST.rpgle': '', 'pgm/A.rpgle': copies('CUST') },
    affects: 'src/CUST.rpgle > nothing',
  },
  'a name that is not in ASCII, in sources of any encoding': {
    files: {
      'src/D\u00e4\u00f6CUST\u00fc.rpgleinc': '',
      'src/A.rpgle': '**free\n/copy d\u00e4\u00f6cust\u00fc\n',
      'src/B.rpgle': Buffer.from('**free\n/copy d\u00e4\u00f6cust\u00fc\n', 'latin1'),
    },
    affects: 'src/D\u00e4\u00f6CUST\u00fc.rpgleinc > src/A.rpgle *RECOMPILE, src/B.rpgle *RECOMPILE',
  },
  'the name of a display file that goes on in the next line': {
    files: { 'src/CUST.pf': '', 'src/D.dspf': dds('REFFLD(NAME CU-') + dds('ST)') },
    affects: 'src/CUST.pf > src/D.dspf *RECOMPILE',
  },
};

/** As rows of a test: the name, then what is given and expected. */
export const cases = Object.entries(byName).map(([name, { affects, ...given }]) => {
  const [changed = '', affected = ''] = affects.split(' > ');
  return { name, changed, affects: affected === 'nothing' ? [] : affected.split(', '), ...given };
});
