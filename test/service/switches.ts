/**
 * The switches of the services that the tests of the client start: what the interface leaves open must not matter to
 * them, so switches.slow.ts runs the same test files once more in the other position.
 */
import type { ServiceOptions } from '../../src/service/start.ts';

export type Switches = Required<Pick<ServiceOptions, 'refusalStatus' | 'quotedNumbers' | 'variant'>>;

let chosen: Partial<Switches> = {};

/** Chooses the switches of services that are started from here on. */
export function choose(some: Partial<Switches>): void {
  chosen = some;
}

/** The chosen switches; none: the service's own defaults. */
export function switches(): Partial<Switches> {
  return chosen;
}
