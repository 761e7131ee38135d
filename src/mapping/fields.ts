/** The fields of one request: levels merged, placeholders filled in, types and value lists checked. */

import type { Captures } from '../glob/match.ts';
import { type CreateFields, createField, createFields } from '../interface/fields.ts';
import { readInteger } from '../interface/replies.ts';
import { checkMapped } from '../interface/rules.ts';
import type { BranchMatch } from './branch.ts';
import type { CompiledMapping } from './compile.ts';
import { nameParts, pathParts } from './names.ts';
import { isPlaceholder } from './placeholders.ts';
import type { RuleFields } from './schema.ts';
import { isTemplate, render } from './templates.ts';

/** What a run gives to every request. */
export interface RunFields {
  /** ID of the repository at the service. */
  readonly repo: string;
  readonly branch: string;
  /** The commit that is filed, in full. */
  readonly sha: string;
  /** The run as `{run}` names it. */
  readonly run: string;
  /** The service user of the pusher, where the mapping names one. */
  readonly user?: string | null;
}

export interface RenderInput {
  readonly compiled: CompiledMapping;
  readonly branchMatch: BranchMatch | null;
  /** Fields of the file rule; one of its `requests`. */
  readonly requestFields: RuleFields;
  /** Where those stand, for `origins`: `rules[3]`. Default: `rule`. */
  readonly rule?: string;
  /** Captures of the file rule's match; they go before those of the branch rule. */
  readonly captures: Captures;
  /** The file, with slashes and without a leading one. */
  readonly path: string;
  readonly run: RunFields;
  /** `--set`: over everything else; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

export interface RenderedFields {
  /** The fields as the interface has them (§2.1), in its order, without `arfp` and `rfp`. */
  readonly fields: CreateFields;
  /** Where each field comes from: `run`, `request`, `branches[0]`, `rules[3]`, `--set`, or `default` (objn). */
  readonly origins: Readonly<Record<string, string>>;
  /** Fields that were made from a value with placeholders: that value. */
  readonly templates: Readonly<Record<string, string>>;
  /** Fields that are not sent because a level says `null`: that level. */
  readonly unset: Readonly<Record<string, string>>;
  /** Fields that a level gives and that are not sent all the same: that level, and why. */
  readonly withheld: Readonly<Record<string, { readonly origin: string; readonly why: string }>>;
  /** Sentences about values that cannot be sent. */
  readonly problems: readonly string[];
  /** Fields that `init` left open, with their marks; a number that is still a mark is not among `fields`. */
  readonly placeholders: Readonly<Record<string, string>>;
}

interface Value {
  readonly value: string | number | null;
  readonly origin: string;
}

type Draft = {
  readonly fields: Record<string, string | number>;
  readonly origins: Record<string, string>;
  readonly templates: Record<string, string>;
  readonly unset: Record<string, string>;
  readonly withheld: Record<string, { readonly origin: string; readonly why: string }>;
  readonly problems: string[];
  readonly placeholders: Record<string, string>;
};

/**
 * The fields of one request (design §5): the run < `request` < branch rule < file rule < `--set`; null takes a field
 * away. Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so neither is sent.
 */
export function renderFields(input: RenderInput): RenderedFields {
  const merged = mergeLevels(input);
  const names = placeholderValues(input);
  const projectDraft = emptyDraft();
  renderOne('proj', merged.get('proj'), names, projectDraft);
  const draft = emptyDraft();
  if (projectDraft.fields.proj === '*BRANCH') withholdTask(merged, draft);
  if (!merged.has('objn')) merged.set('objn', { value: defaultObject(merged, names), origin: 'default' });
  for (const { name } of createFields) renderOne(name, merged.get(name), names, draft);
  const fields = draft.fields as CreateFields;
  const broken = checkMapped(withoutMarks(fields, draft.placeholders));
  // Application and level may still be missing here for all files alike; an object has a name unless a level says null.
  const nameless = !Object.hasOwn(draft.unset, 'objn') ? [] : ['objn is not given; every request needs it'];
  return { ...draft, fields, problems: [...draft.problems, ...nameless, ...broken] };
}

