/** What every kind of clone has to stand: the right files, and a checkout that is byte-identical afterwards. */
import { expect, test } from 'vitest';
import { history, type Step } from '../events/history.ts';
import { filesOf, runIn, type Told } from '../events/support.ts';
import { github, pushed, zeros } from '../host/support.ts';
import { type CloneKind, makeClone } from './clones.ts';
import { hashTree, runEnv } from './support.ts';

const pushes: [branch: string, before: Step | null, after: Step, files: string[]][] = [
  ['main', 'm1', 'm3', ['+B.RPGLE', '+new/C.RPGLE < old/C.RPGLE', '-D.RPGLE']],
  ['main', 'x', 'm3', ['+B.RPGLE', '+E.RPGLE', '+new/C.RPGLE < old/C.RPGLE', '-D.RPGLE']],
  ['feature', 'f1', 'fm', ['+A.RPGLE', '+G.RPGLE', ...['B', 'D', 'new/C'].map((name) => `~${name}.RPGLE: as on main`)]],
  ['feature', null, 'fm', ['+A.RPGLE', '+F.RPGLE', '+G.RPGLE']],
  ['octopus', 'm3', 'oct', ['+P1.RPGLE', '+P2.RPGLE', '+P3.RPGLE']],
  ['orphan', null, 'o', ['+O.RPGLE']],
];

/** Tests one kind of clone. @param prepare what else is done to it before the run; `only`: these of the six pushes. */
export function everyPush(
  name: string,
  kind: CloneKind,
  options: { format?: 'sha1' | 'sha256'; prepare?: (dir: string) => void; only?: readonly number[] } = {},
): void {
  test(name, async () => {
    using made = history(options.format);
    const { at, origin } = made;
    for (const n of options.only ?? pushes.keys()) {
      const [branch, before, after, files] = pushes[n] ?? expect.fail('no such push');
      const dir = makeClone(kind, origin, { ref: branch, head: at[after] }, `${kind}-${n}`);
      options.prepare?.(dir);
      const none = options.format === 'sha256' ? zeros.padEnd(64, '0') : zeros;
      const payload = pushed(`refs/heads/${branch}`, before === null ? none : at[before], at[after]);
      const told: Told = { env: github('push'), payload };
      const untouched = hashTree(dir);
      const report = await runIn(dir, told, {}, { env: { ...runEnv, ...told.env } });
      expect(filesOf(report), `${branch} ${before}..${after}`).toEqual([...files].sort());
      expect(hashTree(dir), `${branch} ${before}..${after}`).toBe(untouched);
    }
  });
}
