/** `explain`: which rules win for a path and why, and where each field of its requests comes from. */

import { type CreateFields, createFields } from '../interface/fields.ts';
import { type BranchExplanation, type BranchMatch, branchRuleFor, explainBranch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { type RenderedFields, renderFields } from '../mapping/fields.ts';
import { explainMatch, type FileMatch, matchFile, type RuleExplanation } from '../mapping/match.ts';
import type { RuleFields } from '../mapping/schema.ts';

/** What a path is explained for. */
export interface ExplainInput {
  readonly compiled: CompiledMapping;
  readonly repo: string;
  readonly branch: string;
  /** `--set`. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** One field of a request and where its value comes from. */
export interface ExplainedField {
  readonly name: string;
  /** Null: not sent. */
  readonly value: string | number | null;
  /** `run`, `request`, `branches[0]`, `rules[3]`, `--set`, `default`, or `service`: left to it. */
  readonly from: string;
  /** The value with placeholders from which it was made; null: it is as written. */
  readonly template: string | null;
  /** What the service uses for a field that is not sent, where the interface says so. */
  readonly serviceDefault: string | null;
}

/** One request that a file makes. */
export interface ExplainedRequest {
  readonly fields: readonly ExplainedField[];
  /** What keeps it from being sent. */
  readonly problems: readonly string[];
}

/** What becomes of one path, and why. */
export interface Explanation {
  readonly path: string;
  readonly branch: string;
  readonly branchRules: readonly BranchExplanation[];
  /** The branch rule that wins; null: nothing is filed for this branch. */
  readonly branchRule: string | null;
  readonly fileRules: readonly RuleExplanation[];
  readonly result:
    | { readonly kind: 'requests'; readonly rule: string; readonly requests: readonly ExplainedRequest[] }
    | { readonly kind: 'skip'; readonly rule: string; readonly why: string }
    | { readonly kind: 'unmapped'; readonly is: 'error' | 'warn' | 'ignore' }
    | { readonly kind: 'noBranchRule' };
}

/** Fields that a run adds to each create, by mode; they have no origin in the mapping (design §7). */
const ofRun: readonly string[] = ['arfp', 'rfp', 'rfpd', 'vref', 'pipe', 'pipa', 'tkey'];

/**
 * Explains one path. Pure; the file need not exist.
 *
 * @param path with slashes, from the top of the repository.
 */
export function explainPath(input: ExplainInput, path: string): Explanation {
  const { compiled, repo, branch } = input;
  const branchMatch = branchRuleFor(compiled, branch);
  const file = { path, repo, branch };
  return {
    path,
    branch,
    branchRules: explainBranch(compiled, branch),
    branchRule: branchMatch?.rule ?? null,
    fileRules: explainMatch(compiled, file),
    result:
      branchMatch === null ? { kind: 'noBranchRule' } : resultOf(input, branchMatch, path, matchFile(compiled, file)),
  };
}

function resultOf(
  input: ExplainInput,
  branchMatch: BranchMatch,
  path: string,
  match: FileMatch,
): Explanation['result'] {
  if (match.kind === 'skip') return match;
  if (match.kind === 'unmapped') return { kind: 'unmapped', is: input.compiled.mapping.unmapped };
  const { rule, captures } = match;
  const requests = match.requests.map((requestFields) =>
    explainRequest(input, branchMatch, path, { rule, captures }, requestFields),
  );
  return { kind: 'requests', rule, requests };
}

function explainRequest(
  { compiled, repo, branch, set }: ExplainInput,
  branchMatch: BranchMatch,
  path: string,
  { rule, captures }: Pick<Extract<FileMatch, { kind: 'requests' }>, 'rule' | 'captures'>,
  requestFields: RuleFields,
): ExplainedRequest {
  const run = { repo, branch, sha: '{sha}', run: '{run}' };
  const rendered = renderFields({ compiled, branchMatch, requestFields, captures, rule, path, run, set });
  const fields = createFields
    .filter(({ name }) => !ofRun.includes(name) || rendered.origins[name] !== undefined)
    .map((field) => explainField(field.name, 'default' in field ? field.default : null, rendered));
  return { fields, problems: rendered.problems };
}

function explainField(name: string, serviceDefault: string | null, rendered: RenderedFields): ExplainedField {
  const known: Readonly<Record<string, unknown>> = rendered.fields satisfies CreateFields;
  const value = known[name] ?? rendered.placeholders[name];
  const from = rendered.origins[name] ?? rendered.unset[name] ?? 'service';
  const template = rendered.templates[name] ?? null;
  if (typeof value === 'string' || typeof value === 'number') return { name, value, from, template, serviceDefault };
  return { name, value: null, from, template, serviceDefault };
}
