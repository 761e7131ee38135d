import { describe, expect, test } from 'vitest';
import type { Answered, Demo } from './helper.ts';
import { demo, linked, program, viewer } from './helper.ts';

const positions = ([200, 422] as const).flatMap((refusalStatus) =>
  [false, true].flatMap((quotedNumbers) =>
    (['later', 'earlier'] as const).map((variant) => ({ refusalStatus, quotedNumbers, variant })),
  ),
);

/** One call of every kind that is answered: 10, 20, each sort of 30, and bodies that are no call. */
async function everyAnswer(service: Demo): Promise<Answered[]> {
  const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '1' };
  return [
    await service.create({ ...program, arfp: '*NEW', rfpd: 'R', proj: 'CUST', task: 12, stsk: 1, ...keys }),
    await service.create({ ...linked, attr: 'RPGLE', objt: '*PGM', unknown: 1 }),
    await service.create(program),
    await service.create({}),
    await service.create({}, viewer),
    await service.update({ objectId: 10001, csqo: 7, arfp: '*SAME' }),
    await service.update({ objectId: 10001, unknown: 1 }),
    await service.update({ objectId: 10001 }, viewer),
    await service.update({ objectId: 7 }),
    await service.update({}),
    await service.send('POST', 'application/json', '{'),
    await service.send('POST', 'text/plain', '{}'),
    await service.create({}, 'nobody'),
    await service.send('PUT', null, null),
  ];
}

/** Every number of a JSON text, and every text of digits. */
function numbersOf(value: unknown): { plain: number[]; quoted: string[] } {
  if (typeof value === 'number') return { plain: [value], quoted: [] };
  if (typeof value === 'string') return { plain: [], quoted: /^\d+$/.test(value) ? [value] : [] };
  const inner = typeof value === 'object' && value !== null ? Object.values(value).map(numbersOf) : [];
  return { plain: inner.flatMap(({ plain }) => plain), quoted: inner.flatMap(({ quoted }) => quoted) };
}

describe('§2.7, §4.1, §9 the switches, in every answer', () => {
  test.each(positions)('$variant, refusals $refusalStatus, quoted $quotedNumbers', async (position) => {
    await using service = await demo(position);
    const answers = await everyAnswer(service);
    for (const { json, status, sev } of answers) {
      const { plain, quoted } = numbersOf({ ...json, rtn: { ...(json.rtn as object), sev: null } });
      expect(position.quotedNumbers ? plain : quoted).toEqual([]);
      expect(['10', '20', '30']).toContain(sev);
      if (sev === '10' || sev === '20') expect(status).toBe(200);
      if (sev === '30') expect([position.refusalStatus, 400, 401, 405, 415]).toContain(status);
      const hasRequest = position.variant === 'later' && (sev === '10' || sev === '20');
      expect('request' in json).toBe(hasRequest);
    }
    const numbers = numbersOf(answers.map(({ json }) => [json.request, (json.rtn as object) ?? {}]));
    const count = position.quotedNumbers
      ? numbers.quoted.length - answers.filter(({ sev }) => sev).length
      : numbers.plain.length;
    // Later: 4 of each create, 3 of each update, 1 existingObjectId; earlier: the last only.
    expect(count).toBe(position.variant === 'later' ? 15 : 1);
  });
});
