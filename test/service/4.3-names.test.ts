import { describe, expect, test } from 'vitest';
import type { Demo } from './helper.ts';
import { anyInstalled, demo, linked, program } from './helper.ts';

const placesOf = (service: Demo) => service.inspect().attachments.map(({ place }) => place);

// Names that differ in everything, so that a match can only be the one that is meant.
const names = { objn: 'OBJ', srcn: 'SRC', gfile: 'G.FILE', gpath: 'dir' };
// gpath and gfile of a request that is not linked, and srcn without a source, are warnings of their own.
const isUsed = ({ msg }: { msg: string }, name: string) => !msg.includes(`attachment ${name} not used`);
const inGit = { repo: 'ORDERS', branch: 'main' };
const kinds = {
  native: { ...program, ...names, folb: 'OBJLIB', fslb: 'SRCLIB', fsfl: 'SRCF' },
  ifs: { ...program, ...names, objt: '*IFS', attr: 'WEBF', folb: '/obj', fslb: '/src' },
  remote: { ...program, ...names, objt: '*REMOTE', folb: '/far', fslb: 'SRCLIB', fsfl: 'SRCF' },
  none: { ...program, ...names, objt: '*DTAARA', attr: 'DTAARA' },
};
type Kind = keyof typeof kinds;
const member = 'member SRCLIB/SRCF(SRC)';
const git = 'git dir/G.FILE';
const object = 'object DEMO10/OBJ';

describe('§4.3 on create, rules 2 to 5', () => {
  test.each<readonly [Kind, string, string, string | null, string | null]>([
    // kind, part, which rule, place when not linked to Git, place when linked
    ['native', 'OBJ', 'objn is no name of a native object', null, null],
    ['native', 'SRC', 'rule 4', member, member],
    ['native', 'src', 'rule 4, members ignore case', member, member],
    ['native', 'SRC.RPGLE', 'nearly srcn', null, null],
    ['native', 'G.FILE', 'rule 5', null, git],
    ['native', 'g.file', 'gfile in another case', null, null],
    ['ifs', 'OBJ', 'rule 2', 'ifs /obj/OBJ', 'ifs /obj/OBJ'],
    ['ifs', 'obj', 'objn in another case', null, null],
    ['ifs', 'SRC', 'rule 3', 'ifs /src/SRC', 'ifs /src/SRC'],
    ['ifs', 'src', 'srcn in another case', null, null],
    ['ifs', 'G.FILE', 'rule 5', null, git],
    ['remote', 'OBJ', 'rule 2', 'ifs /far/OBJ', 'ifs /far/OBJ'],
    ['remote', 'SRC', 'rule 4', member, member],
    ['remote', 'G.FILE', 'rule 5', null, git],
    ['none', 'SRC', 'no source', null, null],
    ['none', 'OBJ', 'no source', null, null],
    ['none', 'G.FILE', 'rule 5', null, git],
  ])('%s, part %s: %s', async (kind, name, _, unlinked, inRepository) => {
    for (const [fields, place] of [
      [{}, unlinked],
      [inGit, inRepository],
    ] as const) {
      for (const part of [
        { name, filename: 'other' },
        { name: 'file', filename: name },
      ]) {
        await using service = await demo();
        const answer = await service.multipart('POST', { ...kinds[kind], ...fields }, { ...part, bytes: 'x' });
        expect(isUsed(answer, part.filename)).toBe(place !== null);
        expect(placesOf(service)).toEqual(place === null ? [] : [place]);
      }
    }
  });

  test.each([
    ['*DELETE', { rsn: '*DELETE' }],
    ['*RECOMPILE', { rsn: '*RECOMPILE' }],
    ['*UPDATE', { rsn: '*UPDATE' }],
    ['copy *YES', { copy: '*YES' }],
  ])('rule 1: considered only when rsn is *MIGRATE and copy is *NO, not with %s', async (_, fields) => {
    for (const name of ['SRC', 'G.FILE']) {
      await using service = await demo(anyInstalled);
      const answer = await service.multipart('POST', { ...kinds.native, ...inGit, ...fields }, { name, bytes: 'x' });
      expect(answer).toMatchObject({ sev: '20', msg: `Request created; attachment ${name} not used` });
      expect(placesOf(service)).toEqual([]);
    }
  });
});

