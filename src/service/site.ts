/**
 * A site: the installation that the service plays. Users, applications, levels, attributes, Git repositories, projects
 * and what is installed. The interface names these records without showing them (§2.7, last line), so their shape is
 * ours; the names of what is in them are the interface's. One schema gives the types and checks site files.
 */
import * as z from 'zod/mini';

const id = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(256, 'must not exceed 256 characters'));
const number = z.int().check(z.gte(0, 'must be 0 or more'));
const flag = z.optional(z.boolean());

/** A security code (37: update own requests, 31: another user's), everywhere or for one application or level. */
const codeSchema = z.union(
  [number, z.strictObject({ code: number, appl: z.optional(id), lvl: z.optional(number) })],
  'must be a code number, or { code, appl, lvl }',
);

const userSchema = z.strictObject({
  user: id,
  token: z.optional(id),
  tokenSha256: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits'))),
  addRequest: flag,
  codes: z.optional(z.array(codeSchema)),
  authorizeProjects: flag,
});

/** `folb`, `fslb` and `ifs` are naming templates: `<user>`, `<level>` and `<appl>` stand for their values. */
const levelSchema = z.strictObject({
  lvl: number,
  checkOuts: flag,
  follows: z.optional(number),
  distribution: flag,
  folb: z.optional(id),
  fslb: z.optional(id),
  ifs: z.optional(id),
});

const attributeSchema = z.strictObject({
  attr: id,
  objt: id,
  source: z.enum(['member', 'ifs', 'none'], 'must be member, ifs or none'),
  fsfl: z.optional(id),
  srca: z.optional(id),
  target: z.optional(id),
  levels: z.optional(z.array(number)),
});

const applicationSchema = z.strictObject({
  appl: id,
  levels: z.array(levelSchema).check(z.minLength(1, 'must have at least one level')),
  attributes: z.array(attributeSchema),
});

const repositorySchema = z.strictObject({
  repo: id,
  attributes: z.optional(
    z.array(z.strictObject({ gpath: z.optional(z.string()), gfile: z.optional(id), attr: id, objt: z.optional(id) })),
  ),
  branches: z.optional(
    z.array(z.strictObject({ branch: id, proj: id, task: z.optional(number), stsk: z.optional(number) })),
  ),
});

const subtaskSchema = z.strictObject({ stsk: number, text: z.optional(z.string()), active: flag });
const taskSchema = z.strictObject({
  task: number,
  text: z.string(),
  active: flag,
  subtasks: z.optional(z.array(subtaskSchema)),
});
const projectSchema = z.strictObject({
  proj: id,
  text: z.string(),
  open: flag,
  authorized: z.optional(z.array(id)),
  tasks: z.optional(z.array(taskSchema)),
});

const installedSchema = z.strictObject({
  appl: id,
  lvl: number,
  objn: id,
  objt: id,
  attr: id,
  srca: z.optional(id),
  srcd: z.optional(z.string()),
});

/** What a site file may hold. Flags left out: users may nothing; levels permit check-outs; projects, tasks and subtasks are open. */
export const siteSchema = z.strictObject({
  jobUser: z.optional(id),
  users: z.array(userSchema).check(z.minLength(1, 'must have at least one user')),
  applications: z.array(applicationSchema).check(z.minLength(1, 'must have at least one application')),
  repositories: z.optional(z.array(repositorySchema)),
  projects: z.optional(z.array(projectSchema)),
  installed: z.optional(z.array(installedSchema)),
  crossReference: z.optional(z.array(z.strictObject({ objn: id, objt: id }))),
  pipelines: z.optional(z.array(z.strictObject({ pipe: id }))),
});

export type Site = z.infer<typeof siteSchema>;
export type SiteUser = z.infer<typeof userSchema>;
export type Application = z.infer<typeof applicationSchema>;
export type Level = z.infer<typeof levelSchema>;
export type Attribute = z.infer<typeof attributeSchema>;
export type Repository = z.infer<typeof repositorySchema>;
export type Project = z.infer<typeof projectSchema>;
export type InstalledObject = z.infer<typeof installedSchema>;
