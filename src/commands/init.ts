import { basename, join, resolve } from 'node:path';
import { findUseProblems, programSentence } from '../check/uses.ts';
import { exitCodes, Problem } from '../errors.ts';
import { textPath } from '../git/git-path.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { checkedOutBranch } from '../git/revision.ts';
import { listTracked } from '../git/tracked.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { initMessage } from '../init/message.ts';
import type { StarterHead } from '../init/render.ts';
import { canTell, type SourceSays, sourceSays } from '../init/source-says.ts';
import { typeInSourceFile } from '../init/source-types.ts';
import { makeStarter, type Starter } from '../init/starter.ts';
import { trackedFile } from '../init/tracked-file.ts';
import { escapeText } from '../log.ts';
import { findBranchRule } from '../mapping/branch.ts';
import { compileMapping } from '../mapping/compile.ts';
import { defaultMappingFile } from '../mapping/defaults.ts';
import { loadMapping, MappingError } from '../mapping/load.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { parseMappingName } from '../mapping/source.ts';
import type { Options } from '../options.ts';
import { bindMapping } from '../plan/bind-mapping.ts';
import { targetsOf } from '../plan/mapper.ts';
import { pathBelow } from '../regular-file.ts';
import type { RunInput } from '../run/input.ts';
import { readSet } from '../run/read-mapping.ts';
import { looseEndsAtHead } from '../uses/loose-ends-at-head.ts';
import { sourceText } from '../uses/small-tree.ts';
import { type NewFile, writeNew } from './named-files.ts';
import type { Output } from './run-command.ts';
import { readContents } from './source-contents.ts';

/** Input of `init`, beside the options. */
type InitSurroundings = Pick<RunInput, 'env' | 'gitToken' | 'cwd'>;

/**
 * Runs `init`: writes a starter mapping made from the names and sources of the tracked files (design §2, §5, §6), and
 * prints what it wrote, what is a guess, and what to do next. Never overwrites a file.
 *
 * @throws Problem('usage') if the file exists or cannot be written, or an option cannot be used; Problem('git' or
 * 'range') if the files cannot be listed.
 */
export async function init(
  options: Options,
  output: Output,
  { env, gitToken, cwd }: InitSurroundings,
): Promise<number> {
  const set = readSet(options);
  using repository = await openRepository({ repoDir: resolve(cwd, options['repo-dir']), env, gitToken });
  const target = mappingTarget(options.mapping, repository, cwd);
  const tracked = await listTracked(repository, options.head);
  // Symbolic links and submodules are never filed (design §4), so that no rule is needed for them.
  const files = tracked.filter(isFile);
  const paths = files.map(({ path }) => path.text);
  const sources = await readSources(repository, files);
  const checkedOut = checkedOutBranch(repository.location);
  const branch = options.branch ?? checkedOut ?? 'main';
  const starter = makeStarterFromOptions(withTarget(paths, target, repository), sources.says, {
    repo: options.repo ?? null,
    branch,
    branchFields: { appl: set.appl ?? '<APPL>', lvl: set.lvl ?? '<LVL>' },
    request: Object.fromEntries(Object.entries(set).filter(([name]) => name !== 'appl' && name !== 'lvl')),
  });
  await writeNew(target, starter.text, '--mapping');
  const option = options.mapping === undefined ? '' : ` --mapping ${options.mapping}`;
  const open = placeholdersIn(loadMapping(starter.text, target.name));
  const linked = 'proj' in set ? null : branch;
  const lines = initMessage(starter, { file: target.name, option, tracked: paths.length, linked, open });
  if (sources.unknown !== null) lines.push(`  the sources were not read, so only names count: ${sources.unknown}`);
  const isGuess = options.branch === undefined && checkedOut === null;
  if (isGuess) lines.push('  no branch is checked out: look at branches[0].branch');
  lines.push(...(await includedPrograms(repository, starter.text, branch, tracked)));
  output.out(`${lines.map(escapeText).join('\n')}\n`);
  return exitCodes.filed;
}

/** What sources say they are, by path; `unknown`: why they could not be read. */
interface SourcesSay {
  readonly says: ReadonlyMap<string, SourceSays['is']>;
  readonly unknown: string | null;
}

/** Reads the sources whose names may not tell whether they are programs or modules. */
async function readSources(repository: Repository, files: readonly TreeSide[]): Promise<SourcesSay> {
  const says = new Map<string, SourceSays['is']>();
  const asked = files.filter(({ path }) => canTell(languageOf(path.text)));
  try {
    await readContents(repository, asked, (path, bytes) => {
      const said = sourceSays(languageOf(path), sourceText(bytes));
      if (said !== null) says.set(path, said.is);
    });
    return { says, unknown: null };
  } catch (error) {
    if (error instanceof Problem) return { says, unknown: error.message };
    throw error;
  }
}

/** The extension of a source, in upper case; for a member without one the usual one of its source file. */
function languageOf(path: string): string {
  const { extension, gpath } = trackedFile(path);
  return extension || (typeInSourceFile(basename(gpath))?.extensions[0] ?? '');
}

/** How many are named; `check` names the others. */
const mostNamed = 5;

/** Returns a line for each source that the starter mapping makes a program of, though other sources include it. */
async function includedPrograms(
  repository: Repository,
  text: string,
  branch: string,
  tracked: readonly TreeSide[],
): Promise<string[]> {
  const compiled = compileMapping(loadMapping(text, defaultMappingFile));
  const run = { repo: 'REPO', branch, sha: '{sha}', run: '{run}', user: null, set: {} };
  const mapper = bindMapping(compiled, findBranchRule(compiled, branch), run);
  const found = await looseEndsAtHead(repository, mapper, tracked, () => false);
  const isProgram = (path: string) =>
    targetsOf(mapper(textPath(path))).some(({ fields }) => fields.objt?.toUpperCase() === '*PGM');
  const programBy = (path: string) => (isProgram(path) ? '' : null);
  const { programs } = findUseProblems(
    found,
    (path) => ({ leftOut: null, programBy: programBy(path) }),
    () => undefined,
  );
  const lines = programs.slice(0, mostNamed).map((one) => `  ${programSentence(one)}`);
  const more = programs.length - lines.length;
  return more > 0 ? [...lines, `  and ${more} more such sources: file-checkouts check names them`] : lines;
}

function mappingTarget(mapping: string | undefined, { location }: Repository, cwd: string): NewFile {
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

/** Adds the mapping file to the tracked files: it will be tracked soon, and needs a rule too. */
function withTarget(paths: readonly string[], target: NewFile, { location }: Repository): string[] {
  return [...new Set([...paths, pathBelow(location.top, target.file) ?? []].flat())];
}

function makeStarterFromOptions(paths: readonly string[], says: SourcesSay['says'], head: StarterHead): Starter {
  try {
    return makeStarter(paths, head, says);
  } catch (error) {
    // The rules are ours and fit; what may not fit together is what --set, --repo and --branch bring in.
    const [first] = error instanceof MappingError ? error.problems : [];
    if (first === undefined) throw error;
    const { found, right } = first;
    throw new Problem('usage', `the options make no valid mapping: ${found}`, `${right}.`, { cause: error });
  }
}
