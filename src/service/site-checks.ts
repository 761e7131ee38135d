/** What a site file must agree on within itself; the schema checks the shapes, this the names. Pure. */
import { nearest, shorten } from '../near.ts';
import type { Finding } from '../yaml/findings.ts';
import type { Path } from '../yaml/read-yaml.ts';
import { type RecordAt, recordsOf, topOf, valuesOf } from './file-records.ts';
import { levelFindings } from './site-levels.ts';
import { patternFindings } from './site-patterns.ts';
import { tokenFindings } from './site-tokens.ts';

/** Everything that does not agree in a site, whatever else is wrong with it: names used twice, names that nothing defines. */
export function siteFindings(value: unknown): Finding[] {
  const site = topOf(value);
  const applications = recordsOf(site, 'applications');
  const projects = recordsOf(site, 'projects');
  const repositories = recordsOf(site, 'repositories');
  return [
    ...twice(recordsOf(site, 'users'), 'user', 'user'),
    ...twice(applications, 'appl', 'application'),
    ...twice(repositories, 'repo', 'repository'),
    ...twice(projects, 'proj', 'project'),
    ...twice(recordsOf(site, 'pipelines'), 'pipe', 'pipeline server'),
    ...tokenFindings(recordsOf(site, 'users')),
    ...recordsOf(site, 'users').flatMap((user) => codeFindings(user, applications)),
    ...applications.flatMap(applicationFindings),
    ...projects.flatMap((project) => projectFindings(project, applications)),
    ...repositories.flatMap((repository) => repositoryFindings(repository, applications, projects)),
    ...recordsOf(site, 'installed').flatMap((object) => installedFindings(object, applications)),
  ];
}

function codeFindings(user: RecordAt, applications: readonly RecordAt[]): Finding[] {
  const codes = valuesOf(user, 'codes').flatMap(({ path, value }) =>
    typeof value === 'number' ? [{ path, code: value }] : [],
  );
  const narrow = recordsOf(user, 'codes');
  const all = [...codes, ...narrow.map(({ path, fields }) => ({ path: [...path, 'code'], code: fields.code }))];
  return [
    ...all.flatMap(({ path, code }) =>
      typeof code !== 'number' || code === 37 || code === 31
        ? []
        : [{ path, found: `the code ${code}`, right: 'expected 37 (own requests) or 31 (those of others)' }],
    ),
    ...narrow.flatMap((record) => unknownName(record, 'appl', namesIn(applications, 'appl'), 'an application')),
    ...narrow.flatMap((record) => {
      const meant = applications.filter(({ fields }) => (record.fields.appl ?? fields.appl) === fields.appl);
      return meant.length === 0 ? [] : unknownName(record, 'lvl', levelsOf(meant), 'a level');
    }),
  ];
}

function applicationFindings(application: RecordAt): Finding[] {
  const attributes = recordsOf(application, 'attributes');
  const levels = levelsOf([application]);
  return [
    ...twice(recordsOf(application, 'levels'), 'lvl', 'level'),
    ...twice(attributes, 'attr', 'attribute'),
    ...levelFindings(recordsOf(application, 'levels')),
    ...attributes.flatMap((attribute) =>
      valuesOf(attribute, 'levels').flatMap(({ path, value }) => unknownValue(path, value, levels, 'a level')),
    ),
    ...attributes.flatMap(({ path, fields }) =>
      fields.source === 'member' && fields.fsfl === undefined
        ? [{ path, found: 'no `fsfl`', right: 'expected `fsfl`: the source file, since `source` is `member`' }]
        : [],
    ),
    ...attributes.flatMap(({ path, fields }) =>
      typeof fields.target === 'string' && !fields.target.startsWith('/')
        ? [{ path: [...path, 'target'], found: 'a relative directory', right: 'expected one that starts with `/`' }]
        : [],
    ),
  ];
}

function projectFindings(project: RecordAt, applications: readonly RecordAt[]): Finding[] {
  const known = namesIn(applications, 'appl');
  const tasks = recordsOf(project, 'tasks');
  return [
    ...valuesOf(project, 'authorized').flatMap(({ path, value }) => unknownValue(path, value, known, 'an application')),
    ...twice(tasks, 'task', 'task'),
    ...tasks.flatMap((task) => twice(recordsOf(task, 'subtasks'), 'stsk', 'subtask')),
  ];
}

