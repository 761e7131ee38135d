/** The parts of a site or faults file. */
import { isRecord } from '../interface/replies.ts';
import { nearest, shorten } from '../near.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import type { Path } from '../yaml/read-yaml.ts';

export type Name = string | number;

/** A value of a file, unchecked, with its path: findings are reported together with those about wrong types. */
export class CheckedPart {
  readonly value: unknown;
  readonly path: Path;

  /** Makes the part for a value of a file. @param path the keys and indexes that lead to it; none for the whole file */
  constructor(value: unknown, path: Path = []) {
    this.value = value;
    this.path = path;
  }

  /** The fields of a record; of any other value it has none. */
  get fields(): Readonly<Record<string, unknown>> {
    return isRecord(this.value) ? this.value : {};
  }

  /** Returns the value under a key, with its path; of a missing key the value is undefined. */
  at(key: string): CheckedPart {
    return new CheckedPart(this.fields[key], [...this.path, key]);
  }

  /** The elements of a list; of any other value it has none. */
  get elements(): CheckedPart[] {
    return Array.isArray(this.value)
      ? this.value.map((value, index) => new CheckedPart(value, [...this.path, index]))
      : [];
  }

  /** Returns the records in the lists at a path of keys: under `applications.levels` all levels of all applications. */
  records(path: string): CheckedPart[] {
    let parts: CheckedPart[] = [this];
    for (const key of path.split('.')) {
      parts = parts.flatMap((part) => part.at(key).elements).filter(({ value }) => isRecord(value));
    }
    return parts;
  }

  /** Returns a finding about this value. @param found what is there @param right what would be right */
  wrong(found: string, right: string): YamlFinding {
    return { path: this.path, found, right };
  }

  /** Returns a finding as `wrong` does, but one that points at the key of this value. */
  wrongKey(found: string, right: string): YamlFinding {
    return { ...this.wrong(found, right), atKey: true };
  }
}

/** Returns the texts and numbers under a field of the records, in their order; repeated ones stay. */
export function namesIn(records: readonly CheckedPart[], field: string): Name[] {
  return records.map(({ fields }) => fields[field]).filter(isName);
}

/** True for a text or a number. */
function isName(value: unknown): value is Name {
  return typeof value === 'string' || typeof value === 'number';
}

/**
 * Returns a finding if a text or number is not among the known names; else []. It suggests the nearest name, or lists the first ten. @param
 * what its kind, as `a level`
 */
export function unknownNames(part: CheckedPart, known: readonly Name[], what: string): YamlFinding[] {
  const { value } = part;
  if (!isName(value) || known.includes(value)) return [];
  const names = [...new Set(known.filter((name) => typeof name === typeof value).map(String))];
  const found = `${what} that is not defined, \`${shorten(String(value))}\``;
  // Numbers and names of one or two letters are all near each other.
  const near = typeof value === 'string' && value.length > 2 ? nearest(value, names) : null;
  if (near !== null) return [part.wrong(found, `did you mean \`${near}\`?`)];
  const some = names.slice(0, 10).join(', ');
  return [part.wrong(found, some === '' ? 'expected one that is defined; there is none' : `expected one of ${some}`)];
}

/** Returns a finding for each record whose name in `field` an earlier one of its list has. @param what the kind of record, as `level` */
export function repeatedNames(records: readonly CheckedPart[], field: string, what: string): YamlFinding[] {
  const seen = new Set<string>();
  return records.flatMap((record) => {
    const name = record.at(field);
    const key = JSON.stringify([record.path.slice(0, -1), name.value]);
    const isFirst = !seen.has(key);
    seen.add(key);
    if (isFirst || !isName(name.value)) return [];
    return [name.wrong(`${what} \`${shorten(String(name.value))}\` a second time`, 'each once')];
  });
}
