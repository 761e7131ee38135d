import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../../src/git/changes.ts';
import { toPathKey } from '../../src/git/git-path.ts';
import type { PlannedPush } from '../../src/plan/planned.ts';
import { toReportLeftOuts } from '../../src/report/report-json.ts';
import { changesOf, link, mapperOf, planChanges, requestTexts, rules, sides, submodule, type Tree } from './support.ts';

const stem = fc.constantFrom('ORD100', 'ord100', 'CUST', 'X', 'a\nb');
const kind = fc.constantFrom('.PGM.RPGLE', '.BND', '.ILESRVPGM', '.PF', '.SQLRPGLE', '.txt');
const folder = fc.constantFrom('', 'QRPGLESRC/', 'app/QRPGLESRC/', 'docs/', 'web/');
const path = fc.tuple(folder, stem, kind).map((parts) => parts.join(''));
const content = fc.constantFrom('a', 'b', link('x'), submodule('s'), { mode: '100755', content: 'a' });
const tree = fc.dictionary(path, content, { maxKeys: 9 }) as fc.Arbitrary<Tree>;

/** Whether something holds of two trees, no matter what is in them. */
const holds = (check: (before: Tree, after: Tree) => void) =>
  fc.assert(fc.property(tree, tree, check), { numRuns: 40 });

/** Every name that a plan accounts for: what a request is about, where it came from, what is left out. */
function accounted(plan: PlannedPush): string[] {
  return [...plan.requests, ...plan.leftOut].flatMap(({ path: now, previousPath }) =>
    [now, previousPath].flatMap((name) => (name === null ? [] : [toPathKey(name)])),
  );
}

const mapper = mapperOf(rules);
const isFile = (change: Change, at: 'before' | 'after') => change[at]?.mode.startsWith('100') === true;

/** How often a file at head has to appear: once for each request that the mapping makes of it, or once as left out. */
function timesDue(change: Change): number {
  const target = change.after === null ? undefined : mapper(change.after.path);
  return target?.kind === 'requests' ? target.targets.length : 1;
}

test('every change ends exactly once: in requests by path or previous path, or left out', () => {
  holds((before, after) => {
    const changes = changesOf(before, after);
    const plan = planChanges(changes, sides(after));
    const names = new Set(accounted(plan));
    const due = changes.flatMap(({ before: old, after: now }) => [old, now].flatMap((s) => (s ? [s.path.text] : [])));
    for (const change of changes) {
      const { after: now } = change;
      if (now === null) continue;
      const made = plan.requests.filter(({ path: at, reason }) => at.text === now.path.text && reason !== '*DELETE');
      const left = plan.leftOut.filter((entry) => entry.path.text === now.path.text);
      const becameOther = isFile(change, 'before') && !isFile(change, 'after');
      if (!becameOther) expect([made.length, left.length]).toEqual(made.length > 0 ? [timesDue(change), 0] : [0, 1]);
    }
    expect([...names].filter((name) => !due.includes(name))).toEqual([]);
    expect(due.filter((name) => !names.has(name))).toEqual([]);
  });
});

test('a delete is never filed for an object that a file at head still makes, nor twice', () => {
  holds((before, after) => {
    const plan = planChanges(changesOf(before, after), sides(after));
    const deletes = plan.requests.filter(({ reason }) => reason === '*DELETE');
    const key = (identity: object) => JSON.stringify(identity);
    expect(new Set(deletes.map(({ identity }) => key(identity))).size).toBe(deletes.length);
    const made = sides(after)
      .filter(({ mode }) => mode.startsWith('100'))
      .flatMap((entry) => {
        const mapped = mapper(entry.path);
        return mapped.kind === 'requests' ? mapped.targets.map(({ identity }) => key(identity)) : [];
      });
    expect(deletes.filter(({ identity }) => made.includes(key(identity)))).toEqual([]);
  });
});

test('the plan is the same no matter the order of the changes', () => {
  holds((before, after) => {
    const changes = changesOf(before, after);
    const texts = (list: readonly Change[]) => requestTexts(planChanges(list, sides(after)));
    const withoutDeletes = (list: string[]) => list.filter((text) => !text.startsWith('*DELETE'));
    expect(withoutDeletes(texts(changes.toReversed()))).toEqual(withoutDeletes(texts(changes)));
  });
});

test('a move out of a path that makes nothing, or into one, is one row with both paths', () => {
  holds((before, after) => {
    const changes = changesOf(before, after);
    const plan = planChanges(changes, sides(after));
    const rows = [...plan.requests, ...plan.leftOut];
    for (const { before: old, after: now } of changes) {
      if (old === null || now === null || old.path.text === now.path.text) continue;
      if ([old, now].every(({ path: at }) => mapper(at).kind === 'requests') && now.mode.startsWith('100')) continue;
      const both = rows.filter((row) => row.path.text === now.path.text && row.previousPath?.text === old.path.text);
      expect(both.length).toBeGreaterThan(0);
    }
  });
});

test('what is left out stands in the report once for a file', () => {
  holds((before, after) => {
    const changes = changesOf(before, after);
    for (const deletes of ['request', 'report'] as const) {
      const rows = toReportLeftOuts(planChanges(changes, sides(after), { deletes }).leftOut);
      const names = rows.flatMap(({ path: now, previousPath }) => [now, ...(previousPath ? [previousPath] : [])]);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
  });
});
