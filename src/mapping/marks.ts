/** Marks of `init`, as `<APPL>`, for values that only a person knows. */

import { Problem } from '../errors.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { LineOf, Path } from '../yaml/read-yaml.ts';

const mark = /^<[A-Z][A-Z0-9_ -]*>$/;

/** A mark, and where it is: its line in the file, from 1, if known, and its place in the mapping, as `branches[0].appl`. */
export type MarkAt = { readonly line?: number; readonly path: string; readonly value: string };

/** True for a mark of `init`, such as `<LVL>`, in place of a value. */
export function isMark(value: unknown): value is string {
  return typeof value === 'string' && mark.test(value);
}

/** Formats a path of keys and indexes: `rules[3].request.attr`. */
export function formatPath(path: Path): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** Finds all marks that are left in a mapping, in its order. @param lineOf of `loadMappingWithLines`: gives the marks a line */
export function findMarks(mapping: unknown, lineOf?: LineOf): MarkAt[] {
  const marks: MarkAt[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (isMark(value)) {
      const line = lineOf?.(path);
      marks.push({ ...(line === undefined ? {} : { line }), path: formatPath(path), value });
    } else if (typeof value === 'object' && value !== null) {
      const elements = Array.isArray(value) ? value.entries() : Object.entries(value);
      for (const [key, element] of elements) visit(element, [...path, key]);
    }
  };
  visit(mapping, []);
  return marks;
}

/** A request, as far as its target and its path go. */
type Aimed = { readonly fields: Pick<CreateFields, 'appl' | 'lvl'>; readonly path: { readonly text: string } };

/** Throws Problem('mapping') if a request has no application or level; passes over a field that has a mark somewhere in the mapping. */
export function requireTarget(requests: readonly Aimed[], mapping: unknown): void {
  const marks = findMarks(mapping);
  for (const field of ['appl', 'lvl'] as const) {
    if (marks.some(({ path }) => path.endsWith(`.${field}`))) continue;
    const request = requests.find(({ fields }) => fields[field] === undefined);
    if (request === undefined) continue;
    const where = 'in a branch rule of the mapping (.file-checkouts.yml, or `--mapping FILE`), or with `--set`';
    const remedy = `Set appl and lvl ${where}. file-checkouts init writes a first mapping.`;
    throw new Problem('mapping', `no ${field} is set for ${request.path.text}`, remedy);
  }
}
