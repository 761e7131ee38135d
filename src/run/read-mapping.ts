import { join } from 'node:path';
import { Problem } from '../errors.ts';
import { readFileAt } from '../git/file-at.ts';
import { blobId } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { findBranchRule } from '../mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../mapping/compile.ts';
import { loadMapping } from '../mapping/load.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { type DependentMode, emptyMapping } from '../mapping/schema.ts';
import { parseSet } from '../mapping/set.ts';
import { mappingName, parseMappingName, readMappingFile } from '../mapping/source.ts';
import { findServiceUser } from '../mapping/users.ts';
import type { Options } from '../options.ts';
import { bindMapping } from '../plan/bind-mapping.ts';
import type { Mapper } from '../plan/mapper.ts';
import type { RunInput, RunTools } from './input.ts';

export interface RunMapping {
  readonly mapping: CompiledMapping;
  /** Why it is not valid; `mapping` is empty then. Thrown once the range is safe in the ledger. */
  readonly problem: Problem | null;
  /** ID of the repository as the file says it, also when the rest of it is not valid. */
  readonly repo: string | null;
  /** The file as the user named it, and the OID of its content; null when there is no mapping file. */
  readonly file: { readonly path: string; readonly blob: string } | null;
  /** Its name in the ledger: see mappingName. */
  readonly name: string;
}

/** Reads the mapping of a run, from disk or from a commit. Returns a Problem with it as `problem`, never throws one. */
export async function readMapping({ input, repository }: RunTools): Promise<RunMapping> {
  const { top } = repository.location;
  const nameOf = (found: string | null) => mappingName(input.options.mapping, input.cwd, top, found);
  let name = nameOf(null);
  let text: string | null = null;
  let file: RunMapping['file'] = null;
  try {
    const source = await readMappingText(input.options.mapping, input.cwd, repository);
    if (source !== null) {
      name = nameOf(source.place);
      text = source.text;
      file = { path: source.name, blob: source.blob };
    }
    const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
    if (input.command === 'file') refusePlaceholders(mapping, source?.name ?? '');
    return { mapping: compileMapping(mapping), problem: null, repo: mapping.repo ?? null, file, name };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const repo = /^repo:[ \t]*["']?([^\s"'#]+)/m.exec(text ?? '')?.[1] ?? null;
    return { mapping: compileMapping(emptyMapping), problem: error, repo, file, name };
  }
}

function refusePlaceholders(mapping: unknown, file: string): void {
  const [first] = placeholdersIn(mapping);
  if (first === undefined) return;
  throw new Problem(
    'mapping',
    `${file}: ${first.path} still holds the placeholder ${first.value}`,
    'Replace the placeholders in the mapping.',
  );
}

/** The mapping as it counts for one branch. */
export interface BranchMapping {
  readonly mapper: Mapper;
  readonly dependents: DependentMode;
  /** False for a branch without a rule: all of its changes are left out for that reason alone. */
  readonly isMapped: boolean;
}

/** Binds the mapping to the branch and the head of this run. @throws Problem('usage') for a bad `--set`. */
export function branchMapping(
  { event, options }: RunInput,
  compiled: CompiledMapping,
  { repo, branch, head }: { readonly repo: string; readonly branch: string; readonly head: string },
): BranchMapping {
  const { mapping } = compiled;
  const branchMatch = findBranchRule(compiled, branch);
  const { id, attempt, actor } = event.run;
  const run = id === null ? '' : `${id}-${attempt}`;
  const user = actor === null ? null : findServiceUser(mapping.users, actor);
  return {
    mapper: bindMapping(compiled, branchMatch, { repo, branch, sha: head, run, user, set: readSet(options) }),
    isMapped: branchMatch !== null,
    dependents: branchMatch?.dependents ?? mapping.dependents,
  };
}

/** The text of a mapping file. */
export interface MappingText {
  /** Its name as the user gave it, without a revision. */
  readonly name: string;
  /** Its place on disk; for one read from a commit, its place in the work tree. */
  readonly place: string;
  readonly text: string;
  readonly blob: string;
}

/**
 * Reads the text of the mapping, from disk or from a commit. In CI the file has to be inside the repository.
 *
 * @param named what `--mapping` says: a file, or `REV:PATH` with the path from the top of the repository; undefined: the
 * default name, and only that may be absent (null).
 * @throws Problem('usage', 'range') when there is no such file or revision.
 */
export async function readMappingText(
  named: string | undefined,
  cwd: string,
  repository: Repository,
): Promise<MappingText | null> {
  const parsed = named === undefined ? null : parseMappingName(named);
  if (parsed !== null && 'rev' in parsed) {
    const place = join(repository.location.top, parsed.path);
    return { name: parsed.path, place, ...(await readFileAt(repository, parsed.rev, parsed.path)) };
  }
  const { location, inCi } = repository;
  const file = readMappingFile(named ?? null, { cwd, top: location.top, onlyInside: inCi });
  if (file === null) return null;
  const blob = blobId(file.content, repository.objectFormat);
  return { name: file.name, place: file.place, text: Buffer.from(file.content).toString('utf8'), blob };
}

/** Reads the fields of `--set`. @throws Problem('usage') naming every item that cannot be used. */
export function readSet(options: Options): Readonly<Record<string, string | null>> {
  const { fields, problems } = parseSet(options.set);
  if (problems.length > 0) throw new Problem('usage', `--set: ${problems.join('; ')}`, 'Give FIELD=VALUE.');
  return fields;
}
