import { describe, expect, test } from 'vitest';
import { claimsOf } from '../../src/ledger/claims.ts';
import type { LedgerRecord } from '../../src/ledger/record.ts';
import { recordPieces } from '../../src/ledger/record-pieces.ts';
import { fitsAsWritten, fitsSeal, type KeptRecord, mostBytes, sealed, sealKeys } from '../../src/ledger/seal.ts';
import { clone, entry, key, oid, open, plant, record, started } from './support.ts';

const keysOf = (token: string, ledgerSecret?: string) => sealKeys({ token, ledgerSecret }) ?? expect.fail('no keys');

/** A record in which every field stands. */
const full: LedgerRecord = record({
  head: oid('1'),
  began: oid('2'),
  past: [oid('3')],
  filed: [entry('A', 1), entry('B', 2)],
  keys: { 77: '4711-1', 5: '9' },
  shared: [
    {
      ...{ appl: 'ORD', lvl: 50, type: null, objn: 'C', rpth: null, objectId: 3, path: 'C.PF', blob: oid('a') },
      ...{ added: true, of: { repo: 'ORDERS', mapping: 'm.yml', branch: 'feature' } },
    },
  ],
  passed: { 'A.PF': null },
  mapped: oid('4'),
});

describe('the seal', () => {
  test('fits the record as it was, read from its text, and with whatever layout', () => {
    const kept = sealed(full, keysOf('demo-token'));
    expect(kept.seal).toMatch(/^[0-9a-f]{64}$/);
    for (const text of [JSON.stringify(kept), JSON.stringify(kept, null, 4)]) {
      expect(fitsSeal(JSON.parse(text), keysOf('demo-token'))).toBe(true);
    }
  });

  test.each(Object.keys(full))('does not fit when another %s was put in', (name) => {
    const kept = sealed(full, keysOf('demo-token'));
    expect(fitsSeal({ ...kept, [name]: 'forged' } as unknown as KeptRecord, keysOf('demo-token'))).toBe(false);
    const { [name as 'head']: _, ...without } = kept;
    expect(fitsSeal(without as KeptRecord, keysOf('demo-token'))).toBe(false);
  });

  test.each([undefined, '', 'ab', 'z'.repeat(64), '0'.repeat(64), '0'.repeat(62)])('%s is none', (seal) => {
    expect(fitsSeal({ ...full, seal } as KeptRecord, keysOf('demo-token'))).toBe(false);
  });

  test('is seen on the bytes as they were written, and on no others', () => {
    const keys = keysOf('demo-token', 'secret');
    const written = Buffer.from([...recordPieces(sealed(full, keys))].join(''));
    const text = written.toString('utf8');
    expect([fitsAsWritten(written, keys), fitsAsWritten(written, keysOf('demo-token'))]).toEqual([true, false]);
    const byToken = [...recordPieces(sealed(full, keysOf('demo-token')))].join('');
    expect(fitsAsWritten(Buffer.from(byToken), keys)).toBe(true);
    for (let at = 0; at < written.length; at += 1) {
      const other = Buffer.from(written);
      other[at] = (other[at] ?? 0) ^ 1;
      expect(fitsAsWritten(other, keys)).toBe(false);
    }
    const others = [
      ...['', '{}', text.slice(1), `${text}\n`, `${text}${text}`, text.replace('\n}\n', ',\n"head": null\n}\n')],
      text.replace(/"seal": "[^"]*"/, '$&,\n$&'),
      JSON.stringify(JSON.parse(text)),
    ];
    for (const other of others) expect([other, fitsAsWritten(Buffer.from(other), keys)]).toEqual([other, false]);
  });

  test('is made with the secret of the ledger where there is one; what the token has sealed fits still', () => {
    const byToken = sealed(full, keysOf('demo-token'));
    const bySecret = sealed(full, keysOf('demo-token', 'secret'));
    expect(bySecret.seal).not.toBe(byToken.seal);
    expect(fitsSeal(byToken, keysOf('demo-token', 'secret'))).toBe(true);
    expect(fitsSeal(bySecret, keysOf('other-token', 'secret'))).toBe(true);
    expect(fitsSeal(bySecret, keysOf('demo-token'))).toBe(false);
    expect(sealKeys({})).toBeNull();
    expect(sealKeys({ token: '', ledgerSecret: '' })).toBeNull();
  });

  test('a record that would not be read again is not written', () => {
    const long = record({ open: [{ ...entry('A', 1), outcome: 'x', why: 'x'.repeat(mostBytes), needsPerson: false }] });
    expect(() => sealed(long, keysOf('demo-token'))).toThrow(/larger than 16 MiB/);
  });
});

