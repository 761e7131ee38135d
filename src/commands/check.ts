import { resolve } from 'node:path';
import { checkMapping } from '../check/check-mapping.ts';
import { type CheckReport, chooseExitCode, notChecked } from '../check/check-report.ts';
import { formatCheckText, renderCheckMarkdown } from '../check/check-text.ts';
import { findContentProblems, guessEncoding, type SeenContent } from '../check/contents.ts';
import { chooseBranchToTry, chooseSampleBranches } from '../check/sample-branches.ts';
import { findUseProblems, type MappedAs } from '../check/uses.ts';
import type { ProbeResult } from '../client/probe-url.ts';
import { rewriteForDoor } from '../door.ts';
import { listKnownBranches } from '../git/branches.ts';
import { toGitPath } from '../git/git-path.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { readCheckedOutBranch } from '../git/revision.ts';
import { listTracked } from '../git/tracked.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { isInclude } from '../init/includes-and-tests.ts';
import { findSkipQuestion } from '../init/starter-rule.ts';
import { parseTrackedFile } from '../init/tracked-file.ts';
import { escapeText } from '../log.ts';
import { compileMapping } from '../mapping/compile.ts';
import { type LoadedFile, loadMappingWithLines, MappingError } from '../mapping/load.ts';
import { emptyMapping } from '../mapping/schema.ts';
import { bindMapping, type Mapped, type Mapper } from '../plan/mapper.ts';
import { findPathBelow } from '../regular-file.ts';
import { formatProblemNotice, requireReportPlace, writeReport } from '../report/files.ts';
import { formatJson } from '../report/json-text.ts';
import { chooseBranch } from '../run/choose.ts';
import { buildClientOptions, type RunInput } from '../run/input.ts';
import { chooseRepositoryName, type MappingText, readMappingText, requireSetFields } from '../run/read-mapping.ts';
import { isBuildSource } from '../uses/built-as.ts';
import { findLooseEndsAtHead } from '../uses/loose-ends.ts';
import type { LineOf } from '../yaml/read-yaml.ts';
import type { Output } from './run-command.ts';
import { readSourceKinds } from './source-contents.ts';

export type CheckCommandInput = Omit<RunInput, 'command' | 'me' | 'now' | 'onDefect'>;

/**
 * Makes the report of `check` (design §2): validates the mapping, compares it with the files that Git tracks, and with what their sources
 * use and hold, and under `--url` probes the service by a call that files nothing. Of an invalid mapping it has only the errors; without a
 * mapping file it checks an empty mapping (exit code not 0). Prints and writes nothing. @throws Problem if repository, revision or mapping
 * file cannot be read, for a bad `--set`, or as probeIfAsked
 */
export async function buildCheckReport(input: CheckCommandInput): Promise<CheckReport> {
  const { options, cwd, env } = input;
  using repository = await openRepository({ ...input, repoDir: options['repo-dir'] });
  const source = await readMappingText(options.mapping, cwd, repository);
  // Hosts know files by their paths in the workspace of the job.
  const inWorkspace = source && findPathBelow(resolve(cwd, env.GITHUB_WORKSPACE ?? ''), source.place);
  const mapping = source && { path: source.name, blob: source.blob, inWorkspace: inWorkspace ?? source.name };
  const read = tryReadMapping(source);
  const report =
    read instanceof MappingError
      ? { ...notChecked, errors: read.problems, mapping }
      : await checkValidMapping(input, repository, read, { file: mapping, place: source?.place ?? null });
  return { ...report, exitCode: chooseExitCode(report) };
}

/**
 * Runs the command `check`: makes the report, writes it to `--report` (if that fails, logs a note), prints it as `--format` says, and
 * returns it. @throws Problem as buildCheckReport, and, before that, Problem('usage') if the file of `--report` cannot be written
 */
export async function runCheckCommand(input: CheckCommandInput, output: Output): Promise<CheckReport> {
  const { format, report: place } = input.options;
  requireReportPlace(place);
  const report = await buildCheckReport(input);
  const problems = await writeReport(report, place);
  if (format === 'json') output.out(formatJson(report));
  else output.out(format === 'markdown' ? renderCheckMarkdown(report) : formatCheckText(report));
  for (const problem of problems)
    output.log.notice(`note: ${escapeText(formatProblemNotice(problem, input.door ?? 'cli'))}`);
  return report;
}

