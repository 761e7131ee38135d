import { formatNames } from '../../counted.ts';
import { findSourceType } from '../../init/source-types.ts';
import { asPattern } from '../../init/tracked-file.ts';
import type { CreateFields } from '../../interface/fields.ts';
import { isPathType } from '../../service/objects.ts';
import type { Attribute, Site } from '../../service/site.ts';

/** What a made site must accept. */
export interface SiteNeeds {
  /** ID of the Git repository at the service. */
  readonly repo: string;
  readonly requests: readonly CreateFields[];
  /** A pipeline server, with the attribute of its object. */
  readonly pipe?: { readonly pipe: string; readonly pipa: string } | undefined;
  readonly users: readonly string[];
  readonly linked: readonly string[];
}

/** The user who calls, and the user's token. */
export const madeUser = { user: 'REHEARSE', token: 'rehearsal-token' } as const;
const fullAuthority = { addRequest: true, codes: [37, 31], authorizeProjects: true };

/** What *BRANCH means. */
const linkedProject = 'REHEARSE';

/**
 * Makes a small `site` that accepts these requests, with just the applications, levels, attributes, projects, users and pipelines that they
 * name, and a user who may do everything; `madeUp` lists what of it is made up. Branches in `linked` are linked to one project; on others
 * proj *BRANCH is refused. Ignores requests without appl or lvl.
 */
export function makeSite({ repo, linked, pipe, ...needs }: SiteNeeds) {
  const requests = needs.requests.filter(({ appl, lvl }) => appl !== undefined && lvl !== undefined);
  const named = new Set([...needs.users, ...requests.flatMap(({ user }) => user ?? [])]);
  const users = [...named].filter((user) => user !== madeUser.user);
  const applications = buildApplications(requests, pipe?.pipa);
  const projects = buildProjects(requests);
  const pipelines = pipe === undefined ? [] : [pipe.pipe];
  const made = applications.flatMap((application) => application.made);
  const derived = made.flatMap(({ attr, pattern }) => (pattern === null ? [] : [{ gfile: pattern, attr }]));
  const ofBranches = { proj: linkedProject, text: 'What the branches are linked to' };
  const needsProject = linked.length > 0 && !projects.some(({ proj }) => proj === linkedProject);
  const branches = linked.map((branch) => ({ branch, proj: linkedProject }));
  const site: Site = {
    users: [{ ...madeUser, ...fullAuthority }, ...users.map((user) => ({ user }))],
    applications: applications.map(({ appl, levels, attributes }) => ({ appl, levels, attributes })),
    repositories: [{ repo, attributes: selectDistinctPatterns(derived), branches }],
    projects: [...(needsProject ? [ofBranches] : []), ...projects],
    nativeNames: true,
    // What was installed before the first push, no mapping tells.
    allInstalled: false,
    pipelines: pipelines.map((name) => ({ pipe: name })),
  };
  const open = requests.flatMap(({ proj, branch }) => (proj === '*BRANCH' && branch !== undefined ? [branch] : []));
  const madeUp = {
    /** As `ORD/50`; all permit check-outs. */
    targets: applications.flatMap(({ appl, levels }) => levels.map(({ lvl }) => `${appl}/${lvl}`)),
    attributes: [...new Map(made.map((one) => [one.attr, one])).values()],
    linked,
    /** Branches that are not linked, from which the mapping makes requests with proj *BRANCH. */
    unlinked: [...new Set(open)].filter((branch) => !linked.includes(branch)),
    /** As `CUST` or `CUST task 12`. */
    projects: projects.flatMap(({ proj, tasks = [] }) => [proj, ...tasks.map(({ task }) => `${proj} task ${task}`)]),
    users,
    pipelines,
  };
  return { site, madeUp };
}

/** Returns each `gfile` once, in its first place with its last `attr`; `*` comes last, as the service takes the first that matches. */
function selectDistinctPatterns(entries: readonly { readonly gfile: string; readonly attr: string }[]) {
  const once = new Map(entries.map((entry) => [entry.gfile, entry]));
  return [...once.values()].toSorted((one, other) => Number(one.gfile === '*') - Number(other.gfile === '*'));
}

/** Returns for each application its levels, ascending, and the result of buildAttributes. @param requests all have appl and lvl */
function buildApplications(requests: readonly CreateFields[], pipa: string | undefined) {
  return [...Map.groupBy(requests, ({ appl = '' }) => appl)].map(([appl, of]) => {
    const levels = [...new Set(of.map(({ lvl = 0 }) => lvl))].toSorted((one, other) => one - other);
    return { appl, levels: levels.map((lvl) => ({ lvl })), ...buildAttributes(of, pipa) };
  });
}

/** Returns the projects of the requests with their tasks and subtasks (0 is none); a `proj` that begins with a star (`*BRANCH`) is none. */
function buildProjects(requests: readonly CreateFields[]): NonNullable<Site['projects']> {
  const named = requests.filter(({ proj }) => proj !== undefined && !proj.startsWith('*'));
  return [...Map.groupBy(named, ({ proj = '' }) => proj)].map(([proj, ofProject]) => {
    const withTask = ofProject.filter(({ task }) => task !== undefined && task > 0);
    const tasks = [...Map.groupBy(withTask, ({ task = 0 }) => task)].map(([task, ofTask]) => {
      const subtasks = new Set(ofTask.flatMap(({ stsk }) => (stsk === undefined || stsk === 0 ? [] : [stsk])));
      return { task, text: `Task ${task} of ${proj}`, subtasks: [...subtasks].map((stsk) => ({ stsk })) };
    });
    return { proj, text: `Project ${proj}`, tasks };
  });
}

