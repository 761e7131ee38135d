/** What the tables of rules name: bodies to begin with, and services to ask. */
import { demoSite } from '../../../src/service/demo.ts';
import type { Attribute, Repository, Site, SiteLevel, SiteUser } from '../../../src/service/site.ts';
import type { ServiceOptions } from '../../../src/service/start.ts';
import { hashToken } from '../../../src/service/tokens.ts';
import { anyInstalled } from '../helper.ts';

const program = { appl: 'ORD', lvl: 10, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE' };
const inGit = { repo: 'ORDERS', branch: 'main', gpath: 'QRPGLESRC', gfile: 'ORD300.PGM.RPGLE' };
const linked = { appl: 'ORD', lvl: 10, objn: 'ORD300', ...inGit };
const member = { srcn: 'SRC', fslb: 'SRCLIB', fsfl: 'SRCF' };
const page = { appl: 'ORD', lvl: 10, objn: 'page.html', objt: '*IFS', attr: 'WEBF', srcn: 'page.ts' };
const places = { folb: '/obj', fslb: '/src' };
const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711' };
const inNew = { ...program, arfp: '*NEW', rfpd: 'First' };

export const bases: Readonly<Record<string, object>> = {
  /** A program, native and complete. */
  P: program,
  /** The same in a new RFP, number 101. */
  N: inNew,
  /** The same with a member of its own. */
  M: { ...program, ...member },
  /** A request linked to Git, with attribute and type left to the service. */
  L: linked,
  /** The same with both. */
  T: { ...linked, objt: '*PGM', attr: 'RPGLE' },
  /** And with a member of its own. */
  G: { ...linked, ...member, objt: '*PGM', attr: 'RPGLE' },
  /** A web page: object and source in the IFS, each under its own name and in its own place. */
  W: { ...page, ...places },
  /** The same on another system. */
  R: { ...page, ...places, objt: '*REMOTE' },
  /** An object without a source. */
  D: { appl: 'ORD', lvl: 10, objn: 'NEXTNO', objt: '*DTAARA', attr: 'DTAARA' },
  /** A physical file that is installed. */
  F: { appl: 'ORD', lvl: 50, objn: 'CUST', objt: '*FILE', attr: 'PF' },
  keys,
  /** Everything that a create may carry. */
  full: {
    ...{ ...linked, ...inNew, ...keys, objn: 'ORD100', rpth: '/a', srcn: 'S', srca: 'RPGLE', srcd: 'T' },
    ...{ rsn: '*MIGRATE', user: 'DEMO', folb: 'OBJLIB', fslb: 'SRCLIB', fsfl: 'QSRC', copy: '*NO', proj: 'CUST' },
    ...{ task: 12, stsk: 1, creq: '*NO', areq: '*MANUAL', sreq: '*NO', lock: '*NO', csqo: 5, data: '*NONE' },
    ...{ dmbr: '*FIRST', rpgm: '*NO', rjrn: '*NO', rcst: '*NO', rtrg: '*NO', rlfm: '*NO', vref: 'v' },
  },
};

/** The site and the switches of a service. */
export type Setting = Pick<ServiceOptions, 'site' | 'variant' | 'refusalStatus' | 'quotedNumbers'>;

const site = (more: Partial<Site>): Setting => ({ site: { ...demoSite, ...more } });
const codes = (...held: NonNullable<SiteUser['codes']>) =>
  site({ users: demoSite.users.map((user) => (user.user === 'DEMO' ? { ...user, codes: held } : user)) });
const installed = (lvl: number, more = {}) =>
  site({ installed: [{ ...program, lvl, srca: 'RPGLE38', srcd: `At ${lvl}`, ...more }] });
const { attributes = [] } = demoSite.applications[0] ?? {};
const level = (more: Partial<SiteLevel>, ...own: Attribute[]) =>
  site({ applications: [{ appl: 'ORD', levels: [{ lvl: 10, ...more }], attributes: [...attributes, ...own] }] });
const levels = [{ lvl: 10 }, { lvl: 50 }];
const of = (attr: string, lvl: number) => ({ attr, objt: '*PGM', source: 'none' as const, levels: [lvl] });
const file = (lvl: number, attr: string) => ({ appl: 'ORD', lvl, objn: 'X', objt: '*FILE', attr });
const ofP = [
  { branch: 'inactive', proj: 'P', task: 2 },
  { branch: 'ok', proj: 'P', task: 1, stsk: 2 },
];
const branches = [{ branch: 'closed', proj: 'OLD' }, { branch: 'new', proj: 'NEWP' }, ...ofP];
type Mapping = NonNullable<Repository['attributes']>;
const mapping = (...attributes: Mapping) => ({ repositories: [{ repo: 'ORDERS', attributes, branches }] });
const tasks = [
  { task: 1, text: 'Task 1', subtasks: [{ stsk: 1, active: false }, { stsk: 2 }] },
  { task: 2, text: 'Task 2', active: false, subtasks: [{ stsk: 1 }] },
];
const project = { proj: 'P', text: 'Project P', authorized: ['ORD'], tasks };
const logical = { attr: 'LF', objt: '*FILE', source: 'member', fsfl: 'QDDSSRC', srca: 'LF' } as const;
const withLogical = [...attributes, logical];
const job = { variant: 'earlier', ...site({ jobUser: 'QUSER' }) } as const;

export const settings: Readonly<Record<string, Setting>> = {
  any: anyInstalled,
  demo: { site: demoSite },
  earlier: { ...anyInstalled, variant: 'earlier' },
  'earlier job': job,
  '422': { ...anyInstalled, refusalStatus: 422 },
  quoted: { ...anyInstalled, quotedNumbers: true },
  'no codes': codes(),
  'code 31': codes(31),
  digest: site({ users: [{ user: 'DEMO', tokenSha256: hashToken('s3cret').toString('hex'), addRequest: true }] }),
  'code 37 WEB': codes({ code: 37, appl: 'WEB' }),
  'code 37 50': codes({ code: 37, lvl: 50 }),
  'code 37 ORD 10': codes({ code: 37, appl: 'ORD', lvl: 10 }),
  'old member': installed(10),
  'old member above': installed(50),
  'data area installed': installed(10, { objn: 'NEXTNO', objt: '*DTAARA', attr: 'DTAARA' }),
  'PRT200 installed': installed(10, { objn: 'PRT200' }),
  'page installed': installed(10, { objn: 'page.html', objt: '*IFS', attr: 'WEBF' }),
  'template X': level({ folb: 'X<user>' }),
  templates: level({ folb: '<user>OBJ', fslb: '<user>SRC', ifs: '/home/<user>/<level>' }),
  logical: site({ applications: demoSite.applications.map((one) => ({ ...one, attributes: withLogical })) }),
  'all placeholders': level({ folb: '<appl><level><user>', fslb: 'S<user>', ifs: '/home/<user>/<appl>' }),
  'own type': level({}, { attr: 'OWN', objt: '*OWN', source: 'none' }),
  'copy members': level({}, { attr: 'COPY', objt: '*SRC', source: 'member', fsfl: 'QCPYLESRC' }),
  'attributes of levels': site({ applications: [{ appl: 'ORD', levels, attributes: [of('A', 10), of('B', 50)] }] }),
  'X above': site({ installed: [file(90, 'PF'), file(50, 'DSPF')] }),
  'X twice': site({ installed: [file(90, 'PF'), file(50, 'DSPF'), file(50, 'PF')] }),
  'X in WEB': site({ installed: [{ appl: 'WEB', lvl: 10, objn: 'X', objt: '*PGM', attr: 'RPGLE' }] }),
  // Every source names another type for the object X, and the mapping and history another attribute.
  apart: site({
    ...mapping({ gfile: 'own.*', attr: 'CLLE', objt: '*CMD' }, { gfile: 'x.*', attr: 'SQLRPGLE' }),
    installed: [file(50, 'PF')],
    crossReference: ['X *DTAARA', 'Y *DTAARA', 'TWO *PGM', 'TWO *FILE'].map((row) => {
      const [objn = '', objt = ''] = row.split(' ');
      return { objn, objt };
    }),
  }),
  patterns: site(mapping({ gfile: '*-*-*.(x)', attr: 'CLLE' }, { gpath: '/SRC/{a,b}/', attr: 'PF' })),
  elsewhere: site(mapping({ attr: 'ELSEWHERE' })),
  projects: site({ ...mapping({ attr: 'RPGLE' }), projects: [...(demoSite.projects ?? []), project] }),
  'two pipelines': site({ pipelines: [{ pipe: 'JENKINS1' }, { pipe: 'JENKINS2' }] }),
};

const json = JSON.stringify(program);
const part = (disposition: string, type: string, content: string) =>
  `--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;

/** What stands in a raw body for `<NAME>`. */
export const pieces: Readonly<Record<string, string>> = {
  program: json.slice(1, -1),
  payload: part('form-data; name="payload"', 'application/json', json),
  attached: part('attachment; name="payload"', 'application/json', json),
  text: part('form-data; name="payload"', 'text/plain', json),
  file: part('attachment; name="ORD200"; filename="x"', 'text/plain', 'x'),
  nameless: part('form-data; name="ORD200"', 'text/plain', 'x'),
  broken: part('form-data; name="payload"', 'application/json', '{'),
  end: '--b--\r\n',
};
