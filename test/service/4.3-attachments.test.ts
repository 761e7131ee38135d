import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Demo } from './helper.ts';
import { anyInstalled, demo, linked, program } from './helper.ts';

const places = (service: Demo) => service.inspect().attachments.map(({ objectId, place }) => [objectId, place]);
const page = {
  ...linked,
  objn: 'index.html',
  gpath: 'web',
  gfile: 'index.html',
};

describe('§4.3 where an attachment goes on create', () => {
  test.each([
    ['native member, named like srcn', { ...program, srcn: 'SRC200' }, 'src200', 'member DEMO10/QRPGLESRC(SRC200)'],
    ['native member, srcn left out', program, 'ORD200', 'member DEMO10/QRPGLESRC(ORD200)'],
    ['Git, named like gfile', linked, 'ORD300.PGM.RPGLE', 'git QRPGLESRC/ORD300.PGM.RPGLE'],
    ['Git, at the root', { ...program, ...linked, gpath: '' }, 'ORD300.PGM.RPGLE', 'git ORD300.PGM.RPGLE'],
    ['*IFS, named like objn', { ...page, gfile: 'x' }, 'index.html', 'ifs /DEMO10/index.html'],
    ['*REMOTE, named like objn', { ...program, objt: '*REMOTE', folb: '/r/', srcn: 'S' }, 'ORD200', 'ifs /r/ORD200'],
    ['source in the IFS, named like srcn', { ...page, srcn: 'a.html', fslb: '/src' }, 'a.html', 'ifs /src/a.html'],
  ])('%s', async (_, fields, name, place) => {
    await using service = await demo();
    const bytes = randomBytes(100);
    expect(await service.multipart('POST', fields, { name, bytes })).toMatchObject({ sev: '10' });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(service.inspect().attachments).toMatchObject([{ objectId: 10001, place, bytes: 100, sha256 }]);
    expect(Buffer.from(service.inspectContent(10001)[0]?.bytes ?? []).equals(bytes)).toBe(true);
  });

  test('every rule that takes the file copies it: object, source and Git file', async () => {
    await using service = await demo();
    await service.multipart('POST', { ...page, folb: '/obj', fslb: '/src' }, { name: 'index.html', bytes: 'x' });
    const all = ['ifs /obj/index.html', 'ifs /src/index.html', 'git web/index.html'];
    expect(places(service)).toEqual(all.map((place) => [10001, place]));
  });

  test.each([
    ['no rule takes the name', program, 'README.md'],
    ['another case of gfile', linked, 'ord300.pgm.rpgle'],
    ['*DELETE', { ...program, rsn: '*DELETE' }, 'ORD200'],
    ['copy *YES', { ...program, copy: '*YES' }, 'ORD200'],
    ['no source', { ...program, objt: '*DTAARA', attr: 'DTAARA' }, 'ORD200'],
  ])('not used: %s', async (_, fields, name) => {
    await using service = await demo();
    const answer = await service.multipart('POST', fields, { name, bytes: 'x' });
    expect(answer).toMatchObject({ sev: '20', msg: `Request created; attachment ${name} not used` });
    expect(service.inspect().attachments).toEqual([]);
  });

  test('the file name counts as well as the part name', async () => {
    await using service = await demo();
    await service.multipart('POST', linked, { name: 'file', filename: 'ORD300.PGM.RPGLE', bytes: 'x' });
    expect(places(service)).toEqual([[10001, 'git QRPGLESRC/ORD300.PGM.RPGLE']]);
  });

  test('a refused create stores no file', async () => {
    await using service = await demo();
    await service.create(program);
    await service.multipart('POST', program, { name: 'ORD200', bytes: 'x' });
    expect(service.inspect().attachments).toEqual([]);
  });
});

