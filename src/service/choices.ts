/** What the service decides where the interface is silent, in one list. */
import type { Choice } from './choice.ts';
import { choicesOfCalls } from './choices-of-calls.ts';
import { choicesOfRequests } from './choices-of-requests.ts';

/** In the order of the interface: calls, then requests. */
export const choices: readonly Choice[] = [...choicesOfCalls, ...choicesOfRequests];
