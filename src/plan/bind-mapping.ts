import type { GitPath } from '../git/git-path.ts';
import type { BranchMatch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { type FieldsOf, fieldsOf } from '../mapping/fields.ts';
import { matchFile } from '../mapping/match.ts';
import { objectMakers } from '../mapping/object-names.ts';
import type { RuleFields } from '../mapping/schema.ts';
import { identityOf } from './identity.ts';
import type { MadeObject, Mapped, Mapper, NotMapped } from './mapper.ts';

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
  const prepared = new Map<string, FieldsOf[]>();
  const fieldsBy = (rule: string, requests: readonly RuleFields[]) => {
    const known =
      prepared.get(rule) ??
      requests.map((requestFields) => fieldsOf({ compiled, branchMatch, requestFields, rule, run, set }));
    prepared.set(rule, known);
    return known;
  };
  const mapped = ({ text: path }: GitPath): Mapped => {
    const match = matchFile(compiled, { path, repo, branch });
    if (match.kind === 'skip') return leftOut({ code: 'skip', why: match.why });
    if (match.kind === 'unmapped') return leftOut({ code: 'unmapped', isError: unmapped === 'error' });
    const { rule, captures } = match;
    const targets = fieldsBy(rule, match.requests).map((fieldsFor) => {
      const { fields, problems, isOrdered } = fieldsFor.all({ captures, path });
      const sentences = problems.length === 0 ? none : problems.map(({ text }) => text);
      return { identity: identityOf(fields), fields, problems: sentences, ...(isOrdered ? { isOrdered } : {}) };
    });
    return { kind: 'requests', rule, targets };
  };
  const objectsOf = ({ text: path }: GitPath): MadeObject[] => {
    const match = matchFile(compiled, { path, repo, branch });
    if (match.kind !== 'requests') return [];
    const file = { captures: match.captures, path };
    return fieldsBy(match.rule, match.requests).map((fieldsFor) => {
      const fields = fieldsFor.ofObject(file);
      return { identity: identityOf(fields), reason: fields.rsn };
    });
  };
  return Object.assign(mapped, { objectsOf, makersOf: objectMakers(compiled, branchMatch, set) });
}

const none: readonly string[] = [];

function leftOut(because: NotMapped['because']): NotMapped {
  return { kind: 'leftOut', because };
}
