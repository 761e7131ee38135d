import { Problem } from '../errors.ts';
import { GlobError, tryCompileGlob } from '../glob/compile-glob.ts';
import { findNearestWord, shorten } from '../near.ts';
import { formatProblems } from '../yaml/lines.ts';
import { readChecked, type YamlFinding } from '../yaml/read-checked.ts';
import { CheckedPart, checkKnownName, checkUniqueNames } from './file-parts.ts';
import { type Site, siteSchema } from './site.ts';
import { hashToken } from './tokens.ts';

/** Reads and checks the text of a site file; tokens stay in clear. @param file its name @throws Problem usage with all that is wrong */
export function readSite(text: string, file: string): Site {
  return readChecked(text, {
    schema: siteSchema,
    findings: checkSite,
    least: '`users` and `applications`',
    refusal: (all) => new Problem('usage', formatProblems(file, all), `Correct ${file}; docs/site.md has every key.`),
    // Room for some tens of thousands of installed objects.
    mostCharacters: 4 * 1024 * 1024,
    mostValues: 500_000,
  }).content;
}

/** Lists of records with names that must differ: where they are, the field of the name, and what it names. */
const named = [
  ['users', 'user', 'user'],
  ['applications', 'appl', 'application'],
  ['applications.levels', 'lvl', 'level'],
  ['applications.attributes', 'attr', 'attribute'],
  ['repositories', 'repo', 'repository'],
  ['repositories.branches', 'branch', 'branch'],
  ['projects', 'proj', 'project'],
  ['projects.tasks', 'task', 'task'],
  ['projects.tasks.subtasks', 'stsk', 'subtask'],
  ['pipelines', 'pipe', 'pipeline server'],
] as const;

/** Returns findings about names used twice, names that nothing defines, and wrong codes, tokens, levels, directories and patterns. */
function checkSite(value: unknown): YamlFinding[] {
  const site = new CheckedPart(value);
  const users = site.records('users');
  const applications = site.records('applications');
  const projects = site.records('projects');
  const attributes = site.records('applications.attributes');
  const authorized = projects.flatMap((project) => project.at('authorized').elements);
  return [
    ...named.flatMap(([path, field, what]) => checkUniqueNames(site.records(path), field, what)),
    ...checkTokens(users),
    ...users.flatMap((user) => checkSecurityCodes(user, applications)),
    ...applications.flatMap(checkApplication),
    ...authorized.flatMap((appl) => checkKnownName(appl, applications, 'appl', 'an application')),
    ...site.records('repositories.attributes').flatMap((entry) => checkAttributeEntry(entry, attributes)),
    ...site.records('repositories.branches').flatMap((link) => checkBranchLink(link, projects)),
    ...site.records('installed').flatMap((object) => checkInstalledObject(object, applications)),
  ];
}

/** Returns findings about wrong `follows`, templates, directories, levels not defined, and attributes of members without a source file. */
function checkApplication(application: CheckedPart): YamlFinding[] {
  const levels = application.records('levels');
  const attributes = application.records('attributes');
  const definedFor = attributes.flatMap((attribute) => attribute.at('levels').elements);
  const isIncomplete = ({ fields }: CheckedPart) => fields.source === 'member' && fields.fsfl === undefined;
  const right = 'expected `fsfl`: the source file, since `source` is `member`';
  return [
    ...levels.flatMap((level) => checkFollows(level, levels)),
    ...['folb', 'fslb', 'ifs'].flatMap((name) => levels.flatMap((level) => checkNamingTemplate(level.at(name)))),
    ...levels.flatMap((level) => checkDirectory(level.at('ifs'))),
    ...definedFor.flatMap((level) => checkKnownName(level, levels, 'lvl', 'a level')),
    ...attributes.filter(isIncomplete).map((attribute) => attribute.wrong('no `fsfl`', right)),
    ...attributes.flatMap((attribute) => checkDirectory(attribute.at('target'))),
  ];
}

/** Returns findings about an entry of an attribute mapping: an attribute not among these, a wrong pattern, `gfile` with a directory. */
function checkAttributeEntry(entry: CheckedPart, attributes: readonly CheckedPart[]): YamlFinding[] {
  const patterns = ['gpath', 'gfile'].flatMap((name) => {
    const pattern = entry.at(name);
    if (typeof pattern.value !== 'string') return [];
    if (name === 'gfile' && pattern.value.includes('/')) {
      return [pattern.wrong('a directory in the pattern of a file name', 'expected it in `gpath`')];
    }
    const read = tryCompileGlob(pattern.value, true);
    return read instanceof GlobError ? [pattern.wrong(read.found, read.right)] : [];
  });
  return [...checkKnownName(entry.at('attr'), attributes, 'attr', 'an attribute'), ...patterns];
}

/** Returns a finding for the first of project, task and subtask of a link that is not defined, or a subtask without task (0 is none). */
function checkBranchLink(link: CheckedPart, projects: readonly CheckedPart[]): YamlFinding[] {
  const { task, stsk, proj } = link.fields;
  const project = projects.find(({ fields }) => fields.proj === proj);
  if (!project) return checkKnownName(link.at('proj'), projects, 'proj', 'a project');
  const tasks = project.records('tasks');
  if (!task) return stsk ? [link.at('stsk').wrong('a subtask without a task', 'expected `task` too')] : [];
  const found = tasks.find(({ fields }) => fields.task === task);
  if (!found) return checkKnownName(link.at('task'), tasks, 'task', 'a task');
  return stsk ? checkKnownName(link.at('stsk'), found.records('subtasks'), 'stsk', 'a subtask') : [];
}

