import { afterAll, describe, expect, test } from 'vitest';
import { type CloneKind, makeClone } from '../git/clones.ts';
import { history } from './history.ts';
import { githubRows, gitlabRows, quickRows, type Row } from './rows.ts';
import { filesOf, runIn } from './support.ts';

/**
 * Every event in the clone that its host makes, and a sample in those that have most and least: the same files, worked out by hand.
 * What each kind of clone lacks is fetched in test/git/every-clone.slow.ts.
 */
const kinds: CloneKind[] = ['full', 'depth1', 'depth20', 'treeless'];
/** Events that need most of the history. */
const sample = [
  'first push of a branch',
  'own commits and a merge of main in one push',
  'a branch rebased on main',
  'forced push',
  'first push of an orphan branch',
  'pull_request',
];
/** Decided by the event alone; an error has no rule. */
const withoutCommits = ['branch-deleted', 'tag', ''];
const made = history();
afterAll(() => made[Symbol.dispose]());
const ofGitHub = githubRows(made.at);
const ofGitLab = gitlabRows(made.at);
const clones = new Map<string, string>();

function rowsIn(kind: CloneKind): Row[] {
  const needsNone = ({ rule }: Row) => withoutCommits.includes(rule);
  const rows = { depth1: ofGitHub, depth20: ofGitLab }[kind as string] ?? [];
  const some = ofGitHub.filter((row) => sample.includes(row.name) && !rows.includes(row));
  const others = kind === 'full' ? ofGitHub.filter((row) => needsNone(row) && !some.includes(row)) : [];
  const all = [...rows.filter((row) => !needsNone(row)), ...some, ...others];
  return kind === 'depth1' ? all.filter(({ name }) => !quickRows.includes(name)) : all;
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
