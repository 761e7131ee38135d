/** §2.1, §2.3, §2.4, §2.5: values, defaults and numbers of a create. */
import { demoSite } from '../../../src/service/demo.ts';
import { D, done, L, like, N, no, ok, P, post, type Rule, rule, W } from './rule.ts';

interface Listed {
  readonly field: string;
  readonly section: string;
  readonly values: readonly string[];
  readonly fallback: string;
  /** A name is a value too. */
  readonly name?: string;
  readonly base?: object;
  /** Where it is stored. */
  readonly at?: string;
}

const ofRfp = (field: string) => ({ base: N, at: `@rfps.0.${field}` });
const lists: readonly Listed[] = [
  { field: 'rsn', section: '§2.3', values: ['*MIGRATE', '*DELETE', '*RECOMPILE', '*UPDATE'], fallback: '*MIGRATE' },
  { field: 'copy', section: '§2.1', values: ['*NO', '*YES'], fallback: '*NO' },
  { field: 'lock', section: '§2.1', values: ['*YES', '*NO'], fallback: '*YES' },
  { field: 'creq', section: '§2.1', values: ['*YES', '*NO'], fallback: '*YES', ...ofRfp('creq') },
  { field: 'areq', section: '§2.1', values: ['*YES', '*NO', '*MANUAL'], fallback: '*YES', ...ofRfp('areq') },
  { field: 'sreq', section: '§2.1', values: ['*YES', '*NO'], fallback: '*YES', ...ofRfp('sreq') },
  { field: 'data', section: '§2.5', values: ['*SAME', '*MIGRATE', '*NONE'], fallback: '*SAME', name: 'OTHERFILE' },
  { field: 'dmbr', section: '§2.5', values: ['*ALL', '*FIRST'], fallback: '*ALL', name: 'MEMBER' },
  { field: 'rpgm', section: '§2.5', values: ['*DEFAULT', '*NO', '*YES'], fallback: '*DEFAULT' },
  ...['rjrn', 'rcst', 'rtrg', 'rlfm'].map((field) => ({
    ...{ field, section: '§2.1', values: ['*DFT', '*NO', '*YES'], fallback: '*DFT' },
  })),
  { field: 'dir', section: '§2.1', values: ['*YES', '*NO'], fallback: '*NO', base: W },
];

const listed: Rule[] = lists.flatMap(
  ({ field, section, values, fallback, name, base = P, at = `@requests.0.${field}` }) => [
    rule(`${section} ${field}`, `Default ${fallback}`, post(base, ok({ [at]: fallback }))),
    ...values.map((value) =>
      rule(`${section} ${field}`, `Values: ${value}`, post({ ...base, [field]: value }, ok({ [at]: value }))),
    ),
    ...(name === undefined
      ? []
      : [rule(`${section} ${field}`, 'Values: <name>', post({ ...base, [field]: name }, ok({ [at]: name })))]),
    rule(
      `${section} ${field}`,
      'Values in the list, and no other',
      post({ ...base, [field]: '*OTHER' }, no(like(field))),
    ),
  ],
);

const quoted: Rule[] = [
  ['lvl', 10, P],
  ['task', 12, { ...P, proj: 'CUST' }],
  ['stsk', 1, { ...P, proj: 'CUST', task: 12 }],
  ['csqo', 4, P],
].flatMap(([field, value, base]) => {
  const name = String(field);
  const at = `@requests.0.${name}`;
  const section = `§2.1 ${name}`;
  return [
    rule(section, 'numeric fields as numbers', post({ ...(base as object), [name]: value }, ok({ [at]: value }))),
    rule(
      section,
      'numeric fields as quoted strings',
      post({ ...(base as object), [name]: String(value) }, ok({ [at]: value })),
    ),
    rule(section, 'integer: no text', post({ ...(base as object), [name]: 'x' }, no(like(name)))),
    rule(section, 'integer: no fraction', post({ ...(base as object), [name]: 1.5 }, no(like(name)))),
  ];
});

