/**
 * The first push of a repository: every file of it is filed at once. What it takes is to grow with the number of files and
 * no faster: time, the peak memory of the process, and what the ledger adds to the remote.
 */
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { git, remote, runEnv, writeFiles } from '../git/support.ts';
import { mappingText } from '../runs/support.ts';
import type { Asked, Group } from './group.ts';
import { peakOf } from './memory.ts';
import { commits, source } from './repositories.ts';
import { type Heading, type Row, rowOf, type Unit } from './row.ts';
import { serve } from './serving.ts';

const sizes = [10_000, 100_000] as const;

/** What an import of one size came to. */
interface Imported {
  readonly requestsPerSecond: number;
  readonly peakMiB: number;
  readonly ledgerMiB: number;
  /** A push of one file afterwards, which reads all that is remembered. */
  readonly nextMs: number;
}

const figures: readonly (readonly [keyof Imported, string, string, Unit])[] = [
  ['requestsPerSecond', '', 'imported files, all at once', 'requests/s'],
  ['peakMiB', '-memory', 'peak memory of that', 'MiB'],
  ['ledgerMiB', '-ledger', 'what the ledger adds to the remote', 'MiB'],
  ['nextMs', '-next', 'a push of 1 file after it', 'ms'],
];

function headings(size: number): Heading[] {
  return figures.map(([, end, what, unit]) => ({
    name: `import-${size}${end}`,
    what: `${size.toLocaleString('en')}: ${what}`,
    unit,
  }));
}

const path = (n: number) => `app${Math.floor(n / 1000)}/QRPGLESRC/P${String(n).padStart(7, '0')}.RPGLE`;

/** Files the first push of a repository of so many sources, then one that changes the first. */
export async function importOf(size: number): Promise<Imported> {
  using origin = remote();
  using runner = new Runner();
  await using service = await serve(bundles.cli);
  const files = Array.from({ length: size }, (_, n) => ({ path: path(n), content: source(n, 0) }));
  const [first = '', next = ''] = commits(origin, 'main', files, [{ path: path(0), content: source(0, 1) }]);
  writeFiles(origin.work, { '.file-checkouts.yml': mappingText });
  const push = async (before: string | null, after: string) => {
    origin.push(after, 'main');
    const env = { ...runEnv, ...runner.push({ branch: 'main', before, after }) };
    return peakOf(origin.root, {
      args: [bundles.cli, 'file', '--max-requests', String(size), '--concurrency', '16'],
      cwd: origin.work,
      env: { ...env, FILE_CHECKOUTS_URL: service.url, FILE_CHECKOUTS_TOKEN: 'demo-token' },
    });
  };
  const { ms, peakMiB } = await push(null, first);
  const added = ['rev-list', '--objects', '--disk-usage', 'refs/notes/check-outs'];
  git(origin.remote, 'gc', '--quiet');
  const ledgerMiB = Number(git(origin.remote, ...added)) / 2 ** 20;
  const { ms: nextMs } = await push(first, next);
  return { requestsPerSecond: (size * 1000) / ms, peakMiB, ledgerMiB, nextMs };
}

async function measure({ wants, say }: Asked): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const of = headings(size);
    if (!of.some(({ name }) => wants(name))) continue;
    say(`import of ${size}`);
    const came = await importOf(size);
    for (const [n, [figure]] of figures.entries()) {
      const heading = of[n];
      if (heading !== undefined) rows.push(rowOf(heading, [{ measured: came[figure], floor: null }]));
    }
  }
  return rows;
}

export const importing: Group = {
  names: sizes.flatMap((size) => headings(size).map(({ name }) => name)),
  runs: { usual: 1, quick: 1 },
  measure,
};
