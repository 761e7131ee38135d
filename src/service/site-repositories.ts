import { GlobError, tryCompileGlob } from '../glob/compile-glob.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import { type CheckedPart, namesIn, repeatedNames, unknownNames } from './file-parts.ts';

/** Checks a repository: attributes, projects and tasks must be defined, patterns readable, branches named once. */
export function repositoryFindings(
  repository: CheckedPart,
  applications: readonly CheckedPart[],
  projects: readonly CheckedPart[],
): YamlFinding[] {
  const attributes = applications.flatMap((application) => namesIn(application.records('attributes'), 'attr'));
  const links = repository.records('branches');
  return [
    ...repository
      .records('attributes')
      .flatMap((entry) => [
        ...unknownNames(entry.at('attr'), attributes, 'an attribute'),
        ...['gpath', 'gfile'].flatMap((name) => patternFindings(entry.at(name), name)),
      ]),
    ...repeatedNames(links, 'branch', 'branch'),
    ...links.flatMap((link) => linkFindings(link, projects)),
  ];
}

/** Checks a pattern as of a mapping file; `gfile` must not hold a directory. */
function patternFindings(pattern: CheckedPart, name: string): YamlFinding[] {
  if (typeof pattern.value !== 'string') return [];
  if (name === 'gfile' && pattern.value.includes('/')) {
    return [pattern.wrong('a directory in the pattern of a file name', 'expected it in `gpath`')];
  }
  const read = tryCompileGlob(pattern.value, true);
  return read instanceof GlobError ? [pattern.wrong(read.found, read.right)] : [];
}

/** Checks project, task and subtask of a branch's link; 0 is none. */
function linkFindings(link: CheckedPart, projects: readonly CheckedPart[]): YamlFinding[] {
  const { task, stsk, proj } = link.fields;
  const project = projects.find(({ fields }) => fields.proj === proj);
  if (!project) return unknownNames(link.at('proj'), namesIn(projects, 'proj'), 'a project');
  const tasks = project.records('tasks');
  if (!task) return stsk ? [link.at('stsk').wrong('a subtask without a task', 'expected `task` too')] : [];
  const found = tasks.find(({ fields }) => fields.task === task);
  if (!found) return unknownNames(link.at('task'), namesIn(tasks, 'task'), 'a task');
  return stsk ? unknownNames(link.at('stsk'), namesIn(found.records('subtasks'), 'stsk'), 'a subtask') : [];
}