describe('what an open ledger believes', () => {
  test('a record by another secret, or by none, is claims; without any secret it is shown as it is', async () => {
    const { at } = started();
    using _ = at;
    const dir = clone(at, 'one');
    await using first = await open(dir);
    await first.write(() => full);
    await using second = await open(dir);
    expect([second.trust, second.record]).toEqual(['sealed', full]);
    await using other = await open(dir, 'auto', key, sealKeys({ token: 'other' }));
    expect([other.trust, other.record]).toEqual(['claims', claimsOf(full, new Date())]);
    await using nobody = await open(dir, 'auto', key, null);
    expect([nobody.trust, nobody.record]).toEqual(['shown', full]);
    expect((await nobody.write((newest) => newest)).kind).toBe('refused');
    expect((await other.all()).unsealed).toHaveLength(1);
    // Not before the service has taken the token.
    expect(await other.write((newest) => newest)).toMatchObject({ kind: 'refused', why: /./ });
    other.accept();
    expect((await other.write((newest) => newest)).kind).toBe('written');
    await using resealed = await open(dir, 'auto', key, sealKeys({ token: 'other' }));
    expect([resealed.trust, resealed.record?.filed.map(({ claimed }) => claimed)]).toEqual(['sealed', [true, true]]);
    expect(resealed.record?.claims).toEqual({ head: oid('1'), paths: [], passed: { 'A.PF': null } });
  });

  test('a record in the place of another one is not believed at all', async () => {
    const { at } = started();
    using _ = at;
    plant(at, JSON.stringify(sealed(record({ branch: 'other', filed: [entry('A', 1)] }), keysOf('demo-token'))));
    await using ledger = await open(clone(at, 'one'));
    expect([ledger.trust, ledger.record]).toEqual(['claims', record({ head: null })]);
    expect(await ledger.all()).toMatchObject({ records: [], unsealed: [], damaged: [/belongs to/] });
  });
});

test('what nobody has sealed takes the room of one record, and no more', async () => {
  const { at } = started();
  using _ = at;
  const pad = 'x'.repeat(6 * 1024 * 1024);
  for (const branch of ['a', 'b', 'c']) {
    plant(at, JSON.stringify({ ...record({ branch }), pad }), { ...key, branch });
  }
  await using ledger = await open(clone(at, 'one'));
  const { records, unsealed, damaged } = await ledger.all();
  expect([records.length, unsealed.length, damaged.length]).toEqual([0, 2, 1]);
  expect(damaged[0]).toMatch(/more than 16 MiB of records that are not sealed/);
});

test('claims keep the numbers, and nothing that could delete, hide or hold up', () => {
  const now = new Date('2026-11-22T10:00:00Z');
  const run = { run: '1-1', id: '1', attempt: 1, instance: 'i', head: oid('1'), until: '2026-11-22T10:01:00Z' };
  const { rfp: _, commit: _commit, run: _run, ...q } = entry('Q', 9);
  const call = { ...q, objectId: null, sent: { appl: 'ORD' } };
  const claims = claimsOf(
    record({
      ...full,
      open: [{ ...entry('O', 8), outcome: 'rejected', why: 'x', needsPerson: false }],
      runs: [
        { ...run, calls: [call as never] },
        { ...run, instance: 'j', until: '2026-11-25T00:00:00Z', calls: [] },
      ],
      unanswered: [
        { ...call, objn: 'D', reason: '*DELETE' },
        { ...call, objn: 'U', sent: { lock: '*NO' } },
        { ...call, objn: 'W', objectId: 5, withdraws: true },
      ] as never,
    }),
    now,
  );
  expect(claims).toEqual(
    record({
      head: null,
      filed: [entry('A', 1), entry('B', 2)].map((filed) => ({ ...filed, blob: null, added: false, claimed: true })),
      runs: [{ ...run, calls: [] }],
      unanswered: ['U', 'Q'].map((objn) => ({
        ...{ ...call, objn, sent: objn === 'U' ? { lock: '*NO' } : call.sent },
        ...{ added: false, closed: true, claimed: true },
      })) as never,
      claims: {
        head: oid('1'),
        paths: ['O', 'Q'].map((name) => `QRPGLESRC/${name}.PGM.RPGLE`),
        passed: { 'A.PF': null },
      },
    }),
  );
});
