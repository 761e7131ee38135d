/** Looks for secrets in everything that a run leaves: what it printed, its files, the objects of a repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A secret as it is, and inside of base64, as a header of basic authentication has it. */
function spellings(secret: string): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.from('x'.repeat(before) + secret)
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(before === 0 ? 0 : before + 1, -2);
  });
  return [secret, encodeURIComponent(secret), ...inside];
}

/** The places in which one of the secrets stands. */
export function leaks(secrets: readonly string[], places: Readonly<Record<string, string>>): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    secrets.flatMap(spellings).flatMap((spelling) => {
      const at = text.indexOf(spelling);
      return at < 0 ? [] : [`${place}: ${text.slice(Math.max(0, at - 60), at + 60)}`];
    }),
  );
}

/** Every file below a folder, by its name. */
export function filesIn(dir: string): Record<string, string> {
  if (!existsSync(dir)) return {};
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, 'latin1')]));
}

/** The contents of every object of a repository. */
export function objectsOf(gitDir: string): string {
  const args = ['cat-file', '--batch', '--batch-all-objects', '--buffer'];
  return execFileSync('git', args, { cwd: gitDir, encoding: 'latin1', maxBuffer: 1e8 });
}
