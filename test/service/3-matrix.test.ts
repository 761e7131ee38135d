import { expect, test } from 'vitest';
import { demo, program } from './helper.ts';

/** The table of §3 and its sentence on *NEW, whatever the status: what a call makes of a request (RFP 101) or (none). */
const rules = [
  { arfp: '*SAME', assigned: 'stays', unassigned: 'stays' },
  { arfp: '*NO', assigned: 'leaves', unassigned: 'stays' },
  { arfp: '*YES', assigned: 'stays', unassigned: 'joins 102' },
  { arfp: '*AUTO', assigned: 'stays', unassigned: 'joins 102' },
  { arfp: '*NEW', assigned: 'makes 103', unassigned: 'makes 103' },
];
const after: Record<string, readonly [string, number] | null> = {
  stays: null,
  leaves: ['00', 0],
  'joins 102': ['01', 102],
  'makes 103': ['01', 103],
};
const cases = rules.flatMap(({ arfp, assigned, unassigned }) =>
  ['00', '01'].flatMap((status) => [
    { arfp, status, rfp: 101, effect: assigned },
    { arfp, status, rfp: 0, effect: unassigned },
  ]),
);

test.each(cases)(
  '§3 status $status, RFP $rfp, PATCH with arfp $arfp: $effect',
  async ({ arfp, status, rfp, effect }) => {
    await using service = await demo();
    await service.create({ ...program, arfp: rfp === 0 ? '*NO' : '*NEW', rfpd: 'First' });
    if (rfp === 0) await service.create({ ...program, objn: 'FIRST', arfp: '*NEW', rfpd: 'First' });
    await service.create({ ...program, objn: 'OTHER', arfp: '*NEW', rfpd: 'Second' });
    await service.later(10001, { status });
    const described = { '*YES': { rfp: 102 }, '*AUTO': { rfpd: 'Second' }, '*NEW': { rfpd: 'Second' } }[arfp];
    const answer = await service.update({ objectId: 10001, arfp, ...described });
    const [expectedStatus, expectedRfp] = after[effect] ?? [status, rfp];
    const unused = rfp !== 0 && (arfp === '*YES' || arfp === '*AUTO');
    const applied = effect === 'stays' ? '*SAME' : arfp;
    expect(answer).toMatchObject({ sev: unused ? '20' : '10', request: { arfp: applied, rfp: expectedRfp } });
    const { requests, rfps } = service.inspect();
    const descriptions: Record<number, string> = { 0: '', 101: 'First', 102: 'Second', 103: 'Second' };
    expect(requests[0]).toMatchObject({ status: expectedStatus, rfp: expectedRfp, rfpd: descriptions[expectedRfp] });
    expect(rfps.filter(({ requests: [...members] }) => members.includes(10001)).map((one) => one.rfp)).toEqual(
      expectedRfp === 0 ? [] : [expectedRfp],
    );
    expect(rfps).toHaveLength(effect === 'makes 103' ? 3 : 2);
  },
);

test('§3 PATCH is allowed only while the status is 00 or 01: refused in every other, whatever it asks for', async () => {
  await using service = await demo();
  await service.create(program);
  for (const status of ['02', '03', '09', '10', '11', '50', '99']) {
    await service.later(10001, { status });
    const before = service.inspect().requests;
    for (const fields of [{}, { arfp: '*NO' }, { lock: '*NO' }, { arfp: '*NEW' }]) {
      const msg = 'Request not in open or assigned status';
      expect(await service.update({ objectId: 10001, ...fields })).toMatchObject({ sev: '30', msg });
    }
    expect(service.inspect().requests).toEqual(before);
  }
  for (const status of ['00', '01']) {
    await service.later(10001, { status });
    expect((await service.update({ objectId: 10001 })).sev).toBe('10');
  }
});

test('§3 PATCH with *YES of a request in no RFP needs a number', async () => {
  await using service = await demo();
  await service.create(program);
  const msg = 'rfp is required when arfp is *YES';
  expect(await service.update({ objectId: 10001, arfp: '*YES' })).toMatchObject({ sev: '30', msg });
});
