/** The tables of docs/mapping.md: every key of the mapping from its JSON Schema, every field from the table of fields. */
import { createFields, type Field } from '../src/interface/fields.ts';
import { modeFields } from '../src/mapping/schema.ts';
import { mappingJsonSchema } from './mapping-json-schema.ts';
import { code, prose, table } from './markdown.ts';

/** As much of a JSON Schema as is shown. */
interface Part {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly anyOf?: readonly Part[];
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
}

interface Row {
  readonly key: string;
  readonly part: Part;
}

/** What a branch rule has beside fields. */
const ofBranches: readonly string[] = ['branch', 'dependents'];

/**
 * Returns the keys below a part, also deeper ones, in the order of the schema, with their path: `rules[].match`; `[]`
 * follows a list of records. Leaves out fields of a request, which have a table of their own.
 */
function keysOf(part: Part, prefix: string): Row[] {
  const entries = Object.entries(part.properties ?? {});
  const ofFields = Object.hasOwn(part.properties ?? {}, 'objn');
  return entries.flatMap(([name, child]) => {
    if (ofFields && !(prefix === 'branches[].' && ofBranches.includes(name))) return [];
    const inside = child.items ?? child;
    const listed = child.type === 'array' && inside.properties !== undefined;
    const key = `${prefix}${name}${listed ? '[]' : ''}`;
    return [{ key, part: child }, ...keysOf(inside, `${key}.`)];
  });
}

/** Returns the values that a key accepts, in words: `text or number`, `list`, or the values themselves as code. */
function kindOf(part: Part): string {
  if (part.anyOf !== undefined) return [...new Set(part.anyOf.filter(isNotQuoted).map(kindOf))].join(', ');
  if (part.const !== undefined) return code(String(part.const));
  if (part.enum !== undefined) return part.enum.map(code).join(', ');
  if (part.type === 'array') return part.items?.properties === undefined ? 'list' : 'list of maps';
  const types = [part.type ?? []].flat().map((type) => typeWords[type] ?? type);
  return types.join(' or ');
}

/** False for an alternative that is a number in quotes, which the table does not show. */
function isNotQuoted({ pattern }: Part): boolean {
  return !pattern?.includes('\\d');
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'number',
  object: 'map',
  array: 'list',
};

/** Returns the default of a key as code; empty: none, or a map, whose keys have their own. */
function defaultOf({ default: value }: Part): string {
  return value === undefined || typeof value === 'object' ? '' : code(String(value));
}

function keyTable(): string {
  const rows = keysOf(mappingJsonSchema() as Part, '').map(({ key, part }) => [
    code(key),
    kindOf(part),
    defaultOf(part),
    prose(part.description ?? ''),
  ]);
  return table(['key', 'value', 'default', 'meaning'], rows);
}

/** Returns the cells of a field: name, whether required, values, default, meaning. */
function fieldRow(field: Field): string[] {
  const type = field.type === 'integer' ? 'number' : 'text';
  const mode = (modeFields as readonly string[]).includes(field.name);
  const values = field.values?.map(code).join(', ') ?? type;
  const about = mode ? `${field.about} Not set as a field: see \`rfp\` above.` : field.about;
  return [code(field.name), field.required ? 'yes' : '', values, field.default ?? '', about].map((cell, index) =>
    index > 2 ? prose(cell) : cell,
  );
}

/** Functions that make the generated parts of docs/mapping.md, by name. */
export const mappingParts: Readonly<Record<string, () => string>> = {
  keys: keyTable,
  fields: () => table(['field', 'required', 'value', 'default', 'meaning'], createFields.map(fieldRow)),
};
