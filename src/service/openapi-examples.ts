/** Example calls of the OpenAPI document; sent in this order to the demo site, each is carried out (a test does it). */
import type { Variant } from './payload.ts';

const program = {
  summary: 'An object, with nothing left to derive',
  value: { appl: 'ORD', lvl: 10, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE' },
};

const fromGit = {
  summary: 'A file of a Git repository; attribute, type and project are derived',
  value: {
    appl: 'ORD',
    lvl: 10,
    objn: 'ORD300',
    repo: 'ORDERS',
    branch: 'main',
    gpath: 'QRPGLESRC',
    gfile: 'ORD300.PGM.RPGLE',
    proj: '*BRANCH',
    arfp: '*NEW',
    vref: '4711.1',
  },
};

const quoted = {
  summary: 'Quoted numbers, and a reason',
  value: { appl: 'ORD', lvl: '50', objn: 'ORD100', objt: '*PGM', attr: 'RPGLE', rsn: '*DELETE' },
};

export function createExamples(variant: Variant) {
  return variant === 'earlier' ? { program, quoted } : { program, fromGit, quoted };
}

/** Bodies of an update by name; of the second request above, which has the number 10002. */
export const updateExamples = {
  moved: {
    summary: 'The file was moved',
    value: { objectId: 10002, gpath: 'orders/QRPGLESRC', gfile: 'ORD300.PGM.RPGLE' },
  },
  withdrawn: {
    summary: 'Out of its RFP, and the object unlocked',
    value: { objectId: 10002, arfp: '*NO', lock: '*NO' },
  },
};
