/** Choices about requests: what is derived, locks, RFPs, projects, places, attachments. */
import type { Choice } from './choice.ts';

export const choicesOfRequests: readonly Choice[] = [
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
    topic: 'What is an object type, and how long its names are',
    choice:
      'The types of the operating system, *IFS, *REMOTE, *PIPE, *SRC, *PF and *LF (both are *FILE when objects are compared), and those that the site uses. Names have 10 characters at most, of files 128; in the IFS any number.',
    why: '§2.1 has "system or internal object type code"; a file may go by its SQL name (§2.5), other objects by that of the system.',
  },
  {
    topic: 'attr and objt that do not go together',
    choice: 'Taken as sent. A replacement attr on update leaves object type, libraries and source file as they are.',
    why: 'The interface has no message for it, and §2.6 none of these fields.',
  },
  {
    topic: 'Logical file for a physical one',
    choice:
      'Told by any of source type, attribute code, source type of the attribute, and object type: PF of the file installed at the target level, LF of the request. Then data must be *NONE, on update too.',
    why: '§2.5 requires it, and shows no mark of the two kinds.',
  },
  {
    topic: 'Installation history',
    choice:
      'Objects of that name in the application, at the target level and the levels that follow it, the nearest first; attr or objt, when sent, narrow them. Two different values at one level decide nothing.',
    why: 'What is checked out at a low level is usually installed higher up.',
  },
  {
    topic: 'Git attribute mapping',
    choice: 'Patterns for gpath and gfile as in a mapping file, the first that fits; case does not count.',
    why: 'Object names ignore case, and repositories write the same folder both ways.',
  },
  {
    topic: 'Attribute with source only',
    choice:
      'One whose object type is *SRC. Its folb is where the source is; folb and fslb stand for each other when only one is sent.',
    why: '§2.1 (folb) speaks of such attributes, and shows no code for them.',
  },
  {
    topic: 'Existing member',
    choice:
      'The one of the object installed at the target level. A new member takes the source type of the attribute, and no text.',
    why: '§2.1 takes srca and srcd from the existing member, and does not say what a new one gets.',
  },
  {
    topic: 'srcn *OBJ on create',
    choice: 'Refused: left out, srcn is the object name anyway.',
    why: '§2.6 has *OBJ for updates only; taken as a name it would make a member that nobody meant.',
  },
  {
    topic: 'copy *YES',
    choice:
      'Fills one place in the from-library, shown with the request as copied: the source, or the object where the attribute has no source. Nothing is copied when no object is installed at the target level or above, or when an attachment or a copy is in that place.',
    why: 'The service has no contents of installed objects; it shows what would be where.',
  },
  {
    topic: 'rpth',
    choice: 'Appended to the target directory of the attribute; the result is shown with the request as target.',
    why: '§2.1 says what it is appended to, and §2.7 does not answer with it.',
  },
  {
    topic: 'dir',
    choice: '*NO when left out; for other types than *IFS it is not stored. A directory takes no attachment.',
    why: '§2.1 shows no default, and a directory has no content.',
  },
  {
    topic: 'Data options and csqo on create',
    choice: 'Stored as sent, whatever the type of the object; only data is held against the kind of file.',
    why: '§2.1 does not say that they are ignored; §2.6 says so of csqo on update.',
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
    topic: 'Several RFPs for *AUTO',
    choice: 'The newest that is open.',
    why: '§2.4 says that one is searched for.',
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
    choice: 'The value that was applied; *SAME when nothing happened, also when the call asked for *NO, *YES or *AUTO.',
    why: '§2.7 has "Assign-RFP value applied by the update", and §3 says of those calls that nothing happens.',
  },
  {
    topic: 'Projects',
    choice:
      'Authorized for an application, and once authorized by a create for all later ones. A task needs a project, a subtask a task. *BRANCH with a branch that has no link is refused.',
    why: 'Filing without the project that was meant would go unnoticed.',
  },
  {
    topic: 'Naming template',
    choice:
      'Text of the level with <user>, <level> and <appl>; <user><level> when a level has none. The user is the developer, not the caller.',
    why: '§2.1 names the template, and does not show one.',
  },
  {
    topic: 'Default IFS location',
    choice: 'The ifs template of the level, else the name by the naming template with / before it.',
    why: '§2.1 wants a full path that starts with /.',
  },
  {
    topic: 'Paths',
    choice:
      'rpth, and folb and fslb of *IFS and *REMOTE objects and of sources in the IFS, start with / and hold no directory . or ..; objn, srcn and gpath hold no directory ..; gfile is a name without / and neither . nor ..; else sev 30. Nothing is written outside the database.',
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
    choice:
      'Written to a table: pipeline assigned, request assigned, updated, removed; of what is played later: request status nn, request deleted. Nothing is sent.',
    why: '§6 does not show kinds or payloads.',
  },
  {
    topic: 'Attachments',
    choice:
      'A part is named like a field when its name or its file name is; names of members ignore case. Every rule of §4.3 that takes a file puts it in its place, so one file may be object, source and Git copy. A file that no rule takes is not stored: "attachment X not used", sev 20. A newer file in the same place replaces the older one.',
    why: 'The interface says who goes where, and nothing of the rest; a lost file must be seen.',
  },
  {
    topic: 'Attachments on update',
    choice:
      'Named like srcn or gfile as sent or stored after the update, or, when the call names neither, any file part that is not JSON. It goes into the from-library, whatever it is named by: to the source where there is one, to the object when it is named like objn or there is no source. A copy of the Git file that the request has is renewed with it, and follows gpath and gfile. Only for *MIGRATE.',
    why: '§4.3: the file is imported into the from-library; and no older version may stay beside the newer one.',
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
      'User left out: jobUser of the site, QTMHHTTP when it names none. attr or objt left out: the messages of §7. rfpd left out: the object name. folb left out: the user\'s name, in the IFS too; fslb left out: the same as folb. Without an RFP the message says "into RFP 0". PATCH: 405.',
    why: '§9 says "the job\'s current user", and has no *TASK, no templates and no PATCH.',
  },
];
