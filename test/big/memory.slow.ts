import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Serving, serve } from '../bench/serving.ts';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { git, gitBytes, type Remote, remote, runEnv, writeFiles } from '../git/support.ts';
import { mappingText } from '../runs/support.ts';

/** Peak memory of the process that files, as users run it; the service has a process of its own. */

/** MiB, also of a run that holds the ledger's record of as many requests; 10,000 are in docs/benchmarks.md. */
const most = 160;
const run = promisify(execFile);

/** What the service tells of itself on loopback. */
interface Inspected {
  readonly requests: readonly { readonly objn: string }[];
  readonly attachments: readonly { readonly bytes: number; readonly sha256: string }[];
}

let service: Serving;
let origin: Remote;
const runner = new Runner();

beforeAll(async () => {
  origin = remote();
  writeFiles(origin.work, { '.file-checkouts.yml': mappingText });
  service = await serve(bundles.cli);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  origin[Symbol.dispose]();
  runner[Symbol.dispose]();
});

/** A commit on a branch with these files, at the remote; nothing is checked out, as contents come from Git. */
function commitOn(branch: string, files: Iterable<readonly [string, Buffer<ArrayBuffer>]>, parent?: string): string {
  const from = parent === undefined ? '' : `from ${parent}\n`;
  const parts = [Buffer.from(`commit refs/heads/${branch}\ncommitter J <j@example.com> 0 +0000\ndata 0\n${from}`)];
  for (const [path, content] of files) {
    parts.push(Buffer.from(`M 100644 inline ${path}\ndata ${content.length}\n`), content, Buffer.from('\n'));
  }
  // Random bytes get no smaller, however long Git tries.
  gitBytes(
    origin.work,
    ['-c', 'core.compression=0', 'fast-import', '--quiet'],
    Buffer.concat([...parts, Buffer.from('done\n')]),
  );
  const head = git(origin.work, 'rev-parse', `refs/heads/${branch}`);
  origin.push(head, branch);
  return head;
}

/** Files a push of a branch, with every report; gives what was printed and the peak memory in MiB. */
async function file(
  branch: string,
  before: string | null,
  after: string,
): Promise<{ stdout: string; peakMiB: number }> {
  const env = {
    ...runEnv,
    ...runner.push({ branch, before, after }),
    FILE_CHECKOUTS_URL: service.url,
    FILE_CHECKOUTS_TOKEN: 'demo-token',
    PEAK_FILE: runner.file('peak'),
  };
  const limits = ['--max-requests', '10000', '--concurrency', '16'];
  const reports = ['report', 'html', 'junit', 'dotenv'].flatMap((kind) => [`--${kind}`, runner.file(kind)]);
  const args = ['--import', resolve('test/bench/floors/peak.mjs'), bundles.cli, 'file', ...limits, ...reports];
  const { stdout } = await run(process.execPath, args, { cwd: origin.work, env, maxBuffer: 1 << 26 });
  return { stdout, peakMiB: Number(runner.read('peak')) };
}

async function inspected(): Promise<Inspected> {
  return (await (await fetch(`${service.url}/inspect.json`)).json()) as Inspected;
}

describe(`peak memory under ${most} MiB (whole process)`, () => {
  test('one attachment of 50 MB, which arrives byte for byte', async () => {
    const content = randomBytes(50_000_000);
    const head = commitOn('feature/large', [['QRPGLESRC/LARGE.RPGLE', content]]);
    const { stdout, peakMiB } = await file('feature/large', null, head);
    expect(stdout).toContain('1 created; 0 left out');
    const { attachments } = await inspected();
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(attachments).toMatchObject([{ bytes: content.length, sha256 }]);
    expect(peakMiB).toBeLessThan(most);
  });

  test('2,000 requests, created; the next push updates 200 of them', async () => {
    const count = 2_000;
    // The record that the next run holds is of all of them; what it changes of them adds little.
    const changed = 200;
    const filesWith = (word: string, length: number) =>
      Array.from({ length }, (_, n) => {
        const text = `**free // ${n}\n`.padEnd(1500, `${word} ${n};\n`);
        return [`QRPGLESRC/P${String(n).padStart(5, '0')}.RPGLE`, Buffer.from(text)] as const;
      });
    const first = commitOn('main', filesWith('dsply', count));
    const created = await file('main', null, first);
    expect(created.stdout).toContain(`${count} created; 0 left out`);
    const second = commitOn('main', filesWith('callp', changed), first);
    const updated = await file('main', first, second);
    expect(updated.stdout).toContain(`${changed} updated; 0 left out`);
    const { requests } = await inspected();
    expect(new Set(requests.map(({ objn }) => objn)).size).toBe(count + 1);
    expect(created.peakMiB).toBeLessThan(most);
    expect(updated.peakMiB).toBeLessThan(most);
  });
});
