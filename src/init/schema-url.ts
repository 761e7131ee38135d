/** Where the JSON Schema of the mapping file stands, for the first line of the starter file: editors read it there. */
export const schemaUrl =
  'https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/mapping.schema.json';
