/**
 * The JSON Schemas (draft 2020-12) of the site file, the report and the status, for editors and for other programs. Keys
 * that they do not name are allowed in report and status, since a later version may add some.
 */
import * as z from 'zod/mini';
import { reportSchema } from '../src/report/report-schema.ts';
import { siteSchema } from '../src/service/site.ts';
import { statusSchema } from '../src/status/status-schema.ts';

/** Converts a Zod schema to a JSON Schema of accepted input, with this title and description. */
const schemaOf = (of: z.ZodMiniType, title: string, description: string): object => {
  return {
    ...z.toJSONSchema(of, { io: 'input', target: 'draft-2020-12' }),
    title: `file-checkouts ${title}`,
    description,
  };
};

export const siteJsonSchema = () =>
  schemaOf(
    siteSchema,
    'site',
    'The installation that `file-checkouts serve --site` plays: an object-request service for rehearsals.',
  );

export const reportJsonSchema = () =>
  schemaOf(
    reportSchema,
    'report',
    'What a run of `file-checkouts file` or `plan` did: `--report FILE`, `--format json`.',
  );

export const statusJsonSchema = () =>
  schemaOf(statusSchema, 'status', 'What is open as far as the ledger knows: `file-checkouts status --format json`.');
