import type { Step } from '../checkout/next.ts';
import { some } from '../counted.ts';
import { Problem } from '../errors.ts';
import type { FilingRun, PipelineKeys } from '../filing/filing.ts';
import { modeProblems } from '../mapping/check-modes.ts';
import type { Mapping, RfpMode } from '../mapping/schema.ts';
import { makesCalls } from './ahead.ts';
import type { RunInput } from './input.ts';
import type { Plan } from './plan.ts';

/** Returns how the run of a plan files (RFP mode, names, pipeline keys, file parts), by options, event and mapping. @throws Problem('usage') if they contradict. */
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
    attachAs: options['attach-as'] ?? mapping.attach.as,
    disposition: options.disposition ?? mapping.attach.disposition,
  };
}

/** Returns the mode that `--rfp` names: one of its words, or the number of an RFP. @throws Problem('usage') if fields of the mapping contradict it. */
function readRfpMode(text: string, mapping: Mapping): RfpMode {
  const mode = text === 'none' || text === 'per-push' || text === 'per-branch' ? text : Number(text);
  const problems = modeProblems(mapping, mode);
  if (problems.length === 0) return mode;
  const what = `\`--rfp ${text}\` does not go with the mapping: ${problems.join('; ')}`;
  throw new Problem('usage', what, 'Change one of the two.');
}

/**
 * Returns the pipeline keys of the run: `pipe` and `pipa` by options or mapping, and `tkey` as given; null: neither is set.
 * @throws Problem('usage') for one of the two alone, and for keys, also in fields of requests, without an RFP mode.
 */
function pipelineKeys({ run, steps }: Plan, mode: RfpMode, tkey: string): PipelineKeys | null {
  const { options } = run.input;
  const mapped = run.subject.mapping.mapping.pipe;
  const pipe = options.pipe ?? mapped?.pipe;
  const pipa = options.pipa ?? mapped?.pipa;
  const inFields = steps.some(({ should }) => should.request.fields.pipe !== undefined);
  if (mode === 'none' && (pipe !== undefined || pipa !== undefined || inFields))
    throw new Problem('usage', 'pipeline keys need an RFP', 'Set rfp: per-push (or per-branch), or give `--rfp`.');
  if (pipe === undefined && pipa === undefined) return null;
  if (pipe === undefined || pipa === undefined)
    throw new Problem('usage', 'pipe and pipa go together', 'Give both `--pipe` and `--pipa`.');
  return { pipe, pipa, tkey };
}

/**
 * Checks the steps against the limits of the options: at most so many that make calls, and at most so many of these that delete. @throws
 * Problem('limit'), which names the first ten paths of changed files, and of files that only use a changed one
 */
export function checkLimits({ options }: RunInput, steps: readonly Step[]): void {
  const all = steps.filter(makesCalls).map(({ should }) => should.request);
  for (const what of ['requests', 'deletes'] as const) {
    const requests = what === 'requests' ? all : all.filter(({ reason }) => reason === '*DELETE');
    const most = options[`max-${what}`];
    if (requests.length <= most) continue;
    const { own = [], users = [] } = Object.groupBy(requests, ({ dependent }) => (dependent ? 'users' : 'own'));
    const texts = [own, users].map((part) => part.map(({ path }) => path.text));
    const [ofOwn, ofUsers] = texts.map((paths) => some(paths, 10));
    const before = own.length === 0 ? '' : `${own.length} for changed files (${ofOwn}), `;
    const paths = users.length === 0 ? ofOwn : `${before}${users.length} for files that only use one (${ofUsers})`;
    const message = `this would file ${requests.length} ${what}, and the limit is ${most}: ${paths}`;
    throw new Problem('limit', message, `If you want that, run with \`--max-${what} ${requests.length}\`.`);
  }
}
