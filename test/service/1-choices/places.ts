/** Proofs of the choices in docs/service.md, by topic: libraries, paths, copies, attachments. */
import { expect } from 'vitest';
import { demoSite } from '../../../src/service/demo.ts';
import type { Attribute, Site, SiteLevel } from '../../../src/service/site.ts';
import { type Demo, demo, lead, linked, program } from '../helper.ts';
import type { Proof } from './calls.ts';

const page = { ...program, objn: 'a.html', objt: '*IFS', attr: 'WEBF' };
const placesOf = (service: Demo) => service.inspect().attachments.map(({ place }) => place);

/** The demo site with one application A of one level 1. */
function siteOf(level: Omit<SiteLevel, 'lvl'>, attributes: Attribute[]): Site {
  return { ...demoSite, applications: [{ appl: 'A', levels: [{ lvl: 1, ...level }], attributes }], installed: [] };
}

async function proveSourceOnly(): Promise<void> {
  const site = siteOf({}, [{ attr: 'COPY', objt: '*SRC', source: 'member', fsfl: 'QCPYLESRC' }]);
  await using service = await demo({ site });
  const source = { appl: 'A', lvl: 1, objt: '*SRC', attr: 'COPY', objn: 'C1' };
  await service.multipart('POST', { ...source, folb: 'MYLIB' }, { name: 'C1', bytes: 'x' });
  await service.create({ ...source, objn: 'C2', fslb: 'MYSRC' });
  await service.create({ ...source, objn: 'C3' });
  expect(placesOf(service)).toEqual(['member MYLIB/QCPYLESRC(C1)']);
  const libraries = service.inspect().requests.map(({ folb, fslb }) => [folb, fslb]);
  expect(libraries).toEqual([
    ['MYLIB', 'MYLIB'],
    ['MYSRC', 'MYSRC'],
    ['DEMO1', 'DEMO1'],
  ]);
}

async function proveCopy(): Promise<void> {
  await using service = await demo();
  const copiedOf = async (fields: object) => {
    await service.create({ ...program, copy: '*YES', lock: '*NO', ...fields });
    return service.inspect().requests.at(-1)?.copied;
  };
  const member = 'member DEMO50/QRPGLESRC(ORD100)';
  expect(await copiedOf({ objn: 'ORD100', lvl: 50 })).toBe(member);
  expect(await copiedOf({ objn: 'ORD100', lvl: 50 })).toBe('');
  expect(await copiedOf({ objn: 'ORD100', lvl: 10 })).toBe('member DEMO10/QRPGLESRC(ORD100)');
  expect(await copiedOf({ objn: 'ORD100', attr: 'DTAARA', lvl: 50 })).toBe('object DEMO50/ORD100');
  expect(await copiedOf({ objn: 'NEW' })).toBe('');
  await service.multipart('POST', { ...program, objn: 'ORD100', fslb: 'L' }, { name: 'ORD100', bytes: 'x' });
  expect(await copiedOf({ objn: 'ORD100', fslb: 'L' })).toBe('');
}

async function proveRelativePath(): Promise<void> {
  await using service = await demo();
  await service.create({ ...page, rpth: '/css/' });
  await service.create({ ...page, rpth: '/js' });
  await service.create(page);
  await service.create({ ...program, rpth: '/x' });
  expect(service.inspect().requests.map(({ target }) => target)).toEqual(['/www/css', '/www/js', '/www', '']);
}

async function proveDirectory(): Promise<void> {
  await using service = await demo();
  await service.create(page);
  await service.create({ ...program, dir: '*YES' });
  const folder = { ...page, objn: 'css', dir: '*YES' };
  const unused = 'attachment css not used';
  expect(await service.multipart('POST', folder, { name: 'css', bytes: 'x' })).toMatchObject({
    msg: `Request created; ${unused}`,
  });
  expect(await service.multipart('PATCH', { objectId: 10003 }, { name: 'css', bytes: 'x' })).toMatchObject({
    msg: `Request updated; ${unused}`,
  });
  expect(service.inspect().requests.map(({ dir }) => dir)).toEqual(['*NO', '', '*YES']);
}

async function proveTemplate(): Promise<void> {
  const site = siteOf({ folb: '<appl><level><user>', fslb: 'S<user>' }, [{ attr: 'X', objt: '*PGM', source: 'none' }]);
  const fields = { appl: 'A', lvl: 1, objn: 'O', objt: '*PGM', attr: 'X', user: 'DEMO' };
  await using service = await demo({ site });
  expect((await service.create(fields, lead)).request).toMatchObject({ folb: 'A1DEMO', fslb: 'SDEMO' });
  await using plain = await demo({ site: siteOf({}, [{ attr: 'X', objt: '*PGM', source: 'none' }]) });
  expect((await plain.create(fields, lead)).request).toMatchObject({ folb: 'DEMO1', fslb: 'DEMO1' });
}

