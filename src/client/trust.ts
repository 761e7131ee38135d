import { getCACertificates } from 'node:tls';
import { messageOf, Problem } from '../errors.ts';
import { readRegularFile } from '../regular-file.ts';

/**
 * Returns the trusted certificates (PEM): Node's own and those of the file; undefined without a file: Node's own.
 * @throws Problem('usage') if the file is no regular one of at most 4 MiB, or holds no certificate
 */
export function trustedCertificates(caFile: string | undefined): string[] | undefined {
  if (caFile === undefined) return undefined;
  const pem = readCaFile(caFile).toString('latin1');
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    const remedy = 'Give --ca-file a file that has a "-----BEGIN CERTIFICATE-----" block.';
    throw new Problem('usage', `The CA file ${caFile} holds no certificate in PEM form.`, remedy);
  }
  return [...getCACertificates('default'), pem];
}

function readCaFile(caFile: string): Buffer {
  try {
    return readRegularFile(caFile, '.');
  } catch (error) {
    const why = `The CA file ${caFile} cannot be read: ${messageOf(error)}.`;
    throw new Problem('usage', why, 'Give --ca-file the path of a readable PEM file.', { cause: error });
  }
}
