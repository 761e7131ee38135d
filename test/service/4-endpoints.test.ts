import { describe, expect, test } from 'vitest';
import { demo, lead, program, viewer } from './helper.ts';

const locked = 'Target Object already locked by another request';

describe('§4.1 locks', () => {
  test.each([
    ['the same object', {}, true],
    ['the same in lower case', { objn: 'ord200' }, true],
    ['another reason', { rsn: '*DELETE' }, true],
    ['another attribute', { attr: 'CLLE' }, true],
    ['another type', { objt: '*MODULE' }, false],
    ['another level', { lvl: 50 }, false],
    ['another application', { appl: 'WEB' }, false],
    ['another relative path', { rpth: '/x' }, false],
    ['without a lock', { lock: '*NO' }, false],
  ])('%s', async (_, fields, refused) => {
    await using service = await demo();
    await service.create(program);
    const answer = await service.create({ ...program, ...fields }, lead);
    expect(answer).toMatchObject(refused ? { sev: '30', msg: locked, existingObjectId: 10001 } : { sev: '10' });
  });

  test('files in the IFS differ by case and folder; a slash at the end does not matter', async () => {
    await using service = await demo();
    const page = { ...program, objn: 'index.html', objt: '*IFS', attr: 'WEBF', rpth: '/a' };
    await service.create(page);
    expect(await service.create({ ...page, rpth: '/b' })).toMatchObject({ sev: '10' });
    expect(await service.create({ ...page, objn: 'Index.html' })).toMatchObject({ sev: '10' });
    expect(await service.create({ ...page, rpth: '/a/' })).toMatchObject({ existingObjectId: 10001 });
  });

  test('a request without a lock does not block; updates lock and unlock', async () => {
    await using service = await demo();
    await service.create({ ...program, lock: '*NO' });
    await service.create(program);
    expect(await service.update({ objectId: 10001, lock: '*YES' })).toMatchObject({
      sev: '30',
      msg: locked,
      existingObjectId: 10002,
    });
    await service.update({ objectId: 10002, lock: '*NO' });
    expect(await service.update({ objectId: 10001, lock: '*YES' })).toMatchObject({
      sev: '10',
      request: { lock: '*YES' },
    });
    expect(await service.create(program)).toMatchObject({ existingObjectId: 10001 });
  });

  test('of many creates at once one wins, and the others are told its number', async () => {
    await using service = await demo();
    const answers = await Promise.all(Array.from({ length: 20 }, () => service.create(program)));
    expect(answers.filter((answer) => answer.sev === '10')).toHaveLength(1);
    expect(answers.filter((answer) => answer.existingObjectId === 10001)).toHaveLength(19);
  });
});

describe('§4.2 authority and order of checks', () => {
  test('add-request is needed for both', async () => {
    await using service = await demo();
    await service.create(program);
    expect(await service.create({}, viewer)).toMatchObject({
      status: 200,
      sev: '30',
      msg: 'User not authorized to add Request',
    });
    for (const objectId of [10001, 4]) {
      expect(await service.update({ objectId }, viewer)).toMatchObject({
        sev: '30',
        msg: 'User not authorized to update Request',
      });
    }
  });

  test('400 comes before authority, 401 before 400', async () => {
    await using service = await demo();
    expect(await service.update({ objectId: 0 }, viewer)).toMatchObject({ status: 400, msg: 'objectId is required' });
    expect(await service.update({ objectId: 0 }, 'nobody')).toMatchObject({ status: 401 });
    expect(await service.send('POST', 'application/json', '{', viewer)).toMatchObject({ status: 400 });
  });

  test.each([undefined, null, 0, '0', -1, 'x', 1.5, true, [], '9'.repeat(30)])(
    'objectId %j is 400',
    async (objectId) => {
      await using service = await demo();
      const answer = await service.update({ objectId });
      expect(answer).toMatchObject({ status: 400, sev: '30', msg: 'objectId is required' });
    },
  );

  test('a number that nobody has', async () => {
    await using service = await demo();
    await service.create(program);
    await service.later(10001, { delete: true });
    for (const objectId of [7, 10001, 999_999_999_999]) {
      expect(await service.update({ objectId })).toMatchObject({ status: 200, sev: '30', msg: 'Request not found' });
    }
  });
});
