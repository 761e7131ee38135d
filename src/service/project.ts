/** Project, task and subtask of a create (interface §2.1 proj, task, stsk; §2.2, 4). */
import type { CreateFields } from '../interface/fields.ts';
import type { CallContext } from './context.ts';
import { Refusal, shown } from './refusal.ts';
import type { Project, Repository, Site } from './site.ts';

/** Where the work belongs; empty and 0 stand for none. `text` is what rfpd *TASK takes. */
export interface Assignment {
  readonly proj: string;
  readonly task: number;
  readonly stsk: number;
  readonly text: string;
  /** The call authorizes the project for the application, since its caller may. */
  readonly authorizes: boolean;
}

/** Checks what the call names, or takes all three from the branch under *BRANCH (not in the earlier variant, §9). Throws Refusal. */
export function assignment(context: CallContext, fields: CreateFields, repository: Repository | null): Assignment {
  const { site, records, caller, variant } = context;
  const byBranch = fields.proj === '*BRANCH' && variant === 'later';
  const wanted = byBranch ? linkedToBranch(fields, repository) : fields;
  if (wanted.proj === undefined) {
    if (wanted.task || wanted.stsk) throw new Refusal('proj is required when task or stsk is given');
    return { proj: '', task: 0, stsk: 0, text: '', authorizes: false };
  }
  const project = openProject(site, wanted.proj);
  const text = workText(project, wanted.task ?? 0, wanted.stsk ?? 0);
  const appl = fields.appl ?? '';
  const authorized = project.authorized?.includes(appl) || records.authorized(project.proj, appl);
  if (!authorized && !caller.authorizeProjects) {
    throw new Refusal(`Project ${project.proj} is not authorized for application ${appl}`);
  }
  return { proj: project.proj, task: wanted.task ?? 0, stsk: wanted.stsk ?? 0, text, authorizes: !authorized };
}

function linkedToBranch(
  fields: CreateFields,
  repository: Repository | null,
): { proj: string; task?: number | undefined; stsk?: number | undefined } {
  if (!repository || fields.branch === undefined) {
    throw new Refusal('repo and branch are required when proj is *BRANCH');
  }
  const link = repository.branches?.find((candidate) => candidate.branch === fields.branch);
  if (!link) {
    throw new Refusal(`Branch ${shown(fields.branch)} of repository ${repository.repo} is not linked to a project`);
  }
  return link;
}

function openProject(site: Site, proj: string): Project {
  const project = site.projects?.find((candidate) => candidate.proj === proj);
  if (!project) throw new Refusal(`Project ${shown(proj)} is not known`);
  if (project.open === false) throw new Refusal(`Project ${proj} is not open`);
  return project;
}

/** The description of the task, or of the project without one (interface §2.1, rfpd *TASK). */
function workText(project: Project, task: number, stsk: number): string {
  if (task === 0) {
    if (stsk !== 0) throw new Refusal(`Subtask ${stsk} needs a task`);
    return project.text;
  }
  const found = project.tasks?.find((candidate) => candidate.task === task);
  if (!found) throw new Refusal(`Task ${task} of project ${project.proj} is not known`);
  if (found.active === false) throw new Refusal(`Task ${task} of project ${project.proj} is not active`);
  if (stsk === 0) return found.text;
  const subtask = found.subtasks?.find((candidate) => candidate.stsk === stsk);
  if (!subtask) throw new Refusal(`Subtask ${stsk} of task ${task} of project ${project.proj} is not known`);
  if (subtask.active === false) {
    throw new Refusal(`Subtask ${stsk} of task ${task} of project ${project.proj} is not active`);
  }
  return found.text;
}
