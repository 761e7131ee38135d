/** The JSON report (design §10): source of the types in report-json.ts and of the shipped JSON Schema. A run loads only the types. */
import * as z from 'zod/mini';
import { type Outcome, outcomes } from '../checkout/outcome.ts';
import { type CreateFields, createFields, type Field, reasons } from '../interface/fields.ts';
import { becauseCodes } from '../sentences/left-out.ts';
import { noticeCodes } from '../sentences/notice.ts';
import { described, list, natural, text, textOrNull, truth, truthOrNull, whole, wholeOrNull } from './schema-parts.ts';

/** A name that is not UTF-8, or holds control characters, is in base64 too: the readable form is not the whole truth. */
export const file = {
  path: text('The file, from the root of the repository.'),
  pathBase64: z.exactOptional(
    text('The bytes of the name in base64, where `path` can only be a readable likeness of it.'),
  ),
};

const run = z.object({
  id: textOrNull('Of the CI run; null outside of CI.'),
  attempt: z.int().check(z.minimum(1), z.describe('Counts how often the run was started, from 1.')),
  url: textOrNull('Where to see the run.'),
  actor: textOrNull('Account at the host that pushed.'),
  at: text('When the run began, as 2026-11-21T10:00:00.000Z.'),
});

const mapping = z.object({
  path: text('The mapping file.'),
  blob: textOrNull('Its object ID in Git; null when it was not read from a commit.'),
});

const range = z.object({
  repo: textOrNull('ID of the repository at the service.'),
  branch: textOrNull('The branch that was pushed.'),
  base: textOrNull('Commit or tree from which changes count.'),
  head: textOrNull('Commit up to which changes count.'),
  rule: text('How the base was chosen, as `push` or `ledger`.'),
});

// Made from the list of outcomes, which TypeScript cannot follow by name: the cast says what the loop does.
const count = Object.fromEntries(outcomes.map((outcome) => [outcome, natural()])) as Record<Outcome, z.ZodMiniInt>;
const counts = z
  .object({ ...count, leftOut: natural(), planned: z.exactOptional(natural()) })
  .check(z.describe('Number of requests by outcome, and of files left out.'));

// Likewise, from the table of the interface (§2.1).
const fieldSchemas = createFields.map((field: Field) => {
  return [field.name, described(field.type === 'integer' ? natural() : z.string(), field.about)] as const;
});
const fields = described(
  z.partial(z.object(Object.fromEntries(fieldSchemas))),
  'Fields of the create request.',
) as unknown as z.ZodMiniType<CreateFields>;

const heldBy = z.object({
  objectId: wholeOrNull('Number of the request.'),
  reason: described(z.enum(reasons), '`rsn` of the request.'),
  repo: text('ID of the repository that it was filed for.'),
  branch: text('The branch that filed it.'),
  mapping: text('The mapping file by which it was filed.'),
  path: text('The file that it was filed for.'),
  user: textOrNull('User of the request, where it was mapped.'),
  account: textOrNull('Account at the host whose push filed it, where the notes say it.'),
  run: textOrNull('The run that filed it.'),
  commit: text('The commit that it was filed at.'),
  at: textOrNull('When that run ended, where the notes say it.'),
  verified: truth('Whether the secret of this run has sealed what says so.'),
  merged: truthOrNull(
    'Whether that commit is in the history of the head, so that filing goes on with it. Null: not known.',
  ),
  gone: truthOrNull('Whether the branch is gone at the remote. Null: not known.'),
});

