/**
 * The switches of the services that the tests of the client start: what the interface leaves open must not matter to
 * them, so switches.slow.ts runs the same test files once more in each other position.
 */
import type { ServiceOptions } from '../../src/service/start.ts';

export type Switches = Required<Pick<ServiceOptions, 'refusalStatus' | 'quotedNumbers' | 'variant'>>;

/** The environment variable that carries switches, as JSON, into a run of test files. */
export const switchesVariable = 'TEST_SERVICE_SWITCHES';

/** The switches of this run of test files; none when the variable is not set: the service's own defaults. */
export function switches(): Partial<Switches> {
  return JSON.parse(process.env[switchesVariable] ?? '{}') as Partial<Switches>;
}
