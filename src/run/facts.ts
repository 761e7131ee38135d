import { Problem, toProblem } from '../errors.ts';
import { GitFailure } from '../git/failure.ts';
import type { Lease } from '../ledger/record.ts';
import type { LeftOut } from '../plan/planned.ts';
import type { DependentRow } from '../report/dependents.ts';
import type { Report, ReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';
import type { RunInput } from './input.ts';

/** Everything known of a run, so that one that fails still reports it. */
export interface Facts extends Pick<Report, 'mapping' | 'range' | 'nothingToFile'> {
  readonly leftOut: readonly LeftOut[];
  readonly notices: readonly Notice[];
  readonly requests: readonly ReportRequest[];
  /** Objects that the push affects, and does not change. */
  readonly dependents: readonly DependentRow[];
  readonly error: Problem | null;
}

/** The facts that one step of a run finds out. */
export type StepFacts = Partial<Facts>;

export const noFacts: Facts = {
  ...{ mapping: null, range: null, nothingToFile: null, error: null },
  ...{ leftOut: [], notices: [], requests: [], dependents: [] },
};

/**
 * Returns the facts with the error that ended a run, as the report has it. After a cancellation, the signal's own error and those of
 * Git, whose processes end with the run, become Problem('cancelled'). Calls `onDefect` for an unforeseen error.
 */
export function withError({ signal, onDefect }: RunInput, facts: Facts, thrown: unknown): Facts {
  const isOfGit = thrown instanceof GitFailure || (thrown instanceof Problem && ['git', 'range'].includes(thrown.code));
  if (signal.aborted && (isOfGit || thrown === signal.reason)) {
    const message = 'the run was cancelled before its changes were known';
    return { ...facts, error: new Problem('cancelled', message, 'Start the run again.', { cause: thrown }) };
  }
  const error = toProblem(thrown);
  if (error.code === 'defect') onDefect(thrown);
  return { ...facts, error };
}

/** Why an attempt of a run no longer counts. */
type Stale =
  /** The record has changed. */
  | { readonly kind: 'moved' }
  /** Another run of the branch goes first. */
  | { readonly kind: 'underWay'; readonly lease: Lease }
  /** The job may not write the ledger: plan again without its record. */
  | { readonly kind: 'ledgerRefused'; readonly why: string };

/** Ends an attempt of a run that has to be attempted again, as the base of its decisions has changed. */
export class StartAgain extends Error {
  readonly stale: Stale;

  constructor(stale: Stale) {
    super(stale.kind);
    this.name = 'StartAgain';
    this.stale = stale;
  }
}
