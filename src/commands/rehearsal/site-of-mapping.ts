import { textPath } from '../../git/git-path.ts';
import type { CreateFields } from '../../interface/fields.ts';
import { branchRuleFor } from '../../mapping/branch.ts';
import type { CompiledMapping } from '../../mapping/compile.ts';
import { bindMapping } from '../../plan/bind-mapping.ts';
import { targetsOf } from '../../plan/mapper.ts';
import type { Attribute, Site } from '../../service/site.ts';

/** What a made-up site has to be able to take. */
export interface SiteNeeds {
  readonly mapping: CompiledMapping;
  readonly repo: string;
  readonly branch: string;
  readonly paths: readonly string[];
  readonly token: string;
}

const project = 'REHEARSE';
/** Files whose attribute the mapping leaves to the service get one by their extension. */
const noExtension = 'FILE';

function extensionOf({ gfile = '' }: CreateFields): string {
  const dot = gfile.lastIndexOf('.');
  return dot < 0 || dot === gfile.length - 1 ? noExtension : gfile.slice(dot + 1).toUpperCase();
}

const attrOf = (fields: CreateFields): string => fields.attr ?? extensionOf(fields);

function attributeOf(attr: string, fields: CreateFields): Attribute {
  const objt = fields.objt ?? '*PGM';
  const source = objt === '*IFS' || objt === '*REMOTE' ? 'ifs' : 'member';
  const common = { attr, objt, source } as const;
  return source === 'ifs' ? { ...common, target: '/rehearsal' } : { ...common, fsfl: fields.fsfl ?? 'QSOURCE' };
}

/** Every request that the mapping makes of the paths. */
function requestsOf({ mapping, repo, branch, paths }: SiteNeeds): CreateFields[] {
  const run = { repo, branch, sha: '0'.repeat(40), run: 'rehearsal', user: null, set: {} };
  const mapper = bindMapping(mapping, branchRuleFor(mapping, branch), run);
  return paths.flatMap((path) => targetsOf(mapper(textPath(path))).map(({ fields }) => fields));
}

/**
 * A site made from a mapping and the files it will meet: the applications, levels and attributes it names, the
 * repository, the branch linked to a project, so that a rehearsal on somebody's own history needs no site file.
 */
export function siteOfMapping(needs: SiteNeeds): Site {
  const requests = requestsOf(needs);
  const { pipe } = needs.mapping.mapping;
  const pipes = pipe === undefined ? [] : [pipe];
  const targeted = requests.filter(({ appl, lvl }) => appl !== undefined && lvl !== undefined);
  const derived = new Set(targeted.filter(({ attr }) => attr === undefined).map(extensionOf));
  const users = [...new Set(requests.flatMap(({ user }) => user ?? []))].filter((user) => user !== 'REHEARSAL');
  const projects = [...new Set(requests.flatMap(({ proj }) => (proj && !proj.startsWith('*') ? [proj] : [])))];
  return {
    users: [
      { user: 'REHEARSAL', token: needs.token, addRequest: true, codes: [37, 31], authorizeProjects: true },
      ...users.map((user) => ({ user })),
    ],
    applications: [...Map.groupBy(targeted, ({ appl = '' }) => appl)].map(([appl, of]) => ({
      appl,
      levels: [...new Set(of.map(({ lvl = 0 }) => lvl))].map((lvl) => ({
        lvl,
        folb: '<user><level>',
        fslb: '<user><level>',
      })),
      attributes: applicationAttributes(of, pipes),
    })),
    repositories: [
      {
        repo: needs.repo,
        attributes: [...derived].map((attr) => ({ gfile: attr === noExtension ? '*' : `*.${attr}`, attr })),
        branches: [{ branch: needs.branch, proj: project }],
      },
    ],
    projects: [project, ...projects].map((proj) => ({ proj, text: `Rehearsal of ${proj}` })),
    // What was installed before the first push, no mapping tells.
    allInstalled: false,
    pipelines: pipes.map(({ pipe }) => ({ pipe })),
  };
}

/** One attribute for each code, as the last level has it, and those of the pipelines. */
function applicationAttributes(requests: readonly CreateFields[], pipes: readonly { pipa: string }[]): Attribute[] {
  const all = new Map<string, Attribute>();
  for (const ofLevel of Map.groupBy(requests, ({ lvl }) => lvl).values()) {
    for (const [attr, [first = {}]] of Map.groupBy(ofLevel, attrOf)) all.set(attr, attributeOf(attr, first));
  }
  for (const { pipa } of pipes) all.set(pipa, { attr: pipa, objt: '*PIPE', source: 'none' });
  return [...all.values()];
}
