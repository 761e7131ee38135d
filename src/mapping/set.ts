/** `--set FIELD=VALUE`: fields from the command line, over those of the mapping. */

import { findCreateField } from '../interface/fields.ts';
import { parseInteger } from '../interface/replies.ts';
import { checkField } from '../interface/rules.ts';
import { findNearestWord } from '../near.ts';
import { isMark } from './marks.ts';
import { isModeField, mappedFields } from './schema.ts';
import { isTemplate } from './templates.ts';

/**
 * Reads `--set` items: a name (trimmed), and behind the first `=` a value (as it is). '' or `null` as value: the field is not sent (null in
 * `fields`). A value with `{`, or a mark of `init`, is not checked here, but with each request. The last usable item of a field counts.
 * Returns the `fields`, and in `problems` a sentence for each item that cannot be used.
 */
export function parseSet(items: readonly string[]) {
  const fields: Record<string, string | null> = {};
  const problems: string[] = [];
  for (const item of items) {
    const equals = item.indexOf('=');
    if (equals < 0) {
      problems.push(`${item} has no =; FIELD=VALUE is expected`);
      continue;
    }
    const name = item.slice(0, equals).trim();
    const value = item.slice(equals + 1);
    const problem = checkSetValue(name, value);
    if (problem === null) fields[name] = unset.includes(value) ? null : value;
    else problems.push(problem);
  }
  return { fields, problems };
}

/** Values for a field that is not sent. */
const unset = ['', 'null'];

/** Returns why `--set` cannot give a field this value; null if it can. For a known field '', `null`, a mark of `init`, text with `{` can. */
function checkSetValue(name: string, value: string): string | null {
  if (isModeField(name)) {
    return `${name} is not set as a field; use \`--rfp\`: none, per-push, per-branch or an RFP number`;
  }
  const fields = mappedFields.map((field) => field.name);
  if (!fields.includes(name)) {
    const nearestName = findNearestWord(name, fields);
    return `${name} is not a field of a create request; ${nearestName === null ? `one of ${fields.join(', ')}` : `did you mean ${nearestName}?`}`;
  }
  if (unset.includes(value) || isTemplate(value) || isMark(value)) return null;
  const number = findCreateField(name)?.type === 'integer' ? parseInteger(value) : null;
  return checkField(name, number ?? value)?.text ?? null;
}

const targetFields = ['appl', 'lvl'] as const;

/** True if items of `--set` give the application or level a value, or unset it; items that cannot be used do not count. */
export function setsTarget(items: readonly string[]): boolean {
  const { fields } = parseSet(items);
  return targetFields.some((name) => Object.hasOwn(fields, name));
}

/** Formats what `--set` says of appl, lvl, objn, objt and rpth, in this order: `appl=ORD rpth=` (rpth is unset); '' if nothing. */
export function formatTarget(items: readonly string[]): string {
  const { fields } = parseSet(items);
  const names = [...targetFields, 'objn', 'objt', 'rpth'].filter((name) => Object.hasOwn(fields, name));
  return names.map((name) => `${name}=${fields[name] ?? ''}`).join(' ');
}

/** Splits the mapping of a record (RecordKey), `FILE` or `FILE appl=ORD lvl=50`, into `file` and `items` as of `--set`; [] for `FILE`. */
export function splitTarget(mapping: string): { file: string; items: string[] } {
  const [file = '', ...items] = mapping.split(/ (?=(?:appl|lvl|objn|objt|rpth)=)/);
  return { file, items };
}
