import { describe, expect, test } from 'vitest';
import { demo, lead, linked, program } from './helper.ts';

describe('§2.6 update fields', () => {
  test('an update without fields, or with *SAME, changes nothing and answers with the stored values', async () => {
    await using service = await demo();
    await service.create({ ...linked, srcd: 'Text', csqo: 4 });
    const [before] = service.inspect().requests;
    const same = { attr: '*SAME', srcn: '*SAME', srca: '*SAME', srcd: '*SAME', user: '*SAME', arfp: '*SAME' };
    for (const fields of [{}, { ...same, rfpd: '*SAME', lock: '*SAME', gpath: '*SAME', gfile: '*SAME', csqo: 0 }]) {
      const { request } = await service.update({ objectId: '10001', ...fields });
      expect(request).toEqual({
        objectId: 10001,
        objt: '*PGM',
        attr: 'RPGLE',
        srcn: 'ORD300',
        srca: 'RPGLE',
        srcd: 'Text',
        user: 'DEMO',
        csqo: 4,
        arfp: '*SAME',
        rfp: 0,
        lock: '*YES',
        gpath: 'QRPGLESRC',
        gfile: 'ORD300.PGM.RPGLE',
      });
      expect(service.inspect().requests).toEqual([{ ...before, changedAt: expect.any(String) }]);
    }
  });

  test('every field is replaced, the others stay', async () => {
    await using service = await demo();
    await service.create(linked);
    const sent = {
      attr: 'SQLRPGLE',
      srcn: 'OTHER',
      srca: 'SQLRPGLE',
      srcd: 'New text',
      user: 'LEAD',
      csqo: 9,
      lock: '*NO',
      gpath: 'new path',
      gfile: 'Z.SQLRPGLE',
    };
    const { request } = await service.update({ objectId: 10001, ...sent });
    expect(request).toMatchObject(sent);
    expect(service.inspect().requests).toMatchObject([{ ...sent, objn: 'ORD300', objt: '*PGM', branch: 'main' }]);
  });

  test('*OBJ is the object name; an empty path is the root of the repository; an empty text clears', async () => {
    await using service = await demo();
    await service.create({ ...linked, srcn: 'OTHER', srcd: 'Text' });
    const { request } = await service.update({ objectId: 10001, srcn: '*OBJ', gpath: '', srcd: '', gfile: '' });
    expect(request).toMatchObject({ srcn: 'ORD300', gpath: '', srcd: '', gfile: 'ORD300.PGM.RPGLE' });
  });

  test.each([
    [{ attr: 'NOPE' }, 'Attribute NOPE is not defined for application ORD and level 10'],
    [{ user: 'NOBODY' }, 'User NOBODY is not known'],
    [{ lock: '*MAYBE' }, 'lock is *MAYBE; allowed are *SAME, *YES, *NO'],
    [{ arfp: '*YES', rfp: 5 }, 'RFP 5 is not known'],
    [{ srcn: 7 }, 'srcn is 7; it must be a string'],
    [{ gfile: 'a/b' }, 'gfile is a file name; the directory belongs in gpath'],
  ])('%j is refused and changes nothing', async (fields, msg) => {
    await using service = await demo();
    await service.create(linked);
    const before = service.inspect().requests;
    expect(await service.update({ objectId: 10001, srcd: 'changed', ...fields })).toMatchObject({ sev: '30', msg });
    expect(service.inspect().requests).toEqual(before);
  });

  test('fields of a create are no fields of an update', async () => {
    await using service = await demo();
    await service.create(program);
    const answer = await service.update({ objectId: 10001, rsn: '*DELETE', proj: 'CUST' });
    expect(answer).toMatchObject({ sev: '20' });
    expect(answer.msg).toBe(
      'Request updated; field rsn is not known and was ignored; field proj is not known and was ignored',
    );
    expect(service.inspect().requests).toMatchObject([{ rsn: '*MIGRATE', proj: '' }]);
  });

  test('who hands a request on needs code 31 to change it again', async () => {
    await using service = await demo();
    await service.create(program);
    await service.update({ objectId: 10001, user: 'LEAD' });
    expect(await service.update({ objectId: 10001, user: 'DEMO' })).toMatchObject({
      msg: 'User not authorized to update Request',
    });
    expect(await service.update({ objectId: 10001, user: 'DEMO' }, lead)).toMatchObject({ sev: '10' });
    expect(await service.update({ objectId: 10001, srcd: 'x' }, lead)).toMatchObject({ sev: '10' });
  });
});
