import { expect, test } from 'vitest';
import { demo, program } from './helper.ts';

test.each([
  ['deep nesting in a field', `{"appl":"ORD","lvl":10,"objn":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['half a character', '{"appl":"ORD","lvl":10,"objn":"\\ud800"}'],
  ['NUL', '{"appl":"ORD","lvl":10,"objn":"a\\u0000b"}'],
  ['a text without end', `{"appl":"ORD","lvl":10,"objn":"${'x'.repeat(5001)}"}`],
  ['a huge number', '{"appl":"ORD","lvl":1e400,"objn":"a"}'],
])('a value that cannot be is sev 30: %s', async (_, body) => {
  await using service = await demo();
  const answer = await service.send('POST', 'application/json', body);
  expect(answer).toMatchObject({ status: 200, sev: '30' });
  expect(answer.text.length).toBeLessThan(200);
});

test.each([undefined, null, 0, '0', -1, 'x', 1.5, true, [], '9'.repeat(30)])(
  '§4.2 objectId %j is 400',
  async (objectId) => {
    await using service = await demo();
    const answer = await service.update({ objectId });
    expect(answer).toMatchObject({ status: 400, sev: '30', msg: 'objectId is required' });
  },
);

test('§4.1 of many creates at once one wins, and the others are told its number', async () => {
  await using service = await demo();
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.create(program)));
  expect(answers.filter((answer) => answer.sev === '10')).toHaveLength(1);
  expect(answers.filter((answer) => answer.existingObjectId === 10001)).toHaveLength(19);
});