const mostNames = 8;

/** Returns lines for people: general assumptions, and of each kind that is made up in a site at most 8 names, and how many more. */
export function formatMadeUp({ attributes, unlinked, ...names }: ReturnType<typeof makeSite>['madeUp']): string[] {
  const formatListLine = (what: string, of: readonly string[]) =>
    of.length === 0 ? [] : [`  ${what}: ${formatNames(of, mostNames)}`];
  const named = attributes.filter(({ pattern }) => pattern === null).map(({ attr }) => attr);
  const derived = attributes.filter(({ pattern }) => pattern !== null);
  const types = derived.map(({ pattern, objt, isGuess }) => `${pattern} ${objt}${isGuess ? ' (a guess)' : ''}`);
  return [
    'assumptions (your service may differ):',
    `  user ${madeUser.user} may add requests, update all requests (codes 37 and 31) and authorize projects`,
    ...formatListLine('levels that permit check-outs', names.targets),
    ...formatListLine('attributes that the mapping names', named),
    ...formatListLine('attributes that the service derives from the file name', types),
    `  sources are in ${madePlaces.fsfl}, files of the IFS below ${madePlaces.target}, libraries are called <user><level>`,
    ...formatListLine('branches linked to a project (--linked)', names.linked),
    ...formatUnlinked(unlinked),
    ...formatListLine('projects that are open', names.projects),
    ...formatListLine('users', names.users),
    ...formatListLine('pipeline servers', names.pipelines),
    '  any object may be recompiled, as it is not known what is installed; nobody else has requests',
  ];
}

/** Returns lines that name at most 8 of these branches, which are not linked to a project, and say what to do; [] for no branches. */
export function formatUnlinked(unlinked: readonly string[]): string[] {
  const [first] = unlinked;
  if (first === undefined) return [];
  const [theyAre, names] = unlinked.length === 1 ? ['it is', first] : ['they are', "'*'"];
  return [
    `  NOT linked to a project: ${formatNames(unlinked, mostNames)}. Requests with proj *BRANCH (the default) are refused there`,
    `    if ${theyAre} linked at your service: --linked ${names}`,
    '    if not: write proj: null into the branch rule, or proj: NAME',
  ];
}

/** Where sources and files of the IFS are, unless the mapping says so. */
const madePlaces = { fsfl: 'QSOURCE', target: '/rehearsal' } as const;

/**
 * Makes the `attributes` of an application: one for each attribute code of its requests, one for each file extension of those without a
 * code, and one for `pipa` (the attribute of a pipeline) if it is none of these. A source is in the IFS for a type with paths, else in
 * the first `fsfl` of its requests, else QSOURCE. `made` says what is made up in the first two kinds: `pattern`, the file names from
 * which the service derives the attribute (null: the mapping names it); `isGuess`: the mapping does not say the type either
 */
function buildAttributes(requests: readonly CreateFields[], pipa: string | undefined) {
  const made = [...Map.groupBy(requests, deriveAttribute)].map(([attr, of]) => {
    const typed = of.find(({ objt }) => objt !== undefined);
    const objt = typed?.objt ?? deriveObjectType(of[0] ?? {});
    const open = of.find((fields) => fields.attr === undefined);
    const fsfl = of.find((fields) => fields.fsfl !== undefined)?.fsfl ?? madePlaces.fsfl;
    const inIfs = { attr, objt, source: 'ifs', target: madePlaces.target } as const;
    const attribute: Attribute = isPathType(objt) ? inIfs : { attr, objt, source: 'member', fsfl };
    return { attr, objt, pattern: open ? derivePattern(open) : null, isGuess: typed === undefined, attribute };
  });
  const attributes = made.map(({ attribute }) => attribute);
  const isKnown = pipa === undefined || made.some(({ attr }) => attr === pipa);
  if (!isKnown) attributes.push({ attr: pipa, objt: '*PIPE', source: 'none' });
  return { attributes, made };
}

/** Returns what follows the last dot in the name of a request's file (`gfile`), in upper case; '' if there is none. */
const deriveExtension = ({ gfile = '' }: CreateFields) => (/\.([^.]+)$/.exec(gfile)?.[1] ?? '').toUpperCase();

/** Returns the attribute of a request as it is sent; without one the extension of its file (deriveExtension, `RPGLE`), else `FILE`. */
const deriveAttribute = (fields: CreateFields) => fields.attr ?? (deriveExtension(fields) || 'FILE');

/** Returns the pattern of file names with the extension of a request's file, in upper case (`*.RPGLE`); `*` for a file without one. */
function derivePattern(fields: CreateFields): string {
  const extension = deriveExtension(fields);
  return extension === '' ? '*' : `*.${asPattern(extension)}`;
}

/** Returns the object type that sources with the extension of a request's file usually make; `*PGM` if that is not known. */
function deriveObjectType(fields: CreateFields): string {
  const extension = deriveExtension(fields);
  const makes = findSourceType(extension)?.makes;
  if (makes?.kind === 'ile') return makes.usual;
  return makes?.kind === 'object' ? makes.objt.replace('{ext|upper}', extension) : '*PGM';
}
