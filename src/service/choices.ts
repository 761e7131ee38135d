/** What the service decides where the interface is silent. A page of the documentation is generated from this table. */
export interface Choice {
  readonly topic: string;
  readonly choice: string;
  readonly why: string;
}

export const choices: readonly Choice[] = [
  {
    topic: 'HTTP status',
    choice: '200 for sev 10 and 20; 200 for sev 30 too, or 422 with --refusal-status 422.',
    why: '§4.1 does not show it, so a client must not depend on it.',
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
      '400, 413 or 415 with rtn and sev 30: broken JSON, no or two payloads, a file without a name, a body cut short, larger than 64 MiB (the JSON: 1 MiB), more than 20 parts, slower than two minutes (408), compressed.',
    why: '§8 shows no limits; these keep one caller from stopping the service.',
  },
  {
    topic: 'Length of a text',
    choice: 'At most 5,000 characters, none of them a control character; else sev 30.',
    why: '§8 shows no limit; the interface cannot carry control characters to a library.',
  },
  {
    topic: 'Unknown fields',
    choice: 'Ignored, with a warning (sev 20) that names them. Under --variant earlier the Git fields are unknown too.',
    why: 'A misspelled field that is silently ignored files something else than was meant.',
  },
  {
    topic: 'Empty and null values',
    choice:
      'Count as not sent; on update an empty gpath, srca or srcd is stored, since a file may move to the root and a text may be cleared.',
    why: 'Blank is the usual "nothing" of this field, and §2.6 has *SAME for "leave it".',
  },
  {
    topic: 'Values outside a list, unknown names',
    choice:
      'sev 30 with a sentence that names field, value and what is allowed; likewise unknown application, level, attribute, user, repository, project, task, RFP, pipeline server.',
    why: '§7 leaves these messages open.',
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
  {
    topic: 'Attribute of a request that is not linked to Git',
    choice:
      'Git means repo with branch. repo without branch still uses the mapping of the repository, then installation history. When nothing gives one: "Attribute missing".',
    why: '§2.1 names the mapping by repo, gpath and gfile, and history for non-Git requests; without an attribute there is no behaviour.',
  },
  {
    topic: 'Object type',
    choice:
      'The type of the attribute found by the Git mapping, then installation history, then the cross-reference. An attr that was sent does not by itself give the type.',
    why: 'That is the list of §2.1, word for word; otherwise "Object Type missing" could not occur.',
  },
  {
    topic: 'attr and objt that do not go together',
    choice: 'Taken as sent. A replacement attr on update leaves the object type as it is.',
    why: 'The interface has no message for it, and §2.6 no objt.',
  },
  {
    topic: 'Logical file for a physical one',
    choice: 'Told by the source types: PF installed at the target level, LF in the request. Then data must be *NONE.',
    why: '§2.5 requires it, and shows no other mark of the two kinds.',
  },
  {
    topic: 'Installation history',
    choice:
      'Objects of that name in the application, at the target level and the levels that follow it, the nearest first. Two different values at one level decide nothing.',
    why: 'What is checked out at a low level is usually installed higher up.',
  },
  {
    topic: 'Git attribute mapping',
    choice: 'Patterns for gpath and gfile, the first that fits; case does not count.',
    why: 'Object names ignore case, and repositories write the same folder both ways.',
  },
  {
    topic: 'rsn *DELETE',
    choice: 'The object need not be in the installation history.',
    why: 'The history of a site file is not complete.',
  },
  {
    topic: 'rsn *UPDATE',
    choice: 'Only for *PGM and *SRVPGM.',
    why: '§2.3 speaks of programs and service programs.',
  },
  {
    topic: '"modify" in §2.6',
    choice:
      'Means *MIGRATE: gpath and gfile of requests linked to Git change under *MIGRATE and *DELETE, else they are ignored.',
    why: 'The list of reasons has no other word for it.',
  },
  {
    topic: 'Lock',
    choice:
      'The target object is application, level, object name, type and rpth; names of library objects ignore case. A request without a lock neither blocks nor is blocked. One that has moved past status 01 gives its lock up.',
    why: 'Two web pages of one name in different folders are different targets; a finished request must not hold an object forever.',
  },
  {
    topic: 'Request record is locked',
    choice:
      'Answered when another process holds the database for more than a quarter of a second; a create gets 503 with Retry-After.',
    why: 'Within one process calls come one after the other, so nothing else can hold a record.',
  },
  {
    topic: 'Status after an assignment',
    choice: '01 with an RFP, 00 without, after create and update alike.',
    why: '§3 shows these two codes.',
  },
  {
    topic: 'Open RFP',
    choice: 'One of which no request has gone past status 01. An RFP that was left by all its requests stays open.',
    why: 'Submission is outside the interface; requests that move on show that it has happened.',
  },
  {
    topic: 'arfp *YES',
    choice: 'The RFP must be open and for the same application and level.',
    why: '§2.4 matches *AUTO by application and level.',
  },
  {
    topic: 'RFPs made by an update',
    choice:
      "For the request's user, with creq, areq and sreq *YES. arfp *NEW takes an assigned request out of its RFP into the new one.",
    why: 'An update has no such fields, and *YES is their default; §3 says that for *NEW a new RFP is created.',
  },
  {
    topic: 'creq, areq, sreq',
    choice: 'Stored on the RFP by the create that makes it, also where no level follows.',
    why: 'They then have no effect, and what was asked for stays visible.',
  },
  {
    topic: 'arfp in the answer of an update',
    choice: 'The value the call asked for, *SAME when it asked for none.',
    why: '"Assign-RFP value applied by the update" can be read so.',
  },
  {
    topic: 'Projects',
    choice:
      'Authorized for an application. A task needs a project, a subtask a task. *BRANCH with a branch that has no link is refused.',
    why: 'Filing without the project that was meant would go unnoticed.',
  },
  {
    topic: 'Default IFS location',
    choice: 'The ifs template of the level, else the name by the naming template with / before it.',
    why: '§2.1 wants a full path that starts with /.',
  },
  {
    topic: 'Paths',
    choice:
      'rpth, and folb and fslb in the IFS, start with / and hold no . or .. directories; gfile holds no /. Nothing is written outside the database.',
    why: 'The service only plays the installation.',
  },
  {
    topic: 'Generated *PIPE request',
    choice:
      'Named by the pipeline ID, not locked, one per RFP, pipeline and key. pipe, pipa and tkey without an RFP, or not all three, are refused.',
    why: '§2.1 and §6 put it into the RFP of the primary object; with a lock the second run would be refused.',
  },
  {
    topic: 'Notifications',
    choice: 'Written to a table: pipeline assigned, request assigned, updated, removed. Nothing is sent.',
    why: '§6 does not show kinds or payloads.',
  },
  {
    topic: 'Attachments',
    choice:
      'The first rule of §4.3 that takes a file decides its place. A file that no rule takes is not stored: "attachment X not used", sev 20. One file of a kind (member, IFS, Git) is kept per request; a newer one replaces it. Names of members ignore case.',
    why: 'The interface says who goes where, and nothing of the rest; a lost file must be seen.',
  },
  {
    topic: 'Attachments on update',
    choice:
      'Named like srcn or gfile as stored after the update, or, when the call names neither, any file part that is not JSON. Only for *MIGRATE.',
    why: '§4.3: the file must match srcn or gfile.',
  },
  {
    topic: 'Transaction log',
    choice:
      'One line for each POST and PATCH with a valid token, refused or not, in the same database transaction as the work.',
    why: 'vref is there so that an outside process finds the record; a refused call is one it will look for.',
  },
  {
    topic: 'The earlier variant',
    choice:
      'User left out: jobUser of the site, QTMHHTTP when it names none. rfpd left out: the object name. PATCH: 405.',
    why: '§9 says "the job\'s current user", and has no *TASK and no PATCH.',
  },
];
