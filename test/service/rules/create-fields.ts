/** §2.1 and §2.2: what each field of a create means, and where it comes from when it is left out. */
import { demoSite } from '../../../src/service/demo.ts';
import type { Site, SiteLevel } from '../../../src/service/site.ts';
import {
  absent,
  D,
  done,
  keys,
  L,
  lead,
  like,
  locked,
  N,
  no,
  ok,
  P,
  patch,
  post,
  type Rule,
  rule,
  W,
  warned,
} from './rule.ts';

const { objt: _t, ...untyped } = P;
const { attr: _a, objt: _o, ...bare } = P;
const cust = { ...bare, lvl: 50, objn: 'CUST' };
const at = (lvl: number, more: object = {}) => ({
  ...{ appl: 'ORD', lvl, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE', srca: 'RPGLE38', srcd: `At ${lvl}` },
  ...more,
});
const installed = (...objects: ReturnType<typeof at>[]): { site: Site } => ({
  site: { ...demoSite, installed: objects },
});
const levels = (level: Partial<SiteLevel>): { site: Site } => {
  const attributes = demoSite.applications[0]?.attributes ?? [];
  const first: SiteLevel = { lvl: 10, ...level };
  return { site: { ...demoSite, applications: [{ appl: 'ORD', levels: [first], attributes }] } };
};
const held = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`@requests.-1.${name}`, value]));
const attach = (name: string, text = 'content') => ({ files: [{ name, text }] });

const required: Rule[] = ['appl', 'lvl', 'objn'].flatMap((name) => [
  rule(
    `§2.1 ${name}`,
    'The appl, lvl and objn fields are required: left out',
    post({ ...P, [name]: undefined }, no(`${name} is required`)),
  ),
  rule(
    `§2.1 ${name}`,
    'The appl, lvl and objn fields are required: blank',
    post({ ...P, [name]: '  ' }, no(`${name} is required`)),
  ),
  rule(
    `§2.1 ${name}`,
    'The appl, lvl and objn fields are required: null',
    post({ ...P, [name]: null }, no(`${name} is required`)),
  ),
]);

/** With everything that a create may carry; each row leaves one field out. */
const full = {
  ...{ ...L, ...N, objn: 'ORD100', rpth: '/a', srcn: 'S', srca: 'RPGLE', srcd: 'T', rsn: '*MIGRATE', user: 'DEMO' },
  ...{ folb: 'OBJLIB', fslb: 'SRCLIB', fsfl: 'QSRC', copy: '*NO', proj: 'CUST', task: 12, stsk: 1 },
  ...{ creq: '*NO', areq: '*MANUAL', sreq: '*NO', lock: '*NO', csqo: 5, data: '*NONE', dmbr: '*FIRST', rpgm: '*NO' },
  ...{ rjrn: '*NO', rcst: '*NO', rtrg: '*NO', rlfm: '*NO', vref: 'v', ...keys },
};
const together: Record<string, string[]> = {
  repo: ['branch'],
  task: ['stsk'],
  proj: ['task', 'stsk'],
  pipe: ['pipa', 'tkey'],
  pipa: ['pipe', 'tkey'],
  tkey: ['pipe', 'pipa'],
  arfp: ['pipe', 'pipa', 'tkey'],
};
const optional: Rule[] = Object.keys(full)
  .filter((name) => !['appl', 'lvl', 'objn'].includes(name))
  .map((name) => {
    const left = [name, ...(together[name] ?? [])];
    const body = Object.fromEntries(Object.entries(full).filter(([other]) => !left.includes(other)));
    return rule(
      `§2.1 ${name}`,
      `Every other field is optional: without ${left.join(', ')}`,
      post(body, done({ 'request.objectId': 10001 })),
    );
  });

const stored: Rule[] = Object.entries({
  rpth: '/a',
  srcn: 'S',
  srca: 'X',
  srcd: 'Text',
  user: 'LEAD',
  folb: 'A',
  fslb: 'B',
  fsfl: 'F',
  csqo: 7,
  vref: 'v',
}).map(([name, value]) =>
  rule(
    `§2.1 ${name}`,
    'The value that was sent is the one used',
    post({ ...P, [name]: value }, ok(held({ [name]: value }))),
  ),
);

