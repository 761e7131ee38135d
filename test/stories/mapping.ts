/** The mapping of a story: plain data, written as a mapping file for the bundle, and read by the oracle in its own way. */

/** What files with an ending, or in a directory, make. */
export interface StoryRule {
  /** `.RPGLE` for `*.RPGLE`. */
  readonly ending?: string;
  /** `docs` for `docs/**`. */
  readonly under?: string;
  /** Null: skipped. */
  readonly makes: { readonly attr: string; readonly objt: string } | null;
}

/** Where branches go. A name that ends in `/**` stands for all below it. */
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
}

/** The one application of all stories. */
export const appl = 'ORD';

function ruleLine({ ending, under, makes }: StoryRule): string {
  const match = ending === undefined ? `path: "${under}/**"` : `gfile: "*${ending}"`;
  const result = makes === null ? 'skip: no source' : `request: { attr: ${makes.attr}, objt: "${makes.objt}" }`;
  return `  - { match: { ${match} }, ${result} }`;
}

/** The mapping as its file. */
export function mappingFile(mapping: StoryMapping): string {
  const branches = mapping.branches.map(
    ({ names, lvl }) =>
      `  - { branch: [${names.map((name) => `"${name}"`).join(', ')}], appl: ${appl}, lvl: ${lvl}, creq: "*NO" }`,
  );
  return [
    'version: 1',
    'repo: ORDERS',
    'branches:',
    ...branches,
    `request: { proj: null, lock: "${mapping.lock}" }`,
    `rfp: ${mapping.rfp}`,
    'rules:',
    ...mapping.rules.map(ruleLine),
    `unmapped: ${mapping.unmapped}`,
    `deletes: ${mapping.deletes}`,
    ...(mapping.users ? ['users: { jane-doe: JANE }'] : []),
    '',
  ].join('\n');
}
