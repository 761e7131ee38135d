/** Where the time of a push goes; pure. */
import type { Replayed } from './replay.ts';

interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** What floors/watch.mjs has noted of a run; milliseconds since the process began. */
export interface Watched {
  readonly all: number;
  readonly git: readonly (Span & { readonly args: readonly string[] })[];
  readonly calls: readonly Span[];
}

/** Milliseconds of each part; together they are the whole. `rest`: own work, and talking with `git cat-file`. */
export type Split = Readonly<Record<'startUp' | 'git' | 'ledger' | 'calls' | 'rest', number>>;

type Process = { readonly args: readonly string[] };

/** Time that is covered by the spans. */
export function covered(spans: readonly Span[]): number {
  let end = 0;
  let sum = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (to === null || to <= end) continue;
    sum += to - Math.max(from, end);
    end = to;
  }
  return sum;
}

/** Those that are there all along, and are talked to. */
function isTalkedTo({ args }: Process): boolean {
  return args.includes('cat-file');
}

function isLedger({ args }: Process): boolean {
  return args.some((arg) => arg.endsWith('refs/notes/check-outs'));
}

export function splitOfRun({ all, git, calls }: Watched): Split {
  const startUp = Math.min(...git.map(({ from }) => from));
  const awaited = git.filter((each) => !isTalkedTo(each));
  const ledger = covered(awaited.filter((each) => isLedger(each)));
  const plain = covered(awaited.filter((each) => !isLedger(each)));
  const called = covered(calls);
  return { startUp, git: plain, ledger, calls: called, rest: all - startUp - plain - ledger - called };
}

export function splitOfReplay({ ms, began, git, calls }: Pick<Replayed, 'ms' | 'began' | 'git' | 'calls'>): Split {
  const sum = (processes: Replayed['git']) => processes.reduce((total, each) => total + each.ms, 0);
  const awaited = git.filter((each) => !isTalkedTo(each));
  const ledger = sum(awaited.filter((each) => isLedger(each)));
  const plain = sum(awaited.filter((each) => !isLedger(each)));
  return { startUp: began, git: plain, ledger, calls, rest: ms - began - plain - ledger - calls };
}