const derived: Rule[] = [
  rule('§2.1 appl', 'ID of the target application', post({ ...P, appl: 'WEB' }, ok(held({ appl: 'WEB' })))),
  rule('§2.1 appl', 'ID of the target application: no other', post({ ...P, appl: 'XXX' }, no(like('XXX')))),
  rule(
    '§2.1 lvl',
    'Level number of the application that permits check-outs: one does',
    post({ ...P, lvl: 50 }, ok(held({ lvl: 50 }))),
  ),
  rule(
    '§2.1 lvl',
    'Level number of the application that permits check-outs: one does not',
    post({ ...P, lvl: 90 }, no(like('check-outs'))),
  ),
  rule(
    '§2.1 lvl',
    'Level number of the application: of another one',
    post({ ...P, appl: 'WEB', lvl: 50 }, no(like('50'))),
  ),
  rule('§2.1 objn', 'Name of the object requested', post(P, ok(held({ objn: 'ORD200' })))),
  rule(
    '§2.1 objt',
    'System or internal object type code',
    post({ ...P, objt: '*MODULE' }, ok({ 'request.objt': '*MODULE' })),
  ),
  rule(
    '§2.1 objt',
    'System or internal object type code: neither',
    post({ ...P, objt: 'THING' }, no(like('object type'))),
  ),
  rule(
    '§2.1 objt',
    'System object type: *pgm is the same as *PGM',
    post({ ...P, objt: '*pgm' }, ok({ 'request.objt': '*PGM' })),
    post(P, no(locked)),
  ),
  rule('§2.1 objt', 'derived from the Git attribute mapping', post(L, ok({ 'request.objt': '*PGM' }))),
  rule(
    '§2.1 objt',
    'derived from the Git attribute mapping: another file, another type',
    post({ ...L, gfile: 'A.SQLRPGLE' }, ok({ 'request.objt': '*MODULE' })),
  ),
  rule(
    '§2.1 objt',
    'derived from installation history',
    post({ ...cust, attr: 'PF' }, ok({ 'request.objt': '*FILE' })),
  ),
  rule(
    '§2.1 objt',
    'derived from the cross-reference',
    post({ ...untyped, objn: 'PRT200' }, ok({ 'request.objt': '*FILE' })),
  ),
  rule('§2.1 objt', 'When it still cannot be resolved: Object Type missing', post(untyped, no('Object Type missing'))),
  rule(
    '§2.1 attr',
    'Attribute code that sets behaviour and target locations: source file',
    post({ ...P, attr: 'CLLE' }, ok({ 'request.fsfl': 'QCLSRC' })),
  ),
  rule(
    '§2.1 attr',
    'Attribute code that sets behaviour and target locations: target directory',
    post({ ...W, rpth: '/a' }, ok(held({ target: '/www/a' }))),
  ),
  rule('§2.1 attr', 'Attribute code: one that is not defined', post({ ...P, attr: 'NOPE' }, no(like('NOPE')))),
  rule(
    '§2.1 attr',
    'derived from the Git attribute mapping (using repo, gpath, gfile)',
    post({ ...L, gpath: 'QCLSRC', gfile: 'A.CLLE' }, ok({ 'request.attr': 'CLLE' })),
  ),
  rule(
    '§2.1 attr',
    'derived from the Git attribute mapping: gpath counts',
    post({ ...L, gpath: 'QDDSSRC', gfile: 'A.PF' }, ok({ 'request.attr': 'PF' })),
  ),
  rule(
    '§2.1 attr',
    'derived from the Git attribute mapping: gfile counts',
    post({ ...L, gpath: 'QDDSSRC', gfile: 'A.DSPF' }, ok({ 'request.attr': 'DSPF' })),
  ),
  rule(
    '§2.1 attr',
    'for a non-Git request, from installation history',
    post({ ...bare, objn: 'ORD100' }, ok({ 'request.attr': 'RPGLE' })),
  ),
  rule(
    '§2.1 attr',
    'When a Git mapping gives no result: Attribute missing',
    post({ ...L, gfile: 'README' }, no('Attribute missing')),
  ),
  rule(
    '§2.1 attr',
    'When a Git mapping gives no result: not from history',
    post({ ...L, objn: 'ORD100', gfile: 'README' }, no('Attribute missing')),
  ),
  rule(
    '§2.1 attr',
    'When omitted without Git and without history: Attribute missing',
    post(bare, no('Attribute missing')),
  ),
  rule('§2.1 attr', 'Only when omitted is it derived', post({ ...L, attr: 'CLLE' }, ok({ 'request.attr': 'CLLE' }))),
  rule(
    '§2.1 rpth',
    "appended to the attribute's fixed target directory",
    post({ ...W, rpth: '/css/img' }, ok(held({ target: '/www/css/img' }))),
  ),
  rule('§2.1 rpth', 'It starts with /', post({ ...W, rpth: 'css' }, no(like('rpth')))),
  rule('§2.1 srcn', 'Defaults to objn', post(P, ok(held({ srcn: 'ORD200' })))),
  rule(
    '§2.1 srcn',
    'IFS source file name; defaults to objn',
    post({ ...W, srcn: undefined }, ok(held({ srcn: 'page.html' }))),
  ),
  rule('§2.1 srcn', 'Ignored when the attribute has no source', post({ ...D, srcn: 'S' }, warned(held({ srcn: '' })))),
  rule('§2.1 srcn', '*OBJ is a value of updates (§2.6)', post({ ...P, srcn: '*OBJ' }, no(like('srcn')))),
  rule('§2.1 srca', 'Ignored when the attribute has no source', post({ ...D, srca: 'X' }, warned(held({ srca: '' })))),
  rule('§2.1 srca', 'Ignored when the source is an IFS file', post({ ...W, srca: 'X' }, warned(held({ srca: '' })))),
  rule(
    '§2.1 srca',
    "Defaults to the existing member's source type",
    post(P, ok(held({ srca: 'RPGLE38' }))),
    installed(at(10)),
  ),
  rule('§2.1 srcd', 'Ignored when there is no source', post({ ...D, srcd: 'X' }, warned(held({ srcd: '' })))),
  rule('§2.1 srcd', 'Ignored when it is an IFS file', post({ ...W, srcd: 'X' }, warned(held({ srcd: '' })))),
  rule('§2.1 srcd', 'Defaults to the existing member text', post(P, ok(held({ srcd: 'At 10' }))), installed(at(10))),
  rule(
    '§2.1 srcd',
    'source is imported and the text empty: from the source at the higher level',
    post(P, ok(held({ srcd: 'At 50' })), attach('ORD200')),
    installed(at(50)),
  ),
  rule(
    '§2.1 srcd',
    'copied counts as imported',
    post({ ...P, copy: '*YES' }, ok(held({ srcd: 'At 50' }))),
    installed(at(50)),
  ),
  rule('§2.1 srcd', 'not imported: not from the higher level', post(P, ok(held({ srcd: '' }))), installed(at(50))),
  rule(
    '§2.1 srcd',
    'the text is not empty: it stays',
    post({ ...P, srcd: 'Mine' }, ok(held({ srcd: 'Mine' })), attach('ORD200')),
    installed(at(50)),
  ),
  rule('§2.1 user', 'Defaults to the owner of the authentication token', post(P, ok(held({ user: 'LEAD' })), lead)),
  rule(
    '§2.1 user',
    'Developer assigned to the request',
    post({ ...P, user: 'LEAD' }, ok(held({ user: 'LEAD', createdBy: 'DEMO' }))),
  ),
  rule(
    '§2.1 user',
    'Developer assigned to the request: nobody knows them',
    post({ ...P, user: 'NOBODY' }, no(like('NOBODY'))),
  ),
  rule(
    '§2.1 folb',
    'Library holding the object to migrate',
    post({ ...P, folb: 'MYLIB' }, ok({ 'request.folb': 'MYLIB' })),
  ),
  rule(
    '§2.1 folb',
    'An IFS location is a full directory path starting with /',
    post({ ...W, folb: 'MYLIB' }, no(like('folb'))),
  ),
  rule('§2.1 folb', 'Default: derived from the developer naming template', post(P, ok({ 'request.folb': 'DEMO10' }))),
  rule('§2.1 folb', 'naming template for the target level', post({ ...P, lvl: 50 }, ok({ 'request.folb': 'DEMO50' }))),
  rule(
    '§2.1 folb',
    'developer naming template: of the developer',
    post({ ...P, user: 'LEAD' }, ok({ 'request.folb': 'LEAD10' })),
  ),
  rule('§2.1 folb', 'naming template of a site', post(P, ok({ 'request.folb': 'XDEMO' })), levels({ folb: 'X<user>' })),
  rule(
    '§2.1 folb',
    'default of an IFS location starts with /',
    post({ ...W, folb: undefined }, ok({ 'request.folb': '/DEMO10' })),
  ),
  rule(
    '§2.1 fslb',
    'Library holding the source to migrate',
    post({ ...P, fslb: 'MYSRC' }, ok({ 'request.fslb': 'MYSRC', 'request.folb': 'DEMO10' })),
  ),
  rule('§2.1 fslb', 'same kind of location as folb', post({ ...W, fslb: 'MYSRC' }, no(like('fslb')))),
  rule('§2.1 fslb', 'Default: the same template-derived name', post(P, ok({ 'request.fslb': 'DEMO10' }))),
  rule(
    '§2.1 fslb',
    'Default: not what folb was sent as',
    post({ ...P, folb: 'MYLIB' }, ok({ 'request.fslb': 'DEMO10' })),
  ),
  rule(
    '§2.1 fsfl',
    'Defaults to the source file defined on the attribute',
    post(P, ok({ 'request.fsfl': 'QRPGLESRC' })),
  ),
  rule('§2.1 fsfl', 'Source file containing the member', post({ ...P, fsfl: 'MYF' }, ok({ 'request.fsfl': 'MYF' }))),
  rule(
    '§2.1 fsfl',
    'Ignored when the attribute has no source',
    post({ ...D, fsfl: 'MYF' }, warned({ 'request.fsfl': '' })),
  ),
  rule(
    '§2.1 copy',
    'Copy source from the target environment into the from-library',
    post({ ...P, copy: '*YES' }, ok(held({ copied: 'member DEMO10/QRPGLESRC(ORD200)' }))),
    installed(at(10)),
  ),
  rule(
    '§2.1 copy',
    'or object',
    post({ ...D, copy: '*YES' }, ok(held({ copied: 'object DEMO10/NEXTNO' }))),
    installed(at(10, { objn: 'NEXTNO', objt: '*DTAARA', attr: 'DTAARA' })),
  ),
  rule(
    '§2.1 copy',
    'both source and object locations: only the source is copied',
    post({ ...P, copy: '*YES', folb: 'O', fslb: 'S' }, ok(held({ copied: 'member S/QRPGLESRC(ORD200)' }))),
    installed(at(10)),
  ),
  rule(
    '§2.1 copy',
    'Considered only when rsn is *MIGRATE',
    post({ ...P, copy: '*YES', rsn: '*RECOMPILE' }, warned(held({ copied: '', copy: '*NO' }))),
    installed(at(10)),
  ),
  rule('§2.1 copy', 'not considered: whatever its value', post({ ...P, copy: 'x', rsn: '*DELETE' }, warned())),
  rule(
    '§2.1 copy',
    'Existing content in the from-library is never replaced',
    post({ ...P, lock: '*NO' }, ok(), attach('ORD200', 'mine')),
    post({ ...P, copy: '*YES' }, ok(held({ copied: '' }))),
    installed(at(10)),
  ),
  rule('§2.1 repo', 'ID of a Git repository defined in the service', post(L, ok(held({ repo: 'ORDERS' })))),
  rule(
    '§2.1 repo',
    'ID of a Git repository defined in the service: another',
    post({ ...L, repo: 'XXX' }, no(like('XXX'))),
  ),
  rule(
    '§2.1 repo',
    'Together with branch: stored with repository type *GIT',
    post(L, ok(held({ repositoryType: '*GIT' }))),
  ),
  rule(
    '§2.1 repo',
    'Without branch: not linked',
    post({ ...L, branch: undefined }, done(held({ repositoryType: '' }))),
  ),
  rule('§2.1 repo', 'Required when branch is set', post({ ...P, branch: 'main' }, no(like('repo')))),
  rule('§2.1 repo', 'Required when proj is *BRANCH', post({ ...P, proj: '*BRANCH' }, no(like('repo')))),
  rule('§2.1 gpath', 'Path of the file in the repository', post(L, ok(held({ gpath: 'QRPGLESRC' })))),
  rule(
    '§2.1 gpath',
    'Used with repo: without it, not',
    post({ ...P, gpath: 'a' }, warned({ 'rtn.msg': like('gpath') })),
  ),
  rule('§2.1 gfile', 'File name in the repository', post(L, ok(held({ gfile: 'ORD300.PGM.RPGLE' })))),
  rule(
    '§2.1 gfile',
    'Used with repo: without it, not',
    post({ ...P, gfile: 'a' }, warned({ 'rtn.msg': like('gfile') })),
  ),
  rule(
    '§2.1 gfile',
    'An attached part whose file name equals gfile is copied',
    post(L, ok({ '@attachments.0.place': 'git QRPGLESRC/ORD300.PGM.RPGLE' }), {
      files: [{ name: 'file', filename: L.gfile }],
    }),
  ),
  rule('§2.1 branch', 'Git branch linked to the object', post(L, ok(held({ branch: 'main' })))),
  rule(
    '§2.1 branch',
    'Required when proj is *BRANCH',
    post({ ...P, proj: '*BRANCH', repo: 'ORDERS' }, no(like('branch'))),
  ),
  rule(
    '§2.1 branch',
    'Pass it with repo',
    post({ ...L, repo: undefined, attr: 'RPGLE', objt: '*PGM' }, no(like('repo'))),
  ),
  rule('§2.1 proj', 'Project for the request', post({ ...P, proj: 'CUST' }, ok({ 'request.proj': 'CUST' }))),
  rule('§2.1 proj', 'It must exist', post({ ...P, proj: 'NOPE' }, no(like('NOPE')))),
  rule('§2.1 proj', 'and be open', post({ ...P, proj: 'OLD' }, no(like('OLD')))),
  rule(
    '§2.1 proj',
    'An unauthorized project is authorized when the caller has the authority',
    post({ ...P, proj: 'NEWP' }, ok({ 'request.proj': 'NEWP' }), lead),
  ),
  rule('§2.1 proj', 'the caller has not the authority', post({ ...P, proj: 'NEWP' }, no(like('authorized')))),
  rule(
    '§2.1 proj',
    'is authorized: for whoever comes after',
    post({ ...P, proj: 'NEWP' }, ok(), lead),
    post({ ...P, objn: 'B', proj: 'NEWP' }, ok()),
  ),
  rule(
    '§2.1 proj',
    '*BRANCH: project is taken from the branch',
    post({ ...L, proj: '*BRANCH' }, ok({ 'request.proj': 'CUST', 'request.task': 0 })),
  ),
  rule(
    '§2.1 proj',
    '*BRANCH: task and subtask are taken too',
    post({ ...L, proj: '*BRANCH', branch: 'feature/search' }, ok({ 'request.task': 12, 'request.stsk': 1 })),
  ),
  rule(
    '§2.1 proj',
    '*BRANCH: a branch that has no project',
    post({ ...L, proj: '*BRANCH', branch: 'x' }, no(like('x'))),
  ),
  rule('§2.1 task', 'Existing task number', post({ ...P, proj: 'CUST', task: 99 }, no(like('99')))),
  rule('§2.1 task', 'active task number', post({ ...P, proj: 'CUST', task: 13 }, no(like('13')))),
  rule(
    '§2.1 task',
    'Task of the project',
    post({ ...P, proj: 'CUST', task: 12 }, ok({ 'request.task': 12, 'request.stsk': 0 })),
  ),
  rule(
    '§2.1 task',
    'Omitted: assigned directly to the project',
    post({ ...P, proj: 'CUST' }, ok({ 'request.task': 0 })),
  ),
  rule(
    '§2.1 task',
    '0: assigned directly to the project',
    post({ ...P, proj: 'CUST', task: 0 }, ok({ 'request.task': 0 })),
  ),
  rule(
    '§2.1 task',
    'Ignored when proj is *BRANCH',
    post({ ...L, proj: '*BRANCH', task: 13 }, warned({ 'request.task': 0 })),
  ),
  rule(
    '§2.1 task',
    'Ignored: whatever its value',
    post({ ...L, proj: '*BRANCH', task: 'x' }, warned({ 'request.task': 0 })),
  ),
  rule('§2.1 stsk', 'Existing subtask number', post({ ...P, proj: 'CUST', task: 12, stsk: 9 }, no(like('9')))),
  rule('§2.1 stsk', 'Subtask of the task', post({ ...P, proj: 'CUST', task: 12, stsk: 1 }, ok({ 'request.stsk': 1 }))),
  rule(
    '§2.1 stsk',
    '0: assigned directly to the task',
    post({ ...P, proj: 'CUST', task: 12, stsk: 0 }, ok({ 'request.stsk': 0 })),
  ),
  rule(
    '§2.1 stsk',
    'Ignored when proj is *BRANCH',
    post({ ...L, proj: '*BRANCH', stsk: 9 }, warned({ 'request.stsk': 0 })),
  ),
  rule(
    '§2.1 rfp',
    'RFP number to assign',
    post(N, ok()),
    post({ ...P, objn: 'B', arfp: '*YES', rfp: 101 }, ok({ 'request.rfp': 101 })),
  ),
  rule('§2.1 rfp', 'Used only when arfp is *YES: not with *NO', post({ ...P, rfp: 999 }, warned({ 'request.rfp': 0 }))),
  rule(
    '§2.1 rfp',
    'Used only when arfp is *YES: not with *NEW',
    post({ ...N, rfp: 999 }, warned({ 'request.rfp': 101 })),
  ),
  rule('§2.1 rfp', 'not used: whatever its value', post({ ...P, rfp: 'x' }, warned())),
  rule('§2.1 rfpd', 'Description for a new RFP', post(N, ok({ 'request.rfpd': 'First', '@rfps.0.rfpd': 'First' }))),
  rule(
    '§2.1 rfpd',
    'or for searching an existing one',
    post(N, ok()),
    post({ ...N, objn: 'B', arfp: '*AUTO' }, ok({ 'request.rfp': 101 })),
  ),
  rule(
    '§2.1 rfpd',
    'Used only when arfp is *AUTO or *NEW: not with *NO',
    post({ ...P, rfpd: 'x' }, warned({ 'request.rfpd': '' })),
  ),
  rule(
    '§2.1 rfpd',
    'Used only when arfp is *AUTO or *NEW: not with *YES',
    post(N, ok()),
    post({ ...P, objn: 'B', arfp: '*YES', rfp: 101, rfpd: 'x' }, warned({ 'request.rfpd': 'First' })),
  ),
  rule(
    '§2.1 rfpd',
    'Default *TASK: the project description',
    post({ ...N, rfpd: undefined, proj: 'CUST' }, ok({ 'request.rfpd': 'Customer orders' })),
  ),
  rule(
    '§2.1 rfpd',
    '*TASK: the task description when task > 0',
    post({ ...N, rfpd: '*TASK', proj: 'CUST', task: 12 }, ok({ 'request.rfpd': 'Search in orders' })),
  ),
  rule(
    '§2.1 rfpd',
    '*TASK with *BRANCH',
    post({ ...L, arfp: '*NEW', proj: '*BRANCH' }, ok({ 'request.rfpd': 'Customer orders' })),
  ),
  rule('§2.1 rfpd', '*TASK requires proj', post({ ...N, rfpd: '*TASK' }, no(like('proj')))),
  rule('§2.1 rfpd', '*TASK by default requires proj', post({ ...N, rfpd: undefined }, no(like('proj')))),
  ...(['creq', 'areq', 'sreq'] as const).flatMap((name) => [
    rule(
      `§2.1 ${name}`,
      'Applied if the RFP is created during this request',
      post({ ...N, [name]: '*NO' }, ok({ [`@rfps.0.${name}`]: '*NO' })),
    ),
    rule(
      `§2.1 ${name}`,
      'Applied only if the RFP is created during this request: not when it joins',
      post(N, ok()),
      post(
        { ...P, objn: 'B', arfp: '*YES', rfp: 101, [name]: '*NO' },
        warned({ [`@rfps.0.${name}`]: '*YES', 'rtn.msg': like(name) }),
      ),
    ),
    rule(
      `§2.1 ${name}`,
      'Applied only if an RFP is created: not without one',
      post({ ...P, [name]: '*NO' }, warned({ 'rtn.msg': like(name), '@rfps': { size: 0 } })),
    ),
    rule(
      `§2.1 ${name}`,
      'Applied when *AUTO makes the RFP',
      post({ ...N, arfp: '*AUTO', [name]: '*NO' }, ok({ [`@rfps.0.${name}`]: '*NO' })),
    ),
  ]),
  rule('§2.1 lock', 'put in locked status: by default', post(P, ok(held({ lock: '*YES' }))), post(P, no(locked))),
  rule('§2.1 lock', '*NO: not locked', post({ ...P, lock: '*NO' }, ok(held({ lock: '*NO' }))), post(P, ok())),
  rule('§2.1 csqo', 'Compile sequence', post({ ...P, csqo: 3 }, ok(held({ csqo: 3 })))),
  rule(
    '§2.1 dir',
    'For an *IFS object: *YES treats the request as a directory',
    post({ ...W, dir: '*YES' }, ok(held({ dir: '*YES' }))),
  ),
  rule(
    '§2.1 dir',
    'a directory has no content',
    post({ ...W, dir: '*YES' }, warned({ '@attachments': { size: 0 } }), attach('page.html')),
  ),
  rule(
    '§2.1 dir',
    '*NO as a file',
    post({ ...W, dir: '*NO' }, ok({ '@attachments': { size: 1 } }), attach('page.html')),
  ),
  rule('§2.1 dir', 'For an *IFS object: not for others', post({ ...P, dir: '*YES' }, warned(held({ dir: '' })))),
  rule(
    '§2 vref',
    'stored so that an outside process can find that log record',
    post({ ...P, vref: 'run-1.1' }, ok({ '@transactions.0.vref': 'run-1.1', '@transactions.0.objectId': 10001 })),
  ),
  rule(
    '§2 vref',
    'Each object-request transaction is logged: refused ones too',
    post({ ...P, lvl: 90, vref: 'r' }, no(like('.'), { '@transactions.0.vref': 'r', '@transactions.0.sev': 30 })),
  ),
  rule(
    '§2 vref',
    'find that log record: one that the log cannot keep is refused',
    post({ ...P, vref: 'v'.repeat(1001) }, no(like('vref'))),
  ),
  rule('§2.1 pipe', 'Pipeline server ID', post({ ...N, ...keys, pipe: 'NOPE' }, no(like('NOPE')))),
  rule('§2.1 pipe', 'Pass with pipa and tkey', post({ ...N, pipe: 'JENKINS1' }, no(like('together')))),
  rule('§2.1 pipa', 'Attribute defined for a *PIPE object', post({ ...N, ...keys, pipa: 'RPGLE' }, no(like('PIPE')))),
  rule(
    '§2.1 pipa',
    'A *PIPE object request is generated',
    post({ ...N, ...keys }, ok({ '@requests.1.objt': '*PIPE', '@requests.1.attr': 'PIPE' })),
  ),
  rule(
    '§2.1 pipa',
    'assigned to the same RFP as the primary object',
    post({ ...N, ...keys }, ok({ '@requests.0.rfp': 101, '@requests.1.rfp': 101 })),
  ),
  rule('§2.1 pipa', 'Pass with pipe and tkey', post({ ...N, pipa: 'PIPE' }, no(like('together')))),
  rule(
    '§2.1 tkey',
    'Key identifying the pipeline job to update',
    post({ ...N, ...keys }, ok({ '@notifications.0.tkey': '4711' })),
  ),
  rule('§2.1 tkey', 'Pass with pipe and pipa', post({ ...N, tkey: '1' }, no(like('together')))),
  rule('§2.1 pipe', 'the same RFP: there must be one', post({ ...P, ...keys }, no(like('RFP')))),
  rule(
    '§2.2, 1',
    'Sending repo with branch links the request to Git',
    post({ ...L, attr: 'RPGLE', objt: '*PGM' }, ok(held({ repositoryType: '*GIT', branch: 'main' }))),
  ),
  rule(
    '§2.2, 2',
    'attr omitted: resolved from the attribute mapping',
    post({ ...L, gpath: 'web/css', gfile: 'a.css', objn: 'a.css' }, ok({ 'request.attr': 'WEBF' })),
  ),
  rule(
    '§2.2, 3',
    'objt omitted: the mapping before installation history',
    post({ ...L, objn: 'CUST', gfile: 'CUST.SQLRPGLE', lvl: 50 }, ok({ 'request.objt': '*MODULE' })),
  ),
  rule(
    '§2.2, 3',
    'objt omitted: installation history before the cross-reference',
    post({ ...untyped, objn: 'PRT200', lvl: 10 }, ok({ 'request.objt': '*PGM' })),
    installed(at(10, { objn: 'PRT200' })),
  ),
  rule(
    '§2.2, 4',
    'When proj is *BRANCH, repo and branch are required',
    post({ ...P, proj: '*BRANCH' }, no(like('repo and branch'))),
  ),
  rule(
    '§2.2, 4',
    'proj, task and stsk are taken from the project linked to the branch',
    post(
      { ...L, branch: 'feature/search', proj: '*BRANCH', task: 0 },
      ok({ 'request.proj': 'CUST', 'request.task': 12, 'request.stsk': 1 }),
    ),
  ),
  rule(
    '§2.1',
    'Blanks at the end of a name never count',
    post({ ...P, objn: 'ORD200  ', folb: 'MYLIB ' }, ok(held({ objn: 'ORD200', folb: 'MYLIB' }))),
    post(P, no(locked)),
  ),
  rule(
    '§2.1 objn',
    'Name of the object: a *PGM has no name of 19 characters',
    post({ ...P, objn: 'A23456789B123456789' }, no(like('10 characters'))),
  ),
  rule(
    '§2.1',
    'A field that is no field is ignored, and said',
    post({ ...P, what: 1 }, warned({ 'rtn.msg': like('what') })),
  ),
  rule(
    '§2.1',
    'What was sent is used: no warning',
    post(P, ok({ 'rtn.msg': 'Request created', 'request.warnings': absent })),
  ),
  rule(
    '§2.1',
    'Wrong fields are named at once',
    post({ ...P, lock: 'x', copy: 'y' }, no(like('^copy is y.*; lock is x'))),
  ),
  rule(
    '§2.1',
    'A field that is no field: whatever its name',
    post(null, warned(held({ lock: '*YES' })), { raw: JSON.stringify(P).replace('{', '{"__proto__":{"lock":"*NO"},') }),
  ),
  rule(
    '§2.1',
    'What says nothing is used: no warning',
    post({ ...P, rfp: 0, task: 0, copy: '*NO', dir: '*NO', rfpd: '', creq: null, gpath: '' }, ok()),
  ),
  rule('§2.1 csqo', 'Compile sequence: not a negative one', post({ ...P, csqo: -1 }, no(like('negative')))),
  rule(
    '§2.1 gpath, gfile',
    'Path and file name in the repository: exact, also a blank at the end',
    post(
      { ...L, attr: 'RPGLE', objt: '*PGM', gpath: 'a ', gfile: 'b ' },
      ok({ ...held({ gpath: 'a ', gfile: 'b ' }), '@attachments.0.place': 'git a /b ' }),
      attach('b '),
    ),
  ),
  rule(
    '§2.1 srcn',
    'Blanks at the end of a name never count, of a part neither',
    post({ ...P, srcn: 'SRC ' }, ok({ '@attachments.0.place': 'member DEMO10/QRPGLESRC(SRC)' }), attach('SRC   ')),
  ),
  rule(
    '§2.1 srcd',
    'imported as the file in Git counts too',
    post({ ...L, objn: 'ORD200' }, ok(held({ srcd: 'At 50' })), attach(L.gfile)),
    installed(at(50)),
  ),
  rule('§2.1 copy', 'nothing to copy', post({ ...P, copy: '*YES' }, ok(held({ copied: '' })))),
  rule(
    '§2.1 copy',
    'Copy source in the IFS',
    post({ ...W, copy: '*YES' }, ok(held({ copied: 'ifs /src/page.ts' }))),
    installed(at(10, { objn: 'page.html', objt: '*IFS', attr: 'WEBF' })),
  ),
  rule(
    '§2.1 folb, fslb',
    'naming template: one for a path, one for the member',
    post({ ...P, objt: '*REMOTE' }, ok({ 'request.folb': '/home/DEMO/10', 'request.fslb': 'DEMOSRC' })),
    levels({ folb: '<user>OBJ', fslb: '<user>SRC', ifs: '/home/<user>/<level>' }),
  ),
  rule(
    '§2.1 proj',
    'is authorized: not by a request that is refused',
    post(P, ok()),
    post({ ...P, proj: 'NEWP' }, no(locked), lead),
    post({ ...P, objn: 'B', proj: 'NEWP' }, no(like('authorized'))),
  ),
  rule(
    '§2.1 lock',
    'of a request that is there stays until it changes',
    post(P, ok()),
    patch({ lock: '*NO' }, ok()),
    post(P, ok()),
  ),
];

export const createFieldRules: readonly Rule[] = [...required, ...optional, ...stored, ...derived];
