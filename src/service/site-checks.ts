/** What a site file must agree on within itself; the schema checks the shapes, this the names. Pure. */
import type { Finding } from '../yaml/findings.ts';
import { namesIn, Part, twice, unknownName } from './file-parts.ts';
import { levelFindings, relativeDirectory } from './site-levels.ts';
import { repositoryFindings } from './site-repositories.ts';
import { codeFindings, levelsOf, tokenFindings } from './site-users.ts';

/** Everything that does not agree in a site, whatever else is wrong with it: names used twice, names that nothing defines. */
export function siteFindings(value: unknown): Finding[] {
  const site = new Part(value);
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

function applicationFindings(application: Part): Finding[] {
  const levels = application.records('levels');
  const attributes = application.records('attributes');
  return [
    ...twice(levels, 'lvl', 'level'),
    ...twice(attributes, 'attr', 'attribute'),
    ...levelFindings(levels),
    ...attributes.flatMap((attribute) => attributeFindings(attribute, levelsOf([application]))),
  ];
}

function attributeFindings(attribute: Part, levels: readonly (string | number)[]): Finding[] {
  const { source, fsfl } = attribute.fields;
  const right = 'expected `fsfl`: the source file, since `source` is `member`';
  return [
    ...attribute.elements('levels').flatMap((level) => unknownName(level, levels, 'a level')),
    ...(source === 'member' && fsfl === undefined ? [attribute.wrong('no `fsfl`', right)] : []),
    ...relativeDirectory(attribute.at('target')),
  ];
}

function projectFindings(project: Part, applications: readonly Part[]): Finding[] {
  const known = namesIn(applications, 'appl');
  const tasks = project.records('tasks');
  return [
    ...project.elements('authorized').flatMap((appl) => unknownName(appl, known, 'an application')),
    ...twice(tasks, 'task', 'task'),
    ...tasks.flatMap((task) => twice(task.records('subtasks'), 'stsk', 'subtask')),
  ];
}

function installedFindings(object: Part, applications: readonly Part[]): Finding[] {
  const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
  if (!application) return unknownName(object.at('appl'), namesIn(applications, 'appl'), 'an application');
  return [
    ...unknownName(object.at('lvl'), levelsOf([application]), 'a level'),
    ...unknownName(object.at('attr'), namesIn(application.records('attributes'), 'attr'), 'an attribute'),
  ];
}