describe('§4.3 where an attachment goes on update', () => {
  test('named like gfile: into the from-library; the Git copy is renewed and goes along', async () => {
    await using service = await demo();
    await service.multipart('POST', linked, { name: linked.gfile, bytes: 'old' });
    const sent = { objectId: 10001, gpath: 'new', gfile: 'Z.RPGLE' };
    expect(await service.multipart('PATCH', sent, { name: 'Z.RPGLE', bytes: 'new' })).toMatchObject({ sev: '10' });
    const both = ['git new/Z.RPGLE', 'member DEMO10/QRPGLESRC(ORD300)'];
    expect(places(service)).toEqual(both.map((place) => [10001, place]));
    const texts = service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
    expect(texts).toEqual(['new', 'new']);
  });

  test('without a Git copy none is made', async () => {
    await using service = await demo();
    await service.create(linked);
    await service.multipart('PATCH', { objectId: 10001 }, { name: linked.gfile, bytes: 'x' });
    expect(places(service)).toEqual([[10001, 'member DEMO10/QRPGLESRC(ORD300)']]);
  });

  test('the Git copy is where gpath and gfile say, also when they change without a file', async () => {
    await using service = await demo();
    await service.multipart('POST', linked, { name: linked.gfile, bytes: 'old' });
    await service.update({ objectId: 10001, gpath: 'new' });
    expect(places(service)).toEqual([[10001, `git new/${linked.gfile}`]]);
    await service.update({ objectId: 10001, gpath: '', gfile: 'Z.RPGLE' });
    expect(places(service)).toEqual([[10001, 'git Z.RPGLE']]);
  });

  test('*IFS: object and source each to their own place, and neither takes the place of the other', async () => {
    await using service = await demo();
    const apart = { ...page, srcn: 'index.ts', gfile: 'index.ts', folb: '/obj', fslb: '/src' };
    await service.multipart('POST', apart, { name: 'index.html', bytes: 'object' });
    await service.multipart('PATCH', { objectId: 10001, srcn: 'index.ts' }, { name: 'index.ts', bytes: 'source' });
    const texts = service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
    expect(places(service).map(([, place]) => place)).toEqual(['ifs /obj/index.html', 'ifs /src/index.ts']);
    expect(texts).toEqual(['object', 'source']);
  });

  test('a member under a new name leaves the one under the old name in the library', async () => {
    await using service = await demo();
    await service.multipart('POST', program, { name: 'ORD200', bytes: 'old' });
    await service.multipart('PATCH', { objectId: 10001, srcn: 'S1' }, { name: 'S1', bytes: 'new' });
    const members = ['member DEMO10/QRPGLESRC(ORD200)', 'member DEMO10/QRPGLESRC(S1)'];
    expect(places(service).map(([, place]) => place)).toEqual(members);
  });

  test('named like srcn: the member of the from-library', async () => {
    await using service = await demo();
    await service.create({ ...program, fslb: 'MYLIB' });
    await service.multipart('PATCH', { objectId: 10001, srcn: 'S1' }, { name: 'S1', bytes: 'x' });
    expect(places(service)).toEqual([[10001, 'member MYLIB/QRPGLESRC(S1)']]);
  });

  test('neither srcn nor gfile in the call: any file part that is not JSON', async () => {
    await using service = await demo();
    await service.create(program);
    await service.multipart('PATCH', { objectId: 10001, srcn: '*SAME' }, { name: 'what ever.txt', bytes: 'x' });
    expect(places(service)).toEqual([[10001, 'member DEMO10/QRPGLESRC(ORD200)']]);
    const json = { name: 'a.json', type: 'application/json', bytes: '{}' };
    expect(await service.multipart('PATCH', { objectId: 10001 }, json)).toMatchObject({
      sev: '20',
      msg: 'Request updated; attachment a.json not used',
    });
  });

  test.each(['*DELETE', '*RECOMPILE'])('a request with rsn %s takes none', async (rsn) => {
    await using service = await demo(anyInstalled);
    await service.create({ ...linked, rsn });
    const answer = await service.multipart('PATCH', { objectId: 10001 }, { name: linked.gfile, bytes: 'x' });
    expect(answer).toMatchObject({ sev: '20' });
    expect(service.inspect().attachments).toEqual([]);
  });

  test('a name that fits neither is not used', async () => {
    await using service = await demo();
    await service.create(linked);
    const answer = await service.multipart(
      'PATCH',
      { objectId: 10001, gfile: 'N.RPGLE' },
      { name: 'O.RPGLE', bytes: 'x' },
    );
    expect(answer).toMatchObject({ sev: '20', msg: 'Request updated; attachment O.RPGLE not used' });
  });
});
