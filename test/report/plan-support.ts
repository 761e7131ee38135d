/** Reports of plans, as a pull request shows them. */
import { next, type Step } from '../../src/checkout/next.ts';
import { createRfpPredictor } from '../../src/filing/rfp.ts';
import type { PlannedRequest } from '../../src/plan/planned.ts';
import { buildPlanRows } from '../../src/report/plan-rows.ts';
import type { HeldBy, Report } from '../../src/report/report-json.ts';
import { foreseen, planned, reportOf } from './support.ts';

export const holder: HeldBy = {
  ...{ objectId: 10003, reason: '*MIGRATE', repo: 'ORDERS', branch: 'feature/x', mapping: '.file-checkouts.yml' },
  ...{ path: 'P.RPGLE', user: null, account: 'bob', run: '102-1', commit: 'c0ffee'.repeat(6), verified: true },
  ...{ at: '2026-11-20T10:00:00.000Z', merged: false, gone: false },
};

/** A planned create of an object of its own name. */
export function create(objn: string, fields: PlannedRequest['fields'] = {}): PlannedRequest {
  const identity = { appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null };
  const named = { appl: 'ORD', lvl: 50, objn, objt: '*PGM', attr: 'RPGLE', proj: '*BRANCH', ...fields };
  return planned(`${objn}.RPGLE`, { identity, fields: named });
}

export const creates = (requests: readonly PlannedRequest[]): Step[] =>
  requests.map((request) => next(null, { kind: 'request', request }));

/** The report of a plan. */
export function planOf(steps: readonly Step[], more: Parameters<typeof foreseen>[0] = {}): Report {
  return {
    ...reportOf([], { requests: steps.flatMap((step) => buildPlanRows(step, foreseen(more))) }),
    command: 'plan',
  };
}

/** A plan of so many creates; every one that `isHeld` names is held by another branch. */
export function planOfMany(count: number, isHeld: (n: number) => boolean): Report {
  const requests = Array.from({ length: count }, (_, n) => create(`ORD${String(n).padStart(4, '0')}`));
  const heldBy = new Map(requests.filter((_, n) => isHeld(n)).map((request) => [request, [holder]]));
  return planOf(creates(requests), { heldBy });
}

/** A plan in which a text stands in every place that is filled from outside. */
export function plannedEverywhere(text: string): Report {
  const request = planned(text, {
    identity: { appl: text, lvl: 1, type: text, objn: text, rpth: null },
    fields: { appl: text, lvl: 1, objn: text, objt: text, attr: text, proj: text, task: 1 },
  });
  const other = create('ORD100', { rfpd: text });
  const held = { ...holder, repo: text, branch: text, mapping: text, path: text, account: text, run: text };
  const blocked = next(null, { kind: 'blocked', request, outcome: 'collision', why: text });
  return planOf([...creates([request, other]), blocked], {
    heldBy: new Map([[request, [held, { ...held, gone: true, account: null, user: text, verified: false }]]]),
    names: new Map([[request, [text]]]),
    rfpMode: 'per-branch',
    rfpOf: createRfpPredictor('per-branch', []),
  });
}
