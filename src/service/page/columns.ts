import { createFields } from '../../interface/fields.ts';
import type { Inspection } from '../store.ts';

/** One table; `key` names the fields that tell its records apart, first the one that counts up. */
export interface PageTable {
  readonly rows: keyof Inspection;
  readonly title: string;
  readonly short: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** A sentence on what the user can do here. */
  readonly hint?: string;
}

/** The tables in the order of the page; the newest record comes first until somebody sorts. */
export const pageTables: readonly PageTable[] = [
  {
    rows: 'requests',
    title: 'Object requests',
    short: 'Requests',
    key: ['objectId'],
    hint: 'A number leads to all of a request, and to buttons that move it on, complete it or delete it.',
    columns: [
      // The first two stay when the table is moved sideways; the first six are in sight beside open details, too.
      ...['objectId', 'objn', 'status', 'lock', 'rfp', 'rsn', 'objt', 'appl', 'lvl', 'attr', 'file'],
      ...['user', 'branch', 'vref', 'createdAt', 'changedAt'],
    ],
  },
  {
    rows: 'rfps',
    title: 'RFPs with their requests',
    short: 'RFPs',
    key: ['rfp'],
    hint: 'A number leads to its requests in the order in which they compile.',
    columns: ['rfp', 'rfpd', 'state', 'requests', 'appl', 'lvl', 'user', 'creq', 'areq', 'sreq'],
  },
  {
    rows: 'attachments',
    title: 'Attached sources',
    short: 'Sources',
    key: ['objectId', 'place'],
    columns: ['objectId', 'filename', 'place', 'bytes', 'sha256'],
  },
  {
    rows: 'transactions',
    title: 'Transactions',
    short: 'Transactions',
    key: ['n'],
    columns: ['n', 'at', 'method', 'sev', 'objn', 'objt', 'msg', 'objectId', 'user', 'vref'],
  },
  {
    rows: 'notifications',
    title: 'Notifications of pipeline servers',
    short: 'Notifications',
    key: ['n'],
    columns: ['n', 'at', 'pipe', 'tkey', 'rfp', 'objectId', 'what'],
  },
];

/** Columns that are no field of a create request (interface §2.1), or mean another thing here. */
const otherColumns: Readonly<Record<string, string>> = {
  objectId: 'Request number.',
  status: '00 is open, 01 assigned to an RFP, a higher one has moved on, 90 is completed.',
  lock: 'Whether the request holds the lock on its object.',
  file: 'Path and name of the file in the repository.',
  createdAt: 'When the request was created (UTC).',
  changedAt: 'When it was last updated, or moved on (UTC).',
  rfp: 'RFP number; empty: none.',
  rfpd: 'Description of the RFP.',
  user: 'User of the service.',
  proj: 'Project.',
  requests: 'Requests of the RFP, in the order in which they compile.',
  state: 'Whether the RFP is open, or how many of its requests are complete.',
  filename: 'Name of the attached file.',
  place: 'Where the file went.',
  bytes: 'Length.',
  sha256: 'SHA-256 of the bytes as they came.',
  n: 'Number in the log.',
  at: 'Time (UTC).',
  method: 'POST creates, PATCH updates, LATER was played here.',
  sev: '10 success, 20 with a warning, 30 refused.',
  msg: 'What the service said.',
  what: 'What happened.',
};

/** Returns the meaning of a column as a sentence, from here or from the interface; empty: neither has one. */
export function aboutColumn(name: string): string {
  return otherColumns[name] ?? createFields.find((field) => field.name === name)?.about ?? '';
}
