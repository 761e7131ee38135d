/** Subjects with planted bugs, for the test of the command itself. */
import * as fc from 'fast-check';
import { plainSubject, type Subject } from './subject.ts';

const numbers = fc.array(fc.nat(1000));

export const subjects: readonly Subject[] = [
  plainSubject('planted', [
    { name: 'sound', holds: fc.property(numbers, (list) => list.length >= 0) },
    {
      name: 'wrong',
      holds: fc.property(numbers, (list) => {
        if (list.some((number) => number > 500)) throw new Error('a number over 500');
      }),
    },
  ]),
  plainSubject('endless', [
    {
      name: 'loop',
      holds: fc.property(numbers, (list) => {
        while (list.length > 5) list.length = 6;
      }),
    },
  ]),
  plainSubject('broken', [
    {
      name: 'thrown',
      holds: fc.asyncProperty(numbers, async (list) => {
        if (list.length > 5) setImmediate(() => throwLater());
        await new Promise((resolve) => setTimeout(resolve, 1));
      }),
    },
  ]),
];

function throwLater(): never {
  throw new Error('nobody waits for this');
}
