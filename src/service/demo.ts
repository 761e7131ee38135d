/** The built-in site: small enough to keep in mind, with one of everything the interface speaks of. */
import type { Attribute, Site } from './site.ts';

const attributes: Attribute[] = [
  { attr: 'RPGLE', objt: '*PGM', source: 'member', fsfl: 'QRPGLESRC', srca: 'RPGLE' },
  { attr: 'SQLRPGLE', objt: '*MODULE', source: 'member', fsfl: 'QRPGLESRC', srca: 'SQLRPGLE' },
  { attr: 'CLLE', objt: '*PGM', source: 'member', fsfl: 'QCLSRC', srca: 'CLLE' },
  { attr: 'DSPF', objt: '*FILE', source: 'member', fsfl: 'QDDSSRC', srca: 'DSPF' },
  { attr: 'PF', objt: '*FILE', source: 'member', fsfl: 'QDDSSRC', srca: 'PF' },
  { attr: 'BND', objt: '*SRVPGM', source: 'member', fsfl: 'QSRVSRC', srca: 'BND' },
  { attr: 'DTAARA', objt: '*DTAARA', source: 'none' },
  { attr: 'WEBF', objt: '*IFS', source: 'ifs', target: '/www' },
  { attr: 'PIPE', objt: '*PIPE', source: 'none' },
];

export const demoSite: Site = {
  users: [
    { user: 'DEMO', token: 'demo-token', addRequest: true, codes: [37] },
    { user: 'LEAD', token: 'demo-lead-token', addRequest: true, codes: [37, 31], authorizeProjects: true },
    { user: 'VIEWER', token: 'demo-viewer-token', addRequest: false, codes: [] },
  ],
  applications: [
    {
      appl: 'ORD',
      levels: [{ lvl: 10 }, { lvl: 50, follows: 10 }, { lvl: 90, follows: 50, checkOuts: false, distribution: true }],
      attributes,
    },
    { appl: 'WEB', levels: [{ lvl: 10 }], attributes },
  ],
  repositories: [
    {
      repo: 'ORDERS',
      attributes: [
        { gpath: 'QRPGLESRC', gfile: '*.PGM.RPGLE', attr: 'RPGLE' },
        { gpath: 'QRPGLESRC', gfile: '*.SQLRPGLE', attr: 'SQLRPGLE' },
        { gpath: 'QCLSRC', gfile: '*.CLLE', attr: 'CLLE' },
        { gpath: 'QDDSSRC', gfile: '*.DSPF', attr: 'DSPF' },
        { gpath: 'QDDSSRC', gfile: '*.PF', attr: 'PF' },
        { gpath: 'web/**', attr: 'WEBF' },
      ],
      branches: [
        { branch: 'feature/search', proj: 'CUST', task: 12, stsk: 1 },
        { branch: 'main', proj: 'CUST' },
      ],
    },
  ],
  projects: [
    {
      proj: 'CUST',
      text: 'Customer orders',
      authorized: ['ORD'],
      tasks: [
        { task: 12, text: 'Search in orders', subtasks: [{ stsk: 1, text: 'Search screen' }] },
        { task: 13, text: 'Old printouts', active: false },
      ],
    },
    { proj: 'NEWP', text: 'New project' },
    { proj: 'OLD', text: 'Old project', open: false, authorized: ['ORD'] },
  ],
  installed: [
    { appl: 'ORD', lvl: 50, objn: 'ORD100', objt: '*PGM', attr: 'RPGLE', srca: 'RPGLE', srcd: 'Order entry' },
    { appl: 'ORD', lvl: 50, objn: 'CUST', objt: '*FILE', attr: 'PF', srca: 'PF', srcd: 'Customer master' },
  ],
  crossReference: [{ objn: 'PRT200', objt: '*FILE' }],
  pipelines: [{ pipe: 'JENKINS1' }],
};
