import { resolve } from 'node:path';
import { checkMapping, type CheckInput as MappingCheck } from '../check/check-mapping.ts';
import { type CheckReport, exitCodeOf, notChecked } from '../check/check-report.ts';
import { checkMarkdown, checkText } from '../check/check-text.ts';
import { type ContentFindings, encodingOf, findContentProblems, type SeenContent } from '../check/contents.ts';
import { branchToTry, sampleBranches } from '../check/sample-branches.ts';
import { findUseProblems, type MappedAs, type UseFindings } from '../check/uses.ts';
import type { ProbeResult } from '../client/probe-url.ts';
import { atDoor } from '../door.ts';
import { knownBranches } from '../git/branches.ts';
import { textPath } from '../git/git-path.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { checkedOutBranch } from '../git/revision.ts';
import { listTracked } from '../git/tracked.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import { isInclude } from '../init/includes-and-tests.ts';
import { questionOfSkip } from '../init/starter-rule.ts';
import { trackedFile } from '../init/tracked-file.ts';
import { escapeText } from '../log.ts';
import { compileMapping } from '../mapping/compile.ts';
import { type LoadedFile, MappingError, readMapping } from '../mapping/load.ts';
import { emptyMapping } from '../mapping/schema.ts';
import { bindMapping } from '../plan/bind-mapping.ts';
import type { Mapped } from '../plan/mapper.ts';
import { pathBelow } from '../regular-file.ts';
import { checkReportPlace, noticeOf, writeReport } from '../report/files.ts';
import { jsonText } from '../report/json-text.ts';
import { branchOf } from '../run/choose.ts';
import { clientOptions } from '../run/client-options.ts';
import type { RunInput } from '../run/input.ts';
import { repositoryName } from '../run/open-repository.ts';
import { type MappingText, readMappingText, readSet } from '../run/read-mapping.ts';
import { isBuildSource } from '../uses/built-as.ts';
import { looseEndsAtHead } from '../uses/loose-ends.ts';
import type { Output } from './run-command.ts';
import { readSays } from './source-contents.ts';

/** Input of `check`. */
export type CheckCommandInput = Omit<RunInput, 'command' | 'me' | 'sleep' | 'now' | 'onDefect'>;

/**
 * Runs `check`: validates the mapping, compares it with the files that Git tracks and what their sources use, and with
 * `--url` probes the service with a call that files nothing (design §2). An invalid mapping ends it: that is a result.
 * Prints nothing.
 * @throws Problem if repository, revision or mapping file cannot be read
 */
export async function check(input: CheckCommandInput): Promise<CheckReport> {
  const { options, cwd, env } = input;
  using repository = await openRepository({ ...input, repoDir: options['repo-dir'] });
  const source = await readMappingText(options.mapping, cwd, repository);
  const workspace = resolve(cwd, env.GITHUB_WORKSPACE ?? '');
  const mapping = source && {
    path: source.name,
    blob: source.blob,
    // Hosts know files by their paths in the workspace of the job.
    inWorkspace: pathBelow(workspace, source.place) ?? source.name,
  };
  const read = tryReadMapping(source);
  const report =
    read instanceof MappingError
      ? { ...notChecked, errors: read.problems, mapping }
      : await checkValid(input, repository, read, { file: mapping, place: source?.place ?? null });
  return { ...report, exitCode: exitCodeOf(report) };
}

/** Runs `check`, writes the report to `--report`, prints and returns it; a file that cannot be written is a notice. */
export async function checkCommand(input: CheckCommandInput, output: Output): Promise<CheckReport> {
  const { format } = input.options;
  checkReportPlace(input.options.report);
  const report = await check(input);
  const problems = await writeReport(report, input.options.report);
  if (format === 'json') output.out(jsonText(report));
  else output.out(format === 'markdown' ? checkMarkdown(report) : checkText(report));
  for (const problem of problems) output.log.notice(`note: ${escapeText(noticeOf(problem, input.door ?? 'cli'))}`);
  return report;
}

