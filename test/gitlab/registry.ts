/** A registry of npm packages, with one package in it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen, stop } from '../client/support.ts';

/**
 * Starts a registry that has `file-checkouts` in one version; `asked` are the paths that were called. @param dir an empty
 * folder. @param cli text of its program.
 */
export async function startRegistry(dir: string, version: string, cli: string) {
  const manifest = { name: 'file-checkouts', version, type: 'module', bin: { 'file-checkouts': 'dist/cli.mjs' } };
  mkdirSync(join(dir, 'package/dist'), { recursive: true });
  writeFileSync(join(dir, 'package/package.json'), JSON.stringify(manifest));
  writeFileSync(join(dir, 'package/dist/cli.mjs'), `#!/usr/bin/env node\n${cli}`, { mode: 0o755 });
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: dir });
  const tarball = readFileSync(join(dir, 'package.tgz'));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.tgz')) return response.end(tarball);
    const dist = { tarball: `http://${request.headers.host}/package.tgz`, integrity };
    const versions = { [version]: { ...manifest, dist } };
    const about = { name: manifest.name, 'dist-tags': { latest: version }, versions };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(about));
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  return { url, asked, [Symbol.asyncDispose]: () => stop(server) };
}
