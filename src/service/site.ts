/**
 * A site: the installation that the service plays. Users, applications, levels, attributes, Git repositories, projects
 * and what is installed. The interface names these records without showing them (§2.7, last line), so their shape is
 * ours; the names of what is in them are the interface's. One schema gives the types, checks site files, and is the
 * JSON Schema of them (scripts/json-schemas.ts); every leaf carries the words for "what would be right".
 */
import * as z from 'zod/mini';

/** Text of 1 to 256 characters. */
function words(error: string) {
  return z.string({ error }).check(z.minLength(1, { error }), z.maxLength(256, { error: `${error}, 256 at most` }));
}
const number = (error: string) => z.int({ error }).check(z.gte(0, { error }));
const list = <Item extends z.ZodMiniType>(item: Item, error: string) => z.array(item, { error });
const filled = <Item extends z.ZodMiniType>(item: Item, error: string) =>
  list(item, error).check(z.minLength(1, { error }));

/** A field that may be left out. */
function open<Leaf extends z.ZodMiniType>(leaf: Leaf, about: string) {
  return z.optional(leaf).check(z.describe(about));
}
const flag = (about: string) => open(z.boolean({ error: '`true` or `false`' }), about);

const id = (what: string) => words(`${what} (text; in quotes, if it looks like a number or begins with \`*\`)`);
const levelNumber = number('a level number from 0 on');

const codeError = 'a code, 37 or 31, or `{ code, appl, lvl }`';
const code = number(codeError);
/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const codeSchema = z.union(
  [
    code,
    z.strictObject(
      {
        code: code.check(z.describe('37 or 31.')),
        appl: open(id('an application'), 'Only for this application.'),
        lvl: open(levelNumber, 'Only for this level.'),
      },
      { error: codeError },
    ),
  ],
  { error: codeError },
);

const tokenError = 'a token: 1 to 256 visible ASCII characters';
const token = z.string({ error: tokenError }).check(z.regex(/^[!-~]{1,256}$/, { error: tokenError }));
const digestError = '64 hexadecimal digits, the SHA-256 of a token';
const digest = z.string({ error: digestError }).check(z.regex(/^[0-9a-fA-F]{64}$/, { error: digestError }));

const userSchema = z.strictObject(
  {
    user: id('a user').check(z.describe('The user of the security facility.')),
    token: open(token, 'The token in clear; once the file is read, only its SHA-256 is kept.'),
    tokenSha256: open(digest, 'In place of `token`: its SHA-256, in hexadecimal.'),
    addRequest: flag('May run the add-request command. Default: false.'),
    codes: open(
      list(codeSchema, 'a list of codes'),
      'Security codes for updates: 37 for own requests, 31 for those of others (§4.2). Default: none.',
    ),
    authorizeProjects: flag('A project that is not authorized yet is authorized by this user. Default: false.'),
  },
  { error: 'a user: `user`, and what they may' },
);

const template = (what: string) => words(`${what}; \`<user>\`, \`<level>\` and \`<appl>\` stand for their values`);

const levelSchema = z.strictObject(
  {
    lvl: levelNumber.check(z.describe('The level number.')),
    checkOuts: flag('The level permits check-outs. Default: true.'),
    follows: open(levelNumber, 'The level below, which this one follows.'),
    distribution: flag('A distribution level. Default: false.'),
    folb: open(template('a naming template'), 'Naming template of the library of objects. Default: <user><level>.'),
    fslb: open(template('a naming template'), 'Naming template of the library of sources. Default: <user><level>.'),
    ifs: open(
      template('a naming template that starts with `/`'),
      'Naming template of the IFS directory of objects and sources. Default: / and the template of the library.',
    ),
  },
  { error: 'a level: `lvl`, and what it is' },
);

const attributeSchema = z.strictObject(
  {
    attr: id('an attribute code').check(z.describe('The attribute code.')),
    objt: id('an object type').check(z.describe('The object type, as *PGM.')),
    source: z
      .enum(['member', 'ifs', 'none'], { error: 'one of `member`, `ifs`, `none`' })
      .check(z.describe('Where the source is: a member of a source file, a file in the IFS, or nowhere.')),
    fsfl: open(id('a source file'), 'The source file of the members.'),
    srca: open(id('a source type'), 'The source type of the members.'),
    target: open(words('a directory that starts with `/`'), 'The fixed target directory in the IFS.'),
    levels: open(list(levelNumber, 'a list of level numbers'), 'The levels it is defined for. Default: all.'),
  },
  { error: 'an attribute: `attr`, `objt`, `source`' },
);

const applicationSchema = z.strictObject(
  {
    appl: id('an application').check(z.describe('The application.')),
    levels: filled(levelSchema, 'a list of at least one level').check(z.describe('Its levels.')),
    attributes: list(attributeSchema, 'a list of attributes').check(z.describe('The attributes defined for it.')),
  },
  { error: 'an application: `appl`, `levels`, `attributes`' },
);

