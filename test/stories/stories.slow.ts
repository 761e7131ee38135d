import { expect, test } from 'vitest';
import { keepBundle } from '../crash/child.ts';
import { folder } from '../git/support.ts';
import { playSeries } from './series.ts';

test('what stands at the service is what the branches say, however their runs went', async () => {
  using place = folder();
  // One here: `npm run stories` plays as many as there is time for.
  const stories = [1];
  const next = () => stories.shift() ?? null;
  const how = { seed: 16, lanes: 1, shrinks: 0, next, onStory: () => {} };
  const { failures } = await playSeries({ bundle: keepBundle(place.path), ...how });
  expect(failures.map(({ text }) => text)).toEqual([]);
});
