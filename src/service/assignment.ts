/** The project, task, subtask and RFP to which a request is assigned. */
import type { CreateFields, UpdateFields } from '../interface/fields.ts';
import type { NamedFields } from './payload.ts';
import type { NewRfp, StoredRequest, StoredRfp, WantedRfp } from './records.ts';
import { formatValue, ServiceRefusal } from './refusal.ts';
import type { Project, Repository } from './site.ts';
import type { Records } from './store.ts';
import { type CallContext, requireKnown } from './targets.ts';

export type Assignment = ReturnType<typeof findAssignment>;

/**
 * Finds project, task and subtask of a create (§2.1, §2.2): as sent or, for proj *BRANCH in the later variant (§9), as linked to its
 * branch; empty and 0 without a project. `text` describes the task, or the project if task is 0; `authorizes` is true if this call is to
 * authorize the project for the application. @throws ServiceRefusal for one missing, unknown, closed, inactive, or not authorized for the
 * application, unless the caller may authorize it
 */
export function findAssignment(context: CallContext, fields: NamedFields, repository: Repository | null) {
  const { site, records, caller, variant } = context;
  const byBranch = fields.proj === '*BRANCH' && variant === 'later';
  const wanted = byBranch ? findLinkedWork(fields, repository) : fields;
  if (wanted.proj === undefined) {
    if (wanted.task || wanted.stsk) throw new ServiceRefusal('proj is required when task or stsk is given');
    return { proj: '', task: 0, stsk: 0, text: '', authorizes: false };
  }
  const { proj, task = 0, stsk = 0 } = wanted;
  const project = requireKnown(site.projects, { proj }, `Project ${formatValue(proj)} is not known`);
  if (project.open === false) throw new ServiceRefusal(`Project ${proj} is not open`);
  const text = findWorkText(project, task, stsk);
  const { appl } = fields;
  const authorized = project.authorized?.includes(appl) || records.isAuthorized(proj, appl);
  if (!authorized && !caller.authorizeProjects) {
    throw new ServiceRefusal(`Project ${proj} is not authorized for application ${appl}`);
  }
  return { proj, task, stsk, text, authorizes: !authorized };
}

/** Returns the branch's link: project and, if it has them, task and subtask. @throws ServiceRefusal without link, repo or branch */
function findLinkedWork({ branch }: CreateFields, repository: Repository | null) {
  if (!repository || !branch) throw new ServiceRefusal('repo and branch are required when proj is *BRANCH');
  const about = `Branch ${formatValue(branch)} of repository ${repository.repo}`;
  return requireKnown(repository.branches, { branch }, `${about} is not linked to a project`);
}

/** Returns the task's text; if task is 0, the project's. @throws ServiceRefusal if task or stsk is unknown, inactive, or stsk lacks task */
function findWorkText({ proj, text, tasks }: Project, task: number, stsk: number): string {
  if (task === 0 && stsk !== 0) throw new ServiceRefusal(`Subtask ${stsk} needs a task`);
  if (task === 0) return text;
  const aboutTask = `Task ${task} of project ${proj}`;
  const found = requireKnown(tasks, { task }, `${aboutTask} is not known`);
  if (found.active === false) throw new ServiceRefusal(`${aboutTask} is not active`);
  if (stsk !== 0) {
    const aboutSubtask = `Subtask ${stsk} of task ${task} of project ${proj}`;
    const subtask = requireKnown(found.subtasks, { stsk }, `${aboutSubtask} is not known`);
    if (subtask.active === false) throw new ServiceRefusal(`${aboutSubtask} is not active`);
  }
  return found.text;
}

/**
 * Returns the RFP for a create (§2.4): null if `arfp` is *NO, the default; else as findRfp. If it has to be made, its description is rfpd;
 * by default (*TASK) the text of task or project, in the earlier variant objn. *AUTO looks for an open one with that description. @throws
 * ServiceRefusal as findRfp, or, but for `arfp` *YES, for *TASK (of the later variant) without a project
 */
export function decideCreateRfp(context: CallContext, fields: NamedFields, user: string, work: Assignment): WantedRfp {
  const { records, variant } = context;
  const { appl, lvl, arfp = '*NO', creq = '*YES', areq = '*YES', sreq = '*YES' } = fields;
  if (arfp === '*NO') return null;
  const described = fields.rfpd ?? (variant === 'earlier' ? fields.objn : '*TASK');
  const isOfTask = described === '*TASK' && variant === 'later';
  if (isOfTask && work.proj === '' && arfp !== '*YES') throw new ServiceRefusal('rfpd *TASK requires proj');
  const rfpd = isOfTask ? work.text : described;
  return findRfp(records, arfp, fields.rfp, { appl, lvl, user, rfpd, creq, areq, sreq });
}

/**
 * Decides the RFP of an update: for *NO null, if the request is in one, so that it leaves it; for *NEW, and if it is in none also for *YES
 * and *AUTO, as findRfp; else `keep`, as for *SAME (the default): it stays where it is. @throws ServiceRefusal as findRfp
 */
export function decideUpdateRfp(records: Records, fields: UpdateFields, request: StoredRequest): WantedRfp | 'keep' {
  const assigned = request.rfp !== 0;
  const arfp = fields.arfp ?? '*SAME';
  if (arfp === '*NO' && assigned) return null;
  if (arfp === '*SAME' || arfp === '*NO' || (assigned && arfp !== '*NEW')) return 'keep';
  const { appl, lvl, user } = request;
  const rfpd = fields.rfpd ?? request.objn;
  return findRfp(records, arfp, fields.rfp, { appl, lvl, user, rfpd, creq: '*YES', areq: '*YES', sreq: '*YES' });
}

/**
 * Returns an RFP by `arfp`: *YES, the one numbered `rfp`; *AUTO, the newest open one of the application, level, user and description of
 * `wanted`; else, and if there is none, `wanted`, to be made. @throws ServiceRefusal for *YES without a number, or with that of an RFP that
 * is unknown, not open, or of another application or level
 */
function findRfp(records: Records, arfp: string, rfp: number | undefined, wanted: NewRfp): StoredRfp | NewRfp {
  if (arfp !== '*YES') return (arfp === '*AUTO' ? records.findOpenRfp(wanted) : null) ?? wanted;
  if (!rfp) throw new ServiceRefusal('rfp is required when arfp is *YES');
  const found = records.rfp(rfp);
  if (!found) throw new ServiceRefusal(`RFP ${rfp} is not known`);
  if (found.appl !== wanted.appl || found.lvl !== wanted.lvl) {
    throw new ServiceRefusal(`RFP ${rfp} is for application ${found.appl} and level ${found.lvl}`);
  }
  if (!found.open) throw new ServiceRefusal(`RFP ${rfp} is not open`);
  return found;
}
