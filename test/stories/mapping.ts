/** The mapping of a story: plain data, written as a mapping file for the bundle, and read by the oracle in its own way. */

/** What files with an ending, or in a directory, make. */
export interface StoryRule {
  /** `.RPGLE` for `*.RPGLE`. */
  readonly ending?: string;
  /** `docs` for `docs/**`. */
  readonly under?: string;
  /** Null: skipped. */
  readonly makes: { readonly attr: string; readonly objt: string } | null;
  /** Stands behind the name of each object. */
  readonly suffix?: string;
}

/** Where branches go. A name that ends in `/**` means all below it. */
export interface StoryBranches {
  readonly names: readonly string[];
  readonly lvl: number;
}

export interface StoryMapping {
  readonly branches: readonly StoryBranches[];
  readonly rules: readonly StoryRule[];
  readonly lock: '*YES' | '*NO';
  readonly rfp: 'none' | 'per-push' | 'per-branch';
  readonly unmapped: 'warn' | 'error';
  readonly deletes: 'request' | 'report';
  /** The account at the host has a user of its own at the service. */
  readonly users: boolean;
  readonly branchDeleted: 'report' | 'release';
  readonly dependents: 'report' | 'request';
}

/** The account whose pushes are settled without filing. */
export const bot = 'mdgit-bot';

/** The ID of the repository at the service. */
export const storyRepo = 'ORDERS';

/** The one application of all stories. */
export const appl = 'ORD';

function ruleLine({ ending, under, makes, suffix }: StoryRule): string {
  const match = ending === undefined ? `path: "${under}/**"` : `gfile: "*${ending}"`;
  const objn = suffix === undefined ? '' : `, objn: "{name|upper}${suffix}"`;
  const result = makes === null ? 'skip: no source' : `request: { attr: ${makes.attr}, objt: "${makes.objt}"${objn} }`;
  return `  - { match: { ${match} }, ${result} }`;
}

/** The mapping as its file. */
export function mappingFile(mapping: StoryMapping, repo: string = storyRepo): string {
  const branches = mapping.branches.map(
    ({ names, lvl }) =>
      `  - { branch: [${names.map((name) => `"${name}"`).join(', ')}], appl: ${appl}, lvl: ${lvl}, creq: "*NO" }`,
  );
  return [
    'version: 1',
    `repo: ${repo}`,
    'branches:',
    ...branches,
    `request: { proj: null, lock: "${mapping.lock}" }`,
    `rfp: ${mapping.rfp}`,
    'rules:',
    ...mapping.rules.map(ruleLine),
    `unmapped: ${mapping.unmapped}`,
    `deletes: ${mapping.deletes}`,
    `branch-deleted: ${mapping.branchDeleted}`,
    `dependents: ${mapping.dependents}`,
    `skip-pushers: [${bot}]`,
    ...(mapping.users ? ['users: { jane-doe: JANE }'] : []),
    '',
  ].join('\n');
}
