import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { peakOf } from '../bench/memory.ts';
import { commitOn, commits } from '../bench/repositories.ts';
import { type Serving, serve } from '../bench/serving.ts';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { git, type Remote, remote, runEnv, writeFiles } from '../git/support.ts';
import { mappingText } from '../runs/support.ts';

/** Peak memory of the process that files, as users run it; the service has a process of its own. */

/** MiB, also of a run that holds the ledger's record of as many requests; the benchmark files 10,000. */
const most = 160;

let service: Serving;
let origin: Remote;
const runner = new Runner();

beforeAll(async () => {
  origin = remote();
  // Packing 50 MB would take longer than the runs.
  git(origin.work, 'config', 'core.compression', '0');
  writeFiles(origin.work, { '.file-checkouts.yml': mappingText });
  service = await serve(bundles.cli);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  origin[Symbol.dispose]();
  runner[Symbol.dispose]();
});

/** Files a push of a branch, with every report; gives what was printed and the peak memory in MiB. */
function file(branch: string, before: string | null, after: string) {
  const limits = ['--max-requests', '10000', '--concurrency', '16'];
  const reports = ['report', 'html', 'junit', 'dotenv'].flatMap((kind) => [`--${kind}`, runner.file(kind)]);
  const env = { ...runEnv, ...runner.push({ branch, before, after }) };
  return peakOf(runner.dir, {
    args: [bundles.cli, 'file', ...limits, ...reports],
    cwd: origin.work,
    env: { ...env, FILE_CHECKOUTS_URL: service.url, FILE_CHECKOUTS_TOKEN: 'demo-token' },
  });
}

/** What the service tells of itself on loopback. */
async function inspected(): Promise<{
  readonly requests: readonly { readonly objn: string }[];
  readonly attachments: readonly { readonly bytes: number; readonly sha256: string }[];
}> {
  return (await fetch(`${service.url}/inspect.json`)).json() as never;
}

describe(`peak memory under ${most} MiB (whole process)`, () => {
  test('one attachment of 50 MB, which arrives byte for byte', async () => {
    const content = randomBytes(50_000_000);
    const [head = ''] = commits(origin, 'feature/large', [{ path: 'QRPGLESRC/LARGE.RPGLE', content }]);
    const { stdout, peakMiB } = await file('feature/large', null, head);
    expect(stdout).toContain('1 created; 0 left out');
    const { attachments } = await inspected();
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(attachments).toMatchObject([{ bytes: content.length, sha256 }]);
    expect(peakMiB).toBeLessThan(most);
  });

  test('1,000 requests, created; the next push updates 100 of them', async () => {
    const count = 1_000;
    // The record that the next run holds is of all of them; what it changes of them adds little.
    const changed = 100;
    const filesWith = (word: string, length: number) =>
      Array.from({ length }, (_, n) => {
        const content = `**free // ${n}\n`.padEnd(1500, `${word} ${n};\n`);
        return { path: `QRPGLESRC/P${String(n).padStart(5, '0')}.RPGLE`, content };
      });
    const [first = ''] = commits(origin, 'main', filesWith('dsply', count));
    const created = await file('main', null, first);
    expect(created.stdout).toContain(`${count} created; 0 left out`);
    const second = commitOn(origin, first, 'main', filesWith('callp', changed));
    const updated = await file('main', first, second);
    expect(updated.stdout).toContain(`${changed} updated; 0 left out`);
    const { requests } = await inspected();
    expect(new Set(requests.map(({ objn }) => objn)).size).toBe(count + 1);
    expect(created.peakMiB).toBeLessThan(most);
    expect(updated.peakMiB).toBeLessThan(most);
  });
});
