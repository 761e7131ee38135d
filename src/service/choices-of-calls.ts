/** Choices about calls: HTTP, bodies, values, who may call. */
import type { Choice } from './choice.ts';

export const choicesOfCalls: readonly Choice[] = [
  {
    topic: 'HTTP status',
    choice:
      '200 for sev 10 and 20; 200 for sev 30 too, or 422 with --refusal-status 422. 400, 401, 403, 404, 405, 408, 413, 415, 431, 500 and 503 carry rtn with sev 30 as well; 404 and 405 also say in Link and Allow what there is.',
    why: '§4.1 does not show it, so a client must not depend on it; §2.7 says that all responses carry rtn.',
  },
  {
    topic: 'Other paths',
    choice: '/object-request is the one path, with or without a query; /object-request/ is another, and 404.',
    why: '§1 names one resource path, and two addresses for it would be two names to keep.',
  },
  {
    topic: 'Order of checks',
    choice:
      '404 and 405, then 401, then 400, 413 and 415, then authority, then whether the request exists, codes 37 and 31, its status, the fields.',
    why: 'Nobody learns anything about requests without a token, or about fields without authority.',
  },
  {
    topic: 'Bodies that are no call',
    choice:
      '400, 413 or 415 with rtn and sev 30: broken JSON, no or two payloads, a file without a name, a body cut short, larger than 64 MiB (the JSON: 1 MiB), more than 20 parts, compressed. A call that takes more than two minutes to come is 408.',
    why: '§8 shows no limits; these keep one caller from stopping the service.',
  },
  {
    topic: 'Length of a text',
    choice: 'At most 5,000 characters, vref 1,000, none of them a control character; else sev 30.',
    why: '§8 shows no limit; the interface cannot carry control characters to a library, and the log keeps a vref whole.',
  },
  {
    topic: 'Warnings',
    choice:
      'sev 20 when something that was sent is not used: the message of success, then a sentence for each, after semicolons. A field that is not used does not refuse by its value, and is no warning when its value asks for nothing else than what happens (0, copy *NO, the value of the RFP or of the request).',
    why: '§2.7 has the severity and shows no message for it.',
  },
  {
    topic: 'Unknown fields',
    choice: 'Ignored, with a warning (sev 20) that names them. Under --variant earlier the Git fields are unknown too.',
    why: 'A misspelled field that is silently ignored files something else than was meant.',
  },
  {
    topic: 'Empty and null values',
    choice:
      'Count as not sent, a text of blanks too, as blanks at the end of a value never count (but for gpath and gfile, since names in Git are exact); on update an empty gpath, srca or srcd is stored, since a file may move to the root and a text may be cleared.',
    why: 'Blank is the usual "nothing" of this field, and §2.6 has *SAME for "leave it".',
  },
  {
    topic: 'Values outside a list, unknown names',
    choice:
      'sev 30 with a sentence that names field, value and what is allowed; likewise unknown application, level, attribute, user, repository, project, task, RFP, pipeline server.',
    why: '§7 leaves these messages open.',
  },
  {
    topic: 'Numbers',
    choice:
      'Whole numbers from 0, plain or quoted. Answers have them plain, or quoted with --quoted-numbers; sev is always a text.',
    why: '§2.1 shows both forms in calls, and none in answers.',
  },
  {
    topic: 'Numbers of requests and RFPs',
    choice: 'Requests from 10001, RFPs from 101; no number is used twice, also after a deletion.',
    why: 'So that one is not taken for the other, or for one that is gone.',
  },
  {
    topic: 'Upper and lower case',
    choice:
      'Names of library objects are compared without case and stored as sent; object types are folded to upper case; names of *IFS and *REMOTE objects, IDs and other codes count as written.',
    why: 'So it is on the system itself.',
  },
  {
    topic: 'add-request authority',
    choice:
      'Without it: "User not authorized to add Request" on create, "User not authorized to update Request" on update.',
    why: 'The second is the message of §7; the first is made in its likeness.',
  },
  {
    topic: 'Another user on create',
    choice: 'Any known user may be named; no code is asked for.',
    why: '§4.2 asks for codes only on update; naming another user then takes code 31 for every later update.',
  },
];
