/** The files of the service's page as a module, so that they are part of the bundle. */
import { readdirSync, readFileSync } from 'node:fs';

/** The folder of the page's files. */
export const pageFolder = 'src/service/page/browser';
/** The module that carries them. */
export const pageModule = 'src/service/page/files.ts';

/** A text as a template literal that means the same. */
function literal(text: string): string {
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``;
}

/** The source of the module, from the files as they are in the folder; each is UTF-8. */
export function filesModule(): string {
  const entries = readdirSync(pageFolder)
    .sort()
    .map((name) => `  [\n    '${name}',\n    ${literal(readFileSync(`${pageFolder}/${name}`, 'utf8'))},\n  ],\n`);
  return `/** The files of the page by name. Made from browser/ by scripts/generate.ts; do not edit. */
export const pageFiles: ReadonlyMap<string, string> = new Map([\n${entries.join('')}]);\n`;
}