function emptyDraft(): Draft {
  return { fields: {}, origins: {}, templates: {}, unset: {}, withheld: {}, problems: [], placeholders: {} };
}

/** The project that is linked to the branch brings its own task and subtask (interface §2.2). */
function withholdTask(merged: Map<string, Value>, draft: Draft): void {
  for (const name of ['task', 'stsk']) {
    const from = merged.get(name);
    if (from === undefined || from.value === null) continue;
    merged.delete(name);
    draft.withheld[name] = { origin: from.origin, why: 'proj is *BRANCH' };
  }
}

/** For each field the value of the highest level that has it. */
function mergeLevels(input: RenderInput): Map<string, Value> {
  const { repo, branch, user } = input.run;
  const { gpath, gfile } = pathParts(input.path);
  const ofPusher = user === undefined || user === null ? {} : { user };
  const levels: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['run', { repo, gpath, gfile, branch, proj: '*BRANCH', ...ofPusher }],
    ['request', input.compiled.mapping.request],
    [input.branchMatch?.rule ?? 'branch', input.branchMatch?.fields ?? {}],
    [input.rule ?? 'rule', input.requestFields],
    ['--set', input.set],
  ];
  const merged = new Map<string, Value>();
  for (const [origin, fields] of levels) {
    for (const [name, value] of Object.entries(fields)) {
      if (value === null || typeof value === 'string' || typeof value === 'number') merged.set(name, { value, origin });
    }
  }
  return merged;
}

/** What `{...}` can name for this file. */
function placeholderValues(input: RenderInput): Readonly<Record<string, string>> {
  const parts = pathParts(input.path);
  const { repo, branch, sha, run } = input.run;
  const ofFile = { ...parts, ...nameParts(parts.gfile) };
  return { ...input.branchMatch?.captures, ...input.captures, ...ofFile, repo, branch, sha, run };
}

/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
function defaultObject(merged: ReadonlyMap<string, Value>, names: Readonly<Record<string, string>>): string {
  const objt = merged.get('objt')?.value;
  const type = typeof objt === 'string' ? render(objt, names).text.toUpperCase() : '';
  return type === '*IFS' || type === '*REMOTE' ? '{gfile}' : '{name|upper}';
}

function renderOne(name: string, from: Value | undefined, names: Readonly<Record<string, string>>, draft: Draft): void {
  if (from === undefined) return;
  const { value, origin } = from;
  if (value === null) {
    draft.unset[name] = origin;
    return;
  }
  const field = createField(name);
  // What the run gives is data: a directory may be called `{x}`.
  const template = origin !== 'run' && isTemplate(value) ? value : null;
  if (template !== null) draft.templates[name] = template;
  const rendered = template === null ? { text: value, missing: [] } : render(template, names);
  const { text } = rendered;
  if (rendered.missing.length > 0) {
    const lacking = rendered.missing.map((missing) => `{${missing}}`).join(', ');
    const why = `${lacking} has no value for this file on this branch`;
    draft.problems.push(`${name} is "${value}" (${origin}), but ${why}`);
    draft.withheld[name] = { origin, why };
    return;
  }
  if (isPlaceholder(text)) {
    draft.placeholders[name] = text;
    if (field?.type === 'integer') return;
  }
  const number = field?.type === 'integer' ? readInteger(text) : null;
  draft.fields[name] = number ?? text;
  draft.origins[name] = origin;
}

/** A mark of `init` is no value yet: value lists and forms are not held against it. */
function withoutMarks(fields: CreateFields, marks: Readonly<Record<string, string>>): CreateFields {
  if (Object.keys(marks).length === 0) return fields;
  const open = (name: string) =>
    Object.hasOwn(marks, name) && (name === 'rpth' || createField(name)?.values !== undefined);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !open(name)));
}
