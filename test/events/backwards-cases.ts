import { describe, expect, test } from 'vitest';
import { type Stage, stage } from './filing-support.ts';
import { filesOf } from './support.ts';

/** main: m0 with A and B; m1 edits A and removes B; m2 edits A again and adds C. */
export function line({ origin }: Stage): { m0: string; m1: string; m2: string } {
  const m0 = origin.commit({ 'A.RPGLE': 'A 0\n', 'B.RPGLE': 'B 0\n' });
  const m1 = origin.commit({ 'A.RPGLE': 'A 1\n', 'B.RPGLE': null, 'D.RPGLE': 'D 1\n' });
  const m2 = origin.commit({ 'A.RPGLE': 'A 2\n', 'C.RPGLE': 'C 2\n' });
  return { m0, m1, m2 };
}

/** What holds with a ledger and without one. @param only names of the tests to run, when not all. */
export function neverBackwards(ledger: 'auto' | 'off', only?: readonly string[]): void {
  const inCase = (name: string, body: () => Promise<void>) => {
    if (only === undefined || only.includes(name)) test(name, body);
  };
  describe(`never backwards, ledger ${ledger}`, () => {
    inCase('an old run started again after a newer one files nothing old over something new', async () => {
      await using it = await stage();
      const { m0, m1, m2 } = line(it);
      it.origin.push(m1, 'main');
      await it.push('main', m0, m1, { ledger });
      it.origin.push(m2, 'main');
      await it.push('main', m1, m2, { ledger });
      const before = it.held();
      const again = await it.push('main', m0, m1, { ledger });
      expect(again.leftOut).toContainEqual({
        path: 'A.RPGLE',
        code: 'superseded',
        why: `superseded: the remote has main at ${m2.slice(0, 12)}, where this file is different. The run of that commit files it`,
      });
      expect(again.requests.filter(({ path }) => path === 'A.RPGLE')).toEqual([]);
      expect(it.held()).toEqual(before);
    });

    inCase('two runs that finish in the wrong order: each file is filed once, as it is at the tip', async () => {
      await using it = await stage();
      const { m0, m1, m2 } = line(it);
      it.origin.push(m2, 'main');
      await it.push('main', m1, m2, { ledger });
      const late = await it.push('main', m0, m1, { ledger });
      expect(late.leftOut.map(({ path }) => path)).toContain('A.RPGLE');
      const held = it.held();
      expect(held.filter((row) => row.includes(' A.RPGLE'))).toEqual(['*MIGRATE A.RPGLE on main = A 2']);
      expect(held).toContain('*MIGRATE C.RPGLE on main = C 2');
      expect(held).not.toContain('*DELETE C.RPGLE on main');
    });

    inCase(
      'a branch reset to an older commit: what was taken back is not filed again by the run of the newer commit',
      async () => {
        await using it = await stage();
        const { m0, m1, m2 } = line(it);
        it.origin.push(m1, 'main');
        await it.push('main', m0, m2, { ledger });
        const held = it.held();
        expect(held.some((row) => row.includes('A.RPGLE') || row.includes('C.RPGLE'))).toBe(false);
        expect(held).toContain('*MIGRATE D.RPGLE on main = D 1');
      },
    );

    inCase('a branch that is gone counts as being at the head', async () => {
      await using it = await stage();
      const { m0, m1 } = line(it);
      it.origin.push(m1, 'refs/keep/m1');
      const report = await it.push('main', m0, m1, { ledger });
      expect(report.leftOut).toEqual([]);
      expect(it.held()).toContain('*MIGRATE A.RPGLE on main = A 1');
    });

    inCase('a head that was named is meant as it is', async () => {
      await using it = await stage();
      const { m0, m1, m2 } = line(it);
      it.origin.push(m2, 'main');
      const report = await it.push('main', m0, m1, { ledger, base: m0, head: m1 });
      expect(filesOf(report)).toEqual(['+A.RPGLE', '+D.RPGLE', '-B.RPGLE']);
    });
  });
}