async function proveIfsLocation(): Promise<void> {
  const attributes: Attribute[] = [{ attr: 'W', objt: '*IFS', source: 'ifs' }];
  const fields = { appl: 'A', lvl: 1, objn: 'o', objt: '*IFS', attr: 'W' };
  await using named = await demo({ site: siteOf({ ifs: '/home/<user>/<appl>' }, attributes) });
  expect((await named.create(fields)).request).toMatchObject({ folb: '/home/DEMO/A', fslb: '/home/DEMO/A' });
  await using plain = await demo({ site: siteOf({}, attributes) });
  expect((await plain.create(fields)).request).toMatchObject({ folb: '/DEMO1', fslb: '/DEMO1' });
}

async function provePaths(): Promise<void> {
  await using service = await demo();
  const bad = ['a', '/a/../b', '/./a', '/..'];
  const remote = { ...program, objt: '*REMOTE', folb: '/a' };
  for (const path of bad) {
    for (const fields of [
      { ...page, folb: path },
      { ...page, fslb: path },
      { ...program, rpth: path },
    ]) {
      expect((await service.create(fields)).sev).toBe('30');
    }
    expect((await service.create({ ...remote, folb: path })).sev).toBe('30');
  }
  await service.create({ ...linked, objn: 'B' });
  const names = [
    { objn: '../a' },
    ...['..', 'a/..', '../a', 'a/../b'].flatMap((path) => [{ srcn: path }, { gpath: path }]),
    ...['.', '..', 'a/b', '../a'].map((gfile) => ({ gfile })),
  ];
  for (const fields of names) {
    expect(await service.create({ ...linked, ...fields }), JSON.stringify(fields)).toMatchObject({ sev: '30' });
    if ('objn' in fields) continue;
    expect(await service.update({ objectId: 10001, ...fields }), JSON.stringify(fields)).toMatchObject({ sev: '30' });
  }
  const fine = { attr: 'RPGLE', objt: '*PGM', objn: '..a', srcn: 'a..', gpath: '.a/..b/.', gfile: '...' };
  expect((await service.create({ ...linked, ...fine })).sev).toBe('10');
  expect((await service.create(remote)).sev).toBe('10');
  expect((await service.create({ ...page, folb: '/a..b/...', fslb: '/.c', rpth: '/d.' })).sev).toBe('10');
}

async function proveAttachments(): Promise<void> {
  await using service = await demo();
  const member = { name: 'ord300', bytes: 'm' };
  const git = { name: 'file', filename: linked.gfile, bytes: 'g' };
  const again = { name: linked.gfile, bytes: 'again' };
  const other = { name: 'X', bytes: 'x' };
  const answer = await service.multipart('POST', linked, member, git, again, other);
  const unused = `attachment ${linked.gfile} not used; attachment X not used`;
  expect(answer).toMatchObject({ sev: '20', msg: `Request created; ${unused}` });
  expect(placesOf(service)).toEqual(['member DEMO10/QRPGLESRC(ORD300)', 'git QRPGLESRC/ORD300.PGM.RPGLE']);
  await service.multipart('PATCH', { objectId: 10001, gfile: linked.gfile }, again);
  const texts = service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
  expect(texts).toEqual(['again', 'again']);
}

async function proveAttachmentsOnUpdate(): Promise<void> {
  await using service = await demo();
  await service.create(linked);
  await service.create({ ...program, gfile: 'F.RPGLE' });
  await service.create({ ...program, objn: 'B', rsn: '*DELETE' });
  const send = (objectId: number, fields: object, name: string, type = 'text/plain') =>
    service.multipart('PATCH', { objectId, ...fields }, { name, type, bytes: name });
  expect((await send(10001, { gfile: 'NEW.RPGLE' }, 'NEW.RPGLE')).sev).toBe('10');
  expect((await send(10001, { gfile: 'NEW.RPGLE' }, linked.gfile)).sev).toBe('20');
  expect((await send(10002, { srcn: 'S' }, 'F.RPGLE')).sev).toBe('10');
  expect((await send(10002, {}, 'any', 'application/json')).sev).toBe('20');
  expect((await send(10002, {}, 'any')).sev).toBe('10');
  expect((await send(10003, {}, 'B')).sev).toBe('20');
  const objects = { ...program, objn: 'D', objt: '*DTAARA', attr: 'DTAARA' };
  await service.create(objects);
  expect((await send(10004, {}, 'any')).sev).toBe('10');
  const members = ['member DEMO10/QRPGLESRC(ORD300)', 'member DEMO10/QRPGLESRC(S)'];
  expect(placesOf(service)).toEqual([...members, 'object DEMO10/D']);
  expect(Buffer.from(service.inspectContent(10002)[0]?.bytes ?? []).toString()).toBe('any');
}

export const proofsOfPlaces: readonly Proof[] = [
  ['Attribute with source only', proveSourceOnly],
  ['copy *YES', proveCopy],
  ['rpth', proveRelativePath],
  ['dir', proveDirectory],
  ['Naming template', proveTemplate],
  ['Default IFS location', proveIfsLocation],
  ['Paths', provePaths],
  ['Attachments', proveAttachments],
  ['Attachments on update', proveAttachmentsOnUpdate],
];