/** Reads a mapping from its text: `emptyMapping` if there is no file (null); returns the MappingError of an invalid one. */
function tryReadMapping(source: MappingText | null): LoadedFile | MappingError {
  if (source === null) return { mapping: emptyMapping, lineOf: () => undefined };
  try {
    return loadMappingWithLines(source.text, source.name);
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
}

/** Reports on a valid mapping; with `--url` tests the service. `uses`: null under `dependents: ignore`. @param place path; null: no file */
async function checkValidMapping(
  input: CheckCommandInput,
  repository: Repository,
  { mapping, lineOf }: LoadedFile,
  { file, place }: { readonly file: CheckReport['mapping']; readonly place: string | null },
): Promise<Omit<CheckReport, 'exitCode'>> {
  const { options, event } = input;
  const repo = options.repo ?? mapping.repo ?? chooseRepositoryName(event, repository);
  const current = chooseBranch({ event, options, checkedOut: readCheckedOutBranch(repository.location) });
  const tracked = await listTracked(repository, options.head);
  const untracked = place === null ? null : findUntrackedFile(place, repository, tracked);
  const branches = await listKnownBranches(repository);
  const compiled = compileMapping(mapping);
  const set = requireSetFields(options);
  // What sources use and hold is compared with the mapping on one branch.
  const { name: branch, match } = chooseBranchToTry(chooseSampleBranches(compiled, branches, current), current);
  const mapper = bindMapping(compiled, match, { repo, branch, sha: '{sha}', run: '{run}', user: null, set });
  const ignoresUses = (match.dependents ?? mapping.dependents) === 'ignore';
  const found = ignoresUses ? null : await findLooseEndsAtHead(repository, mapper, tracked, isInclude);
  const describePath = (path: string) => describeMapped(mapper(toGitPath(path)));
  return {
    valid: true,
    errors: [],
    ...checkMapping({ compiled, lineOf, tracked, untracked, repo, branches, current, set }),
    mapping: file,
    repo,
    unmappedIs: mapping.unmapped,
    rules: { branches: mapping.branches?.length ?? 0, files: mapping.rules?.length ?? 0 },
    uses: found && findUseProblems(found, describePath, lineOf),
    contents: await findContents(repository, tracked, mapper, lineOf),
    service: await probeIfAsked(input),
  };
}

/** Finds sources of requests that by content or a build file contradict the mapping, or are not UTF-8. `unknown`: why not all were read. */
async function findContents(repository: Repository, tracked: readonly TreeSide[], mapper: Mapper, lineOf: LineOf) {
  const sources = tracked.filter(isFile).flatMap((side) => {
    const mapped = parseTrackedFile(side.path.text).type === null ? null : mapper(side.path);
    if (mapped?.kind !== 'requests') return [];
    const { rule, targets } = mapped;
    return [{ side, rule, objt: targets[0]?.fields.objt ?? null }];
  });
  const encodings = new Map<string, SeenContent['encoding']>();
  const build = tracked.filter((side) => isFile(side) && isBuildSource(side.path.text));
  const sides = [...new Set([...sources.map(({ side }) => side), ...build])];
  const noteEncoding = (path: string, bytes: Buffer) => encodings.set(path, guessEncoding(bytes));
  const { says, unknown } = await readSourceKinds(repository, sides, noteEncoding);
  const seen = sources.flatMap(({ side, ...source }): SeenContent[] => {
    const path = side.path.text;
    const encoding = encodings.get(path);
    return encoding === undefined ? [] : [{ ...source, path, says: says.get(path) ?? null, encoding }];
  });
  return findContentProblems(seen, unknown, lineOf);
}

/** Returns how the mapping leaves a file out (`asked`: by a question of `init`; else `open`; null: not), and the rule that makes a *PGM. */
function describeMapped(mapped: Mapped): MappedAs {
  if (mapped.kind === 'requests') {
    const isProgram = mapped.targets.some(({ fields }) => fields.objt?.toUpperCase() === '*PGM');
    return { leftOut: null, programBy: isProgram ? mapped.rule : null };
  }
  const isAsked = mapped.because.code === 'skip' && findSkipQuestion(mapped.because.why) !== null;
  return { leftOut: isAsked ? 'asked' : 'open', programBy: null };
}

/** Returns an entry with an empty OID for a path, also of no file, that Git does not track; null: Git tracks it, or it is outside. */
function findUntrackedFile(place: string, { location }: Repository, tracked: readonly TreeSide[]): TreeSide | null {
  const path = findPathBelow(location.top, place);
  if (path === null || tracked.some((one) => one.path.text === path)) return null;
  return { path: toGitPath(path), mode: '100644', oid: '' };
}

/** Tests the service at `--url`, files nothing; a failure is a result. Null without `--url`, under `--dry-run`. @throws Problem('usage') */
async function probeIfAsked(input: CheckCommandInput): Promise<ProbeResult | null> {
  if (input.options.url === undefined || input.options['dry-run'] === true) return null;
  const { probeService } = await import('../client/probe-url.ts');
  const result = await probeService(buildClientOptions(input));
  return { ...result, remedy: result.remedy === null ? null : rewriteForDoor(input.door ?? 'cli', result.remedy) };
}
