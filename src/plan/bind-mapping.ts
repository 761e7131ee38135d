import type { GitPath } from '../git/git-path.ts';
import type { BranchMatch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { type FieldRenderer, fieldRenderer, type RenderedFields } from '../mapping/fields.ts';
import { matchSubjects, type RequestsMatch } from '../mapping/match.ts';
import { FileNames, type PathParts, pathParts } from '../mapping/names.ts';
import { makerFilter } from '../mapping/object-names.ts';
import type { RuleFields } from '../mapping/schema.ts';
import { identityOf } from './identity.ts';
import type { MadeObject, Mapped, Mapper, NotMapped, Target } from './mapper.ts';

/** The values that the fields of a request depend on, beside the file. */
export interface MappingRun {
  readonly repo: string;
  readonly branch: string;
  readonly sha: string;
  readonly run: string;
  /** The service user of the pusher, when the mapping names one. */
  readonly user: string | null;
  /** `--set`: overrules everything else; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** Binds a mapping to a branch and a run. Without a branch rule (null) it leaves out every path. */
export function bindMapping(compiled: CompiledMapping, branchMatch: BranchMatch | null, run: MappingRun): Mapper {
  const { unmapped } = compiled.mapping;
  if (branchMatch === null) {
    const everything = notMapped({ code: 'noBranchRule', branch: run.branch });
    return () => everything;
  }
  const { repo, branch, set } = run;
  const prepared = new Map<string, FieldRenderer[]>();
  const preparedFields = (rule: string, requests: readonly RuleFields[]) => {
    const fields =
      prepared.get(rule) ??
      requests.map((requestFields) => fieldRenderer({ compiled, branchMatch, requestFields, rule, run, set }));
    prepared.set(rule, fields);
    return fields;
  };
  const matchFile = ({ path, gpath, gfile }: PathParts) =>
    matchSubjects(compiled, { path, gpath, gfile, repo, branch });
  const fileNames = (file: PathParts, { captures }: RequestsMatch) =>
    new FileNames(file, run, captures, branchMatch.captures);
  const mapPath = ({ text }: GitPath): Mapped => {
    const file = pathParts(text);
    const match = matchFile(file);
    if (match.kind === 'skip') return notMapped({ code: 'skip', why: match.why });
    if (match.kind === 'unmapped') return notMapped({ code: 'unmapped', isError: unmapped === 'error' });
    const { rule, requests } = match;
    const names = fileNames(file, match);
    return {
      kind: 'requests',
      rule,
      targets: preparedFields(rule, requests).map((fieldsFor) => toTarget(fieldsFor.render(names))),
    };
  };
  const objectsOf = ({ text }: GitPath): MadeObject[] => {
    const file = pathParts(text);
    const match = matchFile(file);
    if (match.kind !== 'requests') return [];
    const names = fileNames(file, match);
    return preparedFields(match.rule, match.requests).map((fieldsFor) => {
      const fields = fieldsFor.renderIdentity(names);
      return { identity: identityOf(fields), reason: fields.rsn };
    });
  };
  return Object.assign(mapPath, { objectsOf, makers: makerFilter(compiled, branchMatch, set) });
}

function toTarget({ fields, problems, isOrdered }: RenderedFields): Target {
  const identity = identityOf(fields);
  const sentences = problems.length === 0 ? none : problems.map(({ text }) => text);
  if (isOrdered) return { identity, fields, problems: sentences, isOrdered };
  return { identity, fields, problems: sentences };
}

const none: readonly string[] = [];

function notMapped(because: NotMapped['because']): NotMapped {
  return { kind: 'leftOut', because };
}
