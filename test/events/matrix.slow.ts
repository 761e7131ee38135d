import { afterAll, describe, expect, test } from 'vitest';
import { type CloneKind, makeClone } from '../git/clones.ts';
import { history } from './history.ts';
import { githubRows, gitlabRows, type Row } from './rows.ts';
import { filesOf, runIn } from './support.ts';

/** Every event in the kinds of clone that may matter to it: the same files, worked out by hand. */
const kinds: CloneKind[] = ['full', 'depth1', 'depth20', 'blobless', 'sparse', 'wrongHead', 'treeless'];
/** Of GitLab: its ranges are those of GitHub by other names, so its own depths and one clone that lacks contents. */
const kindsOfGitLab: CloneKind[] = ['depth20', 'blobless'];
/** Decided by the event alone; an error has no rule. */
const withoutCommits = ['branch-deleted', 'tag', ''];
const made = history();
afterAll(() => made[Symbol.dispose]());
const ofGitHub = githubRows(made.at);
const ofGitLab = gitlabRows(made.at);
const clones = new Map<string, string>();

function rowsIn(kind: CloneKind): Row[] {
  const rows = kindsOfGitLab.includes(kind) ? [...ofGitHub, ...ofGitLab] : ofGitHub;
  return kind === 'full' ? rows : rows.filter(({ rule }) => !withoutCommits.includes(rule));
}

function cloneFor(kind: CloneKind, ref: string, head: string): string {
  const name = `${kind}-${head.slice(0, 12)}-${ref}`;
  const dir = clones.get(name) ?? makeClone(kind, made.origin, { ref, head }, name);
  clones.set(name, dir);
  return dir;
}

describe.each(kinds)('%s clone', (kind) => {
  test.each(rowsIn(kind))('$name', async ({ ref, head, told, options, files, rule }) => {
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
