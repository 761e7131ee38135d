/** Reports with what a push affects. */
import { type FiledRequest, filed } from '../../src/checkout/outcome.ts';
import type { Report, ReportDependent } from '../../src/report/report-json.ts';
import { planned, reportOf, times } from './support.ts';

/** An affected program of that name, by the change of one include. */
export function dependent(objn: string, more: Partial<ReportDependent> = {}): ReportDependent {
  return {
    path: `QRPGLESRC/${objn}.PGM.RPGLE`,
    ...{ appl: 'ORD', lvl: 50, objn, objt: '*PGM', reason: '*RECOMPILE' as const },
    because: [{ path: 'QCPYLESRC/INC.RPGLEINC', use: 'include' as const, via: [] }],
    request: null,
    ...more,
  };
}

/** The row that compiles it. */
export function recompiled(objn: string, outcome: FiledRequest['outcome'], more: Partial<FiledRequest> = {}) {
  const identity = { appl: 'ORD', lvl: 50, type: '*PGM', objn, rpth: null };
  return filed(planned(`QRPGLESRC/${objn}.PGM.RPGLE`, { identity, reason: '*RECOMPILE' }), outcome, more);
}

/** The report of a run that affects these. */
export const affecting = (dependents: readonly ReportDependent[], rows: readonly FiledRequest[] = []): Report =>
  reportOf(rows, { dependents });

/** One of each: requested, only reported, bound by way of others, left out by the mapping. */
export function someOfEach(): Report {
  const file = { path: 'QDDSSRC/CUST.PF', use: 'file' as const };
  const mod = { path: 'QRPGLESRC/MOD.MODULE.RPGLE', via: [] };
  return affecting(
    [
      dependent('ORD100', { request: 0 }),
      dependent('ORD200', { because: [{ ...file, via: ['QDDSSRC/CUSTL1.LF'] }], ambiguous: true, request: 1 }),
      dependent('ORD300', { reason: '*UPDATE', because: [{ ...mod, use: 'bind', deleted: true }] }),
      dependent('T', { path: 'test/T.RPGLE', appl: null, lvl: null, objn: null, objt: null, leftOut: 'skip: tests' }),
    ],
    [recompiled('ORD100', 'created', { objectId: 10_001, rfp: 77 }), recompiled('ORD200', 'conflict', { msg: 'held' })],
  );
}

/** So many, each by the change of a file of its own; half of them are requested. */
export function many(count: number): Report {
  const names = times(count, (n) => `PGM${n}`);
  const rows = names.slice(0, count / 2).map((name, n) => recompiled(name, 'created', { objectId: n + 1 }));
  const dependents = names.map((name, n) => {
    const because = [{ path: `QCPYLESRC/INC${n}.RPGLEINC`, use: 'include' as const, via: [] }];
    return dependent(name, { because, request: n < rows.length ? n : null });
  });
  return affecting(dependents, rows);
}

/** A text in every place of a dependent that is filled from outside. */
export function hostileDependents(text: string): ReportDependent[] {
  const because = [{ path: text, use: 'include' as const, via: [text] }];
  return [
    dependent(text, { path: text, appl: text, objt: text, because }),
    dependent(text, { path: `${text}2`, appl: null, lvl: null, objn: null, objt: null, because, leftOut: text }),
  ];
}
