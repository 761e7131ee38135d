import type { ProbeResult } from '../client/probe-url.ts';
import { type ExitCode, exitCodes } from '../errors.ts';
import { mappingDefaults } from '../mapping/defaults.ts';
import type { Mapping } from '../mapping/schema.ts';
import type { FileProblem } from '../yaml/lines.ts';
import type { CheckFindings } from './check-mapping.ts';
import type { ContentFindings } from './contents.ts';
import type { UseFindings } from './uses.ts';

/** The report of `check --format json` (design §10). */
export interface CheckReport extends CheckFindings {
  readonly valid: boolean;
  /** Errors of an invalid mapping, in the order of the file; then nothing else was checked. */
  readonly errors: readonly FileProblem[];
  /** Null when there is no mapping file. */
  readonly mapping: {
    readonly path: string;
    readonly blob: string;
    /** The file from the top of the job's workspace, for annotations; as given if it is not below that. */
    readonly inWorkspace: string;
  } | null;
  readonly repo: string | null;
  readonly unmappedIs: Mapping['unmapped'];
  readonly rules: { readonly branches: number; readonly files: number };
  /** What the sources use; null: not looked for, as under `dependents: ignore`. */
  readonly uses: UseFindings | null;
  /** What the sources hold that does not fit; null: not looked for. */
  readonly contents: ContentFindings | null;
  /** What the service answered; null: it was not asked. */
  readonly service: ProbeResult | null;
  readonly exitCode: ExitCode;
}

/** The report on an invalid mapping. */
export const notChecked: Omit<CheckReport, 'exitCode'> = {
  ...{ tracked: 0, unmapped: [], unreached: [], shadowed: [], collisions: [], warnings: [] },
  ...{ valid: false, errors: [], mapping: null, repo: null, unmappedIs: mappingDefaults.unmapped },
  ...{ uses: null, contents: null, service: null, rules: { branches: 0, files: 0 } },
};

/** Returns the first that applies: 2 not valid, 4 service not ok, 2 no mapping, 1 files without a rule under `unmapped: error`, 0. */
export function chooseExitCode(report: Omit<CheckReport, 'exitCode'>): ExitCode {
  if (!report.valid) return exitCodes.usage;
  if (report.service !== null && !report.service.ok) return exitCodes.serviceLost;
  if (report.mapping === null) return exitCodes.usage;
  return report.unmappedIs === 'error' && report.unmapped.length > 0 ? exitCodes.notFiled : exitCodes.filed;
}