const strings: Rule[] = 'objn objt attr srcn srca srcd user folb fslb fsfl lock vref'
  .split(' ')
  .map((name) => rule(`§2.1 ${name}`, 'string: no number', post({ ...P, [name]: 7 }, no(like(name)))));

const assignments: Rule[] = [
  rule(
    '§2.4 *NO',
    'Default. No RFP assigned',
    post(P, ok({ 'request.rfp': 0, 'request.rfpd': '', '@requests.0.arfp': '*NO' })),
  ),
  rule('§2.4 *NO', 'No RFP assigned', post({ ...P, arfp: '*NO' }, ok({ 'request.rfp': 0, '@rfps': { size: 0 } }))),
  rule(
    '§2.4 *YES',
    'Assigned to the RFP number in rfp',
    post(N, ok()),
    post({ ...N, objn: 'B' }, ok()),
    post({ ...P, objn: 'C', arfp: '*YES', rfp: 101 }, ok({ 'request.rfp': 101 })),
  ),
  rule(
    '§2.4 *YES',
    'the RFP number in rfp: quoted',
    post(N, ok()),
    post({ ...P, objn: 'C', arfp: '*YES', rfp: '101' }, ok({ 'request.rfp': 101 })),
  ),
  rule('§2.4 *YES', 'the RFP number in rfp: none', post({ ...P, arfp: '*YES' }, no(like('rfp')))),
  rule('§2.4 *YES', 'the RFP number in rfp: unknown', post({ ...P, arfp: '*YES', rfp: 999 }, no(like('999')))),
  rule(
    '§2.4 *AUTO',
    'An open RFP matching application, level, user and description: joins it',
    post(N, ok()),
    post({ ...N, objn: 'B', arfp: '*AUTO' }, ok({ 'request.rfp': 101 })),
  ),
  rule(
    '§2.4 *AUTO',
    'matching application',
    post(N, ok()),
    post({ ...N, appl: 'WEB', arfp: '*AUTO' }, ok({ 'request.rfp': 102 })),
  ),
  rule(
    '§2.4 *AUTO',
    'matching level',
    post(N, ok()),
    post({ ...N, lvl: 50, arfp: '*AUTO' }, ok({ 'request.rfp': 102 })),
  ),
  rule(
    '§2.4 *AUTO',
    'matching user',
    post(N, ok()),
    post({ ...N, objn: 'B', user: 'LEAD', arfp: '*AUTO' }, ok({ 'request.rfp': 102 })),
  ),
  rule(
    '§2.4 *AUTO',
    'matching description',
    post(N, ok()),
    post({ ...N, objn: 'B', rfpd: 'Other', arfp: '*AUTO' }, ok({ 'request.rfp': 102 })),
  ),
  rule(
    '§2.4 *AUTO',
    'An open RFP: not one that has moved on',
    post(N, ok()),
    post({ status: '20' }, { status: 200 }, { path: '/inspect/requests/10001' }),
    post({ ...N, objn: 'B', arfp: '*AUTO' }, ok({ 'request.rfp': 102 })),
  ),
  rule(
    '§2.4 *AUTO',
    'otherwise a new RFP is created',
    post({ ...N, arfp: '*AUTO' }, ok({ 'request.rfp': 101, '@rfps.0.requests': [10001] })),
  ),
  rule(
    '§2.4 *NEW',
    'A new RFP is created for application, level, user and description',
    post(
      N,
      ok({
        'request.rfp': 101,
        '@rfps.0.appl': 'ORD',
        '@rfps.0.lvl': 10,
        '@rfps.0.user': 'DEMO',
        '@rfps.0.rfpd': 'First',
      }),
    ),
  ),
  rule(
    '§2.4 *NEW',
    'A new RFP: though one would match',
    post(N, ok()),
    post({ ...N, objn: 'B' }, ok({ 'request.rfp': 102 })),
  ),
  rule('§2.4', 'Values, and no other', post({ ...P, arfp: '*SAME' }, no(like('arfp')))),
  rule(
    '§2.3 *UPDATE',
    'An ILE program is updated',
    post({ ...P, rsn: '*UPDATE' }, ok({ '@requests.0.rsn': '*UPDATE' })),
  ),
  rule('§2.3 *UPDATE', 'or service program', post({ ...P, objt: '*SRVPGM', attr: 'BND', rsn: '*UPDATE' }, ok())),
  rule('§2.3 *UPDATE', 'and nothing else', post({ ...D, rsn: '*UPDATE' }, no(like('UPDATE')))),
  rule('§2.3 *DELETE', 'An existing object is deleted', post({ ...P, objn: 'ORD100', lvl: 50, rsn: '*DELETE' }, ok())),
  rule(
    '§2.3 *RECOMPILE',
    'recompiled from the source already in the environment',
    post({ ...P, objn: 'ORD100', lvl: 50, rsn: '*RECOMPILE' }, ok()),
    post({ ...P, objn: 'NOTHERE', lvl: 50, rsn: '*RECOMPILE' }, no(like('not installed'))),
    { site: demoSite },
  ),
];

