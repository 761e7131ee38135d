import { Stage } from './support.ts';

/** A mapping under which dependents are requested; `more` stands before the rules, `rule` in each of them. */
export const mapping = (more = '', rule = '') => `version: 1
repo: ORDERS
dependents: request
branches:
  - { branch: main, appl: ORD, lvl: 50 }
  - { branch: ["feature/**"], appl: ORD, lvl: 10 }
request: { proj: null }
${more}rules:
  - match: { gfile: "*.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM"${rule} }
  - match: { gfile: "*.PF" }
    request: { attr: PF, objt: "*FILE"${rule} }
  - match: { gfile: "*.RPGLEINC" }
    skip: include
  - match: { path: "**" }
    skip: no source
`;

/** A uses the include, B the file, C neither. */
export const sources = {
  'INC.RPGLEINC': 'dcl-s a char(1);\n',
  'A.RPGLE': '**free\n/copy INC\nreturn;\n',
  'B.RPGLE': '**free\ndcl-f CUST;\nreturn;\n',
  'C.RPGLE': '**free\nreturn;\n',
  'CUST.PF': '     A          R CUSTR\n',
};

/** A push of the include, and one of the file: what uses them is compiled again. */
export const include = (digits = 2) => ({ 'INC.RPGLEINC': `dcl-s a char(${digits});\n` });
export const changedFile = { 'CUST.PF': '     A          R CUSTR2\n' };

/** A stage on which all sources are installed: their requests have moved on. */
export async function installed(text = mapping(), files: Record<string, string> = sources): Promise<Stage> {
  return Stage.after(`installed ${JSON.stringify(files)}`, text, (made) => install(made, files));
}

/** Files all sources and has their requests moved on. */
export async function install(stage: Stage, files: Record<string, string> = sources): Promise<void> {
  const report = await stage.push('Import', files);
  if (report.exitCode !== 0) throw new Error(`the sources were not filed: ${JSON.stringify(report.error)}`);
  for (const { objn } of stage.service.inspect().requests) await stage.later(objn, { status: '20' });
}
