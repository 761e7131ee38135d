import { quoteText } from '../../init/render.ts';
import type { Site } from '../../service/site.ts';

type SiteValue = string | number | boolean | readonly SiteValue[] | { readonly [key: string]: SiteValue | undefined };

/** Where editors read the JSON Schema of the site file. */
const schemaUrl = 'https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/site.schema.json';

/** Formats a site as the text of a site file in YAML, for a person to correct. @param remarks lines for a comment at the top */
export function siteText(site: Site, remarks: readonly string[]): string {
  const top = Object.entries(site as { readonly [key: string]: SiteValue | undefined });
  return [
    `# yaml-language-server: $schema=${schemaUrl}`,
    ...remarks.map((line) => `# ${line}`.trimEnd()),
    ...top.flatMap(([key, value]) => (value === undefined ? [] : entryLines(key, value, ''))),
    '',
  ].join('\n');
}

/** Returns the lines of `key: value`: one, or for a list of records one more for each, and several where a record holds records. */
function entryLines(key: string, value: SiteValue, indent: string): string[] {
  const hasRecords = Array.isArray(value) && value.some((item) => typeof item === 'object');
  if (!hasRecords) return [`${indent}${key}: ${formatInline(value)}`];
  return [`${indent}${key}:`, ...value.flatMap((item) => listItemLines(item, `${indent}  `))];
}

/** Returns the lines of a list item: one, or for a record that holds a list of records at least one for each of its keys. */
function listItemLines(item: SiteValue, indent: string): string[] {
  const parts = typeof item === 'object' && !Array.isArray(item) ? Object.entries(item) : [];
  const isDeep = parts.some(([, value]) => Array.isArray(value) && value.some((inner) => typeof inner === 'object'));
  if (!isDeep) return [`${indent}- ${formatInline(item)}`];
  const [first = '', ...more] = parts.flatMap(([key, value]) =>
    value === undefined ? [] : entryLines(key, value, `${indent}  `),
  );
  return [`${indent}- ${first.trimStart()}`, ...more];
}

/** Formats a value in one line; texts are quoted as in JSON, undefined ones in records are left out. */
function formatInline(value: SiteValue): string {
  if (typeof value !== 'object') return typeof value === 'string' ? quoteText(value) : String(value);
  if (Array.isArray(value)) return `[${value.map(formatInline).join(', ')}]`;
  const parts = Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [`${key}: ${formatInline(part)}`],
  );
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
