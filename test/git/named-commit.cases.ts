import { expect, test } from 'vitest';
import { runIn } from '../events/support.ts';
import { github, pushed } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { git, remote } from './support.ts';

const mapping = (lvl: number) => `version: 1
branches: [{ branch: "**", appl: ORD, lvl: ${lvl} }]
rules: [{ match: { gfile: "*.RPGLE" }, request: { attr: RPGLE, objt: "*PGM" } }]
unmapped: ignore
`;
export const file = '.file-checkouts.yml';

/** main files at level 10; a branch f is pushed whose own mapping says 50, and that mapping is everywhere it can be. */
export function scene() {
  const origin = remote();
  const base = origin.commit({ [file]: mapping(10), 'A.RPGLE': 'one\n' });
  origin.push(base, 'main');
  git(origin.work, 'checkout', '--quiet', '-b', 'f');
  const evil = origin.commit({ [file]: mapping(50), 'A.RPGLE': 'two\n' });
  origin.push(evil, 'f');
  const dir = makeClone('full', origin, { ref: 'f', head: evil });
  const told = { env: github('push', { GITHUB_REF: 'refs/heads/f' }), payload: pushed('refs/heads/f', base, evil) };
  const level = async (rev: string, env?: Readonly<Record<string, string>>) => {
    const report = await runIn(dir, told, { mapping: `${rev}:${file}`, set: [] }, env === undefined ? {} : { env });
    const { exitCode, error } = report;
    return error === null ? report.requests.map(({ lvl }) => lvl) : { exitCode, ...error };
  };
  return { origin, base, evil, dir, level, [Symbol.dispose]: () => origin[Symbol.dispose]() };
}

/** What somebody plants so that it be taken for the remote's branch, by what it is called. */
export type Planted = [string, (it: ReturnType<typeof scene>) => void];

/** `origin/main` is never what was planted. */
export function neverPlanted(planted: readonly Planted[]): void {
  test.each(planted)('never %s', async (_, plant) => {
    using it = scene();
    plant(it);
    // As checkouts with the full history do.
    git(it.dir, 'fetch', '--quiet', '--tags', 'origin');
    plant(it);
    expect(await it.level('origin/main')).toEqual([10]);
  });
}
