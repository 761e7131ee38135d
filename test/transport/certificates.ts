/** Certificates as companies have them, made for each run of the tests: an authority, and what it signed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Arrived, listen, type Step, scripted, stop } from '../client/support.ts';

export type Authority = ReturnType<typeof newAuthority>;
/** A server's certificate with its key, PEM. */
export type Certificate = ReturnType<Authority['sign']>;

const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A new authority that nobody trusts yet, with the file of its own certificate. */
export function newAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const own = ['-subj', '/O=Acme/CN=Acme Root', '-keyout', at('ca.key'), '-out', at('ca.pem')];
  openssl('req', '-x509', ...key, '-days', '2', ...own);
  let count = 0;
  return {
    caFile: at('ca.pem'),
    /** Signs a certificate for a host name; `days` below 0: it has expired. */
    sign: (host: string, days = 2) => {
      count += 1;
      const [request, extension, cert, keyFile] = ['csr', 'ext', 'pem', 'key'].map((name) => at(`${count}.${name}`));
      if (!request || !extension || !cert || !keyFile) throw new Error('no names');
      openssl('req', '-new', ...key, '-subj', `/CN=${host}`, '-keyout', keyFile, '-out', request);
      writeFileSync(extension, `subjectAltName=DNS:${host}\n`);
      const authority = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-set_serial', String(count + 1)];
      openssl('x509', '-req', '-in', request, ...authority, '-days', String(days), '-extfile', extension, '-out', cert);
      return { cert: readFileSync(cert, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** A scripted service over TLS; `handshakes` counts the connections that came about. */
export async function serveTls(certificate: Certificate, ...steps: Step[]) {
  const arrived: Arrived[] = [];
  const seen = { handshakes: 0 };
  const server = createServer({ ...certificate }, scripted(steps, arrived));
  server.on('secureConnection', () => {
    seen.handshakes += 1;
  });
  const port = await listen(server);
  return { arrived, port, seen, [Symbol.asyncDispose]: () => stop(server) };
}
