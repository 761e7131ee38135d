import { Problem } from '../errors.ts';
import { GlobError, tryCompileGlob } from '../glob/compile-glob.ts';
import { nearest, shorten } from '../near.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import { formatProblems } from '../yaml/lines.ts';
import { readChecked } from '../yaml/read-checked.ts';
import { CheckedPart, namesIn, repeatedNames, unknownNames } from './file-parts.ts';
import { type Site, siteSchema } from './site.ts';
import { digestOf, withDigests } from './tokens.ts';

/**
 * Reads the text of a site file, and keeps tokens in clear, for a caller that acts as one of its users.
 * @param file its name, for messages
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

/** Reads the text of a site file, with the SHA-256 of each token in its place. @throws as readSiteWithTokens does */
export function readSite(text: string, file: string): Site {
  return withDigests(readSiteWithTokens(text, file));
}

/** Finds names used twice, names that nothing defines, and wrong codes, tokens, levels, directories and patterns. */
function siteFindings(value: unknown): YamlFinding[] {
  const site = new CheckedPart(value);
  const users = site.records('users');
  const applications = site.records('applications');
  const projects = site.records('projects');
  const repositories = site.records('repositories');
  return [
    ...repeatedNames(users, 'user', 'user'),
    ...repeatedNames(applications, 'appl', 'application'),
    ...repeatedNames(repositories, 'repo', 'repository'),
    ...repeatedNames(projects, 'proj', 'project'),
    ...repeatedNames(site.records('pipelines'), 'pipe', 'pipeline server'),
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
    ...repeatedNames(levels, 'lvl', 'level'),
    ...repeatedNames(attributes, 'attr', 'attribute'),
    ...levelFindings(levels),
    ...attributes.flatMap((attribute) => attributeFindings(attribute, levelsOf([application]))),
  ];
}

function attributeFindings(attribute: CheckedPart, levels: readonly (string | number)[]): YamlFinding[] {
  const { source, fsfl } = attribute.fields;
  const right = 'expected `fsfl`: the source file, since `source` is `member`';
  return [
    ...attribute.elements('levels').flatMap((level) => unknownNames(level, levels, 'a level')),
    ...(source === 'member' && fsfl === undefined ? [attribute.wrong('no `fsfl`', right)] : []),
    ...relativeDirectory(attribute.at('target')),
  ];
}

function projectFindings(project: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  const known = namesIn(applications, 'appl');
  const tasks = project.records('tasks');
  return [
    ...project.elements('authorized').flatMap((appl) => unknownNames(appl, known, 'an application')),
    ...repeatedNames(tasks, 'task', 'task'),
    ...tasks.flatMap((task) => repeatedNames(task.records('subtasks'), 'stsk', 'subtask')),
  ];
}

