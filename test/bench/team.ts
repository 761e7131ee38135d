/** A repository as a larger team has it, and pushes to it: each commit is made from the same first one. */
import { git, type Remote } from '../git/support.ts';
import { type Change, commitOn, commits, source } from './repositories.ts';

const kinds = ['PGM.RPGLE', 'PGM.SQLRPGLE', 'CLLE', 'PF', 'LF', 'DSPF', 'BND', 'TABLE', 'CMD', 'RPGLE'] as const;

/** Eleven rules: what most files of one kind are. Objects are told apart by the names of their files. */
export const teamMapping = `version: 1
repo: ORDERS
dependents: ignore
branches:
  - { branch: main, appl: ORD, lvl: 50 }
request: { proj: null }
rules:
  - { match: { gfile: "{obj}.PGM.RPGLE" }, request: { objn: "{obj}", objt: "*PGM", attr: RPGLE } }
  - { match: { gfile: "{obj}.PGM.SQLRPGLE" }, request: { objn: "{obj}", objt: "*PGM", attr: SQLRPGLE } }
  - { match: { gfile: "{obj}.CLLE" }, request: { objn: "{obj}", objt: "*PGM", attr: CLLE } }
  - { match: { gfile: "{obj}.PF" }, request: { objn: "{obj}", objt: "*FILE", attr: PF } }
  - { match: { gfile: "{obj}.LF" }, request: { objn: "{obj}", objt: "*FILE", attr: LF } }
  - { match: { gfile: "{obj}.DSPF" }, request: { objn: "{obj}", objt: "*FILE", attr: DSPF } }
  - { match: { gfile: "{obj}.BND" }, request: { objn: "{obj}", objt: "*SRVPGM", attr: BND } }
  - { match: { gfile: "{obj}.TABLE" }, request: { objn: "{obj}", objt: "*FILE", attr: SQLTABLE } }
  - { match: { gfile: "{obj}.CMD" }, request: { objn: "{obj}", objt: "*CMD", attr: CMD } }
  - { match: { gfile: "{obj}.RPGLE" }, request: { objn: "{obj}", objt: "*MODULE", attr: RPGLE } }
  - { match: { path: "**" }, skip: no source }
`;

const pathOf = (n: number, folder = 'app') => `${folder}${n % 40}/QSRC${n % 5}/P${n}.${kinds[n % kinds.length]}`;

/** Of every four files that change one is edited, one removed, one moved, and one is new. */
function changed(files: number, count: number): Change[] {
  const step = Math.max(1, Math.floor(files / count));
  return Array.from({ length: count }, (_, k): Change => {
    const n = (k * step) % files;
    if (k % 4 === 1) return { path: pathOf(n), removed: true };
    if (k % 4 === 2) return { path: pathOf(n, 'moved'), movedFrom: pathOf(n) };
    const added = k % 4 === 3;
    return { path: pathOf(added ? files + k : n), content: source(n, 2) };
  });
}

/** What a push changes: that many sources, or a text that is for nobody. */
export type Size = number | 'nothing';

/**
 * Commits `files` sources, and on top of them each of `sizes`; gives the first commit and one for each size. The mapping
 * is among the files.
 */
export function team(origin: Remote, files: number, sizes: readonly Size[], mapping = teamMapping) {
  const first = Array.from({ length: files }, (_, n) => ({ path: pathOf(n), content: source(n, 1) }));
  const [base = ''] = commits(origin, 'main', [{ path: '.file-checkouts.yml', content: mapping }, ...first]);
  const readme = [{ path: 'README.md', content: 'A push that changes no source.\n' }];
  const heads = sizes.map((size) => {
    const changes = size === 'nothing' ? readme : changed(files, size);
    return commitOn(origin, base, `push-${size}`, changes);
  });
  for (const dir of [origin.work, origin.remote]) git(dir, 'gc', '--quiet');
  return { base, heads };
}
