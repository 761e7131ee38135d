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

/**
 * MiB. The target is 150, and single runs lie around 130; when the collector comes late, one may lie 20 above. What the
 * test tells is memory that grows with the run, of which there was three times as much.
 */
const most = 170;
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

/** A branch with these files, at the remote; nothing is checked out, as contents come from Git. */
function branchWith(branch: string, files: Iterable<readonly [string, Buffer<ArrayBuffer>]>): string {
  const parts = [Buffer.from(`commit refs/heads/${branch}\ncommitter J <j@example.com> 0 +0000\ndata 0\n`)];
  for (const [path, content] of files) {
    parts.push(Buffer.from(`M 100644 inline ${path}\ndata ${content.length}\n`), content, Buffer.from('\n'));
  }
  gitBytes(origin.work, ['fast-import', '--quiet'], Buffer.concat([...parts, Buffer.from('done\n')]));
  const head = git(origin.work, 'rev-parse', `refs/heads/${branch}`);
  origin.push(head, branch);
  return head;
}

/** Files the first push of a branch; gives what was printed and the peak memory in MiB. */
async function file(branch: string, after: string): Promise<{ stdout: string; peakMiB: number }> {
  const env = {
    ...runEnv,
    ...runner.push({ branch, before: null, after }),
    FILE_CHECKOUTS_URL: service.url,
    FILE_CHECKOUTS_TOKEN: 'demo-token',
    PEAK_FILE: runner.file('peak'),
  };
  const limits = ['--max-requests', '10000', '--concurrency', '16'];
  const args = ['--import', resolve('test/big/peak.mjs'), bundles.cli, 'file', ...limits];
  const { stdout } = await run(process.execPath, args, { cwd: origin.work, env, maxBuffer: 1 << 26 });
  return { stdout, peakMiB: Number(runner.read('peak')) / 1024 };
}

async function inspected(): Promise<Inspected> {
  return (await (await fetch(`${service.url}/inspect.json`)).json()) as Inspected;
}

describe(`peak memory under ${most} MiB (whole process)`, () => {
  test('one attachment of 50 MB, which arrives byte for byte', async () => {
    const content = randomBytes(50_000_000);
    const head = branchWith('feature/large', [['QRPGLESRC/LARGE.RPGLE', content]]);
    const { stdout, peakMiB } = await file('feature/large', head);
    expect(stdout).toContain('1 created; 0 left out');
    const { attachments } = await inspected();
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(attachments).toMatchObject([{ bytes: content.length, sha256 }]);
    expect(peakMiB).toBeLessThan(most);
  });

  test('10,000 requests', async () => {
    const count = 10_000;
    const files = Array.from({ length: count }, (_, n) => {
      const text = `**free // ${n}\n`.padEnd(1500, `dsply ${n};\n`);
      return [`QRPGLESRC/P${String(n).padStart(5, '0')}.RPGLE`, Buffer.from(text)] as const;
    });
    const head = branchWith('main', files);
    const { stdout, peakMiB } = await file('main', head);
    expect(stdout).toContain(`${count} created; 0 left out`);
    const { requests } = await inspected();
    expect(new Set(requests.map(({ objn }) => objn)).size).toBe(count + 1);
    expect(peakMiB).toBeLessThan(most);
  });
});
