import { textPath } from '../../git/git-path.ts';
import type { CreateFields } from '../../interface/fields.ts';
import { branchRuleFor } from '../../mapping/branch.ts';
import type { CompiledMapping } from '../../mapping/compile.ts';
import { bindMapping } from '../../plan/bind-mapping.ts';
import type { Attribute, Site } from '../../service/site.ts';

/** What a made-up site has to be able to take. */
export interface SiteNeeds {
  readonly mapping: CompiledMapping;
  readonly repo: string;
  readonly branch: string;
  readonly paths: readonly string[];
  readonly set: Readonly<Record<string, string | null>>;
  readonly token: string;
  readonly pipes: readonly { readonly pipe: string; readonly pipa: string }[];
}

const project = 'REHEARSE';
/** Files whose attribute the mapping leaves to the service get one by their extension. */
const noExtension = 'FILE';

function extensionOf(gfile: string): string {
  const dot = gfile.lastIndexOf('.');
  return dot < 0 || dot === gfile.length - 1 ? noExtension : gfile.slice(dot + 1).toUpperCase();
}

function attributeOf(attr: string, fields: CreateFields): Attribute {
  const objt = fields.objt ?? '*PGM';
  const source = objt === '*IFS' || objt === '*REMOTE' ? 'ifs' : 'member';
  const common = { attr, objt, source } as const;
  return source === 'ifs' ? { ...common, target: '/rehearsal' } : { ...common, fsfl: fields.fsfl ?? 'QSOURCE' };
}

/** Every request that the mapping makes of the paths. */
function requestsOf(needs: SiteNeeds): CreateFields[] {
  const run = {
    repo: needs.repo,
    branch: needs.branch,
    sha: '0'.repeat(40),
    run: 'rehearsal',
    user: null,
    set: needs.set,
  };
  const mapper = bindMapping(needs.mapping, branchRuleFor(needs.mapping, needs.branch), run);
  return needs.paths.flatMap((path) => {
    const mapped = mapper(textPath(path));
    return mapped.kind === 'requests' ? mapped.targets.map(({ fields }) => fields) : [];
  });
}

/**
 * A site made from a mapping and the files it will meet: the applications, levels and attributes it names, the
 * repository, the branch linked to a project, so that a rehearsal on somebody's own history needs no site file.
 */
export function siteOfMapping(needs: SiteNeeds): Site {
  const requests = requestsOf(needs);
  const levels = new Map<string, Map<number, Map<string, Attribute>>>();
  const derived = new Map<string, Attribute>();
  for (const fields of requests) {
    const { appl, lvl } = fields;
    if (appl === undefined || lvl === undefined) continue;
    const ofAppl = levels.get(appl) ?? new Map<number, Map<string, Attribute>>();
    levels.set(appl, ofAppl);
    const attributes = ofAppl.get(lvl) ?? new Map<string, Attribute>();
    ofAppl.set(lvl, attributes);
    const attr = fields.attr ?? extensionOf(fields.gfile ?? '');
    const attribute = attributes.get(attr) ?? attributeOf(attr, fields);
    attributes.set(attr, attribute);
    if (fields.attr === undefined) derived.set(attr, attribute);
  }
  const users = [...new Set(requests.flatMap(({ user }) => user ?? []))].filter((user) => user !== 'REHEARSAL');
  const projects = [...new Set(requests.flatMap(({ proj }) => (proj && !proj.startsWith('*') ? [proj] : [])))];
  return {
    users: [
      { user: 'REHEARSAL', token: needs.token, addRequest: true, codes: [37, 31], authorizeProjects: true },
      ...users.map((user) => ({ user })),
    ],
    applications: [...levels].map(([appl, ofAppl]) => ({
      appl,
      levels: [...ofAppl.keys()].map((lvl) => ({ lvl, folb: '<user><level>', fslb: '<user><level>' })),
      attributes: applicationAttributes(ofAppl, needs),
    })),
    repositories: [
      {
        repo: needs.repo,
        attributes: [...derived.keys()].map((attr) => ({ gfile: attr === noExtension ? '*' : `*.${attr}`, attr })),
        branches: [{ branch: needs.branch, proj: project }],
      },
    ],
    projects: [project, ...projects].map((proj) => ({ proj, text: `Rehearsal of ${proj}` })),
    pipelines: needs.pipes.map(({ pipe }) => ({ pipe })),
  };
}

function applicationAttributes(
  ofAppl: ReadonlyMap<number, ReadonlyMap<string, Attribute>>,
  needs: SiteNeeds,
): Attribute[] {
  const all = new Map([...ofAppl.values()].flatMap((attributes) => [...attributes]));
  for (const { pipa } of needs.pipes) all.set(pipa, { attr: pipa, objt: '*PIPE', source: 'none' });
  return [...all.values()];
}
