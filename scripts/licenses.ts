/** Writes dist/LICENSES.txt: the licences of the packages whose code is in the bundles, as these ask for. */
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bundles = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
const packages = new Set<string>();
for (const bundle of bundles) {
  const text = readFileSync(join('dist', bundle), 'utf8');
  for (const [, name] of text.matchAll(/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g)) if (name) packages.add(name);
}

const parts = [...packages].sort().map((name) => {
  const dir = join('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const file = readdirSync(dir).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file !== undefined && existsSync(join(dir, file)) ? readFileSync(join(dir, file), 'utf8').trim() : license;
  return `${name} ${version} (${license})\n\n${text}\n`;
});
// Installing makes the program executable; committed like that, a checkout stays as it is.
chmodSync('dist/cli.mjs', 0o755);
writeFileSync('dist/LICENSES.txt', `${parts.join(`\n${'-'.repeat(80)}\n\n`)}`);
