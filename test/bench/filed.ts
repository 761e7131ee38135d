/**
 * A repository of 300 sources whose first push is filed, and one push more that can be filed again and again: before
 * each time the remote, with the ledger, is put back. The service is not: a push that edits files updates its requests,
 * as often as one likes. The remote is a directory and the service a process on this machine, so neither adds a network.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundles, Runner } from '../e2e/support/bundle.ts';
import { git, type Remote, remote, runEnv } from '../git/support.ts';
import { mappingText } from '../runs/support.ts';
import { temporaryFolder } from './recording.ts';
import { type Change, commits, source } from './repositories.ts';
import { type Serving, serve } from './serving.ts';
import { type Program, timed } from './timed.ts';

const usualSources = 300;
/** In folders of 1,000 at the most, as larger teams have them. */
const name = (n: number) =>
  `${n < 1000 ? '' : `app${Math.floor(n / 1000)}/`}QRPGLESRC/P${String(n).padStart(3, '0')}.RPGLE`;

/** Edits of the first `count` sources. */
export function edits(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), source(n, 1)]));
}

function asChanges(files: Readonly<Record<string, string>>): Change[] {
  return Object.entries(files).map(([path, content]) => ({ path, content }));
}

export interface Filed extends AsyncDisposable {
  readonly root: string;
  /** The push by the command line, and by the action. */
  readonly cli: Program;
  readonly action: Program;
  /** Puts the remote back to where the push has just arrived and is not filed. */
  reset(): void;
}

interface Pushed {
  readonly origin: Remote;
  readonly runner: Runner;
  readonly service: Serving;
}

/** How many sources there are, and whether they were filed before: else the ledger only says where it begins. */
interface Before {
  readonly sources?: number;
  readonly filed?: boolean;
}

function programs({ origin, runner, service }: Pushed, push: Record<string, string>, sources: number) {
  const env = { ...runEnv, ...push, TMPDIR: temporaryFolder(origin.root) };
  const [url, token] = [service.url, 'demo-token'];
  return {
    cli: {
      args: [bundles.cli, 'file', '--max-requests', String(sources)],
      cwd: origin.work,
      env: { ...env, FILE_CHECKOUTS_URL: url, FILE_CHECKOUTS_TOKEN: token },
    },
    action: {
      args: [bundles.action],
      cwd: origin.work,
      env: { ...env, ...runner.actionFiles(), GITHUB_WORKSPACE: origin.work, INPUT_URL: url, INPUT_TOKEN: token },
    },
  };
}

/** The ledger begins at a commit, and knows only the files that will change. */
async function begin(cli: Program, head: string, paths: readonly string[]): Promise<void> {
  await timed({ ...cli, args: [bundles.cli, 'ledger', 'begin', '--branch', 'main', '--head', head] });
  await timed({ ...cli, args: [...cli.args, ...paths.flatMap((path) => ['--paths', path])] });
}

/** Files the first push; then pushes `changed`. Objects are packed, as a clone has them. */
export async function filedRepository(
  changed: Readonly<Record<string, string>>,
  { sources = usualSources, filed = true }: Before = {},
): Promise<Filed> {
  const stack = new AsyncDisposableStack();
  const origin = stack.use(remote());
  const runner = stack.use(new Runner());
  const service = stack.use(await serve(bundles.cli));
  const all = Array.from({ length: sources }, (_, n) => [name(n), source(n, 0)] as const);
  const contents = [{ '.file-checkouts.yml': mappingText, ...Object.fromEntries(all) }, changed];
  // In one process: 20,000 files are not written to a work tree.
  const made = commits(origin, 'main', ...contents.map(asChanges));
  git(origin.work, 'checkout', '--quiet', '--force', 'main', '--', '.file-checkouts.yml');
  const push = (n: number, before: string | null) => {
    const after = made[n] ?? '';
    origin.push(after, 'main');
    return { after, ...programs({ origin, runner, service }, runner.push({ branch: 'main', before, after }), sources) };
  };
  const first = push(0, null);
  if (filed) await timed(first.cli);
  else await begin(first.cli, first.after, Object.keys(changed));
  const { cli, action } = push(1, first.after);
  for (const dir of [origin.work, origin.remote]) git(dir, 'gc', '--quiet');
  const kept = join(origin.root, 'kept.git');
  cpSync(origin.remote, kept, { recursive: true });
  return {
    root: origin.root,
    cli,
    action,
    reset: () => {
      rmSync(origin.remote, { recursive: true });
      cpSync(kept, origin.remote, { recursive: true });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
