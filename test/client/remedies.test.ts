import { expect, test } from 'vitest';
import { findRefusalRemedy } from '../../src/client/results.ts';
import type { Reply } from '../../src/interface/replies.ts';

const remedy = (msg: string) =>
  findRefusalRemedy({ sev: 30, msg, request: null, existingObjectId: null } as unknown as Reply);

test.each([
  ['Attribute missing', /^Set attr for this file/],
  ['Object Type missing', /^Set objt for this file/],
  ['Target Object already locked by another request', /^Have that request completed or deleted/],
  ['Request record is locked', /Run again later/],
  ['User not authorized to update Request', /^Ask for security code 37/],
  ['User not authorized', /^Ask for authority to add requests, and security code 37/],
  [
    'Attribute `CLP` is not defined for application ORD and level 50',
    /^Set an attr that the level has.*start it again/,
  ],
  ['Level 10 of application ORD is not known', /^Correct appl and lvl.*start it again/],
  ['Application `XYZ` is not known', /Correct appl and lvl/],
  ['objn is GRÖSSE; a name on IBM i has only the characters A-Z 0-9 $ # @ _ .', /Set objn/],
  ['objn is CUSTOMERORDERS; the name of a *PGM has 10 characters at most', /Set objn/],
  ['Branch main of repository ORDERS is not linked to a project', /proj: null/],
  ['No link is there for this branch', /proj: null/],
])('%s', (msg, says) => {
  expect(remedy(msg)).toMatch(says);
});

test.each(['RFP 7 is not known', 'No level 7 is not known', 'No attribute X is not defined'])(
  'no remedy: %s',
  (msg) => {
    expect(remedy(msg)).toBeNull();
  },
);
