/** The parts of a site or faults file. */
import { isRecord } from '../interface/replies.ts';
import { nearest, shorten } from '../near.ts';
import type { YamlFinding } from '../yaml/findings.ts';
import type { Path } from '../yaml/read-yaml.ts';

export type Name = string | number;

/** A value of a file, unchecked, and its path: all findings about a file are reported at once, also about wrong types. */
export class CheckedPart {
  readonly value: unknown;
  readonly path: Path;

  constructor(value: unknown, path: Path = []) {
    this.value = value;
    this.path = path;
  }

  /** The fields of a record; none of any other value. */
  get fields(): Readonly<Record<string, unknown>> {
    return isRecord(this.value) ? this.value : {};
  }

  /** Returns the value under a key, with its path; of a missing key the value is undefined. */
  at(key: Name, value = this.fields[key]): CheckedPart {
    return new CheckedPart(value, [...this.path, key]);
  }

  /** Returns the elements of the list under a name, or of this list itself; empty if there is no list. */
  elements(name?: string): CheckedPart[] {
    const list = name === undefined ? this : this.at(name);
    return Array.isArray(list.value) ? list.value.map((value, index) => list.at(index, value)) : [];
  }

  /** Returns only those elements that are records. */
  records(name?: string): CheckedPart[] {
    return this.elements(name).filter(({ value }) => isRecord(value));
  }

  /** Returns a finding about this value. @param found what is there @param right what would be right */
  wrong(found: string, right: string): YamlFinding {
    return { path: this.path, found, right };
  }

  /** Returns a finding that points at this value's key. */
  wrongKey(found: string, right: string): YamlFinding {
    return { ...this.wrong(found, right), atKey: true };
  }
}

/** Returns the texts and numbers under a field of the records, in their order; repeated ones stay. */
export function namesIn(records: readonly CheckedPart[], field: string): Name[] {
  return records.map(({ fields }) => fields[field]).filter(isName);
}

function isName(value: unknown): value is Name {
  return typeof value === 'string' || typeof value === 'number';
}

/** Returns a finding, with the nearest or the first ten known names, if a text or number is not among them; else none. @param what its kind, as `a level` */
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

/** Returns a finding for each record whose name in `field` an earlier record has. @param what the kind of record, as `level` */
export function repeatedNames(records: readonly CheckedPart[], field: string, what: string): YamlFinding[] {
  const seen = new Set<Name>();
  return records.flatMap((record) => {
    const name = record.at(field);
    if (!isName(name.value)) return [];
    if (seen.has(name.value))
      return [name.wrong(`${what} \`${shorten(String(name.value))}\` a second time`, 'each once')];
    seen.add(name.value);
    return [];
  });
}
