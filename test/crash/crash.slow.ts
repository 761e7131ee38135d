import { expect, test } from 'vitest';
import { folder } from '../git/support.ts';
import { keepBundle } from './child.ts';
import { killSeries } from './kills.ts';

test('a run killed in any phase is completed by the next one, with nothing filed twice', async () => {
  using place = folder();
  const rows = await killSeries({ kills: 1, seed: 1, lanes: 2, bundle: keepBundle(place.path) });
  expect(rows.flatMap(({ failures }) => failures)).toEqual([]);
  expect(rows.map(({ kills }) => kills)).toEqual([1, 1, 1, 1, 1]);
});
