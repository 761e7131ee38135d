/** The JSON Schema of the site file, for editors and for other programs; made from site.ts. */
import * as z from 'zod/mini';
import { siteSchema } from './site.ts';

/** JSON Schema (draft 2020-12) of a site file as it is written, with a description of every key. */
export function siteJsonSchema(): object {
  return {
    ...z.toJSONSchema(siteSchema, { io: 'input', target: 'draft-2020-12' }),
    title: 'file-checkouts site',
    description: 'The installation that `file-checkouts serve --site` plays: an object-request service for rehearsals.',
  };
}
