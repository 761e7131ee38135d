/** A site: the installation that the service plays. The interface does not show these records (§2.7, last line): the shape is ours. */
import * as z from 'zod/mini';
import { strictMap } from '../yaml/strict-map.ts';

/** Returns a schema of texts of 1 to 256 characters. @param error what would be right, for messages; also in the functions below */
const words = (error: string) =>
  z.string({ error }).check(z.minLength(1, { error }), z.maxLength(256, { error: `${error}, 256 at most` }));
/** Returns a schema of whole numbers from `least` to `most`, both included. @param error what would be right, for messages */
export const whole = (error: string, least = 0, most = Number.MAX_SAFE_INTEGER) =>
  z.int({ error }).check(z.gte(least, { error }), z.lte(most, { error }));
/** Returns a schema of lists, also empty ones. */
const list = <Item extends z.ZodMiniType>(item: Item, error: string) => z.array(item, { error });
/** Returns a schema of lists with at least one item. @param error what would be right, for messages about anything else */
const filled = <Item extends z.ZodMiniType>(item: Item, error: string) =>
  list(item, error).check(z.minLength(1, { error }));
/** Returns a schema of objects with no other keys than these; optional ones may be left out. @param error what is right, for messages */
export const record = <Shape extends z.core.$ZodLooseShape>(error: string, shape: Shape) => strictMap(shape, error);

/** Returns the schema of a required key. @param about what it is for, which goes into the JSON Schema */
const must = <Leaf extends z.ZodMiniType>(about: string, leaf: Leaf) => leaf.check(z.describe(about));
/** Returns the schema of a key that may be left out. @param about as for `must` */
const may = <Leaf extends z.ZodMiniType>(about: string, leaf: Leaf) => z.optional(leaf).check(z.describe(about));
/** Returns the schema of a key with `true` or `false`, which may be left out. */
const flag = (about: string) => may(about, z.boolean({ error: '`true` or `false`' }));

/** Returns a schema of names, as `words`; its message says which of them YAML needs in quotes. @param what as `a user` */
const id = (what: string) => words(`${what} (text; in quotes, if it looks like a number or begins with \`*\`)`);
const application = id('an application');
const attributeCode = id('an attribute code');
const objectName = id('an object name');
const objectType = id('an object type');
const project = id('a project');
const sourceType = id('a source type');
const user = id('a user');
const levelNumber = whole('a level number from 0 on');
const taskNumber = whole('a task number from 0 on');
const subtaskNumber = whole('a subtask number from 0 on');

const codeError = 'a code, 37 or 31, or `{ code, appl, lvl }`';
const code = whole(codeError);
const narrowCode = record(codeError, {
  code: must('37 or 31.', code),
  appl: may('Only for this application.', application),
  lvl: may('Only for this level.', levelNumber),
});
/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const anyCode = z.union([code, narrowCode], { error: codeError });

const tokenError = 'a token: 1 to 256 visible ASCII characters';
const token = z.string({ error: tokenError }).check(z.regex(/^[!-~]{1,256}$/, { error: tokenError }));
const digestError = '64 hexadecimal digits, the SHA-256 of a token';
const digest = z.string({ error: digestError }).check(z.regex(/^[0-9a-fA-F]{64}$/, { error: digestError }));

const userSchema = record('a user: `user`, and what they may', {
  user: must('The user of the security facility.', user),
  token: may('The token in clear; once the file is read, only its SHA-256 is kept.', token),
  tokenSha256: may('In place of `token`: its SHA-256, in hexadecimal.', digest),
  addRequest: flag('May run the add-request command. Default: false.'),
  codes: may('Codes for updates: 37 for own requests, 31 for others. Default: none.', list(anyCode, 'a list of codes')),
  authorizeProjects: flag('A project that is not authorized yet is authorized by this user. Default: false.'),
});

/** Returns a schema as `words`; only its message names the placeholders of naming templates. @param what as `a naming template` */
const templateOf = (what: string) => words(`${what}; \`<user>\`, \`<level>\` and \`<appl>\` stand for their values`);
const template = templateOf('a naming template');
const pathTemplate = templateOf('a naming template that starts with `/`');

const levelSchema = record('a level: `lvl`, and what it is', {
  lvl: must('The level number.', levelNumber),
  checkOuts: flag('The level permits check-outs. Default: true.'),
  follows: may('The level below, which this one follows.', levelNumber),
  distribution: flag('A distribution level. Default: false.'),
  folb: may('Naming template of the library of objects. Default: <user><level>.', template),
  fslb: may('Naming template of the library of sources. Default: <user><level>.', template),
  ifs: may('Naming template of the IFS directory. Default: / and the template of the library.', pathTemplate),
});

const attributeSchema = record('an attribute: `attr`, `objt`, `source`', {
  attr: must('The attribute code.', attributeCode),
  objt: must('The object type, as *PGM.', objectType),
  source: must('Where the source is.', z.enum(['member', 'ifs', 'none'], { error: 'one of `member`, `ifs`, `none`' })),
  fsfl: may('The source file of the members.', id('a source file')),
  srca: may('The source type of the members.', sourceType),
  target: may('The fixed target directory in the IFS.', words('a directory that starts with `/`')),
  levels: may('The levels it is defined for. Default: all.', list(levelNumber, 'a list of level numbers')),
});

