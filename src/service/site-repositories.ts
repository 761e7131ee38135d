/** What the Git repositories of a site must agree on: patterns, attributes, and the projects that branches are linked to. */
import { GlobError } from '../glob/compile-glob.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import { type CheckedPart, namesIn, twice, unknownName } from './file-parts.ts';
import { patternOf } from './git-mapping.ts';

/** Findings about one repository. */
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
        ...unknownName(entry.at('attr'), attributes, 'an attribute'),
        ...['gpath', 'gfile'].flatMap((name) => patternFindings(entry.at(name), name)),
      ]),
    ...twice(links, 'branch', 'branch'),
    ...links.flatMap((link) => linkFindings(link, projects)),
  ];
}

/** The patterns are those of a mapping file. */
function patternFindings(pattern: CheckedPart, name: string): YamlFinding[] {
  if (typeof pattern.value !== 'string') return [];
  if (name === 'gfile' && pattern.value.includes('/')) {
    return [pattern.wrong('a directory in the pattern of a file name', 'expected it in `gpath`')];
  }
  const read = patternOf(pattern.value);
  return read instanceof GlobError ? [pattern.wrong(read.found, read.right)] : [];
}

function linkFindings(link: CheckedPart, projects: readonly CheckedPart[]): YamlFinding[] {
  const { task, stsk, proj } = link.fields;
  const project = projects.find(({ fields }) => fields.proj === proj);
  if (!project) return unknownName(link.at('proj'), namesIn(projects, 'proj'), 'a project');
  const tasks = project.records('tasks');
  if (!task) return stsk ? [link.at('stsk').wrong('a subtask without a task', 'expected `task` too')] : [];
  const found = tasks.find(({ fields }) => fields.task === task);
  if (!found) return unknownName(link.at('task'), namesIn(tasks, 'task'), 'a task');
  return stsk ? unknownName(link.at('stsk'), namesIn(found.records('subtasks'), 'stsk'), 'a subtask') : [];
}
