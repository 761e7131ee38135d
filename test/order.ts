import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** The slow files that take longest: begun last, one would go on alone when all others are over. */
const longest = [
  'service/switches',
  'big/memory',
  'runs/writers',
  'runs/faults',
  'runs/level-deletes',
  'events/matrix',
  'stories/stories',
  'gitlab/pipelines',
  'git/every-clone',
  'events/backwards',
];

/** Rooms whose tests start many processes. That is the dearer the larger the worker has grown, so they come first. */
const starting = ['e2e', 'runs', 'git', 'surfaces', 'ledger', 'events', 'workflows', 'check', 'gitlab', 'docs'];

/** The order of the test files: the same on every machine, whatever it remembers of earlier runs. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({ file, rank: rankOf(file.moduleId) }));
    return ranked
      .sort((a, b) => a.rank - b.rank || (a.file.moduleId < b.file.moduleId ? -1 : 1))
      .map(({ file }) => file);
  }
}

function rankOf(path: string): number {
  const [, room = '', name = ''] = /([^/]+)\/([^/]+)\.(?:test|slow)\.ts$/.exec(path) ?? [];
  const long = path.endsWith('.slow.ts') ? longest.indexOf(`${room}/${name}`) : -1;
  if (long >= 0) return long;
  return longest.length + (starting.includes(room) ? 0 : 1);
}