function repositoryFindings(
  repository: RecordAt,
  applications: readonly RecordAt[],
  projects: readonly RecordAt[],
): Finding[] {
  const attributes = applications.flatMap((application) => namesIn(recordsOf(application, 'attributes'), 'attr'));
  const links = recordsOf(repository, 'branches');
  return [
    ...recordsOf(repository, 'attributes').flatMap((entry) => unknownName(entry, 'attr', attributes, 'an attribute')),
    ...recordsOf(repository, 'attributes').flatMap(patternFindings),
    ...twice(links, 'branch', 'branch'),
    ...links.flatMap((link) => unknownName(link, 'proj', namesIn(projects, 'proj'), 'a project')),
    ...links.flatMap((link) => linkFindings(link, projects)),
  ];
}

function linkFindings(link: RecordAt, projects: readonly RecordAt[]): Finding[] {
  const { task, stsk, proj } = link.fields;
  const project = projects.find(({ fields }) => fields.proj === proj);
  if (project === undefined) return [];
  const tasks = recordsOf(project, 'tasks');
  const found = tasks.find(({ fields }) => fields.task === task);
  if (task) return found ? subtaskFindings(link, found) : unknownName(link, 'task', namesIn(tasks, 'task'), 'a task');
  return stsk
    ? [{ path: [...link.path, 'stsk'], found: 'a subtask without a task', right: 'expected `task` too' }]
    : [];
}

function subtaskFindings(link: RecordAt, task: RecordAt): Finding[] {
  if (!link.fields.stsk) return [];
  return unknownName(link, 'stsk', namesIn(recordsOf(task, 'subtasks'), 'stsk'), 'a subtask');
}

function installedFindings(object: RecordAt, applications: readonly RecordAt[]): Finding[] {
  const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
  if (!application) return unknownName(object, 'appl', namesIn(applications, 'appl'), 'an application');
  return [
    ...unknownName(object, 'lvl', levelsOf([application]), 'a level'),
    ...unknownName(object, 'attr', namesIn(recordsOf(application, 'attributes'), 'attr'), 'an attribute'),
  ];
}

type Name = string | number;

function levelsOf(applications: readonly RecordAt[]): Name[] {
  return applications.flatMap((application) => namesIn(recordsOf(application, 'levels'), 'lvl'));
}

function namesIn(records: readonly RecordAt[], field: string): Name[] {
  return records.map(({ fields }) => fields[field]).filter(isName);
}

function isName(value: unknown): value is Name {
  return typeof value === 'string' || typeof value === 'number';
}

/** A field that names what is not among the known; nothing when it is not sent, or not even a name. */
function unknownName(record: RecordAt, field: string, known: readonly Name[], what: string): Finding[] {
  return unknownValue([...record.path, field], record.fields[field], known, what);
}

function unknownValue(path: Path, value: unknown, known: readonly Name[], what: string): Finding[] {
  if (!isName(value) || known.includes(value)) return [];
  const names = [...new Set(known.filter((name) => typeof name === typeof value).map(String))];
  const found = `${what} that is not defined, \`${shorten(String(value))}\``;
  // Numbers and names of one or two letters are all near each other.
  const near = typeof value === 'string' && value.length > 2 ? nearest(value, names) : null;
  if (near !== null) return [{ path, found, right: `did you mean \`${near}\`?` }];
  const some = names.slice(0, 10).join(', ');
  const right = some === '' ? 'expected one that is defined; there is none' : `expected one of ${some}`;
  return [{ path, found, right }];
}

/** Records that carry a name which an earlier one has. */
function twice(records: readonly RecordAt[], field: string, what: string): Finding[] {
  const seen = new Set<Name>();
  return records.flatMap((record) => {
    const name = record.fields[field];
    if (!isName(name)) return [];
    const path = [...record.path, field];
    if (seen.has(name))
      return [{ path, found: `${what} \`${shorten(String(name))}\` a second time`, right: 'each once' }];
    seen.add(name);
    return [];
  });
}
