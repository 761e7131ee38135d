/** Examples for editors, which offer and show them: by key of the mapping, and by field of a create request (§2.1). */

import type { MappedFieldName, MatchPart } from '../src/mapping/schema.ts';

/** Values of fields; text may hold placeholders. Fields with a value list need none. */
export const fieldExamples: { readonly [name in MappedFieldName]?: readonly (string | number)[] } = {
  appl: ['ORD'],
  lvl: [10],
  objn: ['{name|upper}', '{stem}'],
  objt: ['*PGM', '*MODULE', '*SRVPGM', '*FILE', '*CMD', '*IFS'],
  attr: ['RPGLE', '{ext|upper}'],
  rpth: ['/{gpath}'],
  srcn: ['{stem}'],
  srca: ['RPGLE', '{ext|upper}'],
  user: ['JANE'],
  folb: ['DEVLIB'],
  fslb: ['DEVLIB'],
  fsfl: ['QRPGLESRC'],
  repo: ['ORDERS'],
  proj: ['*BRANCH', '{proj}'],
  task: ['{task}'],
  stsk: ['{stsk}'],
  rfpd: ['*TASK', '{repo} {branch}'],
  csqo: [10],
  data: ['*SAME', '*MIGRATE', '*NONE'],
  dmbr: ['*ALL', '*FIRST'],
  vref: ['{run}'],
};

/** Patterns, by the part that they match. */
export const patternExamples: Readonly<Record<MatchPart, readonly string[]>> = {
  path: ['docs/**'],
  gpath: ['QRPGLESRC', '**/QRPGLESRC'],
  gfile: ['*.PGM.RPGLE', '*.{PF,LF}'],
  repo: ['ORD*'],
  branch: ['main', 'feature/**', 'feat-{proj}-{task}.{stsk}'],
};

/** Values of keys at the top of the mapping. */
export const keyExamples: Readonly<Record<string, readonly unknown[]>> = {
  repo: ['ORDERS'],
  'skip-pushers': [['mdgit-bot']],
  users: [{ 'jane-doe': 'JANE' }],
  pipe: [{ pipe: 'JENKINS1', pipa: 'PIPE' }],
};
