/** The licences of the packages whose code is in the bundles, as these ask for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the licence texts of the packages whose code is in the bundles, sorted by name, 80 dashes between. @param modules paths of bundled files */
export function licencesOf(modules: readonly string[]): string {
  const packages = new Set(
    modules.flatMap((file) => /.*node_modules[\\/]((?:@[^/\\]+[\\/])?[^/\\]+)[\\/]/.exec(file)?.[1] ?? []),
  );
  const parts = [...packages].map((name) => name.replaceAll('\\', '/')).sort();
  return parts.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`);
}

/** Returns `NAME VERSION (LICENCE)` and the text of the licence file of an installed package; without such a file the name of the licence. */
function licenceOf(name: string): string {
  const dir = join('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const file = readdirSync(dir).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file !== undefined && existsSync(join(dir, file)) ? readFileSync(join(dir, file), 'utf8').trim() : license;
  return `${name} ${version} (${license})\n\n${text}\n`;
}