const request = z.object({
  ...file,
  previousPath: textOrNull('Where the file was before it was moved.'),
  reason: described(z.enum(reasons), '`rsn` of the request.'),
  rule: text('The rule of the mapping that made it, as `rules[3]`; empty without rules.'),
  appl: text('Application.'),
  lvl: whole('Level of the application.'),
  objn: text('Name of the object.'),
  objt: textOrNull('Type of the object; null while the service has not said it.'),
  attr: textOrNull('Attribute; null while the service has not said it.'),
  blob: textOrNull('Object ID of the content in Git; null for a delete.'),
  bytes: wholeOrNull('Size of the content; null for a delete, or when it was not asked for.'),
  outcome: described(z.enum([...outcomes, 'planned']), 'How it ended; `planned` in a plan.'),
  objectId: wholeOrNull('Number of the request at the service.'),
  rfp: wholeOrNull('Its RFP; 0 or null: none.'),
  sev: wholeOrNull('Severity that the service answered: 10, 20 or 30.'),
  msg: textOrNull('What the service answered, or why it was not asked.'),
  remedy: textOrNull('What to do about it.'),
  vref: textOrNull('Under which the transaction log of the service has the call.'),
  warnings: list(z.string(), 'What is noteworthy about it.'),
  used: z
    .nullable(z.record(z.string(), z.unknown()))
    .check(z.describe("The service's request record, with the values it used, as it came.")),
  action: z.exactOptional(
    described(z.enum(['create', 'update', 'withdraw', 'none']), 'In a plan: what would be done.'),
  ),
  fields: z.exactOptional(fields),
  rfpMode: z.exactOptional(
    described(
      z.union([z.enum(['none', 'per-push', 'per-branch']), natural()]),
      'In a plan: into which RFP it goes; a number is that RFP.',
    ),
  ),
  joins: z.exactOptional(
    wholeOrNull(
      'In a plan: the RFP that it will join, where the ledger knows it; null: none, a new one, or not known.',
    ),
  ),
  heldBy: z.exactOptional(
    list(heldBy, 'In a plan: requests of other branches that hold the object, as far as the ledger knows.'),
  ),
});

const leftOut = z.object({
  ...file,
  previousPath: z.exactOptional(text('Where the file was before it was moved.')),
  code: described(
    z.enum(becauseCodes),
    'Why it makes no request, for programs: where several reasons hold, the first.',
  ),
  why: text('The same for people: why it makes no request.'),
});

const dependent = z.object({
  path: text('The file whose object is affected.'),
  appl: textOrNull('Application; null where the mapping makes no object of the file, as objn.'),
  lvl: wholeOrNull('Level of the application.'),
  objn: textOrNull('Name of the object.'),
  objt: textOrNull('Type of the object, where the mapping says it.'),
  reason: described(z.enum(reasons), '`rsn` of the request that it asks for: *RECOMPILE or *UPDATE.'),
  because: list(
    z.object({
      path: text('The changed file.'),
      use: described(z.enum(['include', 'file', 'bind']), 'How it is used.'),
      via: list(z.string(), 'The files between, from the affected one to the changed one.'),
      deleted: z.exactOptional(z.literal(true)),
    }),
    'The changed files that affect it, at most ten.',
  ),
  ambiguous: z.exactOptional(described(z.literal(true), 'More than one file has a name on the way.')),
  leftOut: z.exactOptional(text('Why the mapping makes no object of it.')),
  request: wholeOrNull('Place in `requests` of the request that compiles it, from 0; null: nothing is requested.'),
});

const notice = z.object({
  code: described(z.enum(noticeCodes), 'What it says, for programs.'),
  message: text('The same for people.'),
});

const error = z.object({
  code: text(
    "What kind of error: `usage`, `mapping`, `event`, `range`, `git`, `limit`, `ledger`, `cancelled`; the service was lost: `token`, `address`, `proxy`, `unreachable`, `certificate`, `redirect`; `replaced` (another run has taken this one's place); `unmapped` (files without a rule under `unmapped: error`); `defect` (of this program). A later version may add some.",
  ),
  message: text('What happened.'),
  remedy: text('What to do about it.'),
});

export const reportSchema = z.object({
  version: described(z.literal(1), 'Of this format; a later one may add keys.'),
  tool: text('Version of file-checkouts.'),
  command: described(z.enum(['plan', 'file']), 'What was run.'),
  run,
  mapping: described(z.nullable(mapping), 'Null without a mapping file.'),
  range: described(z.nullable(range), 'Null when the changes could not be determined.'),
  nothingToFile: textOrNull('Why there is nothing to file, when there is nothing.'),
  counts,
  requests: list(request, 'In the order in which they are filed.'),
  dependents: list(dependent, 'What the push affects beside what it changes; empty when there is nothing.'),
  leftOut: list(leftOut, 'Changed files that make no request.'),
  notices: list(notice, 'What is said once for the whole run.'),
  error: described(z.nullable(error), 'Why the run was stopped, when it was.'),
  exitCode: natural().check(
    z.maximum(4),
    z.describe('0: all filed; 1: some change not filed; 2: usage; 3: changes not determined; 4: service lost.'),
  ),
});
