/** A site as the text of a site file, for a person to correct. */

import { quoted } from '../../init/render.ts';
import type { Site } from '../../service/site.ts';

type SiteValue = string | number | boolean | readonly SiteValue[] | { readonly [key: string]: SiteValue | undefined };

/** Where editors read the JSON Schema of the site file. */
const schemaUrl = 'https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/site.schema.json';

/** @param remarks lines for a comment at the top */
export function siteText(site: Site, remarks: readonly string[]): string {
  const top = Object.entries(site as { readonly [key: string]: SiteValue | undefined });
  return [
    `# yaml-language-server: $schema=${schemaUrl}`,
    ...remarks.map((line) => `# ${line}`.trimEnd()),
    ...top.flatMap(([key, value]) => (value === undefined ? [] : entry(key, value, ''))),
    '',
  ].join('\n');
}

/** `key: value`; a list of records has a line for each, or more where a record holds further records. */
function entry(key: string, value: SiteValue, indent: string): string[] {
  if (!Array.isArray(value) || value.length === 0) return [`${indent}${key}: ${inline(value)}`];
  if (!value.some((item) => typeof item === 'object')) return [`${indent}${key}: ${inline(value)}`];
  return [`${indent}${key}:`, ...value.flatMap((item) => listItem(item, `${indent}  `))];
}

function listItem(item: SiteValue, indent: string): string[] {
  const parts = typeof item === 'object' && !Array.isArray(item) ? Object.entries(item) : [];
  const isDeep = parts.some(([, value]) => Array.isArray(value) && value.some((inner) => typeof inner === 'object'));
  if (!isDeep) return [`${indent}- ${inline(item)}`];
  const [first = '', ...more] = parts.flatMap(([key, value]) =>
    value === undefined ? [] : entry(key, value, `${indent}  `),
  );
  return [`${indent}- ${first.trimStart()}`, ...more];
}

/** In one line; every text stands in quotes, which YAML reads as JSON does. */
function inline(value: SiteValue): string {
  if (typeof value !== 'object') return typeof value === 'string' ? quoted(value) : String(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const parts = Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : [`${key}: ${inline(part)}`]));
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}
