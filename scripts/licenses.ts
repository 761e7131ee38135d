/** The licences of the packages whose code is in the bundles, as these ask for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param modules files whose code is in a bundle. */
export function licencesOf(modules: readonly string[]): string {
  const packages = new Set(
    modules.flatMap((file) => /.*node_modules[\\/]((?:@[^/\\]+[\\/])?[^/\\]+)[\\/]/.exec(file)?.[1] ?? []),
  );
  const parts = [...packages].map((name) => name.replaceAll('\\', '/')).sort();
  return parts.map(licenceOf).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(name: string): string {
  const dir = join('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const file = readdirSync(dir).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file !== undefined && existsSync(join(dir, file)) ? readFileSync(join(dir, file), 'utf8').trim() : license;
  return `${name} ${version} (${license})\n\n${text}\n`;
}
