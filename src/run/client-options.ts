import type { ClientOptions } from '../client/create-client.ts';
import { Problem, type Stop } from '../errors.ts';
import type { HeldLease } from '../ledger/lease.ts';
import { escapeText } from '../log.ts';
import type { RunInput } from './input.ts';

/** The inputs of a run that the client of the service depends on. */
type ClientInput = Pick<RunInput, 'options' | 'token' | 'proxyEnv' | 'signal' | 'log'>;

/**
 * Makes the client's options. @param concurrency most calls at a time. @param findStop is asked before each call why it
 * must not be made. @throws Problem('usage') without an address or a token.
 */
export function clientOptions(input: ClientInput, concurrency: number, findStop?: HeldLease['ensure']): ClientOptions {
  const { options, log, proxyEnv, signal } = input;
  return {
    url: required(options.url, 'the base address of the service', '`--url`'),
    token: required(input.token, 'the token of the service', 'FILE_CHECKOUTS_TOKEN or `--token-file`'),
    ...(options['ca-file'] === undefined ? {} : { caFile: options['ca-file'] }),
    ...{ timeoutSeconds: options.timeout, allowHttp: options['allow-http'], concurrency, proxyEnv, signal },
    ...(findStop === undefined ? {} : { findStop }),
    log: (line) => log.notice(escapeText(line)),
  };
}

/** Returns `value`. @throws Problem('usage') if it is absent or empty: `what` (a noun) is missing, and `where` it is given. */
function required(value: string | undefined, what: string, where: string): string {
  if (value !== undefined && value !== '') return value;
  throw new Problem('usage', `${what} is not given`, `Give ${where}.`);
}

/**
 * Asks the service by a harmless call whether it takes the token of this run. The caller of the service is loaded only here.
 * @returns why it does not; null: it does. @throws Problem('cancelled').
 */
export async function askService(input: RunInput): Promise<Stop | null> {
  const { probeService } = await import('../client/probe-url.ts');
  const { came, said, remedy } = await probeService(clientOptions(input, 1), { isPatient: true });
  if (came === 'service' || came === 'otherAnswer') return null;
  if (came === 'cancelled') throw new Problem('cancelled', said, remedy ?? '');
  return { code: came === 'page' ? 'unreachable' : came, why: said, remedy: remedy ?? '' };
}
