import { expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import { demo, program } from './helper.ts';

const users = [
  { user: 'OWNER', token: 'owner', addRequest: true, codes: [] },
  { user: 'OWN37', token: 'own37', addRequest: true, codes: [37] },
  { user: 'ALL31', token: 'all31', addRequest: true, codes: [31] },
  { user: 'BOTH', token: 'both', addRequest: true, codes: [37, 31] },
  { user: 'ORD31', token: 'ord31', addRequest: true, codes: [{ code: 31, appl: 'ORD' }] },
  { user: 'TEN31', token: 'ten31', addRequest: true, codes: [{ code: 31, appl: 'ORD', lvl: 10 }] },
  { user: 'OTHER', token: 'other', addRequest: true, codes: [36, 38, 3731] },
  { user: 'NOADD', token: 'noadd', addRequest: false, codes: [37, 31] },
];

/** Who may update: a request of OWN37, of ALL31, of BOTH (all ORD/10), of OWN37 in ORD/50, of OWN37 in WEB/10. */
test.each([
  ['own37', [true, false, false, true, true]],
  ['all31', [true, false, true, true, true]],
  ['both', [true, true, true, true, true]],
  ['ord31', [true, true, true, true, false]],
  ['ten31', [true, true, true, false, false]],
  ['other', [false, false, false, false, false]],
  ['noadd', [false, false, false, false, false]],
])('§4.2 code 37 for own requests, 31 for those of others, in application and level: %s', async (token, allowed) => {
  await using service = await demo({ site: { ...demoSite, users } });
  const targets = [
    { user: 'OWN37' },
    { user: 'ALL31' },
    { user: 'BOTH' },
    { user: 'OWN37', lvl: 50 },
    { user: 'OWN37', appl: 'WEB' },
  ];
  for (const [n, fields] of targets.entries()) {
    expect((await service.create({ ...program, objn: `A${n}`, ...fields }, 'owner')).sev).toBe('10');
  }
  for (const [n, may] of allowed.entries()) {
    const answer = await service.update({ objectId: 10001 + n, srcd: 'new' }, token);
    expect(answer.msg).toBe(may ? 'Request updated' : 'User not authorized to update Request');
  }
});
