/** Reading a site file, YAML or JSON: the schema checks the shapes of its records, this what they must agree on. */

import { Problem } from '../errors.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import { formatProblems } from '../yaml/lines.ts';
import { readChecked } from '../yaml/read-checked.ts';
import { CheckedPart, namesIn, twice, unknownName } from './file-parts.ts';
import { type Site, siteSchema } from './site.ts';
import { levelFindings, relativeDirectory } from './site-levels.ts';
import { repositoryFindings } from './site-repositories.ts';
import { codeFindings, levelsOf, tokenFindings } from './site-users.ts';
import { withDigests } from './tokens.ts';

/**
 * Reads the text of a site file; `file` is its name. Tokens in clear stay as they are, for who calls as one of its users.
 * @throws Problem usage with all that is wrong, each as `FILE:LINE:COLUMN: what was found; what would be right`
 */
export function readSiteWithTokens(text: string, file: string): Site {
  const { content } = readChecked(text, {
    schema: siteSchema,
    findings: siteFindings,
    least: '`users` and `applications`',
    refusal: (problems) =>
      new Problem('usage', formatProblems(file, problems), `Correct ${file}; docs/site.md has every key.`),
    // Room for some tens of thousands of installed objects.
    mostCharacters: 4 * 1024 * 1024,
    mostValues: 500_000,
  });
  return content;
}

/** The same, with the SHA-256 of each token in its place. @throws as it does */
export function readSite(text: string, file: string): Site {
  return withDigests(readSiteWithTokens(text, file));
}

/** Finds everything in a site that does not agree: names used twice, names that nothing defines. */
function siteFindings(value: unknown): YamlFinding[] {
  const site = new CheckedPart(value);
  const users = site.records('users');
  const applications = site.records('applications');
  const projects = site.records('projects');
  const repositories = site.records('repositories');
  return [
    ...twice(users, 'user', 'user'),
    ...twice(applications, 'appl', 'application'),
    ...twice(repositories, 'repo', 'repository'),
    ...twice(projects, 'proj', 'project'),
    ...twice(site.records('pipelines'), 'pipe', 'pipeline server'),
    ...tokenFindings(users),
    ...users.flatMap((user) => codeFindings(user, applications)),
    ...applications.flatMap(applicationFindings),
    ...projects.flatMap((project) => projectFindings(project, applications)),
    ...repositories.flatMap((repository) => repositoryFindings(repository, applications, projects)),
    ...site.records('installed').flatMap((object) => installedFindings(object, applications)),
  ];
}

function applicationFindings(application: CheckedPart): YamlFinding[] {
  const levels = application.records('levels');
  const attributes = application.records('attributes');
  return [
    ...twice(levels, 'lvl', 'level'),
    ...twice(attributes, 'attr', 'attribute'),
    ...levelFindings(levels),
    ...attributes.flatMap((attribute) => attributeFindings(attribute, levelsOf([application]))),
  ];
}

function attributeFindings(attribute: CheckedPart, levels: readonly (string | number)[]): YamlFinding[] {
  const { source, fsfl } = attribute.fields;
  const right = 'expected `fsfl`: the source file, since `source` is `member`';
  return [
    ...attribute.elements('levels').flatMap((level) => unknownName(level, levels, 'a level')),
    ...(source === 'member' && fsfl === undefined ? [attribute.wrong('no `fsfl`', right)] : []),
    ...relativeDirectory(attribute.at('target')),
  ];
}

function projectFindings(project: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  const known = namesIn(applications, 'appl');
  const tasks = project.records('tasks');
  return [
    ...project.elements('authorized').flatMap((appl) => unknownName(appl, known, 'an application')),
    ...twice(tasks, 'task', 'task'),
    ...tasks.flatMap((task) => twice(task.records('subtasks'), 'stsk', 'subtask')),
  ];
}

function installedFindings(object: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
  if (!application) return unknownName(object.at('appl'), namesIn(applications, 'appl'), 'an application');
  return [
    ...unknownName(object.at('lvl'), levelsOf([application]), 'a level'),
    ...unknownName(object.at('attr'), namesIn(application.records('attributes'), 'attr'), 'an attribute'),
  ];
}
