import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { Problem } from '../errors.ts';
import { deriveLeaderFields } from '../filing/rfp.ts';
import { type CreateFields, createFields } from '../interface/fields.ts';
import { type BranchExplanation, type BranchMatch, explainBranch, findBranchRule } from '../mapping/branch.ts';
import { opensRfps } from '../mapping/check-modes.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { createFieldRenderer, type RenderedFields } from '../mapping/fields.ts';
import { explainMatch, matchFile, type RuleExplanation } from '../mapping/match.ts';
import type { RfpMode } from '../mapping/schema.ts';
import { findServiceUser } from '../mapping/users.ts';

/** A value, and where it comes from. */
interface ExplainedValue {
  /** Null: not sent. */
  readonly value: string | number | null;
  /** `run`, `request`, `branches[0]`, `rules[3]`, `--set`, `default`, `rfp`, `pipe`, `users`, or `service`: left to it. */
  readonly from: string;
  /** Why a given value is not sent, or when the run sends it. */
  readonly note: string | null;
}

export interface ExplainInput {
  readonly compiled: CompiledMapping;
  readonly repo: string;
  readonly branch: string;
  /** `--set`. */
  readonly set: Readonly<Record<string, string | null>>;
  /** `--rfp`; absent: the mode of the mapping. */
  readonly rfp?: RfpMode | undefined;
  /** Who pushed (account at the host); null: not known, as outside of CI. */
  readonly actor: string | null;
}

/** One field of a request and where its value comes from. */
export interface ExplainedField extends ExplainedValue {
  readonly name: string;
  /** The value with placeholders from which it was made; null: it is as written. */
  readonly template: string | null;
  /** What the service uses for a field that is not sent, where the interface says so. */
  readonly serviceDefault: string | null;
}

export type ExplainedRequest = Readonly<ReturnType<typeof explainRequest>>;

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

/**
 * Explains which branch rule and file rule win for a path from the top of the repository (the first that match), why those before do not
 * match, which later ones do, and what becomes of the file, which need not exist. File rules are explained also where nothing is filed.
 */
export function explainPath(input: ExplainInput, path: string): Explanation {
  const { compiled, repo, branch } = input;
  const branchMatch = findBranchRule(compiled, branch);
  return {
    path,
    branch,
    branchRules: explainBranch(compiled, branch),
    branchRule: branchMatch?.rule ?? null,
    fileRules: explainMatch(compiled, { path, repo, branch }),
    result: branchMatch === null ? { kind: 'noBranchRule' } : explainResult(input, branchMatch, path),
  };
}

/** Returns what becomes of the path under a branch rule, by the file rule that wins: its requests, why it skips, or `unmapped`. */
function explainResult(input: ExplainInput, branchMatch: BranchMatch, path: string): Explanation['result'] {
  const { compiled, repo, branch, set, actor } = input;
  const { unmapped, users } = compiled.mapping;
  const match = matchFile(compiled, { path, repo, branch });
  if (match.kind === 'skip') return { kind: 'skip', rule: match.rule, why: match.why };
  if (match.kind === 'unmapped') return { kind: 'unmapped', is: unmapped };
  const { rule, captures } = match;
  const user = actor === null ? null : findServiceUser(users, actor);
  const run = { repo, branch, sha: '{sha}', run: '{run}', user };
  const requests = match.requests.map((requestFields) => {
    const renderer = createFieldRenderer({ compiled, branchMatch, rule, requestFields, run, set });
    return explainRequest(input, renderer.render(path, captures));
  });
  return { kind: 'requests', rule, requests };
}

/** Explains each field of a create, sent or not, in interface order; the run's values win over the mapping. `problems`: why unsendable. */
function explainRequest(input: ExplainInput, rendered: RenderedFields) {
  const added = listRunFields(rendered.fields, input);
  const fields = createFields.map((field): ExplainedField => {
    const serviceDefault = field.default ?? null;
    const ofRun = added[field.name];
    if (ofRun !== undefined) return { name: field.name, template: null, serviceDefault, ...ofRun };
    const explained = explainField(field.name, serviceDefault, rendered);
    if (field.name === 'user') return withPusher(explained, input);
    if (explained.value === null) return explained;
    return { ...explained, note: explained.note ?? explainNoEffect(field.name, input) };
  });
  return { fields, problems: rendered.problems.map(({ text }) => text) };
}

/**
 * Returns the field `user` (give it no other) with the origin `users`, and a note, if the run takes its value from the account that pushed,
 * or if nothing sets it, the mapping has `users`, and the account is not known; else as it is.
 */
function withPusher(field: ExplainedField, { compiled, actor }: ExplainInput): ExplainedField {
  if (field.from === 'run') return { ...field, from: 'users', note: `pushed by ${actor}` };
  const isByPusher = field.from === 'service' && actor === null && Object.keys(compiled.mapping.users).length > 0;
  return isByPusher ? { ...field, from: 'users', note: 'by who pushes; unlisted: the owner of the token' } : field;
}