const glob = words('a pattern (text; in quotes, if it begins with `*`)');
const mappingSchema = z.strictObject(
  {
    gpath: open(z.string({ error: 'a pattern of directories' }), 'Pattern of the directory. Default: any.'),
    gfile: open(glob, 'Pattern of the file name. Default: any.'),
    attr: id('an attribute code').check(z.describe('The attribute of such files.')),
    objt: open(id('an object type'), 'Their object type. Default: that of the attribute.'),
  },
  { error: 'a mapping: `gpath`, `gfile`, `attr`' },
);
const linkSchema = z.strictObject(
  {
    branch: words('a branch').check(z.describe('The branch.')),
    proj: id('a project').check(z.describe('What proj *BRANCH stands for.')),
    task: open(number('a task number from 0 on'), 'The task. Default: none.'),
    stsk: open(number('a subtask number from 0 on'), 'The subtask. Default: none.'),
  },
  { error: 'a link: `branch` and `proj`' },
);
const repositorySchema = z.strictObject(
  {
    repo: id('a repository').check(z.describe('The ID of the Git repository.')),
    attributes: open(
      list(mappingSchema, 'a list of mappings'),
      'The attribute mapping: the first entry that fits a file gives its attribute; case is ignored.',
    ),
    branches: open(list(linkSchema, 'a list of links'), 'Branches that are linked to a project.'),
  },
  { error: 'a repository: `repo`, and its mapping and links' },
);

const textOf = (what: string) => z.string({ error: `the description of the ${what}` });
const subtaskSchema = z.strictObject(
  {
    stsk: number('a subtask number from 0 on').check(z.describe('The subtask number.')),
    text: open(textOf('subtask'), 'Its description.'),
    active: flag('Default: true.'),
  },
  { error: 'a subtask: `stsk` and `text`' },
);
const taskSchema = z.strictObject(
  {
    task: number('a task number from 0 on').check(z.describe('The task number.')),
    text: textOf('task').check(z.describe('Its description, which rfpd *TASK takes.')),
    active: flag('Default: true.'),
    subtasks: open(list(subtaskSchema, 'a list of subtasks'), 'Its subtasks.'),
  },
  { error: 'a task: `task` and `text`' },
);
const projectSchema = z.strictObject(
  {
    proj: id('a project').check(z.describe('The project.')),
    text: textOf('project').check(z.describe('Its description, which rfpd *TASK takes.')),
    open: flag('Default: true.'),
    authorized: open(
      list(id('an application'), 'a list of applications'),
      'Applications it is authorized for. Default: none.',
    ),
    tasks: open(list(taskSchema, 'a list of tasks'), 'Its tasks.'),
  },
  { error: 'a project: `proj` and `text`' },
);

const installedSchema = z.strictObject(
  {
    appl: id('an application').check(z.describe('The application.')),
    lvl: levelNumber.check(z.describe('The level.')),
    objn: id('an object name').check(z.describe('The object name.')),
    objt: id('an object type').check(z.describe('The object type.')),
    attr: id('an attribute code').check(z.describe('The attribute it was installed with.')),
    srca: open(id('a source type'), 'The source type of its member.'),
    srcd: open(z.string({ error: 'the text of its member' }), 'The text of its member.'),
  },
  { error: 'an installed object: `appl`, `lvl`, `objn`, `objt`, `attr`' },
);
const referencedSchema = z.strictObject(
  {
    objn: id('an object name').check(z.describe('The object name.')),
    objt: id('an object type').check(z.describe('The object type.')),
  },
  { error: 'an object: `objn` and `objt`' },
);
const pipelineSchema = z.strictObject(
  { pipe: id('a pipeline server').check(z.describe('The ID of the pipeline server.')) },
  { error: 'a pipeline server: `pipe`' },
);

/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
export const siteSchema = z.strictObject(
  {
    jobUser: open(
      id('a user'),
      "The job's user, who gets the requests of the earlier variant (§9). Default: QTMHHTTP.",
    ),
    users: filled(userSchema, 'a list of at least one user').check(z.describe('Users and their tokens.')),
    applications: filled(applicationSchema, 'a list of at least one application').check(
      z.describe('Applications with their levels and attributes.'),
    ),
    repositories: open(list(repositorySchema, 'a list of repositories'), 'Git repositories.'),
    projects: open(list(projectSchema, 'a list of projects'), 'Projects with their tasks.'),
    installed: open(
      list(installedSchema, 'a list of installed objects'),
      'The installation history, from which types and attributes are derived.',
    ),
    allInstalled: flag(
      '`installed`, with what requests bring, is all there is: a *RECOMPILE or *UPDATE of another object is refused. Default: false.',
    ),
    crossReference: open(
      list(referencedSchema, 'a list of objects'),
      'The cross-reference: types of objects that are not in the history.',
    ),
    pipelines: open(list(pipelineSchema, 'a list of pipeline servers'), 'Pipeline servers.'),
  },
  { error: 'a site: `users`, `applications` and what else there is' },
);

export type Site = z.infer<typeof siteSchema>;
export type SiteUser = z.infer<typeof userSchema>;
export type Application = z.infer<typeof applicationSchema>;
export type Level = z.infer<typeof levelSchema>;
export type Attribute = z.infer<typeof attributeSchema>;
export type Repository = z.infer<typeof repositorySchema>;
export type Project = z.infer<typeof projectSchema>;
export type InstalledObject = z.infer<typeof installedSchema>;
