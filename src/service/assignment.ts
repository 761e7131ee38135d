/** The project, task, subtask and RFP to which a request is assigned. */
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import type { NamedFields } from './payload.ts';
import type { NewRfp, StoredRequest, StoredRfp, WantedRfp } from './records.ts';
import { display, ServiceRefusal } from './refusal.ts';
import type { Project, Repository } from './site.ts';
import type { Records } from './store.ts';
import { type CallContext, findKnown } from './targets.ts';

export type Assignment = ReturnType<typeof findAssignment>;

/**
 * Finds project, task and subtask of a create (interface §2.1, §2.2), empty and 0 for none: those that it names or, under *BRANCH of the
 * later variant (§9), that its branch is linked to; the `text` for rfpd *TASK; and whether the call `authorizes` the project for the
 * application. @throws ServiceRefusal for one that is unknown, closed, inactive, not authorized (unless the caller may authorize it), or
 * without its project or task
 */
export function findAssignment(context: CallContext, fields: NamedFields, repository: Repository | null) {
  const { site, records, caller, variant } = context;
  const byBranch = fields.proj === '*BRANCH' && variant === 'later';
  const wanted = byBranch ? linkedToBranch(fields, repository) : fields;
  if (wanted.proj === undefined) {
    if (wanted.task || wanted.stsk) throw new ServiceRefusal('proj is required when task or stsk is given');
    return { proj: '', task: 0, stsk: 0, text: '', authorizes: false };
  }
  const { proj, task = 0, stsk = 0 } = wanted;
  const project = findKnown(site.projects, `Project ${display(proj)}`, (one) => one.proj === proj);
  if (project.open === false) throw new ServiceRefusal(`Project ${proj} is not open`);
  const text = workText(project, task, stsk);
  const { appl } = fields;
  const authorized = project.authorized?.includes(appl) || records.authorized(proj, appl);
  if (!authorized && !caller.authorizeProjects) {
    throw new ServiceRefusal(`Project ${proj} is not authorized for application ${appl}`);
  }
  return { proj, task, stsk, text, authorizes: !authorized };
}

/** Returns project, task and subtask that the branch is linked to. @throws ServiceRefusal without such a link, repo or branch */
function linkedToBranch({ branch }: CreateFields, repository: Repository | null) {
  if (!repository || !branch) throw new ServiceRefusal('repo and branch are required when proj is *BRANCH');
  const link = repository.branches?.find((candidate) => candidate.branch === branch);
  if (link) return link;
  throw new ServiceRefusal(`Branch ${display(branch)} of repository ${repository.repo} is not linked to a project`);
}

/** Returns the text of the task, or for task 0 of the project. @throws ServiceRefusal for one unknown or inactive, a subtask without one */
function workText({ proj, text, tasks }: Project, task: number, stsk: number): string {
  if (task === 0) {
    if (stsk !== 0) throw new ServiceRefusal(`Subtask ${stsk} needs a task`);
    return text;
  }
  const aboutTask = `Task ${task} of project ${proj}`;
  const found = findKnown(tasks, aboutTask, (one) => one.task === task);
  if (found.active === false) throw new ServiceRefusal(`${aboutTask} is not active`);
  if (stsk !== 0) {
    const aboutSubtask = `Subtask ${stsk} of task ${task} of project ${proj}`;
    const subtask = findKnown(found.subtasks, aboutSubtask, (one) => one.stsk === stsk);
    if (subtask.active === false) throw new ServiceRefusal(`${aboutSubtask} is not active`);
  }
  return found.text;
}

/**
 * Returns the RFP that a create joins or makes, by `arfp` (§2.4); *NO: null. One to make is described as sent, else by *TASK (earlier
 * variant: objn). @throws as requireRfp; ServiceRefusal for *TASK without a project
 */
export function rfpOfCreate(context: CallContext, fields: NamedFields, user: string, work: Assignment): WantedRfp {
  const { records, variant } = context;
  const { appl, lvl, arfp = '*NO', creq = '*YES', areq = '*YES', sreq = '*YES' } = fields;
  if (arfp === '*NO') return null;
  if (arfp === '*YES') return requireRfp(records, fields.rfp, appl, lvl);
  const described = fields.rfpd ?? (variant === 'earlier' ? fields.objn : '*TASK');
  const isOfTask = described === '*TASK' && variant === 'later';
  if (isOfTask && work.proj === '') throw new ServiceRefusal('rfpd *TASK requires proj');
  const rfpd = isOfTask ? work.text : described;
  return openOrNewRfp(records, arfp, { appl, lvl, user, rfpd, creq, areq, sreq });
}

/** Returns the RFP in which an update puts the request, by `arfp` (table of §3); `keep`: as it is. @throws as requireRfp */
export function rfpOfUpdate(records: Records, fields: UpdateFields, request: StoredRequest): WantedRfp | 'keep' {
  const assigned = request.rfp !== 0;
  const arfp = fields.arfp ?? '*SAME';
  if (arfp === '*NO' && assigned) return null;
  if (arfp === '*SAME' || arfp === '*NO' || (assigned && arfp !== '*NEW')) return 'keep';
  const { appl, lvl, user } = request;
  if (arfp === '*YES') return requireRfp(records, fields.rfp, appl, lvl);
  const rfpd = fields.rfpd ?? request.objn;
  return openOrNewRfp(records, arfp, { appl, lvl, user, rfpd, creq: '*YES', areq: '*YES', sreq: '*YES' });
}

/** Returns the RFP of that number. @throws ServiceRefusal if it is not given, unknown, not open, or of another application or level */
function requireRfp(records: Records, rfp: number | undefined, appl: string, lvl: number): StoredRfp {
  if (!rfp) throw new ServiceRefusal('rfp is required when arfp is *YES');
  const found = records.rfp(rfp);
  if (!found) throw new ServiceRefusal(`RFP ${rfp} is not known`);
  if (found.appl !== appl || found.lvl !== lvl) {
    throw new ServiceRefusal(`RFP ${rfp} is for application ${found.appl} and level ${found.lvl}`);
  }
  if (!found.open) throw new ServiceRefusal(`RFP ${rfp} is not open`);
  return found;
}

/** Returns the RFP that `openRfp` finds, under *AUTO; if it finds none, or under *NEW, the wanted one, to be made. */
function openOrNewRfp(records: Records, arfp: string, wanted: NewRfp): StoredRfp | NewRfp {
  return (arfp === '*AUTO' ? records.openRfp(wanted) : null) ?? wanted;
}
