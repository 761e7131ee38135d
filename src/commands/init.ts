import { join, resolve } from 'node:path';
import { describeUsedProgram, findUseProblems } from '../check/uses.ts';
import { limitLines } from '../counted.ts';
import { exitCodes, Problem } from '../errors.ts';
import { toGitPath } from '../git/git-path.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { readCheckedOutBranch } from '../git/revision.ts';
import { listTracked } from '../git/tracked.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { formatInitMessage, makeStarter, type Starter } from '../init/starter.ts';
import { escapeText } from '../log.ts';
import { findBranchRule } from '../mapping/branch.ts';
import { compileMapping } from '../mapping/compile.ts';
import { defaultMappingFile } from '../mapping/defaults.ts';
import { loadMapping, MappingError } from '../mapping/load.ts';
import { findMarks } from '../mapping/marks.ts';
import { parseMappingName } from '../mapping/source.ts';
import { bindMapping, listTargets } from '../plan/mapper.ts';
import { findPathBelow } from '../regular-file.ts';
import type { RunInput } from '../run/input.ts';
import { requireSetFields } from '../run/read-mapping.ts';
import { findLooseEndsAtHead } from '../uses/loose-ends.ts';
import { type NewFile, writeNewFile } from './named-files.ts';
import type { Output } from './run-command.ts';
import { readSourceKinds } from './source-contents.ts';

type InitInput = Pick<RunInput, 'options' | 'env' | 'gitToken' | 'cwd'>;

/**
 * Runs `init`: writes a starter mapping made from the names and sources of the tracked files (design §2, §5, §6), and prints what it wrote,
 * what is a guess, and what to do next. Never overwrites a file. Goes by names alone if sources cannot be read, and prints that. Returns 0.
 * @throws Problem('usage') if the file exists or cannot be written, or for a wrong option; 'git' or 'range' if files cannot be listed
 */
export async function runInitCommand({ options, env, gitToken, cwd }: InitInput, output: Output): Promise<number> {
  const set = requireSetFields(options);
  using repository = await openRepository({ repoDir: resolve(cwd, options['repo-dir']), env, gitToken });
  const target = resolveMappingFile(options.mapping, repository, cwd);
  const tracked = await listTracked(repository, options.head);
  // Symbolic links and submodules are never filed (design §4), so that no rule is needed for them.
  const files = tracked.filter(isFile);
  const paths = files.map(({ path }) => path.text);
  const sources = await readSourceKinds(repository, files);
  const checkedOut = readCheckedOutBranch(repository.location);
  const branch = options.branch ?? checkedOut ?? 'main';
  // The mapping file will be tracked soon, and needs a rule too.
  const ruled = [...new Set([...paths, findPathBelow(repository.location.top, target.file) ?? []].flat())];
  const { appl, lvl, ...request } = set;
  const branchFields = { appl: appl ?? '<APPL>', lvl: lvl ?? '<LVL>' };
  const head = { repo: options.repo ?? null, branch, branchFields, request };
  const starter = makeStarterFromOptions(ruled, head, sources.says);
  await writeNewFile(target, starter.text, '--mapping');
  const option = options.mapping === undefined ? '' : ` --mapping ${options.mapping}`;
  const open = findMarks(starter.mapping);
  const linked = 'proj' in set ? null : branch;
  const lines = formatInitMessage(starter, { file: target.name, option, tracked: paths.length, linked, open });
  if (sources.unknown !== null) lines.push(`  the sources were not read, so only names count: ${sources.unknown}`);
  if (options.branch === undefined && checkedOut === null)
    lines.push('  no branch is checked out: look at branches[0].branch');
  lines.push(...(await describeIncludedPrograms(repository, starter.text, branch, tracked)));
  output.out(`${lines.map(escapeText).join('\n')}\n`);
  return exitCodes.filed;
}

const mostNamed = 5;

/** Returns lines on the 5 most used sources that others include but mapping `text` makes programs, and how many more; [] for none known. */
async function describeIncludedPrograms(
  repository: Repository,
  text: string,
  branch: string,
  tracked: readonly TreeSide[],
): Promise<string[]> {
  const compiled = compileMapping(loadMapping(text, defaultMappingFile));
  const run = { repo: 'REPO', branch, sha: '{sha}', run: '{run}', user: null, set: {} };
  const mapper = bindMapping(compiled, findBranchRule(compiled, branch), run);
  const found = await findLooseEndsAtHead(repository, mapper, tracked, () => false);
  const isProgram = (path: string) =>
    listTargets(mapper(toGitPath(path))).some(({ fields }) => fields.objt?.toUpperCase() === '*PGM');
  const describeMappedPath = (path: string) => ({ leftOut: null, programBy: isProgram(path) ? '' : null });
  const { programs } = findUseProblems(found, describeMappedPath, () => undefined);
  const lines = programs.map((one) => `  ${describeUsedProgram(one)}`);
  return limitLines(lines, mostNamed, (left) => `  and ${left} more such sources: file-checkouts check names them`);
}

/** Returns the file of `--mapping`, else the default at the top. @throws Problem('usage') for one in a commit, none in a bare repository */
function resolveMappingFile(mapping: string | undefined, { location }: Repository, cwd: string): NewFile {
  if (mapping === undefined) {
    if (location.top === location.gitDir) {
      throw new Problem('usage', 'a bare repository has no place for the mapping', 'Name the file with --mapping.');
    }
    return { file: join(location.top, defaultMappingFile), name: defaultMappingFile };
  }
  const parsed = parseMappingName(mapping);
  if ('rev' in parsed) {
    throw new Problem('usage', `${mapping} names a file in a commit, which cannot be written`, 'Name a file on disk.');
  }
  return { file: resolve(cwd, parsed.file), name: parsed.file };
}

/** Makes a starter mapping. @throws Problem('usage') instead of MappingError if `--set`, `--repo` or `--branch` make the mapping invalid */
function makeStarterFromOptions(...given: Parameters<typeof makeStarter>): Starter {
  try {
    return makeStarter(...given);
  } catch (error) {
    const [first] = error instanceof MappingError ? error.problems : [];
    if (first === undefined) throw error;
    const { found, right } = first;
    throw new Problem('usage', `the options make no valid mapping: ${found}`, `${right}.`, { cause: error });
  }
}