/** Returns findings about an installed object: its application is not defined, or that has no such level or attribute. */
function checkInstalledObject(object: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  const application = applications.find(({ fields }) => fields.appl === object.fields.appl);
  if (!application) return checkKnownName(object.at('appl'), applications, 'appl', 'an application');
  return [
    ...checkKnownName(object.at('lvl'), application.records('levels'), 'lvl', 'a level'),
    ...checkKnownName(object.at('attr'), application.records('attributes'), 'attr', 'an attribute'),
  ];
}

/** Returns a finding for a directory that does not start with a slash. */
function checkDirectory(directory: CheckedPart): YamlFinding[] {
  const { value } = directory;
  if (typeof value !== 'string' || value.startsWith('/')) return [];
  return [directory.wrong('a relative directory', 'expected one that starts with `/`')];
}

/** Returns a finding if a level follows what is not another level of the application, or is in a ring of levels that follow each other. */
function checkFollows(level: CheckedPart, levels: readonly CheckedPart[]): YamlFinding[] {
  const { lvl, follows } = level.fields;
  if (typeof follows !== 'number') return [];
  const others = levels.map(({ fields }) => fields.lvl).filter((other) => other !== lvl);
  const wrong = (found: string, right: string) => [level.at('follows').wrong(found, right)];
  if (others.includes(follows)) {
    const isRing = isReached(levels, follows, lvl);
    return isRing ? wrong('levels that follow each other in a ring', 'expected a lowest level without `follows`') : [];
  }
  const right = others.length === 0 ? 'no `follows`, as there is one level' : `one of ${others.join(', ')}`;
  return wrong(`\`${follows}\`, which is not another level of the application`, `expected ${right}`);
}

/** True if `to` is the level number `from`, or one that `follows` leads to from there, directly or through others; also in a ring. */
function isReached(levels: readonly CheckedPart[], from: unknown, to: unknown): boolean {
  const passed = [from];
  for (const current of passed) {
    const below = levels.find(({ fields }) => fields.lvl === current)?.fields.follows;
    if (below !== undefined && !passed.includes(below)) passed.push(below);
  }
  return passed.includes(to);
}

const placeholders = ['user', 'level', 'appl'];

/** Returns a finding for each placeholder of a naming template of the site file that is not <user>, <level> or <appl>. */
function checkNamingTemplate(template: CheckedPart): YamlFinding[] {
  if (typeof template.value !== 'string') return [];
  const words = [...template.value.matchAll(/<([^<>]*)>/g)].map(([, word = '']) => word);
  const unknown = words.filter((word) => !placeholders.includes(word));
  return unknown.map((word) => {
    const near = findNearestWord(word, placeholders);
    const right = near === null ? 'expected `<user>`, `<level>` or `<appl>`' : `did you mean \`<${near}>\`?`;
    return template.wrong(`the placeholder \`<${shorten(word)}>\``, right);
  });
}

/** Returns a finding for each user with both `token` and `tokenSha256`, or with the token of an earlier user, in clear or as SHA-256. */
function checkTokens(users: readonly CheckedPart[]): YamlFinding[] {
  const owners = new Map<string, string>();
  return users.flatMap((record) => {
    const { user, token, tokenSha256 } = record.fields;
    const ofDigest = record.at('tokenSha256');
    if (token !== undefined && tokenSha256 !== undefined) {
      return [ofDigest.wrongKey('`token` and `tokenSha256`', 'one of the two')];
    }
    const given = token === undefined ? ofDigest : record.at('token');
    if (typeof given.value !== 'string') return [];
    const digest = given === ofDigest ? given.value.toLowerCase() : hashToken(given.value).toString('hex');
    const owner = owners.get(digest);
    owners.set(digest, owner ?? String(user ?? ''));
    if (owner === undefined) return [];
    return [given.wrongKey(`the token of user \`${owner}\` again`, 'each user their own token')];
  });
}

/** Returns findings about security codes of a user that are not 37 or 31, or name an application or level that is not defined. */
function checkSecurityCodes(user: CheckedPart, applications: readonly CheckedPart[]): YamlFinding[] {
  return user.at('codes').elements.flatMap((held) => {
    const code = typeof held.value === 'number' ? held : held.at('code');
    const isKnown = typeof code.value !== 'number' || code.value === 37 || code.value === 31;
    const meant = applications.filter(({ fields }) => (held.fields.appl ?? fields.appl) === fields.appl);
    const levels = meant.flatMap((application) => application.records('levels'));
    return [
      ...(isKnown ? [] : [code.wrong(`the code ${code.value}`, 'expected 37 (own requests) or 31 (those of others)')]),
      ...checkKnownName(held.at('appl'), applications, 'appl', 'an application'),
      ...(meant.length === 0 ? [] : checkKnownName(held.at('lvl'), levels, 'lvl', 'a level')),
    ];
  });
}
