import { findRuleLine, formatRulePlace } from '../check/remark.ts';
import { exitCodes, Problem } from '../errors.ts';
import { explainPath, toRepositoryPath } from '../explain/explain-path.ts';
import { formatExplanation } from '../explain/explain-text.ts';
import { openRepository } from '../git/repository.ts';
import { readCheckedOutBranch } from '../git/revision.ts';
import { listTracked } from '../git/tracked.ts';
import { isFile } from '../git/tree.ts';
import { findBranchRule } from '../mapping/branch.ts';
import { compileMapping } from '../mapping/compile.ts';
import { defaultMappingFile } from '../mapping/defaults.ts';
import { loadMappingWithLines, toRfpMode } from '../mapping/load.ts';
import { emptyMapping } from '../mapping/schema.ts';
import { bindMapping } from '../plan/mapper.ts';
import { formatJson } from '../report/json-text.ts';
import { chooseBranch } from '../run/choose.ts';
import type { RunInput } from '../run/input.ts';
import { chooseRepositoryName, readMappingText, requireSetFields } from '../run/read-mapping.ts';
import { findUsesOfPaths } from '../uses/uses-of-paths.ts';
import type { Output } from './run-command.ts';

type ExplainInput = Pick<RunInput, 'options' | 'event' | 'env' | 'gitToken' | 'cwd'> & { words: readonly string[] };

/**
 * Runs `explain PATH...`: prints for each path, as text or JSON, which branch rule and file rule win, why earlier ones do not match, the
 * requests (design §2), what the file uses and what uses it. Without a mapping file, the empty mapping counts. Returns 0. The words
 * are paths, as toRepositoryPath reads them. @throws Problem('usage') without a path or branch, for a folder, a pattern, a path outside of
 * the repository or a bad `--set`; MappingError; as readMappingText; what Git throws
 */
export async function runExplainCommand(input: ExplainInput, output: Output): Promise<number> {
  const { options, words, event, env, gitToken, cwd } = input;
  if (words.length === 0) throw new Problem('usage', 'explain needs a path', 'Give explain PATH...');
  using repository = await openRepository({ repoDir: options['repo-dir'], env, gitToken });
  const source = await readMappingText(options.mapping, cwd, repository);
  const { mapping, lineOf } =
    source === null
      ? { mapping: emptyMapping, lineOf: () => undefined }
      : loadMappingWithLines(source.text, source.name);
  const branch = chooseBranch({ event, options, checkedOut: readCheckedOutBranch(repository.location) });
  if (branch === null) throw new Problem('usage', 'explain needs a branch', 'Give --branch NAME.');
  const repo = options.repo ?? mapping.repo ?? chooseRepositoryName(event, repository);
  const rfp = options.rfp === undefined ? undefined : toRfpMode(options.rfp);
  const compiled = compileMapping(mapping);
  const context = { compiled, repo, branch, set: requireSetFields(options), rfp, actor: event.run.actor };
  const tree = await listTracked(repository, options.head);
  const modes = new Map(tree.map(({ path, mode }) => [path.text, mode]));
  const place = { cwd, top: repository.location.top, tracked: new Set(modes.keys()) };
  const paths = words.map((word) => toRepositoryPath(word, place));
  const sampleRun = { repo, branch, sha: '{sha}', run: '{run}', user: null, set: context.set };
  const mapper = bindMapping(compiled, findBranchRule(compiled, branch), sampleRun);
  const found = await findUsesOfPaths(repository, mapper, { head: options.head, tree }, paths);
  const explained = paths.map((path, n) => {
    const known = 'unknown' in found ? { usesUnknown: found.unknown } : found[n];
    return { explanation: explainPath(context, path), uses: { uses: [], usedBy: [], usesUnknown: null, ...known } };
  });
  if (options.format === 'json') {
    output.out(formatJson(explained.map(({ explanation, uses }) => ({ ...explanation, ...uses }))));
    return exitCodes.filed;
  }
  const placeOfRule = (rule: string) => formatRulePlace({ rule, line: findRuleLine(rule, lineOf) });
  const texts = explained.map(({ explanation, uses }) => {
    const mode = modes.get(explanation.path);
    const isNeverFiled = mode !== undefined && !isFile({ mode });
    return formatExplanation(explanation, { what: describeMode(mode), isNeverFiled, uses, placeOf: placeOfRule });
  });
  output.out(`${source === null ? `there is no ${defaultMappingFile}\n` : ''}${texts.join('\n')}`);
  return exitCodes.filed;
}

/** Says in words what a file with this mode of Git is: not tracked (undefined), a submodule or a symbolic link; null for a regular file. */
function describeMode(mode: string | undefined): string | null {
  if (mode === undefined) return 'not tracked by Git';
  if (isFile({ mode })) return null;
  return mode === '160000' ? 'a submodule, which is never filed' : 'a symbolic link, which is never filed';
}
