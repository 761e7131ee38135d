/** The defaults of the mapping file, apart from its schema so that the table of options can name them without loading it. */

/** Where the mapping file is looked for when nothing is said. */
export const defaultMappingFile = '.file-checkouts.yml';

/** What the keys of a mapping are that are left out. Those that are not here are absent then. */
export const mappingDefaults = {
  request: {},
  rfp: 'none',
  unmapped: 'warn',
  deletes: 'request',
  dependents: 'report',
  'branch-deleted': 'report',
  'skip-pushers': [] as string[],
  users: {},
  attach: { as: 'gfile', disposition: 'form-data' },
} as const;
