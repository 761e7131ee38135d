/** Proofs of the choices in docs/service.md, by topic: calls. What the rules of ../rules say already is left to them. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'vitest';
import { curl, type Demo, demo, lead, linked, multipartBody, program, viewer } from '../helper.ts';

export type Proof = readonly [topic: string, prove: () => Promise<void>];

const json = (service: Demo, body: string, token?: string | null) =>
  service.send('POST', 'application/json', body, token);
const multipart = (service: Demo, body: string | Buffer, token?: string) =>
  service.send('POST', 'multipart/mixed; boundary=b', new Uint8Array(Buffer.from(body)), token);

/** The first line of the answer to a call of which only the head, or less than its body, is sent. */
async function statusLine(service: Demo, length: number): Promise<string> {
  const sender = connect(service.port, '127.0.0.1');
  const headers = `Host: x\r\nAuthorization: Bearer demo-token\r\nContent-Type: application/json\r\nContent-Length: ${length}`;
  sender.write(`POST /object-request HTTP/1.1\r\n${headers}\r\n\r\n{`);
  const [answer] = await once(sender, 'data');
  sender.destroy();
  return String(answer).split('\r\n')[0] ?? '';
}

async function proveStatus(): Promise<void> {
  for (const refusalStatus of [200, 422] as const) {
    await using service = await demo({ refusalStatus });
    expect(await service.create(program)).toMatchObject({ sev: '10', status: 200 });
    expect(await service.create({ ...program, objn: 'B', unknown: 1 })).toMatchObject({ sev: '20', status: 200 });
    expect(await service.create(program)).toMatchObject({ sev: '30', status: refusalStatus });
    const others = [
      await service.create(program, 'nobody'),
      await service.send('PUT', null, null),
      { status: 404, json: await (await fetch(`${service.url}/nothing`)).json() },
    ];
    expect(others.map(({ status }) => status)).toEqual([401, 405, 404]);
    const rtn = { sev: '30', msg: expect.any(String) };
    expect(others.map((answer) => answer.json)).toEqual([{ rtn }, { rtn }, { rtn }]);
  }
}

async function proveOtherPaths(): Promise<void> {
  await using service = await demo();
  const headers = { authorization: 'Bearer demo-token', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(program) };
  expect((await fetch(`${service.url}/api/object-request`, init)).status).toBe(404);
}

async function proveOrder(): Promise<void> {
  await using service = await demo({ maxBodyBytes: 1000 });
  expect((await fetch(`${service.url}/nothing`, { method: 'PATCH' })).status).toBe(404);
  expect((await service.send('PUT', 'text/plain', 'x', null)).status).toBe(405);
  expect((await json(service, '{', null)).status).toBe(401);
  expect((await json(service, '{', viewer)).status).toBe(400);
  expect((await json(service, `{"x":"${'x'.repeat(1000)}"}`, viewer)).status).toBe(413);
  expect((await service.send('POST', 'text/plain', 'x', viewer)).status).toBe(415);
  expect((await service.create({}, viewer)).msg).toBe('User not authorized to add Request');
  await service.create(program, lead);
  await service.create({ ...program, objn: 'B' });
  for (const objectId of [10001, 10002]) await service.later(objectId, { status: '20' });
  const wrong = { lock: 'wrong' };
  const messages = [
    await service.update({ objectId: 0, ...wrong }, viewer),
    await service.update({ objectId: 7, ...wrong }, viewer),
    await service.update({ objectId: 7, ...wrong }),
    await service.update({ objectId: 10001, ...wrong }),
    await service.update({ objectId: 10002, ...wrong }),
  ].map(({ msg }) => msg);
  expect(messages).toEqual([
    'objectId is required',
    'User not authorized to update Request',
    'Request not found',
    'User not authorized to update Request',
    'Request not in open or assigned status',
  ]);
}

