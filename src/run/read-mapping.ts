import { join } from 'node:path';
import { Problem } from '../errors.ts';
import { hashBlob } from '../git/object-ids.ts';
import type { Repository } from '../git/repository.ts';
import { readCheckedOutBranch, readFileAt } from '../git/revision.ts';
import type { HostEvent } from '../host/event.ts';
import { findBranchRule } from '../mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../mapping/compile.ts';
import { loadMapping } from '../mapping/load.ts';
import { findMarks } from '../mapping/marks.ts';
import { emptyMapping } from '../mapping/schema.ts';
import { parseSet } from '../mapping/set.ts';
import { parseMappingName, readMappingFile, resolveMappingName } from '../mapping/source.ts';
import { findServiceUser } from '../mapping/users.ts';
import { bindMapping } from '../plan/mapper.ts';
import { chooseBranch } from './choose.ts';
import type { RunInput, RunTools } from './input.ts';

/** The mapping of a run, and the names of its repository and its branch. */
export interface RunSubject {
  readonly mapping: CompiledMapping;
  /** Why it is not valid; `mapping` is empty then. Thrown once the range is safe in the ledger. */
  readonly problem: Problem | null;
  /** The file as the user named it, and the OID of its content; null when there is no mapping file. */
  readonly file: { readonly path: string; readonly blob: string } | null;
  /** Its name in the ledger: see resolveMappingName. */
  readonly name: string;
  /** ID of the repository at the service. */
  readonly repo: string;
  /** null: neither option nor event names one, nor outside CI HEAD. */
  readonly branch: string | null;
}

type SubjectTools = Pick<RunTools, 'repository'> & { input: Pick<RunInput, 'command' | 'event' | 'options' | 'cwd'> };

/**
 * Reads the mapping of a run, from disk or a commit, and finds the names of repository (by option, mapping, even if invalid, or its own
 * name) and branch. A Problem of the mapping, as a missing named file or, for command `file`, placeholders of `init`, is not thrown but
 * returned as `problem`, with an empty mapping: the record begins before the run fails. Without a file of the default name: empty, no
 * `problem`.
 */
export async function readSubject({ input, repository }: SubjectTools): Promise<RunSubject> {
  const { event, options, cwd } = input;
  const branch = chooseBranch({ event, options, checkedOut: readCheckedOutBranch(repository.location) });
  let source: MappingText | null = null;
  let mapping = compileMapping(emptyMapping);
  let problem: Problem | null = null;
  try {
    source = await readMappingText(options.mapping, cwd, repository);
    const loaded = source === null ? emptyMapping : loadMapping(source.text, source.name);
    const [mark] = input.command === 'file' ? findMarks(loaded) : [];
    if (mark !== undefined) {
      const what = `${source?.name}: ${mark.path} is still the placeholder ${mark.value}`;
      throw new Problem('mapping', what, 'Replace the placeholders in the mapping.');
    }
    mapping = compileMapping(loaded);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    problem = error;
  }
  const found = /^repo:[ \t]*["']?([^\s"'#]+)/m.exec(source?.text ?? '')?.[1];
  const repo =
    options.repo ?? (problem === null ? mapping.mapping.repo : found) ?? chooseRepositoryName(event, repository);
  const file = source && { path: source.name, blob: source.blob };
  const name = resolveMappingName(options.mapping, cwd, repository.location.top, source?.place ?? null);
  return { mapping, problem, file, name, repo, branch };
}

/** Returns the repository's own name: as its host gives it, else the end of its remote's address (no `.git`), else that of its folder. */
export function chooseRepositoryName(event: HostEvent, repository: Repository): string {
  const url = repository.remote?.url.replace(/[\\/]+$/, '').replace(/\.git$/, '');
  const fromUrl = url?.split(/[\\/:]/).at(-1);
  return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ''));
}

/**
 * Returns the mapping as it counts for a branch: as a Mapper, and its mode for dependents. `isMapped` is false if no rule matches the
 * branch, so that all of its changes are left out. @param head the variable `{sha}`. @throws Problem('usage') for a bad `--set`
 */
export function bindBranchMapping(input: RunInput, subject: RunSubject, branch: string, head: string) {
  const { repo, mapping: compiled } = subject;
  const { mapping } = compiled;
  const branchMatch = findBranchRule(compiled, branch);
  const { id, attempt, actor } = input.event.run;
  const run = id === null ? '' : `${id}-${attempt}`;
  const user = actor === null ? null : findServiceUser(mapping.users, actor);
  const set = requireSetFields(input.options);
  return {
    mapper: bindMapping(compiled, branchMatch, { repo, branch, sha: head, run, user, set }),
    isMapped: branchMatch !== null,
    dependents: branchMatch?.dependents ?? mapping.dependents,
  };
}

export type MappingText = NonNullable<Awaited<ReturnType<typeof readMappingText>>>;

/**
 * Reads the mapping: its `text`, its OID (`blob`), its `name` as the user gave it, without a revision, and its `place` on disk (of a
 * mapping in a commit: the same path in the work tree). null: there is no file of the default name. In CI a file on disk has to be inside
 * the repository. @param named what `--mapping` says: a file, or `REV:PATH` with the path from the top; undefined: the default name.
 * @throws Problem('usage') if there is no such file or revision, or it cannot be read; Problem('git') if a remote does not answer
 */
export async function readMappingText(named: string | undefined, cwd: string, repository: Repository) {
  const parsed = named === undefined ? null : parseMappingName(named);
  if (parsed !== null && 'rev' in parsed) {
    const place = join(repository.location.top, parsed.path);
    return { name: parsed.path, place, ...(await readFileAt(repository, parsed.rev, parsed.path)) };
  }
  const { location, inCi } = repository;
  const file = readMappingFile(named ?? null, { cwd, top: location.top, onlyInside: inCi });
  if (file === null) return null;
  const blob = hashBlob(file.content, repository.objectFormat);
  return { name: file.name, place: file.place, text: Buffer.from(file.content).toString('utf8'), blob };
}

/** Returns the values of `--set` by field; null: the field is not sent. @throws Problem('usage') naming every item that cannot be used. */
export function requireSetFields(options: RunInput['options']): Readonly<Record<string, string | null>> {
  const { fields, problems } = parseSet(options.set);
  if (problems.length > 0) throw new Problem('usage', `\`--set\`: ${problems.join('; ')}`, 'Give FIELD=VALUE.');
  return fields;
}
