import type { LeftOut } from '../plan/planned.ts';
import type { DependentRow } from '../report/dependents.ts';
import type { RunError } from '../report/make-report.ts';
import type { Report, ReportRequest } from '../report/report-json.ts';
import type { Notice } from '../sentences/notice.ts';

/** What is known of a run, so that one that fails still reports it. */
export interface Facts extends Pick<Report, 'mapping' | 'range' | 'nothingToFile'> {
  readonly leftOut: readonly LeftOut[];
  /** How many objects that were filed before stand as they should; null: nobody looked. */
  readonly standing: number | null;
  readonly notices: readonly Notice[];
  readonly requests: readonly ReportRequest[];
  /** What the push affects beside what it changes. */
  readonly dependents: readonly DependentRow[];
  readonly error: RunError | null;
}

/** What one step tells beside what it hands on. */
export type StepFacts = Partial<Facts>;

export const noFacts: Facts = {
  mapping: null,
  range: null,
  nothingToFile: null,
  leftOut: [],
  standing: null,
  notices: [],
  requests: [],
  dependents: [],
  error: null,
};

/** The facts with what a step has told; notices add up. */
export function withTold(facts: Facts, told: StepFacts): Facts {
  return { ...facts, ...told, notices: [...facts.notices, ...(told.notices ?? [])] };
}
