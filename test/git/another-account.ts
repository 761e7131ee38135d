/** Another account of this machine, which may read only what everybody may. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Folder } from './support.ts';

/** Any that owns nothing here; nobody need have it. */
const another = 12_345;

/**
 * Does at once what another account would do: root may read everything, no matter what the modes say. Where the tests are not
 * run by root, their own account serves.
 */
export function asAnother<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(another);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

/** A temporary directory that everybody may enter; where the tests keep theirs, only their own account may. */
export function openFolder(): Folder {
  const path = mkdtempSync(join('/tmp', 'git-test-'));
  chmodSync(path, 0o755);
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
