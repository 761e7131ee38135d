import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFields, type Field, updateFields } from '../../src/interface/fields.ts';
import { parseHeaderValue } from '../../src/service/body.ts';
import { spent } from '../spent.ts';
import { demo, linked } from './helper.ts';

const words = '*YES *NO *SAME *NEW *AUTO *BRANCH *IFS CUST PIPE / .. 10'.split(' ');
const known = fc.constantFrom(...words, 101, 10001);
const values = fc.oneof(fc.string(), fc.integer(), fc.jsonValue({ maxDepth: 2 }), known);

function payloads(fields: readonly Field[], basis: object) {
  return fc
    .dictionary(fc.constantFrom(...fields.map(({ name }) => name)), values, { maxKeys: 6 })
    .map((some): Record<string, unknown> => ({ ...basis, ...some }));
}

test('no matter what the fields hold, the answer is one of the interface', async () => {
  await using service = await demo();
  const [creates, updates] = [payloads(createFields, linked), payloads(updateFields, { objectId: 10001 })];
  await fc.assert(
    fc.asyncProperty(creates, updates, async (create, update) => {
      expect((await service.create(create)).sev).toMatch(/^[123]0$/);
      const updated = await service.update(update);
      expect([200, 400]).toContain(updated.status);
      expect(updated.sev).toMatch(/^[123]0$/);
    }),
    { numRuns: 75 },
  );
});

test('headers and bodies that would cost time are read at once', async () => {
  await using service = await demo();
  const took = await spent(async () => {
    parseHeaderValue(`form-data; name="${'\\'.repeat(60_001)}`);
    parseHeaderValue(`form-data${'; a'.repeat(20_000)}${' '.repeat(20_000)}`);
    const delimiters = new Uint8Array(Buffer.from('--b\r\n'.repeat(2_000_000)));
    expect((await service.send('POST', 'multipart/mixed; boundary=b', delimiters)).status).toBe(400);
    await service.create({ ...linked, gpath: 'web/'.repeat(1250), gfile: '.PGM'.repeat(1250) });
  });
  expect(took).toBeLessThan(1500);
});
