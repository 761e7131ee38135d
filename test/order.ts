import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** The slow files that take longest: begun last, one would go on alone when all others are over. */
const longest = [
  ...'settled/one-rfp settled/gone-file runs/taken-over runs/dependents runs/sealed gitlab/pipelines'.split(' '),
  ...'docs/readme docs/cookbook ledger/elsewhere git/every-clone fuzz/crafted uses/speed big/memory'.split(' '),
  ...'crash/crash stories/stories'.split(' '),
];

/** Rooms whose tests start many processes. That is the dearer the larger the worker has grown, so they come first. */
const starting = 'e2e runs settled git surfaces ledger events workflows check gitlab docs'.split(' ');

/** Rooms whose slow tests mostly wait, for a browser or a clock: each runs beside those that keep the processors busy. */
const waiting = ['page', 'cancel', 'transport', 'pictures'];

/** The order of the test files: the same on every machine, no matter what it remembers of earlier runs. */
export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((file) => ({ file, rank: rankOf(file.moduleId) }));
    const sorted = ranked.sort((a, b) => a.rank - b.rank || (a.file.moduleId < b.file.moduleId ? -1 : 1));
    const [waits, busy] = [sorted.filter(isWaiting), sorted.filter((one) => !isWaiting(one))];
    return spread(waits, busy).map(({ file }) => file);
  }
}

/** All of both lists in their order, the fewer evenly among the more. */
function spread<T>(few: readonly T[], more: readonly T[]): T[] {
  const each = (few.length + more.length) / (few.length + 1);
  const placed = few.map((one, n) => ({ one, at: (n + 1) * each }));
  const others = more.map((one, n) => ({ one, at: n * ((few.length + more.length) / more.length) }));
  return [...placed, ...others].sort((a, b) => a.at - b.at).map(({ one }) => one);
}

function isWaiting({ file }: { readonly file: TestSpecification }): boolean {
  const { room } = placeOf(file.moduleId);
  return file.moduleId.endsWith('.slow.ts') && waiting.includes(room);
}

function placeOf(path: string): { readonly room: string; readonly name: string } {
  const [, room = '', name = ''] = /([^/]+)\/([^/]+)\.(?:test|slow)\.ts$/.exec(path) ?? [];
  return { room, name };
}

function rankOf(path: string): number {
  const { room, name } = placeOf(path);
  const long = path.endsWith('.slow.ts') ? longest.indexOf(`${room}/${name}`) : -1;
  if (long >= 0) return long;
  return longest.length + (starting.includes(room) ? 0 : 1);
}
