import { expect, test } from 'vitest';
import { findRefusalRemedy } from '../../src/client/results.ts';
import type { Reply } from '../../src/interface/replies.ts';

const remedy = (msg: string) =>
  findRefusalRemedy({ sev: 30, msg, request: null, existingObjectId: null } as unknown as Reply);

test.each([
  ['Attribute `CLP` is not defined for application ORD and level 50', /Set an attr that the level has/],
  ['Level 10 of application ORD is not known', /Correct appl and lvl/],
  ['Application `XYZ` is not known', /Correct appl and lvl/],
  ['objn is GRÖSSE; a name on IBM i has only the characters A-Z 0-9 $ # @ _ .', /Set objn/],
  ['objn is CUSTOMERORDERS; the name of a *PGM has 10 characters at most', /Set objn/],
  ['Branch main of repository ORDERS is not linked to a project', /proj: null/],
])('%s', (msg, says) => {
  expect(remedy(msg)).toMatch(says);
});

test('other words have no remedy', () => {
  expect(remedy('RFP 7 is not known')).toBeNull();
});
