/** The parts of a site or faults file. */
import { isRecord } from '../interface/replies.ts';
import { findNearestWord, shorten } from '../near.ts';
import type { YamlFinding } from '../yaml/read-checked.ts';
import type { Path } from '../yaml/read-yaml.ts';

/** A value of a file, with its path; unchecked, as findings are reported together with those about wrong types. */
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
    const values = Array.isArray(this.value) ? this.value : [];
    return values.map((value, index) => new CheckedPart(value, [...this.path, index]));
  }

  /** Returns the records in the lists at a path of keys: at `applications.levels` all levels of all applications. Leaves out all else. */
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

/** True for a text or a number. */
function isName(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Returns a finding, with names to choose from, if a text or number is no record's `field`; else []. @param what its kind, as `a level` */
export function checkKnownName(part: CheckedPart, records: readonly CheckedPart[], field: string, what: string) {
  const { value } = part;
  const known = records.map(({ fields }) => fields[field]);
  if (!isName(value) || known.includes(value)) return [];
  const names = [...new Set(known.filter((name) => typeof name === typeof value).map(String))];
  const found = `${what} that is not defined, \`${shorten(String(value))}\``;
  // Numbers and names of one or two letters are all near each other.
  const near = typeof value === 'string' && value.length > 2 ? findNearestWord(value, names) : null;
  if (near !== null) return [part.wrong(found, `did you mean \`${near}\`?`)];
  const some = names.slice(0, 10).join(', ');
  return [part.wrong(found, some === '' ? 'expected one that is defined; there is none' : `expected one of ${some}`)];
}

/** Returns a finding for each record named (`field`) like an earlier one of the same list (by path). @param what its kind, as `level` */
export function checkUniqueNames(records: readonly CheckedPart[], field: string, what: string): YamlFinding[] {
  const names = records.map((record) => record.at(field)).filter(({ value }) => isName(value));
  const equal = Map.groupBy(names, ({ path, value }) => JSON.stringify([path.slice(0, -2), value]));
  const again = [...equal.values()].flatMap((group) => group.slice(1));
  return again.map((name) => name.wrong(`${what} \`${shorten(String(name.value))}\` a second time`, 'each once'));
}
