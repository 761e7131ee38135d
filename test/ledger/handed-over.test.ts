import { describe, expect, test } from 'vitest';
import { textPath } from '../../src/git/git-path.ts';
import type { TreeSide } from '../../src/git/tree.ts';
import { findElsewhere, handOver } from '../../src/ledger/handed-over.ts';
import { type AllRecords, noRecords, recordsAt } from '../../src/ledger/ledger-access.ts';
import type { LedgerRecord, SharedObject } from '../../src/ledger/record.ts';
import { entry, object, record } from '../filing/support.ts';

const path = 'QRPGLESRC/ORD100.PGM.RPGLE';
const feature = { repo: 'ORDERS', mapping: 'm.yml', branch: 'feature' };
const other = { ...feature, branch: 'other' };
const filed = entry({ path, blob: 'a', objectId: 7, added: true });
const handed = { ...object, objectId: 7, path, blob: 'a', added: true, of: feature, handedOver: true } as const;
const side = (oid: string, mode = '100644'): TreeSide => ({ path: textPath(path), mode, oid });

describe('a record whose request another branch goes on with', () => {
  test('remembers whose it is, and keeps its other requests', () => {
    const rest = entry({ objn: 'ORD200', objectId: 8 });
    expect(handOver(record({ filed: [filed, rest] }), new Set([7]), feature)).toEqual(
      record({ filed: [rest], shared: [handed] }),
    );
  });

  test.each([
    ['a delete', { reason: '*DELETE', blob: null }],
    ['one that only a used file asked for', { causes: {} }],
    ['one whose content is not known', { blob: null }],
  ] as const)('%s leaves nothing behind', (_, more) => {
    const given = record({ filed: [{ ...filed, ...more }] });
    expect(handOver(given, new Set([7]), feature)).toEqual(record({ filed: [] }));
  });

  test('the newest one to have it counts', () => {
    const before: SharedObject = { ...handed, objectId: 3, of: other };
    const { shared } = handOver(record({ filed: [filed], shared: [before] }), new Set([7]), feature);
    expect(shared).toEqual([handed]);
  });
});

describe('what was handed over', () => {
  const holding = (of: typeof feature, blob: string | null) =>
    record({ ...of, filed: [entry({ path, blob, objectId: 9, reason: blob === null ? '*DELETE' : '*MIGRATE' })] });
  const onward = record({ ...feature, shared: [{ ...handed, of: other }] });
  const back = record({ ...other, shared: [handed] });
  const nobodys = { nobodys: [path], held: new Map() };
  const nothing = { nobodys: [], held: new Map() };
  const by = (branch: string) => ({ nobodys: [], held: new Map([[branch, [path]]]) });

  test.each<[string, TreeSide | null, readonly LedgerRecord[], object]>([
    ['stands as this branch has it', side('a'), [holding(feature, 'a')], nothing],
    ['stands with the content of the other branch', side('a'), [holding(feature, 'b')], by('feature')],
    ['is deleted by the other branch', side('a'), [holding(feature, null)], by('feature')],
    [
      'stands by a third branch, which the other one handed it over to',
      side('a'),
      [onward, holding(other, 'b')],
      by('other'),
    ],
    ['is nobody’s, as the other branch has withdrawn it', side('a'), [record({ ...feature })], nobodys],
    ['is nobody’s, as nothing is known of that branch', side('a'), [holding(other, 'b')], nobodys],
    ['is nobody’s where two branches say it is the other’s', side('a'), [onward, back], nobodys],
    ['is the other branch’s alone once the file is gone here', null, [], nothing],
    ['is so, too, once a link is in its place', side('a', '120000'), [], nothing],
  ])('%s', (_, head, records, found) => {
    expect(findElsewhere([handed], new Map([[path, head]]), { ...noRecords, records })).toEqual(found);
  });

  test.each<[string, Partial<AllRecords>]>([
    ['not believed', { unsealed: [holding(feature, 'b')] }],
    ['not to be read', { damaged: ['the record of feature is no JSON'] }],
  ])('is left alone where the record of the other branch is %s', (_, more) => {
    const found = findElsewhere([handed], new Map([[path, side('a')]]), { ...noRecords, ...more });
    expect(found).toEqual(by('feature'));
  });

  test('is not judged by the records of another service', () => {
    const elsewhere = record({ ...feature, service: 'https://test.example' });
    const unsealed = [{ ...holding(other, 'b'), service: 'https://test.example' }];
    const { service } = record({});
    for (const records of [
      [holding(feature, 'b'), elsewhere],
      [elsewhere, holding(feature, 'b')],
    ]) {
      const all = recordsAt({ ...noRecords, records, unsealed }, service);
      expect(all.unsealed).toEqual([]);
      expect(findElsewhere([handed], new Map([[path, side('a')]]), all)).toEqual(by('feature'));
    }
  });

  test('what stands by a request of another branch is not looked at here', () => {
    const { handedOver: _, ...shared } = handed;
    expect(findElsewhere([shared], new Map([[path, side('a')]]), noRecords)).toEqual(nothing);
  });
});