/** Reads a mapping from its text; returns `emptyMapping` for null, and the error of an invalid one. */
function tryReadMapping(source: MappingText | null): LoadedFile | MappingError {
  if (source === null) return { mapping: emptyMapping, lineOf: () => undefined };
  try {
    return readMapping(source.text, source.name);
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
}

/** Checks a valid mapping against files, uses and contents, and probes the service. @param place its path on disk */
async function checkValid(
  input: CheckCommandInput,
  repository: Repository,
  { mapping, lineOf }: LoadedFile,
  { file, place }: { readonly file: CheckReport['mapping']; readonly place: string | null },
): Promise<Omit<CheckReport, 'exitCode'>> {
  const { options, event } = input;
  const repo = options.repo ?? mapping.repo ?? repositoryName(event, repository);
  const current = branchOf({ event, options, checkedOut: checkedOutBranch(repository.location) });
  const tracked = await listTracked(repository, options.head);
  const untracked = place === null ? null : findUntrackedFile(place, repository, tracked);
  const branches = await knownBranches(repository);
  const files = { compiled: compileMapping(mapping), lineOf, tracked, untracked };
  const checked: MappingCheck = { ...files, repo, branches, current, set: readSet(options) };
  return {
    valid: true,
    errors: [],
    ...checkMapping(checked),
    mapping: file,
    repo,
    unmappedIs: mapping.unmapped,
    rules: { branches: mapping.branches?.length ?? 0, files: mapping.rules?.length ?? 0 },
    uses: await findUses(checked, repository),
    contents: await findContents(checked, repository),
    service: await probeIfAsked(input),
  };
}

/** Returns the mapper for one branch, the current or a sample one, and what the mapping does with dependents on it. */
function mapperOnBranch({ compiled, branches, current, repo, set }: MappingCheck) {
  const { name, match } = branchToTry(sampleBranches(compiled, branches, current), current);
  const mapper = bindMapping(compiled, match, { repo, branch: name, sha: '{sha}', run: '{run}', user: null, set });
  return { mapper, dependents: match.dependents ?? compiled.mapping.dependents };
}

/** Finds uses that contradict the mapping on the branch of `mapperOnBranch`; null under `dependents: ignore`. */
async function findUses(input: MappingCheck, repository: Repository): Promise<UseFindings | null> {
  const { lineOf, tracked } = input;
  const { mapper, dependents } = mapperOnBranch(input);
  if (dependents === 'ignore') return null;
  const found = await looseEndsAtHead(repository, mapper, tracked, isInclude);
  return findUseProblems(found, (path) => describeMapped(mapper(textPath(path))), lineOf);
}

/** Finds contents that contradict the mapping, among sources with a request on the branch of `mapperOnBranch`. */
async function findContents(input: MappingCheck, repository: Repository): Promise<ContentFindings> {
  const { mapper } = mapperOnBranch(input);
  const sources = input.tracked.filter(isFile).flatMap((side) => {
    const mapped = trackedFile(side.path.text).type === null ? null : mapper(side.path);
    if (mapped?.kind !== 'requests') return [];
    const { rule, targets } = mapped;
    return [{ side, rule, objt: targets[0]?.fields.objt ?? null }];
  });
  const encodings = new Map<string, SeenContent['encoding']>();
  const build = input.tracked.filter((side) => isFile(side) && isBuildSource(side.path.text));
  const sides = [...new Set([...sources.map(({ side }) => side), ...build])];
  const { says, unknown } = await readSays(repository, sides, (path, bytes) => encodings.set(path, encodingOf(bytes)));
  const seen = sources.flatMap(({ side, ...source }): SeenContent[] => {
    const path = side.path.text;
    const encoding = encodings.get(path);
    return encoding === undefined ? [] : [{ ...source, path, says: says.get(path) ?? null, encoding }];
  });
  return findContentProblems(seen, unknown, input.lineOf);
}

/** Returns how the mapping leaves a file out (`asked`: by a question of `init`), or which rule makes a *PGM of it. */
function describeMapped(mapped: Mapped): MappedAs {
  if (mapped.kind === 'requests') {
    const isProgram = mapped.targets.some(({ fields }) => fields.objt?.toUpperCase() === '*PGM');
    return { leftOut: null, programBy: isProgram ? mapped.rule : null };
  }
  const isAsked = mapped.because.code === 'skip' && questionOfSkip(mapped.because.why) !== null;
  return { leftOut: isAsked ? 'asked' : 'open', programBy: null };
}

/** Returns a file as Git will list it, with an empty OID; null: Git tracks it already, or it is elsewhere on disk. */
function findUntrackedFile(place: string, { location }: Repository, tracked: readonly TreeSide[]): TreeSide | null {
  const path = pathBelow(location.top, place);
  if (path === null || tracked.some((one) => one.path.text === path)) return null;
  return { path: textPath(path), mode: '100644', oid: '' };
}

/** Tests `--url` and token by a call that changes nothing; a failure is a result. null: no `--url`, or `--dry-run`. */
async function probeIfAsked(input: CheckCommandInput): Promise<ProbeResult | null> {
  if (input.options.url === undefined || input.options['dry-run'] === true) return null;
  const { probeService } = await import('../client/probe-url.ts');
  const result = await probeService(clientOptions(input, 1));
  return { ...result, remedy: result.remedy === null ? null : atDoor(input.door ?? 'cli', result.remedy) };
}