describe('§4.3 on update, rules 1 to 3', () => {
  test.each<readonly [Kind, string, Record<string, string>, string | null, string | null]>([
    // kind, part, fields of the call, place when not linked to Git, place when linked
    ['native', 'SRC', { gfile: 'G.FILE' }, member, member],
    ['native', 'NEW', { srcn: 'NEW' }, 'member SRCLIB/SRCF(NEW)', 'member SRCLIB/SRCF(NEW)'],
    ['native', 'SRC', { srcn: 'NEW' }, null, null],
    ['native', 'G.FILE', { srcn: 'NEW' }, 'member SRCLIB/SRCF(NEW)', 'member SRCLIB/SRCF(NEW)'],
    ['native', 'N.FILE', { gfile: 'N.FILE' }, member, member],
    ['native', 'O.FILE', { gfile: 'N.FILE' }, null, null],
    ['native', 'OBJ', { srcn: '*OBJ' }, 'member SRCLIB/SRCF(OBJ)', 'member SRCLIB/SRCF(OBJ)'],
    ['native', 'OBJ', { srcn: 'SRC' }, null, null],
    ['native', 'any', { srcn: '*SAME', gfile: '*SAME' }, member, member],
    ['native', 'any', {}, member, member],
    ['native', 'G.FILE', {}, member, member],
    ['ifs', 'SRC', { srcn: 'SRC' }, 'ifs /src/SRC', 'ifs /src/SRC'],
    ['ifs', 'OBJ', { srcn: 'SRC' }, null, null],
    ['ifs', 'OBJ', {}, 'ifs /obj/OBJ', 'ifs /obj/OBJ'],
    ['ifs', 'any', {}, 'ifs /src/SRC', 'ifs /src/SRC'],
    ['remote', 'any', {}, member, member],
    ['none', 'any', {}, object, object],
    ['none', 'G.FILE', { gfile: 'G.FILE' }, object, object],
  ])('%s, part %s, call %j', async (kind, name, call, unlinked, inRepository) => {
    for (const [fields, place] of [
      [{}, unlinked],
      [inGit, inRepository],
    ] as const) {
      await using service = await demo();
      await service.create({ ...kinds[kind], ...fields });
      const answer = await service.multipart('PATCH', { objectId: 10001, ...call }, { name, bytes: 'x' });
      expect(isUsed(answer, name)).toBe(place !== null);
      expect(placesOf(service)).toEqual(place === null ? [] : [place]);
    }
  });

  test.each([
    ['any name', 'any.json', '20'],
    ['named like gfile', linked.gfile, '10'],
  ])('rule 3: any part but JSON; JSON must be named: %s', async (_, name, sev) => {
    await using service = await demo();
    await service.create(linked);
    const part = { name, type: 'application/json; charset=utf-8', bytes: '{}' };
    expect((await service.multipart('PATCH', { objectId: 10001 }, part)).sev).toBe(sev);
  });

  test('a refused update stores no file, and leaves the one that is there', async () => {
    await using service = await demo();
    await service.multipart('POST', linked, { name: linked.gfile, bytes: 'old' });
    await service.later(10001, { status: '20' });
    await service.multipart('PATCH', { objectId: 10001 }, { name: linked.gfile, bytes: 'new' });
    const texts = service.inspectContent(10001).map(({ bytes }) => Buffer.from(bytes).toString());
    expect(texts).toEqual(['old']);
  });

  test.each(['*DELETE', '*RECOMPILE', '*UPDATE'])('a request with rsn %s takes none', async (rsn) => {
    await using service = await demo(anyInstalled);
    await service.create({ ...linked, rsn });
    for (const name of [linked.gfile, 'any']) {
      expect((await service.multipart('PATCH', { objectId: 10001 }, { name, bytes: 'x' })).sev).toBe('20');
    }
    expect(placesOf(service)).toEqual([]);
  });
});