async function proveBodies(): Promise<void> {
  await using service = await demo({ requestTimeoutMs: 200 });
  const payload = '--b\r\nContent-Disposition: form-data; name="payload"\r\n\r\n{}\r\n';
  const file = '--b\r\nContent-Disposition: form-data; name="f"\r\n\r\nx\r\n';
  const parts = Array.from({ length: 21 }, (_, n) => ({ name: `f${n}`, bytes: 'x' }));
  const bad = [
    await json(service, '{"appl":'),
    await multipart(service, '--b--\r\n'),
    await multipart(service, `${payload}${payload}--b--\r\n`),
    await multipart(service, `${payload}${file}--b--\r\n`),
    await multipart(service, payload),
    await multipart(service, multipartBody('b', program, parts)),
  ];
  expect(bad.map(({ status, sev }) => [status, sev])).toEqual(bad.map(() => [400, '30']));
  expect(await service.create({ ...program, srcd: 'x'.repeat(1 << 20) })).toMatchObject({ status: 413, sev: '30' });
  const compressed = ['-H', 'Authorization: Bearer demo-token', '-H', 'Content-Encoding: gzip', '-d', '{}'];
  expect(await curl(`${service.url}/object-request`, ...compressed, '-w', '%{http_code}')).toMatch(/"30".*415$/);
  expect(await statusLine(service, 64 * 1024 * 1024 + 1)).toContain('413');
  expect(await statusLine(service, 64 * 1024 * 1024)).toContain('408');
}

async function proveLength(): Promise<void> {
  await using service = await demo();
  expect((await service.create({ ...program, srcd: 'x'.repeat(5000) })).sev).toBe('10');
  const others = { ...program, objn: 'B' };
  expect((await service.create({ ...others, srcd: 'x'.repeat(5001) })).sev).toBe('30');
  expect((await service.create({ ...others, vref: 'x'.repeat(1001) })).sev).toBe('30');
  for (const control of ['\0', '\t', '\n', '\x7f', '\x85']) {
    expect((await service.create({ ...others, srcd: `a${control}b` })).sev).toBe('30');
  }
}

async function proveWarnings(): Promise<void> {
  await using service = await demo();
  const answer = await service.multipart('POST', { ...program, sourcename: 'X' }, { name: 'Y', bytes: '' });
  const unused = 'field sourcename is not known and was ignored; attachment Y not used';
  expect(answer).toMatchObject({ sev: '20', msg: `Request created; ${unused}` });
  expect(answer.request).toMatchObject({ objectId: 10001 });
  const unusedField = await service.create({ ...program, objn: 'B', rfp: 'x', copy: '*NO' });
  expect(unusedField).toMatchObject({ sev: '20', msg: 'Request created; rfp not used: arfp is *NO' });
}

async function proveUnknownFields(): Promise<void> {
  await using later = await demo();
  expect((await later.create({ ...linked, objnn: 'X' })).msg).toBe(
    'Request created; field objnn is not known and was ignored',
  );
}

async function proveEmpty(): Promise<void> {
  await using service = await demo();
  const blank = { srcn: '', srca: null, lock: '', csqo: null, rfp: '', task: '', vref: '' };
  expect(await service.create({ ...linked, ...blank, srcd: 'Text' })).toMatchObject({ sev: '10' });
  const [before] = service.inspect().requests;
  expect(before).toMatchObject({ srcn: 'ORD300', srca: 'RPGLE', lock: '*YES', csqo: 0 });
  const kept = { attr: '', srcn: '', user: '', lock: '', gfile: '', csqo: '' };
  await service.update({ objectId: 10001, ...kept, gpath: null, srca: null, srcd: null });
  expect(service.inspect().requests).toMatchObject([{ ...before, changedAt: expect.any(String) }]);
  await service.update({ objectId: 10001, ...kept, gpath: '', srca: '', srcd: '' });
  const { gfile, srcn, user } = before ?? {};
  expect(service.inspect().requests).toMatchObject([{ gpath: '', srca: '', srcd: '', gfile, srcn, user }]);
}

