import { defaultMappingFile } from '../../mapping/defaults.ts';
import { demoSite } from '../../service/demo.ts';
import type { Push, Script } from './pushes.ts';
import { createSandbox, pushFiles, type SandboxInput } from './sandbox.ts';

const mapping = `version: 1
repo: ORDERS
branches:
  - branch: main
    appl: ORD
    lvl: 50
  - branch: "feature/**"
    appl: ORD
    lvl: 10
    creq: "*NO"
rfp: per-push
dependents: request # recompile what uses a changed file
rules:
  - match: { gpath: QRPGLESRC, gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM" }
  - match: { gpath: "QRPGLESRC/**", gfile: "*.SQLRPGLE" }
    request: {} # attr and objt left out: the service derives them
  - match: { gpath: QDDSSRC, gfile: "*.PF" }
    request: { attr: PF, objt: "*FILE" }
  - match: { path: "web/**" }
    request: { attr: WEBF, objt: "*IFS" }
  - match: { gpath: QCPYLESRC }
    skip: copy member
  - match: { path: ["README.md", ".file-checkouts.yml"] }
    skip: not a source file
pipe: { pipe: JENKINS1, pipa: PIPE }
`;

const program = `**free
// Order entry
ctl-opt dftactgrp(*no);
/copy QCPYLESRC,ORDTEXTS
dsply title;
*inlr = *on;
`;

const texts = "dcl-c title 'Order entry';\n";

const oldList = `**free
// Old order list
dsply 'Old order list';
*inlr = *on;
`;

const customers = `     A          R CUSTR
     A            CUSTNO         7P 0
     A            CUSTNAME      40A
`;

const search = `**free
// Search in orders
ctl-opt nomain;
dcl-proc searchOrders export;
end-proc;
`;

/**
 * Creates a sandbox with an empty repository, and returns the script of the sample, whose steps commit and push to it, in order: an import,
 * a feature branch, a change to files already filed, a move and a delete, a copy member. The caller disposes the script's sandbox.
 */
export async function createSampleScript(input: SandboxInput): Promise<Script> {
  const sandbox = await createSandbox(input, { branch: 'main' });
  const heads = new Map<string, string>();
  const createStep = (title: string, branch: string, message: string, files: Record<string, string | null>) => ({
    title,
    push: async (): Promise<Push> => {
      const before = heads.get(branch) ?? null;
      if (before === null && heads.size > 0) await sandbox.work('checkout', '--quiet', '-b', branch);
      const after = await pushFiles(sandbox, branch, message, files);
      heads.set(branch, after);
      return { branch, before, after };
    },
  });
  const imported = {
    [defaultMappingFile]: mapping,
    'README.md': '# Orders\n',
    'QRPGLESRC/ORD100.PGM.RPGLE': program,
    'QRPGLESRC/ORD900.PGM.RPGLE': oldList,
    'QCPYLESRC/ORDTEXTS.RPGLEINC': texts,
    'QDDSSRC/CUST.PF': customers,
    'web/index.html': '<!doctype html>\n<title>Orders</title>\n',
  };
  const branch = 'feature/search';
  const steps = [
    createStep('an import into main', 'main', 'Import the order application', imported),
    createStep('a feature branch that is linked to project CUST, task 12, subtask 1', branch, 'Search in orders', {
      'QRPGLESRC/ORDSRCH.SQLRPGLE': search,
      'QDDSSRC/CUST.PF': `${customers}     A            CUSTCITY      30A\n`,
    }),
    createStep('a change to files that are filed already', branch, 'Search by city', {
      'QRPGLESRC/ORDSRCH.SQLRPGLE': search.replace('end-proc', '  // by name and city\nend-proc'),
      'QDDSSRC/CUST.PF': `${customers}     A            CUSTCITY      40A\n`,
    }),
    createStep('a push with a move and a delete', branch, 'Move the search, drop the old list', {
      'QRPGLESRC/ORDSRCH.SQLRPGLE': null,
      'QRPGLESRC/SEARCH/ORDSRCH.SQLRPGLE': search.replace('end-proc', '  // by name and city\nend-proc'),
      'QRPGLESRC/ORD900.PGM.RPGLE': null,
    }),
    createStep('a change to a copy member alone: the program that uses it is recompiled', branch, 'Longer title', {
      'QCPYLESRC/ORDTEXTS.RPGLEINC': texts.replace('entry', 'entry by customer'),
    }),
  ];
  return {
    what: 'a sample repository (--repo-dir DIR rehearses your own)',
    ...{ site: demoSite, token: 'demo-token', at: 'at a simulated service', about: [], advice: [] },
    sandbox,
    ...{ repositoryName: 'ORDERS', defaultBranch: 'main', steps },
  };
}
