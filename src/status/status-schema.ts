/** The JSON of `status`: source of the types in status.ts and of the shipped JSON Schema. The program loads only types. */
import * as z from 'zod/mini';
import { reasons } from '../interface/fields.ts';
import { file } from '../report/report-schema.ts';
import { described, list, text, textOrNull, truth, truthOrNull, whole } from '../report/schema-parts.ts';

/** The record of a row. */
const place = {
  record: whole('Place in `records` of the record it is of, from 0.'),
  branch: text('The branch of that record.'),
};

const object = {
  appl: text('Application; empty, as `objn`: the object is not known.'),
  lvl: described(z.number(), 'Level of the application.'),
  objn: text('Name of the object.'),
  type: textOrNull('Its type, else its attribute; null while neither is known.'),
  rpth: textOrNull('Relative path, where it has one.'),
};

const reason = described(z.enum(reasons), '`rsn` of the request.');
const objectId = described(z.nullable(z.int()), 'Number of the request; null where the service named none.');
const account = textOrNull('Account at the host that pushed; null: not known.');
const at = textOrNull('When that run ended, as the note on the commit says; nothing seals a note. Null: not known.');

const counts = {
  requests: whole('Requests that stand at the service.'),
  open: whole('Changes that are not filed.'),
  unanswered: whole('Calls without an answer: the next run of the branch asks what came of them.'),
  runs: whole('Runs that have begun and not said that they ended.'),
};

const record = z.object({
  service: text('The service: its base address, or its name under `--ledger-key`.'),
  repository: text('The repository as its host names it, `host/owner/name`.'),
  repo: text('ID of the repository at the service.'),
  mapping: text('The mapping file, and the target where one was set by hand.'),
  branch: text('The branch.'),
  head: textOrNull(
    'The settled commit: up to there every change has been dealt with, but for what is listed in `open`.',
  ),
  verified: truthOrNull('True: sealed with a secret that was given; false: not so; null: no secret was given.'),
  counts: described(z.object(counts), 'How many rows of each kind are shown of it.'),
  gone: truthOrNull('True: the branch is gone at the remote; null: not known.'),
  tip: textOrNull(
    'Where the branch is at the remote; null: gone, or not known. If it is not `head`, what was pushed since is not settled.',
  ),
  notSettled: whole('Files whose content in the settled commit is not settled, no matter what was asked for.'),
});

const request = z.object({
  ...place,
  objectId,
  reason,
  ...object,
  rfp: described(z.int(), 'Its RFP; 0: none.'),
  ...file,
  user: textOrNull('User of the service, as sent or as in the answer; null: not known.'),
  account,
  run: text('The run that filed it, or wrote it last where a note says so.'),
  commit: text('The commit from which it was filed last.'),
  at,
});

const open = z.object({
  ...place,
  reason,
  ...object,
  ...file,
  outcome: text('As in the report; `unmapped`: no rule matches the file; `owed`: no run has dealt with the change.'),
  why: text('What was said of it.'),
  needsPerson: truth('True when only a person can settle it.'),
  since: described(
    z.nullable(z.object({ run: text('The run.'), account, commit: text('The commit that was pushed.'), at })),
    'The first run that left it so; null: not known.',
  ),
});

const unanswered = z.object({
  ...place,
  reason,
  ...object,
  ...file,
  objectId: described(z.nullable(z.int()), 'The request that was to be updated; null for a create.'),
  user: textOrNull('User of the service that was sent.'),
  withdraws: truth('True when the request may be out of its RFP and unlocked.'),
  run: textOrNull('The run that made it; null: not known.'),
});

const run = z.object({
  ...place,
  run: text('The run.'),
  commit: text('The commit that it files.'),
  calls: whole('So many calls it meant to make.'),
  until: text('Until when it counts as alive without being heard of.'),
  over: truth('True when that is past: it was killed or lost, and the next run of the branch completes it.'),
});

export const statusSchema = z.object({
  version: described(z.literal(1), 'Of this format; a later one may add keys.'),
  tool: text('Version of file-checkouts.'),
  at: text('When the ledger was read.'),
  asked: z
    .object({
      branch: textOrNull('`--branch`.'),
      paths: list(z.string(), '`--paths`; empty: all.'),
      user: textOrNull('`--user`.'),
    })
    .check(z.describe('What was asked for; null: all.')),
  verified: truthOrNull('True: every record shown is sealed with a secret that was given; null: no secret was given.'),
  counts: described(z.object({ records: whole('Branches.'), ...counts }), 'How many rows of each kind follow.'),
  damaged: list(z.string(), 'A line for each record that cannot be read.'),
  records: list(record, 'A branch each, apart for each service, repository ID and mapping.'),
  open: list(open, 'Changes that are not filed: every run of the branch tries them again.'),
  unanswered: list(unanswered, 'Calls without an answer: each may have been made or not.'),
  runs: list(run, 'Runs that have begun and not said that they ended.'),
  requests: list(request, 'Requests that stand at the service, as far as the ledger knows.'),
});