const applicationSchema = record('an application: `appl`, `levels`, `attributes`', {
  appl: must('The application.', application),
  levels: must('Its levels.', filled(levelSchema, 'a list of at least one level')),
  attributes: must('The attributes defined for it.', list(attributeSchema, 'a list of attributes')),
});

const mappingSchema = record('a mapping: `gpath`, `gfile`, `attr`', {
  gpath: may('Pattern of the directory. Default: any.', z.string({ error: 'a pattern of directories' })),
  gfile: may('Pattern of the file name. Default: any.', words('a pattern (text; in quotes, if it begins with `*`)')),
  attr: must('The attribute of such files.', attributeCode),
  objt: may('Their object type. Default: that of the attribute.', objectType),
});
const linkSchema = record('a link: `branch` and `proj`', {
  branch: must('The branch.', words('a branch')),
  proj: must('What proj *BRANCH means.', project),
  task: may('The task. Default: none.', taskNumber),
  stsk: may('The subtask. Default: none.', subtaskNumber),
});
const repositorySchema = record('a repository: `repo`, and its mapping and links', {
  repo: must('The ID of the Git repository.', id('a repository')),
  attributes: may(
    'The attribute mapping: the first entry that fits a file.',
    list(mappingSchema, 'a list of mappings'),
  ),
  branches: may('Branches that are linked to a project.', list(linkSchema, 'a list of links')),
});

/** Returns a schema of descriptions, also empty ones. @param what is described, as `task` */
const textOf = (what: string) => z.string({ error: `the description of the ${what}` });
const subtaskSchema = record('a subtask: `stsk` and `text`', {
  stsk: must('The subtask number.', subtaskNumber),
  text: may('Its description.', textOf('subtask')),
  active: flag('Default: true.'),
});
const taskSchema = record('a task: `task` and `text`', {
  task: must('The task number.', taskNumber),
  text: must('Its description, which rfpd *TASK takes.', textOf('task')),
  active: flag('Default: true.'),
  subtasks: may('Its subtasks.', list(subtaskSchema, 'a list of subtasks')),
});
const projectSchema = record('a project: `proj` and `text`', {
  proj: must('The project.', project),
  text: must('Its description, which rfpd *TASK takes.', textOf('project')),
  open: flag('Default: true.'),
  authorized: may('Applications it is authorized for. Default: none.', list(application, 'a list of applications')),
  tasks: may('Its tasks.', list(taskSchema, 'a list of tasks')),
});

const installedSchema = record('an installed object: `appl`, `lvl`, `objn`, `objt`, `attr`', {
  appl: must('The application.', application),
  lvl: must('The level.', levelNumber),
  objn: must('The object name.', objectName),
  objt: must('The object type.', objectType),
  attr: must('The attribute it was installed with.', attributeCode),
  srca: may('The source type of its member.', sourceType),
  srcd: may('The text of its member.', z.string({ error: 'the text of its member' })),
});
const referencedSchema = record('an object: `objn` and `objt`', {
  objn: must('The object name.', objectName),
  objt: must('The object type.', objectType),
});
const pipelineSchema = record('a pipeline server: `pipe`', {
  pipe: must('The ID of the pipeline server.', id('a pipeline server')),
});

/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
export const siteSchema = record('a site: `users`, `applications` and what else there is', {
  jobUser: may("The job's user, who gets the requests of the earlier variant (§9). Default: QTMHHTTP.", user),
  users: must('Users and their tokens.', filled(userSchema, 'a list of at least one user')),
  applications: must('Applications.', filled(applicationSchema, 'a list of at least one application')),
  repositories: may('Git repositories.', list(repositorySchema, 'a list of repositories')),
  projects: may('Projects with their tasks.', list(projectSchema, 'a list of projects')),
  installed: may('The installation history.', list(installedSchema, 'a list of installed objects')),
  allInstalled: flag('Only what is installed or requested can be recompiled or updated. Default: true.'),
  nativeNames: flag(
    'Names in libraries have at most 10 characters, of A-Z 0-9 $ # @ _ and the period. Default: false.',
  ),
  crossReference: may('Types of objects that are not in the history.', list(referencedSchema, 'a list of objects')),
  pipelines: may('Pipeline servers.', list(pipelineSchema, 'a list of pipeline servers')),
});

export type Site = z.infer<typeof siteSchema>;
export type SiteUser = z.infer<typeof userSchema>;
export type Application = z.infer<typeof applicationSchema>;
export type SiteLevel = z.infer<typeof levelSchema>;
export type Attribute = z.infer<typeof attributeSchema>;
export type Repository = z.infer<typeof repositorySchema>;
export type Project = z.infer<typeof projectSchema>;
export type InstalledObject = z.infer<typeof installedSchema>;
