/** The JSON Schemas of the site file, of the report and of the status, for editors and for other programs. */
import * as z from 'zod/mini';
import { reportSchema } from '../src/report/report-schema.ts';
import { siteSchema } from '../src/service/site.ts';
import { statusSchema } from '../src/status/status-schema.ts';

/** JSON Schema (draft 2020-12) of a site file as it is written, with a description of every key. */
export function siteJsonSchema(): object {
  return {
    ...z.toJSONSchema(siteSchema, { io: 'input', target: 'draft-2020-12' }),
    title: 'file-checkouts site',
    description: 'The installation that `file-checkouts serve --site` plays: an object-request service for rehearsals.',
  };
}

/** JSON Schema (draft 2020-12) of the report; keys that it does not name are allowed, since a later tool may add some. */
export function reportJsonSchema(): object {
  return {
    ...z.toJSONSchema(reportSchema, { io: 'input', target: 'draft-2020-12' }),
    title: 'file-checkouts report',
    description: 'What a run of `file-checkouts file` or `plan` did: `--report FILE`, `--format json`.',
  };
}

/** JSON Schema (draft 2020-12) of the status; keys that it does not name are allowed, since a later tool may add some. */
export function statusJsonSchema(): object {
  return {
    ...z.toJSONSchema(statusSchema, { io: 'input', target: 'draft-2020-12' }),
    title: 'file-checkouts status',
    description: 'What is open as far as the ledger knows: `file-checkouts status --format json`.',
  };
}
