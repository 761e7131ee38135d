/** A mapping of 200 rules as a big team would have it, and paths for it. */

const applications = Array.from({ length: 12 }, (_, n) => `app${n}`);
const sources = [
  ['QRPGLESRC', 'PGM.RPGLE', 'RPGLE'],
  ['QRPGLESRC', 'PGM.SQLRPGLE', 'SQLRPGLE'],
  ['QRPGLESRC', 'RPGLE', 'MODULE'],
  ['QCLSRC', 'PGM.CLLE', 'CLLE'],
  ['QDDSSRC', 'PF', 'PF'],
  ['QDDSSRC', 'LF', 'LF'],
  ['QDDSSRC', 'DSPF', 'DSPF'],
  ['QSRVSRC', 'BND', 'BND'],
  ['QSQLSRC', 'TABLE', 'TABLE'],
  ['QCMDSRC', 'CMD', 'CMD'],
] as const;

/** 120 rules by directory and name, 60 by name or path, 20 that skip: in the order somebody would write them. */
export function rules(): unknown[] {
  const named = Array.from({ length: 15 }, (_, n) => [
    { match: { path: `shared/CUST${n}.PF` }, requests: [{ objn: `CUST${n}` }, { appl: 'WEB', objn: `HIST${n}` }] },
    { match: { gfile: `*R${n}_{part}.RPGLE`, repo: 'ORD*' }, request: { objn: '{part|upper}' } },
    { match: { gpath: `web/site${n}/{area}/**`, gfile: '{page}.{html,css,js}' }, request: { rpth: '/{area}' } },
    { match: { path: `**/lib${n}/**/*X*.{pf,lf}` }, request: { attr: 'PF' } },
  ]);
  const skipped = Array.from({ length: 5 }, (_, n) => [
    { match: { path: `docs${n}/**` }, skip: 'documentation' },
    { match: { gpath: `**/test${n}/**` }, skip: 'a test' },
    { match: { gfile: [`*.md${n}`, `README${n}*`] }, skip: 'documentation' },
    { match: { path: `*/tmp${n}*/**` }, skip: true },
  ]);
  const objects = applications.flatMap((application) =>
    sources.map(([folder, ending, attr]) => ({
      match: { gpath: `${application}/${folder}/**`, gfile: `*.${ending}` },
      request: { attr },
    })),
  );
  return [...named.flat(), ...skipped.flat(), ...objects];
}

/** One path in eight is for nothing but a skip, a web rule or no rule at all. */
export function pathOf(n: number): string {
  const [folder, ending] = sources[n % sources.length] ?? sources[0];
  if (n % 16 === 3) return `web/site${n % 15}/shop/p${n % 40}/page${n}.html`;
  if (n % 16 === 11) return `docs${n % 7}/chapter${n % 30}/text${n}.md`;
  return `${applications[n % 12]}/${folder}/group${n % 25}/ORD${n}.${ending}`;
}
