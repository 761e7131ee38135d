/** What is fuzzed: a subject is a part of the program with its properties, which hold no matter what comes in. */
import type * as fc from 'fast-check';

/** One property, of fast-check; values are told by their seed and path. */
export interface FuzzProperty {
  readonly name: string;
  readonly holds: fc.IRawProperty<unknown>;
}

/** The properties of a subject, with what they need (servers, repositories) open; disposing closes it. */
export interface OpenSubject extends AsyncDisposable {
  readonly properties: readonly FuzzProperty[];
}

/** A subject by name. Nothing is opened before it is its turn. */
export interface Subject {
  readonly name: string;
  open(): Promise<OpenSubject>;
}

/** A subject that needs nothing open. */
export function plainSubject(name: string, properties: readonly FuzzProperty[]): Subject {
  return { name, open: () => Promise.resolve({ properties, [Symbol.asyncDispose]: () => Promise.resolve() }) };
}
