import type { Step } from '../checkout/next.ts';
import { some } from '../counted.ts';
import { Problem } from '../errors.ts';
import type { FilingRun, PipelineKeys } from '../filing/filing.ts';
import { modeProblems } from '../mapping/check-modes.ts';
import type { Mapping, RfpMode } from '../mapping/schema.ts';
import { makesCalls } from './ahead.ts';
import type { RunInput } from './input.ts';
import type { Plan } from './plan.ts';
import { attachAs } from './read-mapping.ts';

/** Collects how this run files (RFP mode, names, pipeline keys, file parts) from options, event and mapping. @throws Problem('usage') if they contradict. */
export function filingRun(plan: Plan): FilingRun {
  const { input, subject } = plan.run;
  const { options, event } = input;
  const { mapping } = subject.mapping;
  const { run: vref } = input.me;
  const { branch, head: sha } = plan.range;
  // In GitLab the key of the pipeline job is the pipeline's ID in its API, elsewhere the run as vref names it.
  const ofHost = event.host === 'gitlab' ? event.run.id : null;
  const tkey = options.tkey ?? mapping.pipe?.tkey ?? ofHost ?? vref;
  const mode = options.rfp === undefined ? mapping.rfp : readRfpMode(options.rfp, mapping);
  return {
    ...{ mode, repo: subject.repo, branch, sha, vref, id: event.run.id ?? vref },
    ...{ pipeline: pipelineKeys(plan, mode, tkey), tkey },
    concurrency: options.concurrency,
    attachAs: attachAs(options, subject),
    disposition: options.disposition ?? mapping.attach.disposition,
  };
}

/**
 * Reads the mode of `--rfp`: a word, or the number of an RFP; its form is checked already.
 * @throws Problem('usage') when fields of the mapping contradict it.
 */
function readRfpMode(text: string, mapping: Mapping): RfpMode {
  const mode = text === 'none' || text === 'per-push' || text === 'per-branch' ? text : Number(text);
  const problems = modeProblems(mapping, mode);
  if (problems.length === 0) return mode;
  const what = `\`--rfp ${text}\` does not go with the mapping: ${problems.join('; ')}`;
  throw new Problem('usage', what, 'Change one of the two.');
}

/**
 * Returns `pipe` and `pipa` of the run, by options or mapping, with `tkey`, the key of its job; null: neither is set.
 * @throws Problem('usage') for one of them alone, and for keys without an RFP mode.
 */
function pipelineKeys({ run, steps }: Plan, mode: RfpMode, tkey: string): PipelineKeys | null {
  const { options } = run.input;
  const mapped = run.subject.mapping.mapping.pipe;
  const pipe = options.pipe ?? mapped?.pipe;
  const pipa = options.pipa ?? mapped?.pipa;
  const inFields = steps.some(({ should }) => should.request.fields.pipe !== undefined);
  if (mode === 'none' && (pipe !== undefined || pipa !== undefined || inFields)) {
    throw new Problem('usage', 'pipeline keys need an RFP', 'Set rfp: per-push (or per-branch), or give `--rfp`.');
  }
  if (pipe === undefined && pipa === undefined) return null;
  if (pipe === undefined || pipa === undefined) {
    throw new Problem('usage', 'pipe and pipa go together', 'Give both `--pipe` and `--pipa`.');
  }
  return { pipe, pipa, tkey };
}

/** Checks the number of calls, and of deletes among them, against the options (design §2). @throws Problem('limit') if it is higher. */
export function checkLimits({ options }: RunInput, steps: readonly Step[]): void {
  const calls = steps.filter(makesCalls);
  const deletes = calls.filter(({ should }) => should.request.reason === '*DELETE');
  checkLimit(calls, 'requests', options['max-requests']);
  checkLimit(deletes, 'deletes', options['max-deletes']);
}

/** Checks that there are at most `most` steps. @throws Problem('limit') with the first ten paths, those of dependents by themselves. */
function checkLimit(steps: readonly Step[], what: 'requests' | 'deletes', most: number): void {
  if (steps.length <= most) return;
  const requests = steps.map(({ should }) => should.request);
  const pathsOf = (isOwn: boolean) =>
    requests.flatMap(({ dependent, path }) => ((dependent === undefined) === isOwn ? [path.text] : []));
  const [own, dependents] = [pathsOf(true), pathsOf(false)];
  const ofOwn = own.length === 0 ? '' : `${own.length} for changed files (${some(own, 10)}), `;
  const ofUsers = `${dependents.length} for files that only use one (${some(dependents, 10)})`;
  const paths = dependents.length === 0 ? some(own, 10) : `${ofOwn}${ofUsers}`;
  const message = `this would file ${steps.length} ${what}, and the limit is ${most}: ${paths}`;
  throw new Problem('limit', message, `If you want that, run with \`--max-${what} ${steps.length}\`.`);
}
