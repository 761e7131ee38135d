/** What the demo site holds, as a table for docs/site.md. */
import { demoSite } from '../src/service/demo.ts';
import type { Application, Project, Repository, SiteLevel, SiteUser } from '../src/service/site.ts';
import { code, table } from './markdown.ts';

const asCodeList = (names: readonly (string | number)[]) => names.map((name) => code(String(name))).join(', ');

function describeUser({ token, addRequest, codes, authorizeProjects }: SiteUser): string {
  const numbers = (codes ?? []).map((one) => (typeof one === 'number' ? one : one.code));
  return [
    `token ${code(token ?? '')}`,
    addRequest === true ? 'adds requests' : 'adds no requests',
    numbers.length === 0 ? 'updates none' : `updates with code ${numbers.join(' and ')}`,
    ...(authorizeProjects === true ? ['authorizes projects'] : []),
  ].join('; ');
}

function describeLevel({ lvl, checkOuts, follows, distribution }: SiteLevel): string {
  return [
    String(lvl),
    ...(follows === undefined ? [] : [`follows ${follows}`]),
    ...(checkOuts === false ? ['permits no check-outs'] : []),
    ...(distribution === true ? ['distribution'] : []),
  ].join(', ');
}

function describeApplication({ levels, attributes }: Application): string {
  return `${levels.length === 1 ? 'level' : 'levels'} ${levels.map(describeLevel).join('; ')}. Attributes ${attributes.map(({ attr, objt }) => `${code(attr)} (${code(objt)})`).join(', ')}`;
}

function describeRepo({ attributes, branches }: Repository): string {
  const mapped = (attributes ?? []).map(
    ({ gpath, gfile, attr }) =>
      `${code([gpath, gfile].filter((part) => part !== undefined).join('/'))} is ${code(attr)}`,
  );
  const linked = (branches ?? []).map(({ branch, proj, task, stsk }) =>
    [
      `branch ${code(branch)} is linked to ${code(proj)}`,
      ...(task === undefined ? [] : [`task ${task}`]),
      ...(stsk === undefined ? [] : [`subtask ${stsk}`]),
    ].join(', '),
  );
  return [...mapped, ...linked].join('; ');
}

function describeProject({ text, open, authorized, tasks }: Project): string {
  const parts = (tasks ?? []).map(({ task, active, subtasks }) => {
    const below = (subtasks ?? []).map(({ stsk }) => ` with subtask ${stsk}`).join(',');
    return `task ${task}${below}${active === false ? ' (not active)' : ''}`;
  });
  return [
    text,
    ...(open === false ? ['not open'] : []),
    authorized === undefined ? 'authorized for no application yet' : `authorized for ${asCodeList(authorized)}`,
    ...parts,
  ].join('; ');
}

/** Returns a Markdown table of the demo site: a row for each user, application, repository and project, and for installed objects, cross-reference and pipelines. */
export function demoTable(): string {
  const { users, applications, repositories, projects, installed, crossReference, pipelines } = demoSite;
  const object = ({ objn, objt }: { readonly objn: string; readonly objt: string }) => code(`${objn} ${objt}`);
  return table(
    ['there is', 'which'],
    [
      ...users.map((user) => [`user ${code(user.user)}`, describeUser(user)]),
      ...applications.map((application) => [`application ${code(application.appl)}`, describeApplication(application)]),
      ...(repositories ?? []).map((repository) => [`repository ${code(repository.repo)}`, describeRepo(repository)]),
      ...(projects ?? []).map((project) => [`project ${code(project.proj)}`, describeProject(project)]),
      ['installed', (installed ?? []).map((one) => `${code(`${one.appl}/${one.lvl}`)} ${object(one)}`).join(', ')],
      ['cross-reference', (crossReference ?? []).map(object).join(', ')],
      ['pipeline server', asCodeList((pipelines ?? []).map(({ pipe }) => pipe))],
    ],
  );
}