const cust = { appl: 'ORD', lvl: 50, objn: 'CUST', objt: '*FILE', attr: 'PF' };
const files = demoSite.applications.map((each) => {
  const lf = { attr: 'LF', objt: '*FILE', source: 'member', fsfl: 'QDDSSRC', srca: 'LF' } as const;
  return { ...each, attributes: [...each.attributes, lf] };
});
const withLf = { site: { ...demoSite, applications: files } };
const logical: Rule[] = [
  rule(
    '§2.5 data',
    '*NONE: Required for a logical file that replaces a physical file, by source type',
    post({ ...cust, srca: 'LF' }, no(like('data'))),
  ),
  rule('§2.5 data', '*NONE: by attribute', post({ ...cust, attr: 'LF' }, no(like('data'))), withLf),
  rule('§2.5 data', '*NONE: by object type', post({ ...cust, objt: '*LF' }, no(like('data')))),
  rule('§2.5 data', '*NONE: sent', post({ ...cust, srca: 'LF', data: '*NONE' }, ok({ '@requests.0.data': '*NONE' }))),
  rule(
    '§2.5 data',
    '*NONE: with the attribute of logical files',
    post({ ...cust, attr: 'LF', data: '*NONE' }, ok()),
    withLf,
  ),
  rule('§2.5 data', '*NONE: by a source type of its kind', post({ ...cust, srca: 'LF38' }, no(like('data')))),
  rule('§2.5 data', '*NONE: not where it is deleted', post({ ...cust, srca: 'LF', rsn: '*DELETE' }, ok())),
  rule('§2.5 data', 'a physical file that replaces one keeps *SAME', post(cust, ok({ '@requests.0.data': '*SAME' }))),
  rule('§2.5 data', 'a logical file that replaces nothing', post({ ...cust, lvl: 10, srca: 'LF' }, ok())),
];

const cases: Rule[] = [
  rule(
    '§2.1 objn',
    'names of library objects ignore case',
    post(P, ok()),
    post({ ...P, objn: 'ord200' }, no(like('locked'))),
  ),
  rule('§2.1 objn', 'names in the IFS do not', post(W, ok()), post({ ...W, objn: 'PAGE.html' }, done())),
  rule(
    '§2.1 srcd',
    'text of any letters',
    post({ ...P, srcd: 'Größe 日本 €' }, ok({ '@requests.0.srcd': 'Größe 日本 €' })),
  ),
  rule(
    '§2.1 gpath',
    'the root of the repository is empty',
    post({ ...L, attr: 'RPGLE', objt: '*PGM', gpath: '' }, ok({ '@requests.0.gpath': '' })),
  ),
];

export const createValues: readonly Rule[] = [...listed, ...quoted, ...strings, ...assignments, ...logical, ...cases];
