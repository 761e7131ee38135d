import { expect, test } from 'vitest';
import { askHolders } from '../../src/filing/ask.ts';
import { cut, optionsOf, plain, reply, type Step, startService } from '../client/support.ts';

/** A plan asks whether requests in the ledger are still open. */

const open = reply({ sev: '10', msg: 'Request updated' });
const gone = reply({ sev: '30', msg: 'Request not in open or assigned status' });
const refused = reply({ sev: '30', msg: 'Not authorized' });

test.each<[string, number[], Step[], { asked: number; gone: number[] } | null, calls: number]>([
  ['one has moved on, one is refused', [5, 6, 7], [open, gone, refused], { asked: 3, gone: [6] }, 3],
  ['after one without an answer no other is begun', [5, 6, 7], [gone, cut], { asked: 1, gone: [5] }, 2],
  ['nor after one that cannot be read', [5, 6, 7], [open, plain(200, 'OK')], { asked: 1, gone: [] }, 2],
  ['no answer', [5, 6], [cut], null, 1],
  ['no numbers', [], [open], null, 0],
  ['the first 200', Array.from({ length: 201 }, (_, n) => n + 1), [open], { asked: 200, gone: [] }, 200],
])('%s', async (_, numbers, steps, expected, calls) => {
  await using service = await startService(...steps);
  const answers = await askHolders({ ...optionsOf(service.url), concurrency: 1 }, numbers);
  expect(answers && { ...answers, gone: [...answers.gone] }).toEqual(expected);
  const asked = service.arrived.map(({ method, body }) => `${method} ${/"objectId":(\d+)\}/.exec(String(body))?.[1]}`);
  expect(asked).toEqual(numbers.slice(0, calls).map((number) => `PATCH ${number}`));
});
