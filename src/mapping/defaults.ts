/** The defaults of the mapping file, apart from its schema: the table of options needs them without loading that. */

/** The mapping file that is read without `--mapping`. */
export const defaultMappingFile = '.file-checkouts.yml';

/** The values of keys that a mapping leaves out; a key without a default stays absent. */
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
