/** Proofs of the choices in docs/service.md, by topic: what is derived, what is stored, locks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { demoSite } from '../../../src/service/demo.ts';
import { anyInstalled, demo, lead, linked, program } from '../helper.ts';
import type { Proof } from './calls.ts';

const { objt: _objt, attr: _attr, ...bare } = program;
const untyped = { ...bare, attr: 'RPGLE' };

async function proveAttribute(): Promise<void> {
  await using service = await demo();
  const unlinked = { ...linked, branch: undefined, objn: 'ORD100' };
  expect((await service.create({ ...unlinked, gpath: 'QCLSRC', gfile: 'A.CLLE' })).request.attr).toBe('CLLE');
  const unmapped = { gpath: 'other', gfile: 'A.CLLE', lock: '*NO' };
  expect((await service.create({ ...unlinked, ...unmapped })).request.attr).toBe('RPGLE');
  for (const fields of [
    { ...linked, objn: 'ORD100' },
    { ...unlinked, objn: 'NEW' },
  ]) {
    expect(await service.create({ ...fields, ...unmapped })).toMatchObject({ sev: '30', msg: 'Attribute missing' });
  }
}

async function proveType(): Promise<void> {
  const crossReference = [...(demoSite.crossReference ?? []), { objn: 'CUST', objt: '*PGM' }];
  await using service = await demo({ site: { ...demoSite, crossReference } });
  const typeOf = async (fields: object) => (await service.create({ ...fields, lock: '*NO' })).request.objt;
  expect(await typeOf({ ...linked, objn: 'CUST', gfile: 'CUST.SQLRPGLE' })).toBe('*MODULE');
  expect(await typeOf({ ...untyped, objn: 'CUST', attr: 'PF' })).toBe('*FILE');
  expect(await typeOf({ ...untyped, objn: 'PRT200' })).toBe('*FILE');
  expect((await service.create({ ...untyped, objn: 'NEW' })).msg).toBe('Object Type missing');
}

async function proveTypes(): Promise<void> {
  await using service = await demo();
  const sevOf = async (fields: object) => (await service.create({ ...program, lock: '*NO', ...fields })).sev;
  for (const objt of ['*PGM', '*DTAQ', '*SRC', '*PIPE', '*LF']) expect(await sevOf({ objt }), objt).toBe('10');
  for (const objt of ['*NOTYPE', 'PGM', '*', '*PGMX']) expect(await sevOf({ objt }), objt).toBe('30');
  const [first] = demoSite.applications;
  const attributes = [...(first?.attributes ?? []), { attr: 'X', objt: '*OWN', source: 'none' as const }];
  await using own = await demo({
    site: { ...demoSite, applications: [{ appl: 'ORD', levels: [{ lvl: 10 }], attributes }] },
  });
  expect((await own.create({ ...program, objt: '*own' })).request.objt).toBe('*OWN');
  expect([await sevOf({ objn: 'TENLETTERS' }), await sevOf({ objn: 'NINETEENCHARACTERS1' })]).toEqual(['10', '30']);
  const file = { objt: '*FILE', attr: 'PF', objn: 'x'.repeat(128) };
  expect([await sevOf(file), await sevOf({ ...file, objn: 'x'.repeat(129) })]).toEqual(['10', '30']);
  expect(await sevOf({ objt: '*IFS', attr: 'WEBF', objn: 'x'.repeat(300) })).toBe('10');
}

async function proveTogether(): Promise<void> {
  await using service = await demo();
  expect(await service.create({ ...program, objt: '*FILE' })).toMatchObject({ sev: '10' });
  await service.update({ objectId: 10001, attr: 'DSPF' });
  const stays = { objt: '*FILE', folb: 'DEMO10', fslb: 'DEMO10', fsfl: 'QRPGLESRC' };
  expect(service.inspect().requests).toMatchObject([{ attr: 'DSPF', ...stays }]);
}

async function proveLogicalFile(): Promise<void> {
  await using service = await demo();
  const file = { appl: 'ORD', lvl: 50, objn: 'CUST', srca: 'LF', lock: '*NO' };
  expect((await service.create(file)).msg).toMatch(/^data must be \*NONE/);
}

async function proveHistory(): Promise<void> {
  const at = (lvl: number, attr: string) => ({ appl: 'ORD', lvl, objn: 'X', attr, objt: '*FILE' });
  await using service = await demo({ site: { ...demoSite, installed: [at(90, 'PF'), at(50, 'DSPF')] } });
  expect((await service.create({ ...bare, objn: 'x' })).request).toMatchObject({ attr: 'DSPF', objt: '*FILE' });
  expect((await service.create({ ...bare, objn: 'X', attr: 'PF', lock: '*NO' })).request.objt).toBe('*FILE');
  expect((await service.create({ ...bare, objn: 'X', attr: 'RPGLE' })).msg).toBe('Object Type missing');
  await using two = await demo({ site: { ...demoSite, installed: [at(90, 'PF'), at(50, 'DSPF'), at(50, 'PF')] } });
  expect((await two.create({ ...bare, objn: 'X' })).msg).toBe('Attribute missing');
}

async function proveMapping(): Promise<void> {
  const attributes = [{ gfile: 'X.*', attr: 'CLLE' }, ...(demoSite.repositories?.[0]?.attributes ?? [])];
  await using service = await demo({ site: { ...demoSite, repositories: [{ repo: 'ORDERS', attributes }] } });
  const attrOf = async (gfile: string) =>
    (await service.create({ ...linked, objn: gfile.slice(0, 1), gfile })).request.attr;
  expect([await attrOf('x.pgm.rpgle'), await attrOf('y.pgm.rpgle')]).toEqual(['CLLE', 'RPGLE']);
}

async function proveMember(): Promise<void> {
  await using service = await demo();
  await service.create({ ...program, lvl: 50, objn: 'ORD100', attr: 'CLLE' });
  await service.create({ ...program, objn: 'ORD100', attr: 'CLLE' });
  expect(service.inspect().requests).toMatchObject([
    { srca: 'RPGLE', srcd: 'Order entry' },
    { srca: 'CLLE', srcd: '' },
  ]);
}

async function proveObject(): Promise<void> {
  await using service = await demo();
  expect((await service.create({ ...program, srcn: '*OBJ' })).msg).toMatch(/^srcn is \*OBJ/);
  expect(service.inspect().requests).toEqual([]);
  await service.create({ ...program, srcn: 'S' });
  expect((await service.update({ objectId: 10001, srcn: '*OBJ' })).request.srcn).toBe('ORD200');
}

async function proveDataOptions(): Promise<void> {
  await using service = await demo();
  const sent = { data: '*MIGRATE', dmbr: '*FIRST', rpgm: '*YES', rjrn: '*NO', rcst: '*NO', rtrg: '*NO', rlfm: '*NO' };
  await service.create({ ...program, objn: 'a.html', objt: '*IFS', attr: 'WEBF', ...sent, csqo: 3 });
  expect(service.inspect().requests).toMatchObject([{ ...sent, csqo: 3 }]);
}

async function proveDelete(): Promise<void> {
  await using service = await demo();
  expect((await service.create({ ...program, objn: 'NOTHERE', rsn: '*DELETE' })).sev).toBe('10');
}

async function proveUpdateReason(): Promise<void> {
  await using service = await demo(anyInstalled);
  expect((await service.create({ ...program, objt: '*MODULE', rsn: '*UPDATE' })).sev).toBe('30');
}

async function proveNotThere(): Promise<void> {
  const recompiled = { ...program, objn: 'NOTHERE', rsn: '*RECOMPILE' };
  await using careless = await demo(anyInstalled);
  expect((await careless.create(recompiled)).sev).toBe('10');
  await using service = await demo();
  expect(await service.create(recompiled)).toMatchObject({
    sev: '30',
    msg: 'NOTHERE *PGM is not installed at level 10 or above, so rsn *RECOMPILE has nothing to work on',
  });
}

async function proveModify(): Promise<void> {
  await using service = await demo(anyInstalled);
  const paths = [];
  for (const [n, rsn] of ['*MIGRATE', '*DELETE', '*RECOMPILE', '*UPDATE'].entries()) {
    await service.create({ ...linked, objn: `A${n}`, rsn });
    const { request } = await service.update({ objectId: 10001 + n, gpath: 'new', gfile: 'N' });
    paths.push(`${request.gpath}/${request.gfile}`);
  }
  const stays = 'QRPGLESRC/ORD300.PGM.RPGLE';
  expect(paths).toEqual(['new/N', 'new/N', stays, stays]);
}

async function proveLock(): Promise<void> {
  await using service = await demo();
  await service.create({ ...program, rpth: '/a' });
  expect((await service.create({ ...program, rpth: '/b' }, lead)).sev).toBe('10');
  const same = { ...program, rpth: '/a' };
  expect((await service.create(same, lead)).existingObjectId).toBe(10001);
  await service.later(10001, { status: '20' });
  expect(await service.create(same, lead)).toMatchObject({ sev: '10' });
}

async function proveRecordLocked(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'service-'));
  try {
    await using service = await demo({ db: join(dir, 'db') });
    await service.create(program);
    const other = new DatabaseSync(join(dir, 'db'));
    other.exec('begin immediate');
    expect((await service.update({ objectId: 10001 })).msg).toBe('Request record is locked');
    const create = await service.create({ ...program, objn: 'B' });
    expect([create.status, create.headers.has('retry-after')]).toEqual([503, true]);
    other.close();
  } finally {
    rmSync(dir, { recursive: true });
  }
}

async function proveProjects(): Promise<void> {
  await using service = await demo();
  const refusals: readonly [object, string][] = [
    [{ task: 12 }, 'proj is required when task or stsk is given'],
    [{ proj: 'CUST', stsk: 1 }, 'Subtask 1 needs a task'],
    [{ proj: 'NEWP' }, 'Project NEWP is not authorized for application ORD'],
    [{ repo: 'ORDERS', branch: 'x', proj: '*BRANCH' }, 'Branch x of repository ORDERS is not linked to a project'],
  ];
  for (const [fields, msg] of refusals) expect((await service.create({ ...program, ...fields })).msg).toBe(msg);
  expect((await service.create({ ...program, proj: 'NEWP' }, lead)).sev).toBe('10');
  expect((await service.create({ ...program, objn: 'B', proj: 'NEWP' })).sev).toBe('10');
  expect((await service.create({ ...program, appl: 'WEB', proj: 'NEWP' })).sev).toBe('30');
}

export const proofsOfRequests: readonly Proof[] = [
  ['Attribute of a request that is not linked to Git', proveAttribute],
  ['Object type', proveType],
  ['What is an object type, and how long its names are', proveTypes],
  ['attr and objt that do not go together', proveTogether],
  ['Logical file for a physical one', proveLogicalFile],
  ['Installation history', proveHistory],
  ['Git attribute mapping', proveMapping],
  ['Existing member', proveMember],
  ['srcn *OBJ on create', proveObject],
  ['Data options and csqo on create', proveDataOptions],
  ['rsn *DELETE', proveDelete],
  ['rsn *UPDATE', proveUpdateReason],
  ['rsn *RECOMPILE and *UPDATE of what is not there', proveNotThere],
  ['"modify" in §2.6', proveModify],
  ['Lock', proveLock],
  ['Request record is locked', proveRecordLocked],
  ['Projects', proveProjects],
];