/** Explains a field that the run does not add: value (null: not sent), origin (`service` if nothing gives it), template, why not sent. */
function explainField(name: string, serviceDefault: string | null, rendered: RenderedFields): ExplainedField {
  const known: Readonly<Record<string, unknown>> = rendered.fields satisfies CreateFields;
  const sent = known[name] ?? rendered.marks[name];
  const value = typeof sent === 'string' || typeof sent === 'number' ? sent : null;
  const { origin: from = 'service', template = null, leftOut } = rendered.given[name] ?? {};
  return { name, value, from, template, serviceDefault, note: leftOut?.why ?? null };
}

const leader = 'on the first create of its group; the others say *YES and the number that comes back';

/** Returns why a field that is sent has no effect: `creq`, `areq` or `sreq`, where the mode makes no RFP (interface §2.1); else null. */
function explainNoEffect(name: string, { compiled, rfp = compiled.mapping.rfp }: ExplainInput): string | null {
  if (!['creq', 'areq', 'sreq'].includes(name) || opensRfps(rfp)) return null;
  return 'without effect: counts only on the request that opens an RFP';
}

/**
 * Returns, by field, what the run adds to the first create of an RFP, or under mode `none` to each: `arfp`; `rfp`, if the mode is a number;
 * `rfpd`, if the mode makes or searches an RFP, and `vref`, each unless `fields` (of the mapping) has it; `pipe`, `pipa`, `tkey` of the
 * mapping's `pipe`. An `rfpd` of the mapping that the mode does not use is null.
 */
function listRunFields(fields: CreateFields, { compiled, repo, branch, rfp: given }: ExplainInput) {
  const { rfp: mapped, pipe: ofPipe } = compiled.mapping;
  const mode = given ?? mapped;
  const { arfp = '*NO', rfp, rfpd } = deriveLeaderFields(fields, { mode, repo, branch, sha: '{sha}' });
  const from = given === undefined ? `rfp: ${mode}` : `--rfp ${mode}`;
  const notUsed = 'used only where an RFP is made or searched';
  const added: Record<string, ExplainedValue> = {
    arfp: { value: arfp, from, note: arfp === '*NEW' || arfp === '*AUTO' ? leader : null },
  };
  if (rfp !== undefined) added.rfp = { value: rfp, from, note: null };
  if (fields.rfpd === undefined && rfpd !== undefined) added.rfpd = { value: rfpd, from, note: null };
  if (fields.rfpd !== undefined && rfpd === undefined) added.rfpd = { value: null, from, note: notUsed };
  if (fields.vref === undefined)
    added.vref = { value: '<run>.<n>', from: 'run', note: 'another value for each request' };
  if (ofPipe === undefined) return added;
  const { pipe, pipa, tkey = 'by the run' } = ofPipe;
  const toPipeField = (value: string) => ({ value, from: 'pipe', note: 'on the first create of each RFP' });
  return { ...added, pipe: toPipeField(pipe), pipa: toPipeField(pipa), tkey: toPipeField(tkey) };
}

/**
 * Returns the path (from the top of the repository, with slashes) that a word of the command line means: the word, if Git tracks it; else
 * the word from the current directory, if Git tracks that or the word is absolute or begins with `./` or `../`; else the word, normalized.
 * The file may be missing. @param tracked such paths @throws Problem('usage') for a directory, an untracked pattern, a path outside
 */
export function toRepositoryPath(
  word: string,
  { cwd, top, tracked }: { readonly cwd: string; readonly top: string; readonly tracked: ReadonlySet<string> },
): string {
  if (tracked.has(word)) return word;
  const fromHere = relative(top, resolve(cwd, word)).split(sep).join('/');
  if (tracked.has(fromHere)) return fromHere;
  const isMeantFromHere = isAbsolute(word) || /^\.{1,2}([\\/]|$)/.test(word);
  const path = isMeantFromHere ? fromHere : posix.normalize(word).replace(/^\/+|\/+$/g, '');
  if (isAbsolute(path) || /^\.\.(\/|$)/.test(path)) {
    throw new Problem('usage', `${word} is outside of the repository`, `Give the path of a file below ${top}.`);
  }
  const isDirectory = (name: string) =>
    name === '' || name === '.' || tracked.values().some((one) => one.startsWith(`${name}/`));
  if (isDirectory(path) || isDirectory(fromHere)) {
    const remedy = 'Give the paths of files; `check` shows what becomes of all that Git tracks.';
    throw new Problem('usage', `${word || '""'} is a directory`, remedy);
  }
  if (/[*?]/.test(path)) {
    throw new Problem('usage', `${word} is a pattern, not a path`, 'Give the paths of files, one by one.');
  }
  return path;
}
