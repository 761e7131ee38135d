import { Document, isMap, isPair, isSeq, visit } from 'yaml';
import { escapeInvisible } from '../../report/json-text.ts';
import type { Site } from '../../service/site.ts';

/** Where editors read the JSON Schema of the site file. */
const schemaUrl = 'https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/site.schema.json';

/** Formats a site as a site file in YAML, below the remarks (escaped lines) as comments: a record is on one line unless it holds a list of records. */
export function siteText(site: Site, remarks: readonly string[]): string {
  const document = new Document(site, { aliasDuplicateObjects: false });
  visit(document, {
    Collection: (_, node) => {
      const values = node.items.map((item) => (isPair(item) ? item.value : item));
      const isDeep = values.some((value) => (isSeq(node) ? isMap(value) : isSeq(value) && value.items.some(isMap)));
      node.flow = !isDeep && node !== document.contents;
    },
  });
  const about = [`# yaml-language-server: $schema=${schemaUrl}`, ...remarks.map((line) => `# ${line}`.trimEnd())];
  const text = document.toString({ lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' });
  return `${about.join('\n')}\n${escapeInvisible(text)}`;
}
