import { afterAll, describe, expect, test } from 'vitest';
import { type CloneKind, makeClone } from '../git/clones.ts';
import { history } from './history.ts';
import { githubRows, gitlabRows } from './rows.ts';
import { filesOf, runIn } from './support.ts';

/** Every event in every kind of clone: the same files, worked out by hand. */
const kinds: CloneKind[] = ['full', 'depth1', 'depth20', 'blobless', 'sparse', 'wrongHead', 'treeless'];
const made = history();
afterAll(() => made[Symbol.dispose]());
const rows = [...githubRows(made.at), ...gitlabRows(made.at)];
const clones = new Map<string, string>();

function cloneFor(kind: CloneKind, ref: string, head: string): string {
  const name = `${kind}-${head.slice(0, 12)}-${ref}`;
  const dir = clones.get(name) ?? makeClone(kind, made.origin, { ref, head }, name);
  clones.set(name, dir);
  return dir;
}

describe.each(kinds)('%s clone', (kind) => {
  test.each(rows)('$name', async ({ ref, head, told, options, files, rule }) => {
    const report = await runIn(cloneFor(kind, ref, made.at[head]), told, options);
    const found = filesOf(report);
    if (files[0]?.startsWith('error')) {
      expect(found[0]).toMatch(new RegExp(`^${files[0]}.+`));
      expect(report.error?.remedy).toMatch(/--base/);
    } else {
      expect(found).toEqual([...files].sort());
      expect(report.range?.rule).toBe(rule);
    }
  });
});
