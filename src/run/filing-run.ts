import type { Step } from '../checkout/next.ts';
import { Problem } from '../errors.ts';
import type { FilingRun, PipelineKeys } from '../filing/filing.ts';
import { modeProblems } from '../mapping/check-modes.ts';
import type { Mapping, RfpMode } from '../mapping/schema.ts';
import type { RunInput } from './input.ts';
import type { RunSubject } from './open.ts';
import type { Range } from './range.ts';

/** What of a plan says how it is filed. */
interface Filed {
  readonly named: RunSubject;
  readonly range: Range;
  readonly steps: readonly Step[];
}

/** How this run files, by its options and the mapping. @throws Problem('usage') for what does not go together. */
export function filingRun(input: RunInput, planned: Filed): FilingRun {
  const { options } = input;
  const { mapping } = planned.named.read.mapping;
  const { run } = input.me;
  const tkey = options.tkey ?? mapping.pipe?.tkey ?? keyOfRun(input);
  const mode = options.rfp === undefined ? mapping.rfp : readRfpMode(options.rfp, mapping);
  return {
    mode,
    repo: planned.named.repo,
    branch: planned.range.branch,
    sha: planned.range.head,
    vref: run,
    id: input.event.run.id ?? run,
    pipeline: pipelineKeys(input, planned, mode, tkey),
    tkey,
    concurrency: options.concurrency,
    attachAs: options['attach-as'] ?? mapping.attach.as,
    disposition: options.disposition ?? mapping.attach.disposition,
  };
}

/**
 * The mode that `--rfp` names, of a form that the table of options has checked.
 *
 * @throws Problem('usage') when the mapping's own fields do not go with it.
 */
function readRfpMode(text: string, mapping: Mapping): RfpMode {
  const mode = text === 'none' || text === 'per-push' || text === 'per-branch' ? text : Number(text);
  const problems = modeProblems(mapping, mode);
  if (problems.length === 0) return mode;
  throw new Problem(
    'usage',
    `--rfp ${text} does not go with the mapping: ${problems.join('; ')}`,
    'Change one of the two.',
  );
}

/** GitLab's key is the pipeline, as its API knows it; elsewhere it is the run as vref names it. */
function keyOfRun({ event, me }: RunInput): string {
  return event.host === 'gitlab' && event.run.id !== null ? event.run.id : me.run;
}

function pipelineKeys(input: RunInput, planned: Filed, mode: RfpMode, tkey: string): PipelineKeys | null {
  const { options } = input;
  const mapped = planned.named.read.mapping.mapping.pipe;
  const pipe = options.pipe ?? mapped?.pipe;
  const pipa = options.pipa ?? mapped?.pipa;
  const inFields = planned.steps.some(({ should }) => should.request.fields.pipe !== undefined);
  if (mode === 'none' && (pipe !== undefined || pipa !== undefined || inFields)) {
    throw new Problem('usage', 'pipeline keys need an RFP', 'Map rfp: per-push (or per-branch), or give --rfp.');
  }
  if (pipe === undefined && pipa === undefined) return null;
  if (pipe === undefined || pipa === undefined) {
    throw new Problem('usage', 'pipe and pipa go together', 'Give both --pipe and --pipa.');
  }
  return { pipe, pipa, tkey };
}
