/** What the service decides where the interface is silent, in one list. */
import { choicesOfCalls } from './choices-of-calls.ts';
import { choicesOfRequests } from './choices-of-requests.ts';

/**
 * One point: our choice, and why. docs/service.md shows them as a table, and
 * test/service/1-choices.test.ts holds a proof of each.
 */
export interface Choice {
  readonly topic: string;
  readonly choice: string;
  readonly why: string;
}

/** In the order of the interface: calls, then requests. */
export const choices: readonly Choice[] = [...choicesOfCalls, ...choicesOfRequests];
