import { describe, expect, test } from 'vitest';
import { demoSite } from '../../src/service/demo.ts';
import type { Demo } from './helper.ts';
import { demo, linked, program } from './helper.ts';

const stored = (service: Demo) => service.inspect().requests.at(-1) ?? {};
const none = { ...program, objn: 'NEXTNO', objt: '*DTAARA', attr: 'DTAARA' };
const page = { ...program, objn: 'index.html', objt: '*IFS', attr: 'WEBF' };
const sent = { srcn: 'S', srca: 'T', srcd: 'Text', fsfl: 'QMYSRC' };
const ignored = { srcn: '', srca: '', srcd: '', fsfl: '' };

describe('§2.1 srcn, srca, srcd, fsfl: ignored when, defaults to', () => {
  test.each([
    ['a member takes all', program, sent, sent, []],
    ['no source: all ignored', none, sent, ignored, ['srcn', 'srca', 'srcd', 'fsfl']],
    ['a source in the IFS: type and text ignored', page, sent, { srcn: 'S', srca: '', srcd: '' }, ['srca', 'srcd']],
    ['member defaults', program, {}, { srcn: 'ORD200', srca: 'RPGLE', srcd: '', fsfl: 'QRPGLESRC' }, []],
    ['no source, no defaults', none, {}, ignored, []],
    ['defaults in the IFS', page, {}, { srcn: 'index.html', srca: '', srcd: '', fsfl: '' }, []],
  ])('%s', async (_, base, fields, expected, unused) => {
    await using service = await demo();
    const answer = await service.create({ ...base, ...fields });
    expect(answer.sev).toBe(unused.length > 0 ? '20' : '10');
    expect([...answer.msg.matchAll(/(\w+) not used: /g)].map(([, name]) => name)).toEqual(unused);
    expect(stored(service)).toMatchObject(expected);
  });

  test('§2.1 srca, srcd: default to those of the existing member', async () => {
    const installed = [
      { appl: 'ORD', lvl: 10, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE', srca: 'RPGLE38', srcd: 'Here' },
      { appl: 'ORD', lvl: 50, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE', srca: 'RPG', srcd: 'Above' },
    ];
    await using service = await demo({ site: { ...demoSite, installed } });
    await service.create(program);
    expect(stored(service)).toMatchObject({ srca: 'RPGLE38', srcd: 'Here' });
    await service.create({ ...program, lvl: 50, srca: 'OWN', srcd: 'Own' });
    expect(stored(service)).toMatchObject({ srca: 'OWN', srcd: 'Own' });
  });

  test.each([
    ['imported with an attachment', { name: 'ORD200' }, {}, 'Above'],
    ['imported with an attachment, text sent', { name: 'ORD200' }, { srcd: 'Own' }, 'Own'],
    ['imported as the file in Git', { name: linked.gfile }, { ...linked, objn: 'ORD200' }, 'Above'],
    ['an attachment that is not used', { name: 'OTHER' }, {}, ''],
    ['copied', null, { copy: '*YES' }, 'Above'],
    ['not imported', null, {}, ''],
    ['not imported for *DELETE', { name: 'ORD200' }, { rsn: '*DELETE' }, ''],
  ])('§2.1 srcd: source imported and the text empty takes the higher level: %s', async (_, file, fields, srcd) => {
    const installed = [{ appl: 'ORD', lvl: 50, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE', srcd: 'Above' }];
    await using service = await demo({ site: { ...demoSite, installed } });
    await service.multipart('POST', { ...program, ...fields }, ...(file === null ? [] : [{ ...file, bytes: 'x' }]));
    expect(stored(service)).toMatchObject({ srcd });
  });
});

describe('§2.1 folb, fslb', () => {
  const levels = [{ lvl: 10, folb: '<user>OBJ', fslb: '<user>SRC', ifs: '/home/<user>/<level>' }];
  const applications = [{ appl: 'ORD', levels, attributes: demoSite.applications[0]?.attributes ?? [] }];
  const site = { ...demoSite, applications };

  test.each([
    ['by the naming template', program, { folb: 'DEMOOBJ', fslb: 'DEMOSRC' }],
    ['of the developer', { ...program, user: 'LEAD' }, { folb: 'LEADOBJ', fslb: 'LEADSRC' }],
    ['a path for the IFS', page, { folb: '/home/DEMO/10', fslb: '/home/DEMO/10' }],
    [
      'an object that is remote, with a member',
      { ...program, objt: '*REMOTE' },
      { folb: '/home/DEMO/10', fslb: 'DEMOSRC' },
    ],
    ['one sent, the other by the template', { ...program, folb: 'MYLIB' }, { folb: 'MYLIB', fslb: 'DEMOSRC' }],
    ['both sent', { ...program, folb: 'A', fslb: 'B' }, { folb: 'A', fslb: 'B' }],
  ])('%s', async (_, fields, expected) => {
    await using service = await demo({ site });
    expect((await service.create(fields)).request).toMatchObject(expected);
  });

  test.each([
    [{ ...page, folb: 'LIB' }, 'folb is an IFS path; it must start with /'],
    [{ ...page, fslb: 'LIB' }, 'fslb is an IFS path; it must start with /'],
    [{ ...program, objt: '*REMOTE', folb: 'LIB' }, 'folb is an IFS path; it must start with /'],
    [{ ...page, folb: '/a/../b' }, 'folb must not hold the directories . or ..'],
  ])('§2.1 an IFS location is a full path that starts with /: %j', async (fields, msg) => {
    await using service = await demo();
    expect(await service.create(fields)).toMatchObject({ sev: '30', msg });
  });
});

describe('§2.1 copy', () => {
  const installed = [
    ...(demoSite.installed ?? []),
    { appl: 'ORD', lvl: 10, objn: 'NEXTNO', objt: '*DTAARA', attr: 'DTAARA' },
    { appl: 'ORD', lvl: 10, objn: 'index.html', objt: '*IFS', attr: 'WEBF' },
  ];
  const site = { ...demoSite, installed };
  const copied = { ...program, objn: 'ORD100', copy: '*YES' };
  const member = 'member DEMO10/QRPGLESRC(ORD100)';

  test.each([
    ['source and object defined: only the source', copied, member],
    ['the source as named', { ...copied, srcn: 'S', fsfl: 'F', fslb: 'L', folb: 'O' }, 'member L/F(S)'],
    ['only an object defined', { ...none, copy: '*YES' }, 'object DEMO10/NEXTNO'],
    ['in the IFS', { ...page, copy: '*YES', fslb: '/src' }, 'ifs /src/index.html'],
    ['*NO', { ...copied, copy: '*NO' }, ''],
    ['default *NO', { ...copied, copy: undefined }, ''],
    ['considered only when rsn is *MIGRATE', { ...copied, rsn: '*RECOMPILE' }, ''],
    ['nothing in the target environment', { ...copied, objn: 'NEW' }, ''],
  ])('%s', async (_, fields, place) => {
    await using service = await demo({ site });
    const sev = 'rsn' in fields ? '20' : '10';
    expect(await service.create(fields)).toMatchObject({ sev });
    expect(stored(service)).toMatchObject({ copied: place });
  });

  test('existing content in the from-library is never replaced', async () => {
    await using service = await demo({ site });
    await service.multipart('POST', { ...copied, copy: '*NO' }, { name: 'ORD100', bytes: 'mine' });
    await service.update({ objectId: 10001, lock: '*NO' });
    expect(await service.create(copied)).toMatchObject({ sev: '10' });
    expect(stored(service)).toMatchObject({ copy: '*YES', copied: '' });
    expect(service.inspect().attachments).toMatchObject([{ objectId: 10001, place: member, bytes: 4 }]);
    await service.later(10001, { delete: true });
    await service.update({ objectId: 10002, lock: '*NO' });
    await service.create({ ...copied, lock: '*NO' });
    expect(stored(service)).toMatchObject({ copied: member });
    await service.create(copied);
    expect(stored(service)).toMatchObject({ copied: '' });
  });
});

describe('§2.1 rpth, dir', () => {
  test('rpth is appended to the target directory of the attribute, also of a new one', async () => {
    const attributes = [
      { attr: 'WEBF', objt: '*IFS', source: 'ifs' as const, target: '/www/' },
      { attr: 'TEST', objt: '*IFS', source: 'ifs' as const, target: '/test' },
    ];
    const site = { ...demoSite, applications: [{ appl: 'ORD', levels: [{ lvl: 10 }], attributes }] };
    await using service = await demo({ site });
    await service.create({ ...page, rpth: '/css/img' });
    expect(stored(service)).toMatchObject({ rpth: '/css/img', target: '/www/css/img' });
    await service.update({ objectId: 10001, attr: 'TEST' });
    expect(stored(service)).toMatchObject({ rpth: '/css/img', target: '/test/css/img' });
  });

  test.each([
    ['*YES is a directory', { dir: '*YES' }, '*YES', '20', 0],
    ['*NO is a file', { dir: '*NO' }, '*NO', '10', 1],
    ['left out: a file', {}, '*NO', '10', 1],
  ])('dir of an *IFS object: %s', async (_, fields, dir, sev, files) => {
    await using service = await demo();
    expect((await service.multipart('POST', { ...page, ...fields }, { name: page.objn, bytes: 'x' })).sev).toBe(sev);
    expect(stored(service)).toMatchObject({ dir });
    expect(service.inspect().attachments).toHaveLength(files);
  });
});
