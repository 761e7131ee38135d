import { readdirSync, readFileSync } from 'node:fs';

/** Beside this file, or beside the chunk that it is part of: the build puts them there (rolldown.config.ts). */
const folder = new URL('./browser/', import.meta.url);

/** The files of the page by name, as they are served; each is UTF-8. */
export const pageFiles: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
);
