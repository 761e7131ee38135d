import type { GitPath } from '../git/git-path.ts';
import { isFile, type TreeFiles } from '../git/tree.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { BranchMatch } from '../mapping/branch.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { createFieldRenderer, type FieldRenderer } from '../mapping/fields.ts';
import { type MakerFilter, prepareMakerFilter } from '../mapping/makers.ts';
import { matchFile } from '../mapping/match.ts';
import type { RunNames } from '../mapping/names.ts';
import type { Because } from '../sentences/left-out.ts';
import { type Identity, identifyObject, indexByName, toNameKey } from './identity.ts';

/** An object that a path makes. */
export interface MadeObject {
  readonly identity: Identity;
  /** Those of its identity, and `rsn`; a Target has all. */
  readonly fields: CreateFields;
}

/** One request that the mapping makes of a path. */
export interface Target extends MadeObject {
  /** The mapping rule, as `rules[3]`; empty when there are no rules. */
  readonly rule: string;
  /** Present where `csqo` is the place in the compile order, which depends on the whole push. */
  readonly isOrdered?: true;
  /** Sentences about values that the interface refuses; such a request is never sent. */
  readonly problems: readonly string[];
}

export type Mapped =
  | { readonly kind: 'requests'; readonly rule: string; readonly targets: readonly Target[] }
  | { readonly kind: 'leftOut'; readonly because: Extract<Because, { code: 'noBranchRule' | 'unmapped' | 'skip' }> };

/** The mapping of one run: turns a path into requests, or leaves it out. */
export interface Mapper {
  (path: GitPath): Mapped;
  /** Decides by paths alone which files may make an object. */
  readonly makers: MakerFilter;
  /** Returns the objects of a path without their other fields, much quicker than with them; none for one that is left out. */
  readonly listObjects: (path: GitPath) => readonly MadeObject[];
}

/** The values that the fields of a request depend on, beside the file. */
export interface MappingRun extends RunNames {
  /** The service user of the pusher, when the mapping names one. */
  readonly user: string | null;
  /** `--set`: overrules everything else; null: not sent. */
  readonly set: Readonly<Record<string, string | null>>;
}

/** Returns the mapping of a branch and run as a Mapper. If the branch has no rule (`branchMatch` null), the Mapper leaves out all paths. */
export function bindMapping(compiled: CompiledMapping, branchMatch: BranchMatch | null, run: MappingRun): Mapper {
  const { unmapped } = compiled.mapping;
  if (branchMatch === null) {
    const everything: Mapped = { kind: 'leftOut', because: { code: 'noBranchRule', branch: run.branch } };
    return Object.assign(() => everything, { listObjects: () => [], makers: () => () => false });
  }
  const { repo, branch, set } = run;
  const prepared = new Map<string, FieldRenderer[]>();
  const matchPath = ({ text }: GitPath) => {
    const match = matchFile(compiled, { path: text, repo, branch });
    if (match.kind !== 'requests') return match;
    const { kind, rule, requests, captures } = match;
    const toRenderer = (requestFields: (typeof requests)[number]) =>
      createFieldRenderer({ compiled, branchMatch, requestFields, rule, run, set });
    const renderers = prepared.get(rule) ?? requests.map(toRenderer);
    prepared.set(rule, renderers);
    return { kind, rule, captures, renderers };
  };
  const mapPath = (path: GitPath): Mapped => {
    const match = matchPath(path);
    if (match.kind === 'skip') return { kind: 'leftOut', because: { code: 'skip', why: match.why } };
    if (match.kind === 'unmapped')
      return { kind: 'leftOut', because: { code: 'unmapped', isError: unmapped === 'error' } };
    const { kind, rule, captures } = match;
    const targets = match.renderers.map((renderer): Target => {
      const { fields, problems, isOrdered } = renderer.render(path.text, captures);
      const texts = problems.map(({ text }) => text);
      return { rule, identity: identifyObject(fields), fields, problems: texts, ...(isOrdered && { isOrdered }) };
    });
    return { kind, rule, targets };
  };
  const listObjects = (path: GitPath): MadeObject[] => {
    const match = matchPath(path);
    if (match.kind !== 'requests') return [];
    const made = match.renderers.map((renderer) => renderer.renderIdentity(path.text, match.captures));
    return made.map((fields) => ({ identity: identifyObject(fields), fields }));
  };
  return Object.assign(mapPath, { listObjects, makers: prepareMakerFilter(compiled, branchMatch, set) });
}

/** Returns the targets of a path that a mapper has mapped; [] if it left the path out. */
export const listTargets = (mapped: Mapped) => (mapped.kind === 'requests' ? mapped.targets : []);

/** A file, and the object that the mapping makes of it. */
export interface Maker extends MadeObject {
  readonly path: GitPath;
  /** OID of its content. */
  readonly oid: string;
}

/** Returns a lookup over regular files that make a wanted object, or one that differs in type alone. @param except paths not to count */
export function findMakers(files: TreeFiles, mapper: Mapper, wanted: readonly Identity[], except: ReadonlySet<string>) {
  const wantedNames = new Set(wanted.map(toNameKey));
  const mayMake = mapper.makers([...new Set(wanted.map(({ objn }) => objn))]);
  const makers: Maker[] = [];
  for (const side of mayMake === null ? files.all() : files.matching(mayMake)) {
    if (!isFile(side) || except.has(side.path.text)) continue;
    for (const made of mapper.listObjects(side.path)) {
      if (wantedNames.has(toNameKey(made.identity))) makers.push({ ...made, path: side.path, oid: side.oid });
    }
  }
  return indexByName(makers);
}