async function proveValues(): Promise<void> {
  await using service = await demo();
  const refusals: readonly [object, string][] = [
    [{ arfp: '*NEW', rfpd: 'R', areq: '*AUTO' }, 'areq is *AUTO; allowed are *YES, *NO, *MANUAL'],
    [{ appl: 'X' }, 'Application X is not known'],
    [{ lvl: 11 }, 'Level 11 of application ORD is not known'],
    [{ attr: 'X' }, 'Attribute X is not defined for application ORD and level 10'],
    [{ user: 'X' }, 'User X is not known'],
    [{ repo: 'X' }, 'Repository X is not known'],
    [{ proj: 'X' }, 'Project X is not known'],
    [{ proj: 'CUST', task: 9 }, 'Task 9 of project CUST is not known'],
    [{ arfp: '*YES', rfp: 9 }, 'RFP 9 is not known'],
    [{ arfp: '*NEW', rfpd: 'R', pipe: 'X', pipa: 'PIPE', tkey: '1' }, 'Pipeline server X is not known'],
  ];
  for (const [fields, msg] of refusals) {
    expect(await service.create({ ...program, ...fields })).toMatchObject({ sev: '30', msg });
  }
}

async function proveNumbers(): Promise<void> {
  for (const quotedNumbers of [false, true]) {
    await using service = await demo({ quotedNumbers });
    const { request, sev } = await service.create({ ...program, lvl: '10', csqo: 0 });
    const number = quotedNumbers ? '10001' : 10001;
    expect([sev, request.objectId]).toEqual(['10', number]);
    expect((await service.update({ objectId: '10001', csqo: 5 })).request.objectId).toBe(number);
    expect(service.inspect().requests).toMatchObject([{ lvl: 10, csqo: 5 }]);
    for (const csqo of [-1, '-1', '1.5', true]) {
      expect((await service.update({ objectId: 10001, csqo })).sev).toBe('30');
    }
  }
}

async function proveNumbering(): Promise<void> {
  await using service = await demo();
  const fields = { ...program, arfp: '*NEW', rfpd: 'R' };
  expect((await service.create(fields)).request).toMatchObject({ objectId: 10001, rfp: 101 });
  await service.later(10001, { delete: true });
  expect((await service.create(fields)).request).toMatchObject({ objectId: 10002, rfp: 102 });
}

async function proveCase(): Promise<void> {
  await using service = await demo();
  await service.create({ ...program, objn: 'Ord200' });
  expect(service.inspect().requests).toMatchObject([{ objn: 'Ord200' }]);
  const page = { ...program, objn: 'index.html', objt: '*REMOTE', attr: 'WEBF', folb: '/a' };
  await service.create(page);
  expect((await service.create({ ...page, objn: 'Index.html' })).sev).toBe('10');
  for (const fields of [{ appl: 'ord' }, { attr: 'rpgle' }, { proj: 'cust' }, { user: 'demo' }, { repo: 'orders' }]) {
    expect((await service.create({ ...program, objn: 'B', ...fields })).sev).toBe('30');
  }
}

async function proveAuthority(): Promise<void> {
  await using service = await demo();
  expect((await service.create(program, viewer)).msg).toBe('User not authorized to add Request');
}

async function proveOtherUser(): Promise<void> {
  await using service = await demo();
  expect(await service.create({ ...program, user: 'LEAD' })).toMatchObject({ sev: '10' });
  expect((await service.update({ objectId: 10001 })).msg).toBe('User not authorized to update Request');
}

export const proofsOfCalls: readonly Proof[] = [
  ['HTTP status', proveStatus],
  ['Other paths', proveOtherPaths],
  ['Order of checks', proveOrder],
  ['Bodies that are no call', proveBodies],
  ['Length of a text', proveLength],
  ['Warnings', proveWarnings],
  ['Unknown fields', proveUnknownFields],
  ['Empty and null values', proveEmpty],
  ['Values outside a list, unknown names', proveValues],
  ['Numbers', proveNumbers],
  ['Numbers of requests and RFPs', proveNumbering],
  ['Upper and lower case', proveCase],
  ['add-request authority', proveAuthority],
  ['Another user on create', proveOtherUser],
];
