import type { Site } from '../../src/service/site.ts';

export const tokens = { ours: 'demo-token', colleague: 'lead-token' } as const;

const member = { source: 'member', fsfl: 'QSRC' } as const;

/** The installation of all stories. */
export const storySite: Site = {
  users: [
    { user: 'DEMO', token: tokens.ours, addRequest: true, codes: [37, 31] },
    { user: 'JANE', addRequest: true, codes: [37] },
    { user: 'LEAD', token: tokens.colleague, addRequest: true, codes: [37, 31] },
  ],
  applications: [
    {
      appl: 'ORD',
      levels: [{ lvl: 10 }, { lvl: 20 }, { lvl: 50, follows: 10 }],
      attributes: [
        { attr: 'RPGLE', objt: '*PGM', ...member },
        { attr: 'SQLRPGLE', objt: '*MODULE', ...member },
        { attr: 'PF', objt: '*FILE', ...member },
        { attr: 'PF2', objt: '*FILE', ...member },
        { attr: 'DSPF', objt: '*FILE', ...member },
        { attr: 'COPY', objt: '*SRC', ...member },
      ],
    },
  ],
  allInstalled: false,
  repositories: [{ repo: 'ORDERS' }, { repo: 'STOCK' }],
};