/** Checks a repository: attributes, projects and tasks must be defined, patterns readable, branches named once. */
function repositoryFindings(
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

/** Checks a pattern as of a mapping file, if it is text; that of `gfile` must not hold a directory. */
function patternFindings(pattern: CheckedPart, name: string): YamlFinding[] {
  if (typeof pattern.value !== 'string') return [];
  if (name === 'gfile' && pattern.value.includes('/')) {
    return [pattern.wrong('a directory in the pattern of a file name', 'expected it in `gpath`')];
  }
  const read = tryCompileGlob(pattern.value, true);
  return read instanceof GlobError ? [pattern.wrong(read.found, read.right)] : [];
}

/** Finds the first of project, task and subtask of a branch's link that is not defined; 0 is none. */
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

function installedFindings(object: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
  if (!application) return unknownNames(object.at('appl'), namesIn(applications, 'appl'), 'an application');
  return [
    ...unknownNames(object.at('lvl'), levelsOf([application]), 'a level'),
    ...unknownNames(object.at('attr'), namesIn(application.records('attributes'), 'attr'), 'an attribute'),
  ];
}

const placeholders = ['user', 'level', 'appl'];

/** Checks the levels of an application: the levels that they follow, naming templates, and IFS directories. */
function levelFindings(levels: readonly CheckedPart[]): YamlFinding[] {
  return levels.flatMap((level) => [
    ...followsFindings(level, levels),
    ...['folb', 'fslb', 'ifs'].flatMap((name) => templateFindings(level.at(name))),
    ...relativeDirectory(level.at('ifs')),
  ]);
}

/** Returns a finding for a directory that does not start with a slash. */
function relativeDirectory(directory: CheckedPart): YamlFinding[] {
  const { value } = directory;
  if (typeof value !== 'string' || value.startsWith('/')) return [];
  return [directory.wrong('a relative directory', 'expected one that starts with `/`')];
}

/** Checks the level that one follows, if any: another level of the application, and no ring. */
function followsFindings(level: CheckedPart, levels: readonly CheckedPart[]): YamlFinding[] {
  const { lvl, follows } = level.fields;
  if (typeof follows !== 'number') return [];
  const others = levels.map(({ fields }) => fields.lvl).filter((other) => other !== lvl);
  if (!others.includes(follows)) {
    const right =
      others.length === 0 ? 'expected no `follows`, as there is one level' : `expected one of ${others.join(', ')}`;
    return [level.at('follows').wrong(`\`${follows}\`, which is not another level of the application`, right)];
  }
  if (!isReached(levels, follows, lvl)) return [];
  const right = 'expected a lowest level without `follows`';
  return [level.at('follows').wrong('levels that follow each other in a ring', right)];
}

/** True if `to` is the level `from`, or `follows` leads down from there to it. */
function isReached(levels: readonly CheckedPart[], from: unknown, to: unknown): boolean {
  const passed = [from];
  for (const current of passed) {
    const below = levels.find(({ fields }) => fields.lvl === current)?.fields.follows;
    if (below !== undefined && !passed.includes(below)) passed.push(below);
  }
  return passed.includes(to);
}

function templateFindings(template: CheckedPart): YamlFinding[] {
  if (typeof template.value !== 'string') return [];
  const words = template.value.matchAll(/<([^<>]*)>/g).map(([, word = '']) => word);
  const unknown = [...words].filter((word) => !placeholders.includes(word));
  return unknown.map((word) => {
    const near = nearest(word, placeholders);
    const right = near === null ? 'expected `<user>`, `<level>` or `<appl>`' : `did you mean \`<${near}>\`?`;
    return template.wrong(`the placeholder \`<${shorten(word)}>\``, right);
  });
}

/** Checks the tokens of all users: at most one each, and no token twice, also not as its digest. */
function tokenFindings(users: readonly CheckedPart[]): YamlFinding[] {
  const owners = new Map<string, string>();
  return users.flatMap((record) => {
    const { user, token, tokenSha256 } = record.fields;
    const ofDigest = record.at('tokenSha256');
    if (token !== undefined && tokenSha256 !== undefined) {
      return [ofDigest.wrongKey('`token` and `tokenSha256`', 'one of the two')];
    }
    const given = token === undefined ? ofDigest : record.at('token');
    if (typeof given.value !== 'string') return [];
    const digest = given === ofDigest ? given.value.toLowerCase() : digestOf(given.value).toString('hex');
    const owner = owners.get(digest);
    if (owner !== undefined)
      return [given.wrongKey(`the token of user \`${owner}\` again`, 'each user their own token')];
    owners.set(digest, String(user ?? ''));
    return [];
  });
}

/** Checks the codes of a user: 37 or 31, for applications and levels that are defined. */
function codeFindings(user: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  return user.elements('codes').flatMap((held) => {
    const code = typeof held.value === 'number' ? held : held.at('code');
    const isKnown = typeof code.value !== 'number' || code.value === 37 || code.value === 31;
    const meant = applications.filter(({ fields }) => (held.fields.appl ?? fields.appl) === fields.appl);
    return [
      ...(isKnown ? [] : [code.wrong(`the code ${code.value}`, 'expected 37 (own requests) or 31 (those of others)')]),
      ...unknownNames(held.at('appl'), namesIn(applications, 'appl'), 'an application'),
      ...(meant.length === 0 ? [] : unknownNames(held.at('lvl'), levelsOf(meant), 'a level')),
    ];
  });
}

/** Returns the level numbers of applications. */
function levelsOf(applications: readonly CheckedPart[]) {
  return applications.flatMap((application) => namesIn(application.records('levels'), 'lvl'));
}
