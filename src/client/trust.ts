/** Whose certificates are trusted. */

import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import { messageOf, Problem } from '../errors.ts';

/**
 * The trusted certificates (PEM): Node's own and those of the file, or undefined without a file (Node's own).
 * Throws `Problem('usage')` when the file cannot be read or holds no certificate.
 */
export async function trustedCertificates(caFile: string | undefined): Promise<string[] | undefined> {
  if (caFile === undefined) return undefined;
  const pem = await readFile(caFile, 'latin1').catch((error: unknown) => {
    throw new Problem(
      'usage',
      `The CA file ${caFile} cannot be read: ${messageOf(error)}.`,
      'Give --ca-file the path of a readable PEM file.',
      { cause: error },
    );
  });
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw new Problem(
      'usage',
      `The CA file ${caFile} holds no certificate in PEM form.`,
      'Give --ca-file a file that has a "-----BEGIN CERTIFICATE-----" block.',
    );
  }
  return [...getCACertificates('default'), pem];
}
