import type { GitPath } from '../git/git-path.ts';
import type { BranchMatch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { type FieldRenderer, fieldRenderer, type RenderedFields } from '../mapping/fields.ts';
import { FileNames } from '../mapping/file-names.ts';
import { matchSubjects, type RequestsMatch } from '../mapping/match.ts';
import { type PathParts, pathParts } from '../mapping/names.ts';
import { makerFilter } from '../mapping/object-names.ts';
import type { RuleFields } from '../mapping/schema.ts';
import { identityOf } from './identity.ts';
import type { MadeObject, Mapped, Mapper, NotMapped, Target } from './mapper.ts';

/** What the fields of a request depend on beside the file. */
export interface MappingRun {
  readonly repo: string;
  readonly branch: string;
  readonly sha: string;
  readonly run: string;
  /** The service user of the pusher, when the mapping names one. */
  readonly user: string | null;
  /** `--set`: over everything else; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** Binds a mapping to one branch and run. A branch that no branch rule matches (null) leaves everything out. */
export function bindMapping(compiled: CompiledMapping, branchMatch: BranchMatch | null, run: MappingRun): Mapper {
  const { unmapped } = compiled.mapping;
  if (branchMatch === null) {
    const mapped = leftOut({ code: 'noBranchRule', branch: run.branch });
    return () => mapped;
  }
  const { repo, branch, set } = run;
  const prepared = new Map<string, FieldRenderer[]>();
  const fieldsBy = (rule: string, requests: readonly RuleFields[]) => {
    const known =
      prepared.get(rule) ??
      requests.map((requestFields) => fieldRenderer({ compiled, branchMatch, requestFields, rule, run, set }));
    prepared.set(rule, known);
    return known;
  };
  const matchOf = ({ path, gpath, gfile }: PathParts) => matchSubjects(compiled, { path, gpath, gfile, repo, branch });
  const namesOf = (file: PathParts, { captures }: RequestsMatch) =>
    new FileNames(file, run, captures, branchMatch.captures);
  const mapped = ({ text }: GitPath): Mapped => {
    const file = pathParts(text);
    const match = matchOf(file);
    if (match.kind === 'skip') return leftOut({ code: 'skip', why: match.why });
    if (match.kind === 'unmapped') return leftOut({ code: 'unmapped', isError: unmapped === 'error' });
    const { rule, requests } = match;
    const names = namesOf(file, match);
    return {
      kind: 'requests',
      rule,
      targets: fieldsBy(rule, requests).map((fieldsFor) => target(fieldsFor.render(names))),
    };
  };
  const objectsOf = ({ text }: GitPath): MadeObject[] => {
    const file = pathParts(text);
    const match = matchOf(file);
    if (match.kind !== 'requests') return [];
    const names = namesOf(file, match);
    return fieldsBy(match.rule, match.requests).map((fieldsFor) => {
      const fields = fieldsFor.renderIdentity(names);
      return { identity: identityOf(fields), reason: fields.rsn };
    });
  };
  return Object.assign(mapped, { objectsOf, makers: makerFilter(compiled, branchMatch, set) });
}

function target({ fields, problems, isOrdered }: RenderedFields): Target {
  const identity = identityOf(fields);
  const sentences = problems.length === 0 ? none : problems.map(({ text }) => text);
  if (isOrdered) return { identity, fields, problems: sentences, isOrdered };
  return { identity, fields, problems: sentences };
}

const none: readonly string[] = [];

function leftOut(because: NotMapped['because']): NotMapped {
  return { kind: 'leftOut', because };
}
