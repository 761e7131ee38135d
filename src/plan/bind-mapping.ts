import type { GitPath } from '../git/git-path.ts';
import type { BranchMatch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { type FieldRenderer, fieldRenderer, type RenderedFields } from '../mapping/fields.ts';
import { makerFilter } from '../mapping/makers.ts';
import { matchSubjects } from '../mapping/match.ts';
import { filePlaceholders, pathParts, type RunNames } from '../mapping/names.ts';
import type { RuleFields } from '../mapping/schema.ts';
import { identityOf } from './identity.ts';
import type { MadeObject, Mapped, Mapper, Target } from './mapper.ts';

/** The values that the fields of a request depend on, beside the file. */
export interface MappingRun extends RunNames {
  /** The service user of the pusher, when the mapping names one. */
  readonly user: string | null;
  /** `--set`: overrules everything else; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** Returns the mapping of one branch and run as a function of paths (see Mapper). If the branch has no rule (`branchMatch` null), it leaves out all. */
export function bindMapping(compiled: CompiledMapping, branchMatch: BranchMatch | null, run: MappingRun): Mapper {
  const { unmapped } = compiled.mapping;
  if (branchMatch === null) {
    const everything: Mapped = { kind: 'leftOut', because: { code: 'noBranchRule', branch: run.branch } };
    return Object.assign(() => everything, { objectsOf: () => [], makers: () => () => false });
  }
  const { repo, branch, set } = run;
  const prepared = new Map<string, FieldRenderer[]>();
  const renderersOf = (rule: string, requests: readonly RuleFields[]) => {
    const toRenderer = (requestFields: RuleFields) =>
      fieldRenderer({ compiled, branchMatch, requestFields, rule, run, set });
    const renderers = prepared.get(rule) ?? requests.map(toRenderer);
    prepared.set(rule, renderers);
    return renderers;
  };
  const matchPath = ({ text }: GitPath) => {
    const file = pathParts(text);
    const { path, gpath, gfile } = file;
    const match = matchSubjects(compiled, { path, gpath, gfile, repo, branch });
    if (match.kind !== 'requests') return match;
    const names = filePlaceholders(file, run, match.captures, branchMatch.captures);
    return { kind: match.kind, rule: match.rule, names, renderers: renderersOf(match.rule, match.requests) };
  };
  const mapPath = (path: GitPath): Mapped => {
    const match = matchPath(path);
    if (match.kind === 'skip') return { kind: 'leftOut', because: { code: 'skip', why: match.why } };
    if (match.kind === 'unmapped')
      return { kind: 'leftOut', because: { code: 'unmapped', isError: unmapped === 'error' } };
    const { kind, rule, names, renderers } = match;
    return { kind, rule, targets: renderers.map((renderer) => toTarget(renderer.render(names))) };
  };
  const objectsOf = (path: GitPath): MadeObject[] => {
    const match = matchPath(path);
    if (match.kind !== 'requests') return [];
    return match.renderers.map((renderer) => {
      const fields = renderer.renderIdentity(match.names);
      return { identity: identityOf(fields), fields };
    });
  };
  return Object.assign(mapPath, { objectsOf, makers: makerFilter(compiled, branchMatch, set) });
}

/** Makes the target of rendered fields: with their identity, and their problems as texts. */
function toTarget({ fields, problems, isOrdered }: RenderedFields): Target {
  const target = { identity: identityOf(fields), fields, problems: problems.map(({ text }) => text) };
  return isOrdered ? { ...target, isOrdered } : target;
}
